package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// A person is the standard input and output of play: who waits for each question
// before answering it.
type person struct {
	// answer returns the line to type after what the screen has shown since the last
	// one. Without it the input ends.
	answer func(shown string) (line string, more bool)

	mu    sync.Mutex
	ready sync.Cond
	out   bytes.Buffer
	asked int // how much of out was there at the last answer
	rest  string
}

func newPerson(answer func(shown string) (string, bool)) *person {
	p := &person{answer: answer}
	p.ready.L = &p.mu
	return p
}

func (p *person) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.ready.Broadcast()
	return p.out.Write(b)
}

var questions = regexp.MustCompile(`(?:Your card:|\(yes or no\)\?|Enter deals round \d+:) $`)

func (p *person) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.rest == "" {
		shown := p.out.Bytes()[p.asked:]
		if !questions.Match(shown) {
			p.ready.Wait()
			continue
		}
		p.asked = p.out.Len()
		line, more := p.answer(string(shown))
		if !more {
			return 0, io.EOF
		}
		p.rest = line + "\n"
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// plays has the person call the command.
func (p *person) plays(args ...string) result {
	var stderr bytes.Buffer
	status := run(append([]string{"play"}, args...), &env{
		ctx: context.Background(), stdin: p, stdout: p, stderr: &stderr,
		getenv: func(string) string { return "" },
	})
	return result{status, p.out.String(), stderr.String()}
}

// playable finds the cards of the hand that are not in brackets in what the screen has
// shown.
func playable(shown string) (cards []string) {
	shown = shown[max(0, strings.LastIndex(shown, "\ncards ")):]
	for _, row := range handRows.FindAllString(shown, -1) {
		for _, card := range strings.Fields(row)[1:] {
			if card[0] != '(' {
				cards = append(cards, strings.ToLower(card))
			}
		}
	}
	return cards
}

var handRows = regexp.MustCompile(`(?m)^(?:green|red|yellow|blue|1s) .*$`)

// firstCard plays the first card that the screen shows to be playable, and bets.
func firstCard(shown string) string {
	switch {
	case strings.HasSuffix(shown, ": ") && !strings.HasSuffix(shown, "card: "):
		return ""
	case strings.HasSuffix(shown, "? "):
		return "yes"
	}
	cards := playable(shown)
	if len(cards) == 0 {
		return "" // shows them again
	}
	return cards[0]
}

// always answers with f until the game is over, or more often than any game asks.
func always(f func(shown string) string) *person { return only(2000, f) }

// only answers n times with f, then the input ends.
func only(n int, f func(shown string) string) *person {
	return newPerson(func(shown string) (string, bool) {
		n--
		return f(shown), n >= 0
	})
}

// script types the lines, then the input ends.
func script(lines ...string) *person {
	return newPerson(func(string) (string, bool) {
		if len(lines) == 0 {
			return "", false
		}
		line := lines[0]
		lines = lines[1:]
		return line, true
	})
}

// saved reads the game in a file.
func saved(t *testing.T, file string) foppen.Record {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var record foppen.Record
	require.NoError(t, record.UnmarshalJSON(bytes.TrimSuffix(text, []byte("\n"))))
	return record
}

// choices counts the cards and bets of a seat.
func choices(record foppen.Record, seat foppen.Seat) (n int) {
	for m := range record.Moves() {
		if m.Mover() == seat {
			n++
		}
	}
	return n
}

// Whole games: they end by themselves, the record is that of the game shown, and the
// screen keeps to 80 columns, speaks to you as "you", and has no escape codes.
func TestPlayWholeGames(t *testing.T) {
	for _, tt := range []struct {
		players, seat int
		args          []string
	}{
		{4, 0, nil},
		{8, 3, []string{"-bots", "random"}},
		{7, 6, []string{"-variant", "rulebook-2018 tens_limit=1"}},
		{3, 0, []string{"-variant", "edition-1995-bets 3.rounds=2", "-bots", "random,greedy"}},
		{2, 1, []string{"-variant", "rulebook-2018 2.green=31 2.ones=15 2.hand=20 2.discs=0 2.rounds=2"}},
	} {
		file := filepath.Join(t.TempDir(), "game.json")
		args := append(tt.args, "-players", fmt.Sprint(tt.players), "-seat", fmt.Sprint(tt.seat), "-seed", "1", "-save", file)
		got := always(firstCard).plays(args...)
		require.Equal(t, exitFine, got.status, got.errors)
		assert.Empty(t, got.errors)
		assertPlain(t, strings.ReplaceAll(got.out, file, "FILE"))
		assert.Equal(t, 1, strings.Count(strings.ToLower(got.out), fmt.Sprintf("seat %d", tt.seat)), "you are called a seat")

		record := saved(t, file)
		require.Equal(t, foppen.OverPhase, record.Game().Phase())
		assert.Equal(t, yourName, record.Names()[tt.seat])
		for row := range record.Result().All() {
			who := fmt.Sprintf("seat %s ", row.Seat)
			if int(row.Seat) == tt.seat {
				who = "you "
			}
			assert.Regexp(t, fmt.Sprintf(`\n  %s +%s +%s  `, ordinal(row.Rank), who, regexp.QuoteMeta(signed(row.Total))), got.out)
		}
	}
}

// The screen, word by word, for all commands and some mistakes. The bots are random
// ones, whose play will never change.
func TestPlayGolden(t *testing.T) {
	for name, tt := range map[string]struct {
		args  []string
		lines []string
	}{
		"play_4.txt": {
			[]string{"-bots", "random"},
			[]string{"help", "g17", "G99", "hello, bot", "undo", "tricks", "score", "G2", "", "x", "undo", "1", "tricks", "quit", "g4"},
		},
		"play_8.txt": {
			[]string{"-bots", "random", "-players", "8", "-seat", "7"},
			[]string{"tricks", "1"},
		},
		"play_bets.txt": {
			[]string{"-variant", "edition-1995-bets 3.hand=2", "-bots", "random"},
			[]string{"maybe", "g17", "tricks", "YES", "undo", "n", "undo", "y"},
		},
	} {
		file := filepath.Join(t.TempDir(), "game.json")
		got := script(tt.lines...).plays(append(tt.args, "-seed", "1", "-save", file)...)
		assert.Equal(t, exitFine, got.status, got.errors)
		golden(t, name, strings.ReplaceAll(got.out, file, "FILE"))
	}
}

// Where the input ends, the game is saved, and the screen says where.
func TestPlayEndOfInput(t *testing.T) {
	for _, n := range []int{0, 1, 2, 15, 40} {
		file := filepath.Join(t.TempDir(), "game.json")
		got := only(n, firstCard).plays("-variant", "edition-1995-bets", "-seed", "3", "-save", file)
		assert.Equal(t, exitFine, got.status)
		assert.Empty(t, got.errors)
		assert.Contains(t, got.out, "\nThe game is saved in "+file+".\nGo on with: foppen play -resume "+file+"\n")
		record := saved(t, file)
		enters := strings.Count(got.out, "Enter deals") // these are no choices
		assert.InDelta(t, n-enters, choices(record, 0), 1)
	}
	// The last line need not have an end.
	file := filepath.Join(t.TempDir(), "game.json")
	got := foppenIn("g2", "play", "-seed", "1", "-save", file)
	assert.Equal(t, exitFine, got.status)
	assert.Equal(t, 1, choices(saved(t, file), 0))
}

// An input that cannot be read ends the game with status 1, but not without saving it.
func TestPlayInputFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.json")
	in := io.MultiReader(strings.NewReader("g2\n"), iotest.ErrReader(errors.New("the dog has eaten it")))
	var out, stderr bytes.Buffer
	status := run([]string{"play", "-seed", "1", "-save", file}, &env{
		ctx: context.Background(), stdin: in, stdout: &out, stderr: &stderr,
		getenv: func(string) string { return "" },
	})
	assert.Equal(t, exitInput, status)
	assert.Equal(t, "foppen play: reading the input: the dog has eaten it\n", stderr.String())
	assert.Equal(t, 1, choices(saved(t, file), 0))
}

// Nothing that is typed ends the game or changes it but choices.
func TestPlayWrongInput(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	wrong := []string{
		"quit now", "quit\x00", "g", "g1", "g017", "g 17", "17", "1 1", "one", "NoCard", "yes", "-1", "?!", "undo 3",
		"\xff\xfe", "\x1b[2J", "G\u0131", "ｇ17", strings.Repeat("g2 ", 3000), "g2" + strings.Repeat(" ", 5000) + "x",
	}
	for range 100 {
		line := make([]byte, src.IntN(40))
		for i := range line {
			line[i] = byte(src.Uint32())
		}
		wrong = append(wrong, "~"+strings.ReplaceAll(string(line), "\n", ""))
	}
	file := filepath.Join(t.TempDir(), "game.json")
	got := foppenIn(strings.Join(wrong, "\n")+"\nquit\n", "play", "-seed", "1", "-save", file)
	assert.Equal(t, exitFine, got.status)
	assertPlain(t, strings.ReplaceAll(got.out, file, "FILE"))
	assert.Equal(t, len(wrong)+1, strings.Count(got.out, "Your card: "))
	assert.Equal(t, 0, choices(saved(t, file), 0))
}

// FuzzPlay tries all that can be typed.
func FuzzPlay(f *testing.F) {
	f.Add("g2\n?\nundo\n1\nscore\ntricks\nhelp\n\nquit\n", uint64(1))
	f.Add("y\nG2\n\n", uint64(2))
	f.Add(strings.Repeat("\x01", 8)+"000", uint64(7)) // is longer when shown
	f.Add(strings.Repeat("쓀", 60), uint64(7))         // is wider
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, input string, seed uint64) {
		if strings.Contains(strings.ToLower(input), "save") {
			t.Skip("would write files anywhere")
		}
		if len(input) > 300 || strings.Count(input, "?")+strings.Count(input, "hint") > 3 {
			t.Skip("would take long")
		}
		file := filepath.Join(dir, fmt.Sprint(rand.Uint64())+".json")
		defer os.Remove(file)
		variant := foppen.Presets()[seed%5]
		got := foppenIn(input, "play", "-variant", variant, "-seed", fmt.Sprint(seed), "-save", file)
		assert.Equal(t, exitFine, got.status, got.errors)
		assertPlain(t, strings.ReplaceAll(got.out, file, "FILE"))
		record := saved(t, file)
		if record.Game().Phase() != foppen.OverPhase {
			assert.Equal(t, exitFine, call("play", "-resume", file).status)
			assert.True(t, record.Equal(saved(t, file)))
		}
	})
}

// What happens depends on the seed and the choices alone: taking choices back, hints
// and breaks change neither the deals nor what the bots do.
func TestPlayDetoursChangeNothing(t *testing.T) {
	args := []string{"-players", "5", "-bots", "random,greedy,search:3,random"}
	straight := filepath.Join(t.TempDir(), "straight.json")
	got := always(firstCard).plays(append(args, "-seed", "7", "-save", straight)...)
	require.Equal(t, exitFine, got.status, got.errors)

	file := filepath.Join(t.TempDir(), "detours.json")
	var hints, others, across int // detours: questions, other cards, rounds taken back
	undo := false
	detours := func(shown string) string {
		cards := playable(shown)
		switch {
		case undo:
			undo = false
			return "undo"
		case strings.Contains(shown, "Taken back"), strings.Contains(shown, "Hint:"):
			return firstCard(shown)
		case strings.Contains(shown, "Enter deals round 2") && across < 3:
			across++
			return "undo" // the last card of round 1
		case strings.Contains(shown, "Round 2\n") && across < 5:
			across++
			return "undo" // the same, when round 2 has been dealt
		case strings.HasSuffix(shown, "card: ") && hints < 3:
			hints++
			return "?"
		case len(cards) > 1 && others < 15:
			others++
			undo = true
			return cards[len(cards)-1]
		}
		return firstCard(shown)
	}
	got = only(90, detours).plays(append(args, "-seed", "7", "-save", file)...)
	require.Equal(t, []int{3, 15, 5}, []int{hints, others, across})
	for n := 0; saved(t, file).Game().Phase() != foppen.OverPhase; n++ {
		require.Equal(t, exitFine, got.status, got.errors)
		require.Less(t, n, 100)
		got = only(11, firstCard).plays("-resume", file)
	}
	assert.True(t, saved(t, straight).Equal(saved(t, file)))
}

// What the person plays does not change which cards are dealt.
func TestPlayDealsComeFromTheSeed(t *testing.T) {
	deals := func(answer func(shown string) string) (deals []foppen.Move) {
		file := filepath.Join(t.TempDir(), "game.json")
		got := always(answer).plays("-variant", "edition-1995", "-seed", "5", "-save", file)
		require.Equal(t, exitFine, got.status, got.errors)
		for m := range saved(t, file).Moves() {
			if _, ok := m.(foppen.Deal); ok {
				deals = append(deals, m)
			}
		}
		return deals
	}
	first := deals(firstCard)
	last := deals(func(shown string) string {
		if cards := playable(shown); len(cards) > 0 && strings.HasSuffix(shown, "card: ") {
			return cards[len(cards)-1]
		}
		return firstCard(shown)
	})
	assert.Len(t, first, 8)
	assert.Equal(t, first, last)

	// The first is that of the simulated game with that seed and the number 0.
	for m := range recorded(t, "edition-1995", 4, 5).Moves() {
		if _, ok := m.(foppen.Deal); ok {
			assert.Equal(t, m, first[0])
			break
		}
	}
}

// What the screen shows does not depend on cards that the person has not seen, for all
// commands and in all phases.
func TestPlayHidesHands(t *testing.T) {
	src, differ := rand.NewPCG(3, 4), 0
	commands := "\n?\nscore\ntricks\nhelp\nundo now\n"
	for _, name := range []string{"rulebook-2018", "edition-1995-bets"} {
		whole := recorded(t, name, 5, 6)
		for n := 1; n < 60; n += 9 {
			record := whole.Prefix(n)
			g := record.Game()
			if g.Phase() == foppen.DealPhase || g.Phase() == foppen.BetPhase && n > 1 {
				continue // a bet that is no secret to the bots would be asked for again
			}
			other := otherwise(t, record, g.Turn(), src)
			if record.Equal(other) {
				continue
			}
			differ++
			input := commands
			for card := range g.Variant().Deck(5).All() {
				if !g.Hand(g.Turn()).Has(card) {
					input += card.String() + "\n"
				}
			}
			show := func(r foppen.Record) string {
				file := write(t, "game.json", lines(t, r))
				got := foppenIn(input, "play", "-resume", file, "-seat", g.Turn().String())
				require.Equal(t, exitFine, got.status, got.errors)
				require.Contains(t, got.out, "Hint: ")
				return strings.ReplaceAll(got.out, file, "FILE")
			}
			require.True(t, show(record) == show(other), "%s, move %d", name, n)
		}
	}
	assert.GreaterOrEqual(t, differ, 12)
}

// No file is replaced that is not the game's own.
func TestPlayFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	play := func(input string, args ...string) result {
		return foppenIn(input, append([]string{"play", "-seed", "1"}, args...)...)
	}
	resume := func(input string, args ...string) result {
		return foppenIn(input, append([]string{"play"}, args...)...)
	}
	names := func() (names []string) {
		entries, err := os.ReadDir(".")
		require.NoError(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}

	// Without a name each game gets a new file.
	require.NoError(t, os.WriteFile("foppen-game.json", []byte("mine"), 0o666))
	assert.Contains(t, play("g2\nquit\n").out, "\nThe game is saved in foppen-game-2.json.\n")
	assert.Contains(t, play("").out, "\nThe game is saved in foppen-game-3.json.\n")
	assert.Equal(t, []string{"foppen-game-2.json", "foppen-game-3.json", "foppen-game.json"}, names())

	// A game that goes on is saved in its own file, or in a new one.
	before := saved(t, "foppen-game-2.json")
	assert.Contains(t, resume("y2\n", "-resume", "foppen-game-2.json", "-save", "a b.json").out, "\nThe game is saved in a b.json.\nGo on with: foppen play -resume 'a b.json'\n")
	assert.True(t, before.Equal(saved(t, "foppen-game-2.json")))
	assert.Contains(t, resume("y2\n", "-resume", "foppen-game-2.json").out, "\nThe game is saved in foppen-game-2.json.\n")
	assert.True(t, saved(t, "a b.json").Equal(saved(t, "foppen-game-2.json")))

	// The command save saves at once; with a name, in a new file from then on.
	got := play("g2\nsave\nsave x.json\nsave foppen-game.json\nsave /nowhere/x.json\nundo\nquit\n")
	assert.Equal(t, exitFine, got.status)
	assert.Contains(t, got.out, "save foppen-game.json: file already exists.\n")
	assert.Contains(t, got.out, "/nowhere/x.json")
	assert.Equal(t, 1, choices(saved(t, "foppen-game-4.json"), 0))
	assert.Equal(t, 0, choices(saved(t, "x.json"), 0))

	assert.Equal(t, []string{"a b.json", "foppen-game-2.json", "foppen-game-3.json", "foppen-game-4.json", "foppen-game.json", "x.json"}, names())
	text, err := os.ReadFile("foppen-game.json")
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
}

// Wrong usage and games that cannot go on: one line, and no game begins.
func TestPlayUsage(t *testing.T) {
	whole := recorded(t, tiny, 3, 1)
	over, two := write(t, "over", lines(t, whole)), write(t, "two", lines(t, whole.Prefix(1), whole))
	begun, bad := write(t, "begun", lines(t, whole.Prefix(1))), write(t, "bad", lines(t, whole)[:50])
	for _, tt := range []struct {
		status int
		says   string
		args   []string
	}{
		{exitUsage, `unwanted argument "4"`, []string{"4"}},
		{exitUsage, "4, 5, 6, 7 or 8 players, not 3", []string{"-players", "3"}},
		{exitUsage, "-seat is 4, want 0 to 3", []string{"-seat", "4"}},
		{exitUsage, "-seat is -1, want 0 to 3", []string{"-seat", "-1"}},
		{exitUsage, "-seat is 3, want 0 to 2", []string{"-seat", "3", "-resume", begun}},
		{exitUsage, "want a whole number", []string{"-seed", "x"}},
		{exitUsage, `"clever" is not a valid bot`, []string{"-bots", "random,clever,greedy"}},
		{exitUsage, `"" is not a valid bot`, []string{"-bots", ""}},
		{exitUsage, "-bots names 2 bots, want 1 or 3", []string{"-bots", "random,greedy"}},
		{exitUsage, "-players cannot be given with -resume", []string{"-players", "3", "-resume", begun}},
		{exitUsage, "-bots cannot be given with -resume", []string{"-bots", "greedy", "-resume", begun}},
		{exitUsage, "-seed cannot be given with -resume", []string{"-seed", "1", "-resume", begun}},
		{exitUsage, "-variant cannot be given with -resume", []string{"-variant", "edition-1995", "-resume", begun}},
		{exitInput, "file already exists", []string{"-save", begun}},
		{exitInput, "nowhere", []string{"-resume", filepath.Join(t.TempDir(), "nowhere")}},
		{exitInput, over + ": this game is over", []string{"-resume", over}},
		{exitInput, two + ": more than one recorded game", []string{"-resume", two}},
		{exitInput, "no recorded game", []string{"-resume", write(t, "empty", "")}},
		{exitInput, bad + ": line 1: game 1: ", []string{"-resume", bad}},
	} {
		got := call(append([]string{"play"}, tt.args...)...)
		assert.Equal(t, tt.status, got.status, "%q", tt.args)
		assert.Empty(t, got.out, "%q", tt.args)
		assert.Contains(t, got.errors, tt.says, "%q", tt.args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), "%q says %q", tt.args, got.errors)
	}
}

// A game that bots have played can be gone on with from any seat; where the record
// names no bot, greedy ones play.
func TestPlayResumesAnyGame(t *testing.T) {
	record := recorded(t, "rulebook-2018", 4, 1).Prefix(20)
	file := write(t, "game.json", lines(t, record))
	got := only(5, firstCard).plays("-resume", file, "-seat", "2")
	assert.Equal(t, exitFine, got.status, got.errors)
	assert.Contains(t, got.out, "You are at seat 2. Bots: random at seats 0, 1 and 3.")
	enters := strings.Count(got.out, "Enter deals") // these are no choices
	assert.InDelta(t, choices(record, 2)+5-enters, choices(saved(t, file), 2), 1)

	g, err := foppen.New(4)
	require.NoError(t, err)
	named, err := foppen.NewRecord(g, "Ann", "random", "you", "Ben")
	require.NoError(t, err)
	file = write(t, "named.json", lines(t, named))
	assert.Contains(t, call("play", "-resume", file).out, "You are at seat 2. Bots: greedy at seats 0 and 3, random at seat 1.")
}

// Without -seed each game has a seed of its own, which is shown and gives the same
// game again.
func TestPlaySeed(t *testing.T) {
	seed := regexp.MustCompile(`Seed (\d+): the same cards are dealt again with -seed (\d+)\.`)
	show := func(args ...string) (string, []string) {
		file := filepath.Join(t.TempDir(), "game.json")
		out := call(append([]string{"play", "-save", file}, args...)...).out
		match := seed.FindStringSubmatch(out)
		require.Len(t, match, 3)
		return strings.ReplaceAll(out, file, "FILE"), match
	}
	one, seeds := show()
	other, otherSeeds := show()
	assert.NotEqual(t, one, other)
	assert.NotEqual(t, seeds[1], otherSeeds[1])
	assert.Equal(t, seeds[1], seeds[2])
	again, _ := show("-seed", seeds[1])
	assert.Equal(t, one, again)
}

// A hint names what the search bot would do, and weighs every card that may be played.
func TestPlayHint(t *testing.T) {
	whole := recorded(t, "edition-1995-bets", 4, 8)
	asked := 0
	for n := 1; n < whole.Len() && asked < 20; n += 7 {
		g := whole.At(n)
		if g.Turn() == foppen.NoSeat {
			continue
		}
		asked++
		v := g.View(g.Turn())
		h := newHint(v, rand.NewPCG(1, 2))
		var out bytes.Buffer
		p := pageOn(&out)
		(&screen{page: p, you: g.Turn()}).hint(v, h)
		require.NoError(t, p.end())
		assertPlain(t, out.String())
		bot := foppen.NewSearchBot(foppen.SearchConfig{}, rand.NewPCG(1, 2))
		if g.Phase() == foppen.BetPhase {
			assert.Contains(t, out.String(), map[bool]string{true: "Hint: bet.", false: "Hint: do not bet."}[bot.Bet(v)])
			continue
		}
		best := bot.Estimates(v)[0].Card.String()
		assert.Regexp(t, "^Hint: (play "+best+`\.|`+best+" is the only card)", out.String())
		if v.Legal().Len() == 1 {
			continue
		}
		for _, e := range h.cards {
			assert.True(t, v.Legal().Has(e.Card))
			assert.LessOrEqual(t, fooledPercent(e), 100)
			assert.Regexp(t, fmt.Sprintf(`\n  %s +%d %%  `, e.Card, fooledPercent(e)), out.String())
		}
		assert.Len(t, h.cards, v.Legal().Len())
	}
	assert.Equal(t, 20, asked)
}

// On a terminal cards are colored and cards that may not be played are dim; without
// the codes it is the plain text.
func TestPlayColors(t *testing.T) {
	codes := regexp.MustCompile("\x1b\\[[0-9;]*m")
	whole := recorded(t, "rulebook-2018", 6, 2)
	dim := 0
	for n := 1; n < 60; n++ {
		g := whole.At(n)
		if g.Phase() != foppen.PlayPhase {
			continue
		}
		show := func(p *page) string {
			var out bytes.Buffer
			p.w = bufio.NewWriter(&out)
			s := screen{page: p, you: g.Turn()}
			s.table(g.View(g.Turn()))
			s.tricks(g.View(g.Turn()))
			require.NoError(t, p.end())
			return out.String()
		}
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		require.NoError(t, err)
		colors := newPage(&env{ctx: context.Background(), stdout: null, getenv: func(string) string { return "" }})
		if colors.cards == nil {
			t.Skip("the null device is no terminal here")
		}
		colored, plain := show(colors), show(pageOn(io.Discard))
		require.Equal(t, plain, codes.ReplaceAllString(colored, ""))
		assert.NotContains(t, plain, "\x1b")
		assert.Contains(t, colored, "\x1b[1;")
		dim += strings.Count(colored, "\x1b[2m(")
		assert.Equal(t, strings.Count(plain, "("), strings.Count(colored, "\x1b[2m(")+len(regexp.MustCompile(`\(rule\s3\.4\)`).FindAllString(plain, -1)))
		require.NoError(t, null.Close())
	}
	assert.Greater(t, dim, 50)
}

// Interrupted, it saves the game and ends with the status that shells give.
func TestPlayInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.json")
	ctx, cancel := context.WithCancel(context.Background())
	in, typed := io.Pipe()
	var out syncBuffer
	done := make(chan int)
	go func() {
		done <- run([]string{"play", "-seed", "1", "-save", file}, &env{ctx: ctx, stdin: in, stdout: &out, stderr: &out, getenv: func(string) string { return "" }})
	}()
	_, err := io.WriteString(typed, "g2\n")
	require.NoError(t, err)
	require.Eventually(t, func() bool { return strings.Count(out.String(), "Your card: ") == 2 }, 10*time.Second, time.Millisecond)
	cancel()
	assert.Equal(t, exitInterrupted, <-done)
	assert.Contains(t, out.String(), "\nThe game is saved in "+file+".\n")
	assert.Equal(t, 1, choices(saved(t, file), 0))
	typed.Close()
}
