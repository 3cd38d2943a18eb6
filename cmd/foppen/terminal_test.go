package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// at calls the command on a terminal of that width.
func at(width int, stdin string, args ...string) result {
	var out, errors bytes.Buffer
	status := run(args, &env{
		ctx: context.Background(), stdin: strings.NewReader(stdin), stdout: &out, stderr: &errors,
		getenv: func(name string) string { return map[string]string{"COLUMNS": fmt.Sprint(width)}[name] },
	})
	return result{status, out.String(), errors.String()}
}

// Everything that any command prints keeps to the width of the terminal. The commands
// that play names to be typed again are no text and stay whole.
func TestEverythingKeepsToTheWidth(t *testing.T) {
	variant := "edition-1995-bets starter_score=round reference=last-leader worst_tie=first-played one_penalty=7 minus_limit=77 minus_reach=passed tens_limit=7 tens_count=solo"
	games := lines(t, recorded(t, "rulebook-2018", 8, 3), recorded(t, variant, 6, 1).Prefix(9))
	report := write(t, "report.json", fine(t, "simulate", "-json", "-games", "9"))
	file := filepath.Join(t.TempDir(), "g")
	calls := [][]string{
		{"help"}, {"demo"}, {"demo", "-players", "8"}, {"demo", "-variant", variant, "-players", "6"},
		{"variants"}, {"variants", "rulebook-2018"}, {"variants", variant}, {"replay", "-"}, {"replay", "-view", "5", "-"}, {"merge", "-text", report},
		{"simulate", "-games", "20", "-players", "8", "-bots", "greedy"}, {"simulate", "-games", "20", "-variant", variant},
		{"simulate", "-games", "20", "-against", variant}, {"simulate", "-games", "4", "-duplicate", "-bots", "greedy,random,greedy,search:3"},
		{"ladder", "-deals", "2", "-bots", "greedy,random"}, {"analyze", "-bot", "search:1", "-"}, {"checkbot", "greedy"},
		{"play", "-players", "8", "-seat", "5", "-save", file}, {"play", "-variant", variant, "-players", "6", "-save", file + "2"},
	}
	for _, c := range commands() {
		calls = append(calls, []string{c.name, "-h"})
	}
	for _, width := range []int{20, 23, 40, 60, 100} {
		for _, args := range calls {
			stdin := games
			if args[0] == "play" && args[1] != "-h" {
				stdin = strings.Repeat("y\n1\n?\nhelp\nscore\ntricks\n", 2) + anyCard()
				args = append([]string{}, args...)
				args[len(args)-1] += fmt.Sprint(width)
			}
			got := at(width, stdin, args...)
			require.Equal(t, exitFine, got.status, "%q: %s", args, got.errors)
			for line := range strings.Lines(got.out) {
				if strings.Contains(line, file) {
					continue // a command
				}
				if strings.Contains(strings.TrimSpace(line), " ") { // a word alone stays whole
					assert.LessOrEqual(t, columns(strings.TrimSuffix(line, "\n")), width, "%d columns, %q: %s", width, args, line)
				}
			}
		}
	}
}

// anyCard returns lines that play any card of the deck, whichever may be played.
func anyCard() string {
	var b strings.Builder
	for range 2 {
		for card := range foppen.Rulebook2018().Deck(8).All() {
			b.WriteString(card.String() + "\n")
		}
	}
	return b.String()
}

// Texts are the same words at every width: none is broken.
func TestWidthBreaksNoWord(t *testing.T) {
	calls := [][]string{{"help"}, {"variants"}}
	for _, c := range commands() {
		calls = append(calls, []string{c.name, "-h"})
	}
	for _, args := range calls {
		wide := strings.Fields(at(100, "", args...).out)
		for width := 24; width < 100; width += 7 {
			assert.Equal(t, wide, strings.Fields(at(width, "", args...).out), "%q at %d", args, width)
		}
	}
	// A line that is too wide is broken between its columns, or else between words.
	for text, want := range map[string]string{
		"  a name of many words   1.000    2.000": "  a name of many words\n    1.000    2.000\n",
		"one two three four five six seven":       "one two three four five\n  six seven\n",
		strings.Repeat("x", 30) + " y":            strings.Repeat("x", 30) + "\n  y\n",
		strings.Repeat("x", 30):                   strings.Repeat("x", 30) + "\n",
	} {
		var out bytes.Buffer
		p := pageOn(&out)
		p.width = 25
		p.line("%s", text)
		require.NoError(t, p.end())
		assert.Equal(t, want, out.String())
	}
}

// COLUMNS counts where it is a number; what is too narrow or too wide to read is not
// used.
func TestWidthOfTerminal(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "40": 40, "100": 100, "300": 100, "5": 20, "0": 80, "-3": 80, "x": 80} {
		e := &env{getenv: func(string) string { return columns }}
		assert.Equal(t, want, e.width(&bytes.Buffer{}), "%q", columns)
	}
}

// How wide characters are, and that cutting and filling keep to it.
func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "Jürgen": 6, "Ju\u0308rgen": 6, "日本語": 6, "한국": 4, "カナ": 4, "ｶﾅ": 2, "ＡＢ": 4, "→": 1, "👍": 2, "Привет": 6, "שלום": 4, "नमस्ते": 4, "a\u200bb": 2, "e\u0301\u0302": 1, "漢🎉x": 5,
	} {
		assert.Equal(t, want, columns(text), "%q", text)
		for n := range 8 {
			assert.Equal(t, n, columns(pad(text, n)), "%q in %d", text, n)
			assert.True(t, strings.HasPrefix(text, cut(text, n)))
		}
	}
}

// Tables line up whatever the bots are called.
func TestTablesLineUp(t *testing.T) {
	var bots []foppen.BotMaker
	names := []string{"random", "日本語のボット", "Ju\u0308rgen", "한국어 봇 이름이 아주 길다 길다"}
	for _, name := range names {
		bots = append(bots, foppen.BotMaker{Name: name, New: func(src rand.Source) foppen.Bot { return foppen.NewRandomBot(src) }})
	}
	config := foppen.SimConfig{Games: 20, Bots: bots}
	r, err := foppen.Simulate(context.Background(), config)
	require.NoError(t, err)
	d, err := foppen.PlayTournament(context.Background(), foppen.SimConfig{Bots: bots, Games: 10})
	require.NoError(t, err)
	for _, o := range []outcome{report{r}, duplicate{foppen.SimConfig{Players: 4}, d}} {
		var out bytes.Buffer
		p := pageOn(&out)
		o.tell(p, 0)
		require.NoError(t, p.end())
		rows := 0
		for _, block := range strings.Split(out.String(), "\n\n") {
			at := map[int]bool{} // where the first number ends
			for line := range strings.Lines(block) {
				if strings.Contains(block, "mean  ") && strings.Contains(line, "seat)") || strings.HasPrefix(block, "Wins by seat") && strings.Contains(line, " to ") {
					point := strings.Index(line, ".")
					at[columns(line[:point])] = true
					rows++
				}
			}
			assert.LessOrEqual(t, len(at), 1, block)
		}
		assert.GreaterOrEqual(t, rows, 4)
	}
}

// No figure is minus zero.
func TestNoMinusZero(t *testing.T) {
	for x, want := range map[float64]string{0: "0.00", -0.001: "0.00", 0.001: "0.00", -0.005001: "-0.01", -10: "-10.00", 100: "100.00"} {
		assert.Equal(t, want, fixed(x, 2))
	}
	assert.Equal(t, "0", fixed(-0.4, 0))
	assert.Equal(t, "0.00 %", percent(-0.00001))
	assert.Equal(t, "0.0", plus(-0.04))
	assert.Equal(t, "+0.1", plus(0.06))
	assert.Equal(t, []float64{-20, 0, 20}, axis{-30, 30, 0, 1}.steps(3))
	for _, tick := range (axis{-30, 30, 0, 1}).steps(3) {
		assert.NotEqual(t, "-0", fmt.Sprintf("%g", tick))
	}
}

// A variant that no rule ever ends is said to be one, and no other.
func TestUnendingVariants(t *testing.T) {
	const ones = "rulebook-2018 4.green=0 4.red=0 4.yellow=0 4.blue=0 4.ones=15 4.hand=3"
	for variant, want := range map[string]bool{
		ones + " one_penalty=0 tens_limit=0":            false,
		"rulebook-2018 minus_limit=0 tens_limit=900000": false,
		// Half a hand of one card is none, and half one of two or three is one card.
		"rulebook-2018 tens_limit=0 4.hand=2 minus_limit=169966":                                                              true,
		"rulebook-2018 tens_limit=0 4.hand=2 minus_limit=169967":                                                              false,
		"rulebook-2018 tens_limit=0 4.hand=3 minus_limit=169966 minus_reach=passed":                                           false,
		"rulebook-2018 tens_limit=0 4.hand=2 minus_limit=19996 one_penalty=0 4.green=2 4.red=0 4.yellow=0 4.blue=0 4.ones=15": true,
		"rulebook-2018 tens_limit=0 4.hand=4 minus_limit=19997 one_penalty=0 4.green=2 4.red=0 4.yellow=0 4.blue=0 4.ones=15": false,
		"rulebook-2018 tens_limit=0 4.hand=3 fool_points=40":                                                                  false,
		ones + " one_penalty=0 tens_limit=0 minus_count=gross fool_points=-1":                                                 true,
		ones + " one_penalty=0":                                   true,
		ones + " one_penalty=0 tens_limit=0 4.rounds=3":           true,
		"rulebook-2018 4.discs=0":                                 true,
		"rulebook-2018 tens_limit=0":                              true,
		"rulebook-2018 4.hand=1":                                  true,
		"rulebook-2018 one_penalty=0 minus_limit=0 tens_limit=60": true,
	} {
		v, err := foppen.ParseVariant(variant)
		require.NoError(t, err, variant)
		assert.Equal(t, want, ends(v, 4), variant)
		r, err := foppen.Simulate(context.Background(), foppen.SimConfig{Variant: v, Games: 1})
		require.NoError(t, err)
		rounds, _ := r.Distribution(foppen.MeasureRoundsPerGame)
		if !want || !strings.Contains(variant, "minus_limit=1") { // which hardly any game reaches
			assert.Equal(t, want, rounds.Percentile(100) < foppen.MaxRounds, variant)
		}
	}
	const note = "nothing but the limit of 9999 rounds ends a game"
	unending := ones + " one_penalty=0 tens_limit=0"
	for _, args := range [][]string{{"variants", unending}, {"simulate", "-games", "1", "-variant", unending}, {"simulate", "-games", "1", "-against", unending},
		{"simulate", "-games", "1", "-duplicate", "-variant", unending},
		{"replay", write(t, "r.json", lines(t, recorded(t, unending, 4, 1).Prefix(1)))}, {"demo", "-variant", strings.Replace(unending, "tens_limit=0", "tens_limit=900000", 1)}} {
		assert.Contains(t, strings.Join(strings.Fields(fine(t, args...)), " "), note, "%q", args)
	}
	assert.Contains(t, call("ladder", "-deals", "1", "-bots", "greedy,random", "-variant", unending).errors, note)
	for _, name := range foppen.Presets() {
		assert.NotContains(t, strings.Join(strings.Fields(fine(t, "variants", name)), " "), note)
	}
}
