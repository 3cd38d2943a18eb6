package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ranges makes ranges of pairs of a first number and a number of games.
func ranges(numbers ...uint64) (list []foppen.GameRange) {
	for i := 0; i < len(numbers); i += 2 {
		list = append(list, foppen.GameRange{First: numbers[i], Games: numbers[i+1]})
	}
	return list
}

func TestMissingGames(t *testing.T) {
	for _, tt := range []struct{ all, have, missing, outside []foppen.GameRange }{
		{ranges(0, 10), nil, ranges(0, 10), nil},
		{ranges(0, 10), ranges(0, 10), nil, nil},
		{ranges(5, 10), ranges(6, 2, 9, 1), ranges(5, 1, 8, 1, 10, 5), nil},
		{ranges(5, 10), ranges(0, 6, 14, 3), ranges(6, 8), ranges(0, 5, 15, 2)},
		{ranges(5, 10), ranges(0, 30), nil, ranges(0, 5, 15, 15)},
		{ranges(5, 10), ranges(0, 2, 20, 2), ranges(5, 10), ranges(0, 2, 20, 2)},
		{ranges(0, foppen.MaxGameNumber), ranges(1, 1), ranges(0, 1, 2, foppen.MaxGameNumber-2), nil},
	} {
		assert.Equal(t, tt.missing, missing(tt.all[0], tt.have))
		assert.Equal(t, tt.outside, outside(tt.all[0], tt.have))
	}
	assert.Equal(t, "game 7 is", gamesAre(ranges(7, 1)))
	assert.Equal(t, "games 0-1 and 4-6 are", gamesAre(ranges(0, 2, 4, 3)))
}

// begunFile writes the report of some parts of a run and returns the file's name.
func begunFile(t *testing.T, run []string, parts ...foppen.GameRange) string {
	t.Helper()
	args := []string{"merge"}
	for _, r := range parts {
		part := append([]string{"simulate", "-json", "-first", fmt.Sprint(r.First), "-games", fmt.Sprint(r.Games)}, run...)
		args = append(args, write(t, "part.json", fine(t, part...)))
	}
	return write(t, "begun.json", call(args...).out)
}

// A run that goes on gives the report of one that was never interrupted, to the byte,
// whatever is missing.
func TestResumeGivesTheWholeReport(t *testing.T) {
	run := []string{"-players", "5", "-bots", "greedy,random,random,random,greedy", "-seed", "9"}
	asked := []string{"simulate", "-json", "-first", "3", "-games", "40"}
	whole := fine(t, append(asked, run...)...)
	for _, parts := range [][]foppen.GameRange{
		ranges(3, 40), ranges(3, 1), ranges(42, 1), ranges(10, 5), ranges(3, 7, 20, 1, 30, 13), ranges(4, 2, 8, 2, 12, 2),
	} {
		file := begunFile(t, run, parts...)
		assert.Equal(t, whole, fine(t, append(append(asked, "-resume", file), run...)...), "%v", parts)
		fine(t, append(append(asked, "-workers", "7", "-resume", file, "-report", file), run...)...)
		assert.Equal(t, whole, string(must(os.ReadFile(file))), "%v", parts)
	}
	// The files of single games are of those that were played now.
	records := filepath.Join(t.TempDir(), "r.jsonl")
	fine(t, append(append(asked, "-resume", begunFile(t, run, ranges(3, 7, 20, 1)...), "-records", records), run...)...)
	assert.Len(t, recordsIn(t, records), 32)
	// And it can come through a pipe.
	got := foppenIn(string(must(os.ReadFile(begunFile(t, run, ranges(10, 5)...)))), append(append(asked, "-resume", "-"), run...)...)
	assert.Equal(t, result{exitFine, whole, ""}, got)
}

// A comparison is gone on with like a report, also one of tables of several sizes.
func TestResumeComparison(t *testing.T) {
	for _, run := range [][]string{
		{"-against", "rulebook-2018-ja"},
		{"-bots", "greedy", "-sweep", "players=4,6", "-sweep", "fool_points=0,-3", "-against", "rulebook-2018"},
	} {
		asked := append([]string{"simulate", "-json", "-games", "30"}, run...)
		whole := fine(t, asked...)
		file := begunFile(t, run, ranges(2, 7, 20, 4)...)
		table := filepath.Join(t.TempDir(), "t.csv")
		assert.Equal(t, whole, fine(t, append(asked, "-resume", file, "-csv", table)...))
		again := filepath.Join(t.TempDir(), "t.csv")
		fine(t, append(asked, "-csv", again)...)
		assert.Equal(t, string(must(os.ReadFile(again))), string(must(os.ReadFile(table))), "the table is of all games")
		assert.Equal(t, whole, fine(t, append([]string{"merge", "-games", "30"}, file, begunFile(t, run, ranges(0, 2, 9, 11, 24, 6)...))...))

		for says, other := range map[string][]string{
			`variant: "`:                      append(run, "-variant", "rulebook-2018 bet_bonus=1"),
			"variants do not belong together": append(run, "-against", "rulebook-2018"),
			"reports, comparisons and ladders do not belong together": nil,
			`seed: "1" and "2" do not belong together`:                append(run, "-seed", "2"),
		} {
			got := callBriefly(append([]string{"simulate", "-games", "2000000000", "-resume", file}, other...)...)
			assert.Equal(t, exitInput, got.status, "%q", other)
			assert.Empty(t, got.out)
			assert.Contains(t, got.errors, file+": ")
			assert.Contains(t, got.errors, says)
			assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
		}
	}
	// And after an interrupt.
	dir := t.TempDir()
	file, table := filepath.Join(dir, "r.json"), filepath.Join(dir, "t.csv")
	got := interrupted(t, "simulate", "-games", "2000000000", "-sweep", "one_penalty=0,5", "-report", file, "-csv", table)
	require.Equal(t, exitInterrupted, got.status, got.errors)
	var c foppen.Comparison
	require.NoError(t, c.UnmarshalJSON(must(os.ReadFile(file))))
	more := fmt.Sprint(c.Reports()[0].Games() + 50)
	fine(t, theRest(t, got.errors, more)...)
	assert.Equal(t, fine(t, "simulate", "-json", "-games", more, "-sweep", "one_penalty=0,5"), string(must(os.ReadFile(file))))
	assert.Len(t, files(t, dir), 2)
}

// A report of another run is refused before anything is played, in one line that names
// what differs.
func TestResumeRefusesAnotherRun(t *testing.T) {
	file := begunFile(t, nil, ranges(0, 3)...)
	torn := write(t, "torn.json", "{")
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	ladder := write(t, "ladder.json", fine(t, "ladder", "-json", "-deals", "2"))
	untouched := string(must(os.ReadFile(file)))
	for _, tt := range []struct {
		status int
		says   string
		args   []string
	}{
		{exitInput, file + `: seed: "1" and "2" do not belong together`, []string{"-seed", "2"}},
		{exitInput, file + `: players: "4" and "5" do not belong together`, []string{"-players", "5"}},
		{exitInput, file + `: bots: "random,random,random,random" and "greedy,greedy,greedy,greedy" do not`, []string{"-bots", "greedy"}},
		{exitInput, file + `: variant: "rulebook-2018" and "rulebook-2018 one_penalty=1" do not`, []string{"-variant", "rulebook-2018 one_penalty=1"}},
		{exitInput, file + ": game 0 is not among those asked for, 1-2000000000", []string{"-first", "1"}},
		{exitInput, file + ": games 0-2 are not among those asked for", []string{"-first", "8"}},
		{exitUsage, "-resume is for reports", []string{"-duplicate"}},
		{exitInput, torn + ": ", []string{"-resume", torn}},
		{exitInput, nowhere + ": ", []string{"-resume", nowhere}},
		{exitInput, ladder + ": reports, comparisons and ladders", []string{"-resume", ladder}},
		{exitUsage, "-csv names a file that is read", []string{"-csv", file}},
	} {
		args := append([]string{"simulate", "-games", "2000000000"}, tt.args...)
		if !strings.Contains(strings.Join(tt.args, " "), "-resume") {
			args = append(args, "-resume", file)
		}
		got := callBriefly(args...)
		assert.Equal(t, tt.status, got.status, "%q", tt.args)
		assert.Empty(t, got.out, "%q", tt.args)
		assert.Contains(t, got.errors, tt.says, "%q", tt.args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), "%q says %q", tt.args, got.errors)
	}
	assert.Equal(t, untouched, string(must(os.ReadFile(file))))
}

// callBriefly calls a command that is to refuse a run without an end; should it play
// instead, an interrupt ends it.
func callBriefly(args ...string) result {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var out, errors bytes.Buffer
	status := run(args, &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: func(string) string { return "" }})
	return result{status, out.String(), errors.String()}
}

// theRest returns the arguments of the command that a run prints for its rest, with other
// numbers of games.
func theRest(t *testing.T, errors string, games ...string) []string {
	t.Helper()
	_, line, ok := strings.Cut(errors, "the rest: foppen ")
	require.True(t, ok, errors)
	line, _, _ = strings.Cut(line, "\n")
	args := strings.Fields(line)
	for i := range len(args) - 1 {
		if args[i] == "-games" && len(games) == 1 {
			args[i+1] = games[0]
		}
	}
	return args
}

// A run that is interrupted leaves a whole report, and prints the command that goes on
// with it, again and again.
func TestInterruptedRunIsGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	file, records := filepath.Join(dir, "r.json"), filepath.Join(dir, "g.jsonl")
	got := interrupted(t, "simulate", "-games", "2000000000", "-report", file, "-records", records)
	require.Equal(t, exitInterrupted, got.status)
	var r foppen.Report
	require.NoError(t, r.UnmarshalJSON(must(os.ReadFile(file))))
	first := r.Games()
	require.Positive(t, first)
	assert.Contains(t, got.errors, fmt.Sprintf("the rest: foppen simulate -first 0 -games 2000000000 -records %s -report %s -resume %s\n",
		strings.Replace(records, ".jsonl", fmt.Sprintf("-from-%d.jsonl", first), 1), file, file))

	got = interrupted(t, theRest(t, got.errors)...)
	require.Equal(t, exitInterrupted, got.status)
	require.NoError(t, r.UnmarshalJSON(must(os.ReadFile(file))))
	assert.Equal(t, ranges(0, r.Games()), r.Ranges())
	assert.Greater(t, r.Games(), first)

	more := fmt.Sprint(r.Games() + 100)
	assert.Contains(t, fine(t, theRest(t, got.errors, more)...), more+" games of Foppen")
	assert.Equal(t, fine(t, "simulate", "-json", "-games", more), string(must(os.ReadFile(file))))
	for name := range files(t, dir) {
		assert.NotContains(t, name, ".foppen", "no hidden file is left")
	}
}

// A report that is there, and is not the one that the run goes on with, is not replaced
// by that of a part.
func TestInterruptedReportReplacesNoOther(t *testing.T) {
	dir := t.TempDir()
	file, beside := filepath.Join(dir, "r.json"), filepath.Join(dir, "r-2.json")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o666))
	got := interrupted(t, "simulate", "-games", "2000000000", "-report", file)
	assert.Equal(t, "old", files(t, dir)["r.json"])
	assert.Contains(t, got.errors, "what is finished is in "+beside+"\n")
	assert.Contains(t, got.errors, "-report "+file+" -resume "+beside+"\n")

	// Before the first game there is nothing to write.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errors bytes.Buffer
	none := filepath.Join(dir, "none.json")
	run([]string{"simulate", "-report", none}, &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: os.Getenv})
	assert.NotContains(t, files(t, dir), "none.json")
	assert.Contains(t, errors.String(), "the rest: foppen simulate -first 0 -games 1000 -report "+none+"\n")
}

// Without a file of the report the rest is what is missing, part by part.
func TestRestOfSeveralParts(t *testing.T) {
	file := begunFile(t, nil, ranges(3, 2, 1_900_000_000, 5)...)
	got := interrupted(t, "simulate", "-json", "-first", "3", "-games", "2000000100", "-resume", file)
	require.Equal(t, exitInterrupted, got.status)
	var r foppen.Report
	require.NoError(t, r.UnmarshalJSON([]byte(got.out)))
	end := r.Ranges()[0].First + r.Ranges()[0].Games
	assert.Contains(t, got.errors, fmt.Sprintf("the rest: foppen simulate -first %d -games %d -json && foppen simulate -first 1900000005 -games 100000098 -json\n", end, 1_900_000_000-end))
}

// A run that fails prints the command for the rest, too.
func TestFailedRunPrintsTheRest(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	file := filepath.Join(t.TempDir(), "r.json")
	got := call("simulate", "-games", "100000", "-records", "/dev/full", "-report", file)
	assert.Equal(t, exitInput, got.status)
	assert.Contains(t, got.errors, "no space left on device\n")
	args := theRest(t, got.errors, "3000")
	at := slices.Index(args, "/dev/full") // a device keeps its name
	require.Positive(t, at)
	args[at] = os.DevNull
	fine(t, args...)
	assert.Equal(t, fine(t, "simulate", "-json", "-games", "3000"), string(must(os.ReadFile(file))))
}

// A file that cannot take the report costs the file, and nothing of it is there.
func TestReportIsWholeOrNotThere(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	got := call("simulate", "-games", "3", "-report", "/dev/full")
	assert.Equal(t, exitInput, got.status)
	assert.Equal(t, "foppen simulate: write /dev/full: no space left on device\n", got.errors)
	assert.Contains(t, got.out, "3 games of Foppen by bots\n")

	dir := t.TempDir()
	file := filepath.Join(dir, "r.json")
	for _, args := range [][]string{{"-duplicate"}, {"-against", "rulebook-2018-ja"}, {}} {
		args = append([]string{"simulate", "-games", "5", "-report", file}, args...)
		assert.NotContains(t, fine(t, args...), "{")
		assert.Equal(t, fine(t, append(args, "-json")...), files(t, dir)["r.json"])
		assert.Len(t, files(t, dir), 1)
	}
}

// merge -games fails if not all games are there, once, and no others.
func TestMergeCompletes(t *testing.T) {
	dir := t.TempDir()
	a, b := begunFile(t, nil, ranges(0, 3)...), begunFile(t, nil, ranges(4, 3)...)
	c, out := begunFile(t, nil, ranges(3, 1)...), filepath.Join(dir, "all.json")
	for _, tt := range []struct {
		status int
		says   string
		args   []string
	}{
		{exitInput, "game 3 is missing\n", []string{"-games", "7", a, b}},
		{exitInput, "games 3 and 7-9 are missing\n", []string{"-games", "10", a, b}},
		{exitInput, "games 0-3 are missing\n", []string{"-games", "7", b}},
		{exitInput, "game 3 is missing; game 6 is beyond the 6 of -games\n", []string{"-games", "6", a, b}},
		{exitInput, "games 5-6 are beyond the 5 of -games\n", []string{"-games", "5", a, b, c}},
		{exitInput, "0-2 and 0-2 overlap\n", []string{"-games", "3", a, a}},
		{exitUsage, "-games is 0", []string{"-games", "0", a}},
		{exitUsage, "-games is 9007199254740993", []string{"-games", "9007199254740993", a}},
		{exitUsage, "-report names a file that is read", []string{"-report", a, a}},
	} {
		args := append([]string{"merge"}, tt.args...)
		if tt.status == exitInput {
			args = append(args, "-report", out)
		}
		got := call(args...)
		assert.Equal(t, tt.status, got.status, "%q", tt.args)
		assert.Empty(t, got.out, "%q", tt.args)
		assert.Contains(t, got.errors, tt.says, "%q", tt.args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), "%q says %q", tt.args, got.errors)
	}
	assert.Empty(t, files(t, dir))
	whole := fine(t, "simulate", "-games", "7", "-json")
	assert.Equal(t, whole, fine(t, "merge", "-games", "7", b, a, c))
	assert.Empty(t, fine(t, "merge", "-games", "7", "-report", out, b, a, c))
	assert.Equal(t, whole, string(must(os.ReadFile(out))))
	assert.Contains(t, fine(t, "merge", "-text", "-report", out, a), "3 games of Foppen")
	assert.Equal(t, "foppen merge: note: game 3 is missing\n", call("merge", a, b).errors)
}

// Files of the games played now replace none that is there: that has the games before.
func TestResumeKeepsTheFilesOfTheGamesBefore(t *testing.T) {
	dir := t.TempDir()
	report, records, table := filepath.Join(dir, "r.json"), filepath.Join(dir, "g.jsonl"), filepath.Join(dir, "t.csv")
	run := []string{"simulate", "-report", report, "-records", records, "-csv", table}
	fine(t, append(run, "-games", "3")...)
	before := files(t, dir)
	got := call(append(run, "-games", "8", "-resume", report)...)
	assert.Equal(t, 0, got.status)
	all := files(t, dir)
	for _, name := range []string{"g.jsonl", "t.csv"} {
		assert.Equal(t, before[name], all[name])
		assert.Contains(t, got.errors, filepath.Join(dir, name)+" is left as it was, what is finished is in ")
	}
	assert.Len(t, recordsIn(t, filepath.Join(dir, "g-2.jsonl")), 5)
	assert.Equal(t, 1+5, strings.Count(all["t-2.csv"], "\n"))

	// An empty file has nothing to lose, and a table of variants is of all games.
	require.NoError(t, os.Truncate(table, 0))
	fine(t, "simulate", "-report", report, "-csv", table, "-games", "9", "-resume", report)
	assert.Equal(t, 1+1, strings.Count(files(t, dir)["t.csv"], "\n"))
	run = []string{"simulate", "-sweep", "one_penalty=1,5", "-report", filepath.Join(dir, "s.json"), "-csv", filepath.Join(dir, "s.csv")}
	fine(t, append(run, "-games", "3")...)
	fine(t, append(run, "-games", "5", "-resume", filepath.Join(dir, "s.json"))...)
	assert.Equal(t, fine(t, "merge", filepath.Join(dir, "s.json")), fine(t, "simulate", "-sweep", "one_penalty=1,5", "-games", "5", "-json"))
}

// What is left of a run is also what a file that could not be written has lost.
func TestRestHasLostFiles(t *testing.T) {
	for _, withReport := range []bool{true, false} {
		dir := t.TempDir()
		gone := filepath.Join(dir, "gone")
		require.NoError(t, os.Mkdir(gone, 0o777))
		records, file := filepath.Join(gone, "g.jsonl"), filepath.Join(dir, "r.json")
		args := []string{"simulate", "-games", "2000000000", "-records", records, "-csv", filepath.Join(dir, "t.csv")}
		if withReport {
			args = append(args, "-report", file)
		}
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(150*time.Millisecond, func() {
			os.RemoveAll(gone)
			cancel()
		})
		var out, errors bytes.Buffer
		run(args, &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: func(string) string { return "" }})
		again, more, ok := strings.Cut(errors.String(), " && foppen ")
		require.True(t, ok, errors.String())
		require.NoError(t, os.Mkdir(gone, 0o777))
		lost := theRest(t, again)
		assert.Equal(t, []string{"simulate", "-first", "0"}, lost[:3])
		assert.Equal(t, []string{"-records", records}, lost[5:])
		fine(t, lost...)
		games := len(recordsIn(t, records))
		assert.Equal(t, fmt.Sprint(games), lost[4])
		assert.Equal(t, games, strings.Count(files(t, dir)["t.csv"], "\n")-1)
		assert.Contains(t, more, fmt.Sprintf("-from-%d.jsonl", games))
		assert.Equal(t, withReport, strings.Contains(more, "-resume "+file))
	}
}
