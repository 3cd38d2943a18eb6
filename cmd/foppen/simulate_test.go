package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func fine(t *testing.T, args ...string) string {
	t.Helper()
	got := call(args...)
	require.Equal(t, exitFine, got.status, got.errors)
	require.Empty(t, got.errors)
	return got.out
}

func TestSimulateText(t *testing.T) {
	golden(t, "simulate.txt", fine(t, "simulate", "-games", "300", "-variant", "edition-1995", "-players", "5", "-seed", "3"))
	golden(t, "simulate-against.txt", fine(t, "simulate", "-games", "200", "-variant", "rulebook-2018 one_penalty=1", "-against", "rulebook-2018"))
	golden(t, "simulate-apart.txt", fine(t, "simulate", "-games", "100", "-players", "4", "-variant", "edition-1995-bets", "-against", "rulebook-2018"))
	golden(t, "simulate-duplicate.txt", fine(t, "simulate", "-games", "50", "-duplicate"))
	for _, name := range []string{"simulate.txt", "simulate-against.txt", "simulate-apart.txt", "simulate-duplicate.txt"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			assert.LessOrEqual(t, len([]rune(line)), width, "%s, line %d", name, i+1)
			assert.NotContains(t, line, "\x1b")
		}
	}
	// One game tells no interval.
	assert.Contains(t, fine(t, "simulate", "-games", "1"), "? to ?")
	assert.Contains(t, fine(t, "simulate", "-games", "1"), "1 game of Foppen")
}

func TestSimulateJSON(t *testing.T) {
	want := fine(t, "simulate", "-json", "-games", "200", "-players", "5", "-seed", "18446744073709551615", "-first", "7", "-workers", "1")
	for _, workers := range []string{"2", "7"} {
		assert.Equal(t, want, fine(t, "simulate", "-json", "-games", "200", "-players", "5", "-seed", "18446744073709551615", "-first", "7", "-workers", workers))
	}
	assert.Equal(t, 1, strings.Count(want, "\n"), "one line")
	var r foppen.Report
	require.NoError(t, json.Unmarshal([]byte(want), &r))
	assert.EqualValues(t, 200, r.Games())

	// A job array's parts, merged.
	var files []string
	first := 7
	for _, games := range []int{50, 1, 99, 30, 20} {
		part := fine(t, "simulate", "-json", "-games", strconv.Itoa(games), "-players", "5", "-seed", "18446744073709551615", "-first", strconv.Itoa(first))
		files = append(files, write(t, "part.json", part))
		first += games
	}
	assert.Equal(t, want, fine(t, append([]string{"merge"}, files...)...))
	files[0], files[4] = files[4], files[0]
	assert.Equal(t, want, fine(t, append([]string{"merge"}, files...)...))
	assert.Contains(t, fine(t, append([]string{"merge", "-text"}, files...)...), "200 games of Foppen by bots")

	// And it can go through a pipe.
	assert.Equal(t, result{exitFine, want, ""}, foppenIn(want, "merge", "-"))
}

func TestSimulateAgainstJSON(t *testing.T) {
	out := fine(t, "simulate", "-json", "-games", "50", "-variant", "rulebook-2018-ja", "-against", "rulebook-2018")
	var c struct {
		Format      string
		Reports     []foppen.Report
		Differences []struct {
			Paired      bool
			Differences map[string]map[string]float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &c))
	assert.Equal(t, "foppen-comparison/2", c.Format)
	assert.True(t, c.Differences[0].Paired)
	assert.Equal(t, fine(t, "simulate", "-json", "-games", "50"), string(must(c.Reports[1].MarshalJSON()))+"\n")
	a, _ := c.Reports[0].Mean(foppen.MeasureRoundsPerGame)
	b, _ := c.Reports[1].Mean(foppen.MeasureRoundsPerGame)
	assert.InDelta(t, a.Value-b.Value, c.Differences[0].Differences["rounds_per_game"]["mean"], 1e-5)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestSimulateDuplicateJSON(t *testing.T) {
	out := fine(t, "simulate", "-json", "-duplicate", "-games", "20", "-bots", "greedy,random,random,random")
	var d struct {
		Format   string
		Deals    int
		Entrants []struct {
			Name string
			Wins map[string]float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &d))
	assert.Equal(t, "foppen-duplicate/1", d.Format)
	assert.Equal(t, 20, d.Deals)
	require.Len(t, d.Entrants, 2)
	assert.InDelta(t, 1, d.Entrants[0].Wins["mean"]+d.Entrants[1].Wins["mean"], 1e-5)
}

// No seed is written as a number that other programs round.
func TestSimulateDuplicateBigSeed(t *testing.T) {
	for seed, want := range map[string]string{"9007199254740992": `"seed":9007199254740992,`, "9007199254740993": `"seed":"9007199254740993",`} {
		assert.Contains(t, fine(t, "simulate", "-json", "-duplicate", "-games", "1", "-seed", seed), want)
	}
}

// recordsIn reads all records of a file.
func recordsIn(t *testing.T, file string) (list []foppen.Record) {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	for r, err := range foppen.ReadRecords(f) {
		require.NoError(t, err)
		require.Equal(t, foppen.OverPhase, r.Game().Phase())
		list = append(list, r)
	}
	return list
}

func TestSimulateFiles(t *testing.T) {
	dir := t.TempDir()
	records, table, picture := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "t.csv"), filepath.Join(dir, "p.svg")
	require.NoError(t, os.WriteFile(records, []byte("what was there before"), 0o666))
	args := []string{"simulate", "-games", "60", "-bots", "greedy,random,random,random", "-first", "1", "-records", records, "-csv", table, "-svg", picture}
	out := fine(t, args...)
	assert.Equal(t, fine(t, "simulate", "-games", "60", "-bots", "greedy,random,random,random", "-first", "1"), out, "files change nothing")

	list := recordsIn(t, records)
	require.Len(t, list, 60)
	rows, err := csv.NewReader(strings.NewReader(string(must(os.ReadFile(table))))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 61)
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	for i, row := range rows[1:] {
		g := list[i].Game()
		assert.Equal(t, []string{"greedy", "random", "random", "random"}, list[i].Names())
		assert.Equal(t, strconv.Itoa(i+1), row[column["game"]])
		assert.Equal(t, strconv.Itoa((i+1)%4), row[column["starter"]])
		assert.Equal(t, strconv.Itoa(g.Round()), row[column["rounds"]])
		assert.Equal(t, strings.ReplaceAll(g.Winners().String(), ",", "+"), row[column["winners"]])
		for s := range foppen.Seat(4) {
			assert.Equal(t, strconv.Itoa(g.Total(s)), row[column["total_"+s.String()]])
			assert.Equal(t, strconv.Itoa(g.Tens(s)), row[column["tens_"+s.String()]])
		}
	}
	checkSVG(t, picture)
}

// checkSVG checks that a picture is well-formed, needs nothing else, and has its texts
// and boxes inside.
func checkSVG(t *testing.T, file string) {
	t.Helper()
	text := string(must(os.ReadFile(file)))
	assert.NotRegexp(t, `NaN|Inf|href|<script|<style|url\(`, text)
	d := xml.NewDecoder(strings.NewReader(text))
	elements := map[string]int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
	assert.Greater(t, elements["rect"], 3)
	assert.Greater(t, elements["line"], 10)
	assert.Greater(t, elements["text"], 10)
	size := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`).FindStringSubmatch(text)
	require.NotNil(t, size)
	for _, m := range regexp.MustCompile(` (x|x1|x2|y|y1|y2)="(-?[\d.]+)"`).FindAllStringSubmatch(text, -1) {
		most := must(strconv.ParseFloat(size[1], 64))
		if m[1][0] == 'y' {
			most = must(strconv.ParseFloat(size[2], 64))
		}
		at := must(strconv.ParseFloat(m[2], 64))
		assert.True(t, at >= 0 && at <= most, m[0])
	}
}

func TestSimulatePlots(t *testing.T) {
	for name, args := range map[string][]string{
		"against": {"-games", "20", "-against", "rulebook-2018-ja"},
		"one":     {"-games", "1"},
		"eight":   {"-games", "20", "-players", "8"},
		"wide":    {"-variant", "rulebook-2018 minus_limit=100000 tens_limit=0", "-games", "2"},
		"two":     {"-variant", "rulebook-2018 2.hand=1 2.ones=1 2.blue=2 2.rounds=1", "-players", "2", "-games", "20"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.svg")
			fine(t, append([]string{"simulate", "-svg", file}, args...)...)
			checkSVG(t, file)
		})
	}
}

// interrupted runs the command and interrupts it when some games have been played.
func interrupted(t *testing.T, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var out, errors bytes.Buffer
	time.AfterFunc(150*time.Millisecond, cancel)
	status := run(args, &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: func(string) string { return "" }})
	return result{status, out.String(), errors.String()}
}

func TestSimulateInterrupted(t *testing.T) {
	records := filepath.Join(t.TempDir(), "r.jsonl")
	got := interrupted(t, "simulate", "-games", "2000000000", "-records", records, "-json")
	assert.Equal(t, exitInterrupted, got.status)
	var r foppen.Report
	require.NoError(t, json.Unmarshal([]byte(got.out), &r))
	assert.Positive(t, r.Games())
	assert.Equal(t, fmt.Sprintf("foppen simulate: interrupted; the rest: foppen simulate -first %d -games %d -json -records %s\n",
		r.Games(), 2000000000-r.Games(), strings.Replace(records, ".jsonl", fmt.Sprintf("-from-%d.jsonl", r.Games()), 1)), got.errors)
	assert.Len(t, recordsIn(t, records), int(r.Games()))
	assert.Equal(t, fine(t, "simulate", "-games", fmt.Sprint(r.Games()), "-json"), got.out)

	got = interrupted(t, "simulate", "-games", "2000000000")
	assert.Equal(t, exitInterrupted, got.status)
	assert.Contains(t, got.out, "interrupted: 2000000000 games were asked for")
	got = interrupted(t, "simulate", "-games", "2000000000", "-against", "rulebook-2018-ja")
	assert.Equal(t, exitInterrupted, got.status)
	assert.Contains(t, got.out, "interrupted: 2000000000 games were asked for")
	got = interrupted(t, "simulate", "-games", "2000000000", "-duplicate")
	assert.Equal(t, exitInterrupted, got.status)
	assert.Contains(t, got.out, "interrupted: 2000000000 deals were asked for")
}

// An interrupt before the first game is over leaves a report of no games.
func TestSimulateInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	svg := filepath.Join(t.TempDir(), "p.svg")
	for _, args := range [][]string{{}, {"-json"}, {"-against", "rulebook-2018-ja"}, {"-against", "rulebook-2018-ja", "-json"}, {"-svg", svg}, {"-duplicate"}} {
		var out, errors bytes.Buffer
		status := run(append([]string{"simulate"}, args...), &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: os.Getenv})
		assert.Equal(t, exitInterrupted, status, args)
		assert.Equal(t, "foppen simulate: interrupted; the rest: foppen simulate -first 0 -games 1000"+strings.Join(append([]string{""}, args...), " ")+"\n", errors.String())
		assert.NotEmpty(t, out.String(), args)
	}
}

func TestSimulateRefuses(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "no", "where")
	good := write(t, "good.json", fine(t, "simulate", "-games", "3", "-json"))
	other := write(t, "other.json", fine(t, "simulate", "-games", "3", "-first", "3", "-seed", "2", "-json"))
	torn := write(t, "torn.json", "{")
	compared := write(t, "compared.json", fine(t, "simulate", "-games", "3", "-against", "rulebook-2018", "-json"))
	for _, tt := range []struct {
		status int
		says   string
		args   []string
	}{
		{exitUsage, "-games is 0", []string{"simulate", "-games", "0"}},
		{exitUsage, "-workers is -1", []string{"simulate", "-workers", "-1"}},
		{exitUsage, "-first is 9007199254740992", []string{"simulate", "-first", "9007199254740992"}},
		{exitUsage, "invalid value", []string{"simulate", "-first", "-1"}},
		{exitUsage, "one of random", []string{"simulate", "-bots", "clever"}},
		{exitUsage, "2 bots, want 1 or 4", []string{"simulate", "-bots", "random,greedy"}},
		{exitUsage, "unwanted argument", []string{"simulate", "100"}},
		{exitUsage, "a preset, one of", []string{"simulate", "-against", "rulebook-2019"}},
		{exitUsage, "-against edition-1995: the variant allows", []string{"simulate", "-players", "8", "-against", "edition-1995"}},
		{exitUsage, "-records is for", []string{"simulate", "-records", nowhere, "-against", "rulebook-2018"}},
		{exitUsage, "-records is for", []string{"simulate", "-records", nowhere, "-duplicate"}},
		{exitUsage, "-csv has no table", []string{"simulate", "-csv", nowhere, "-duplicate"}},
		{exitUsage, "want one of them", []string{"simulate", "-duplicate", "-against", "rulebook-2018"}},
		{exitUsage, "no plots", []string{"simulate", "-duplicate", "-svg", nowhere}},
		{exitInput, nowhere + ": ", []string{"simulate", "-records", nowhere}},
		{exitInput, nowhere + ": ", []string{"simulate", "-csv", nowhere}},
		{exitInput, nowhere + ": ", []string{"simulate", "-games", "2", "-svg", nowhere}},
		{exitUsage, "want the files", []string{"merge"}},
		{exitInput, nowhere + ": ", []string{"merge", nowhere}},
		{exitInput, torn + ": ", []string{"merge", good, torn}},
		{exitInput, other + ": seed", []string{"merge", good, other}},
		{exitInput, "overlap", []string{"merge", good, good}},
		{exitInput, "do not belong together", []string{"merge", good, compared}},
	} {
		got := call(tt.args...)
		assert.Equal(t, tt.status, got.status, "%q", tt.args)
		assert.Empty(t, got.out, "%q", tt.args)
		assert.Contains(t, got.errors, tt.says, "%q", tt.args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), "%q says %q", tt.args, got.errors)
	}
}

func TestMergeGap(t *testing.T) {
	a := write(t, "a.json", fine(t, "simulate", "-games", "3", "-json"))
	b := write(t, "b.json", fine(t, "simulate", "-games", "3", "-first", "8", "-json"))
	got := call("merge", b, a)
	assert.Equal(t, exitFine, got.status)
	assert.Equal(t, "foppen merge: note: games 3-7 are missing\n", got.errors)
	assert.Contains(t, got.out, `"ranges":[{"first":0,"games":3},{"first":8,"games":3}]`)
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := progress{w: &b, width: 79, noun: "games", start: time.Now().Add(-10 * time.Second)}
	p.show(0, 400)
	assert.Empty(t, b.String(), "nothing to go by")
	p.show(100, 400)
	assert.Regexp(t, `^\r100 of 400 games, 3[01] s left +$`, b.String())
	n := b.Len()
	p.show(101, 400)
	assert.Equal(t, n, b.Len(), "not too often")
	p.end()
	assert.True(t, strings.HasSuffix(b.String(), " \r"))

	for d, want := range map[time.Duration]string{
		0: "0 s", 1: "1 s", 99 * time.Second: "99 s", 100 * time.Second: "2 min", 99 * time.Minute: "99 min", 100 * time.Minute: "2 h",
	} {
		assert.Equal(t, want, timeText(d))
	}
}

func TestBins(t *testing.T) {
	for _, tt := range []struct{ length, n, want int }{
		{1, 20, 1}, {19, 20, 1}, {20, 20, 2}, {38, 20, 2}, {39, 20, 5}, {150, 20, 10}, {1000, 20, 100},
	} {
		assert.Equal(t, tt.want, roundUp(tt.length, tt.n), "%d in %d", tt.length, tt.n)
	}
	for _, tt := range []struct{ a, b, want int }{{7, 5, 1}, {0, 5, 0}, {-1, 5, -1}, {-5, 5, -1}, {-6, 5, -2}} {
		assert.Equal(t, tt.want, floorDiv(tt.a, tt.b), "%d / %d", tt.a, tt.b)
	}
	r, err := foppen.Simulate(context.Background(), foppen.SimConfig{Games: 200})
	require.NoError(t, err)
	bins := binsOf(totals(r), 20)
	assert.LessOrEqual(t, len(bins), 20)
	sum := 0.0
	for i, b := range bins {
		sum += b.share
		if i > 0 {
			assert.Equal(t, bins[i-1].to+1, b.from)
		}
	}
	assert.InDelta(t, 1, sum, 1e-9)
	assert.Empty(t, binsOf(foppen.Distribution{}, 20))
}

func TestAxis(t *testing.T) {
	a := axis{0, 0.27, 300, 100}
	assert.Equal(t, []float64{0, 0.05, 0.1, 0.15000000000000002, 0.2, 0.25}, a.steps(6))
	assert.InDelta(t, 300, a.at(0), 1e-9)
	assert.InDelta(t, 100, a.at(0.27), 1e-9)
	assert.Equal(t, []float64{-120, -100, -80, -60, -40, -20, 0, 20, 40}, axis{-130, 50, 0, 100}.steps(10))
	assert.Equal(t, "12.5 %", percentTick(0.125))
	assert.Equal(t, "0 %", percentTick(0))
	assert.False(t, math.IsNaN(a.at(1)))
}

// Of few deals no share leaves 0 to 100 %, and what is not known is a question mark, in the
// tables and on the page. A bot that is alone has no edge.
func TestDuplicateOfFewDeals(t *testing.T) {
	for _, deals := range []string{"1", "2", "3"} {
		for _, seed := range []string{"1", "2", "3"} {
			run := []string{"simulate", "-duplicate", "-games", deals, "-seed", seed, "-bots", "random,greedy,greedy,random"}
			for _, text := range []string{fine(t, run...), webText(t, run...)} {
				assert.NotContains(t, text, "Inf")
				assert.Equal(t, deals == "1", strings.Contains(text, "? to ?"))
				_, shares, ok := strings.Cut(text, decides)
				require.True(t, ok)
				for _, number := range regexp.MustCompile(`-?\d+\.\d\d`).FindAllString(shares, -1) {
					share := must(strconv.ParseFloat(number, 64))
					assert.True(t, 0 <= share && share <= 100, number)
				}
			}
		}
	}
	assert.NotContains(t, fine(t, "simulate", "-duplicate", "-games", "2"), edge)
}
