package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Several variants make a table with a line for each.
func TestSweep(t *testing.T) {
	golden(t, "simulate-sweep.txt", fine(t, "simulate", "-games", "200", "-sweep", "4.discs=1,2", "-sweep", "fool_points=0,-3"))
	golden(t, "simulate-several.txt", fine(t, "simulate", "-games", "50", "-against", "edition-1995", "-against", "rulebook-2018-ja", "-sweep", "players=4,5"))
}

// A sweep is the comparison of what it names, whatever the workers and the parts.
func TestSweepIsAComparison(t *testing.T) {
	args := []string{"simulate", "-json", "-games", "60", "-seed", "3"}
	sweep := fine(t, append(args, "-variant", "rulebook-2018", "-sweep", "one_penalty=1,5,10")...)
	same := fine(t, append(args, "-variant", "rulebook-2018 one_penalty=1", "-against", "rulebook-2018", "-against", "rulebook-2018 one_penalty=10", "-workers", "1")...)
	assert.Equal(t, sweep, same)

	part := func(first, games string) string {
		return write(t, "part.json", fine(t, "simulate", "-json", "-games", games, "-first", first, "-seed", "3", "-sweep", "one_penalty=1,5,10"))
	}
	parts := []string{part("40", "20"), part("0", "13"), part("13", "27")}
	assert.Equal(t, sweep, fine(t, append([]string{"merge"}, parts...)...))
	assert.Contains(t, fine(t, append([]string{"merge", "-text"}, parts...)...), "60 games of Foppen by 3 variants")
	got := call("merge", parts[0], write(t, "report.json", fine(t, "simulate", "-json", "-games", "5")))
	assert.Contains(t, got.errors, "do not belong together")
}

// The files of a sweep: a line of the table for each variant and measure, a picture, and a
// page.
func TestSweepFiles(t *testing.T) {
	dir := t.TempDir()
	csv, svg := filepath.Join(dir, "t.csv"), filepath.Join(dir, "t.svg")
	page := webText(t, "simulate", "-games", "30", "-sweep", "fool_points=-1,0,1", "-csv", csv, "-svg", svg)
	assert.Contains(t, page, "30 games of Foppen by 3 variants")
	text, err := os.ReadFile(csv)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	assert.True(t, strings.HasPrefix(lines[1], "rulebook-2018 fool_points=-1,4,rounds_per_game,"), lines[1])
	for _, line := range lines {
		assert.Equal(t, 10, strings.Count(line, ","), line)
	}
	picture, err := os.ReadFile(svg)
	require.NoError(t, err)
	assert.Contains(t, string(picture), "fool_points=-1")
}

// What cannot be is refused in one line that names it, before anything is played.
func TestSweepRefuses(t *testing.T) {
	long := make([]string, foppen.MaxCompared+1)
	for i := range long {
		long[i] = strings.Repeat("0", i)
	}
	for _, tt := range []struct {
		args string
		want string
	}{
		{"-sweep one_penalty", "-sweep one_penalty: want FIELD=A,B,C"},
		{"-sweep =1,2", "want FIELD=A,B,C"},
		{"-sweep one_penalti=1,2", "(did you mean one_penalty?)"},
		{"-sweep 4.disc=1,2", "(did you mean discs?)"},
		{"-sweep player=4,5", "(did you mean players?)"},
		{"-sweep discs=1,2", "4.discs"},
		{"-sweep one_penalty=1,x", "-sweep one_penalty=x: want a whole number;"},
		{"-sweep one_penalty=5,05", "has \"5\" twice"},
		{"-sweep 4.green=9,10 -sweep 4.hand=12", "-sweep 4.green=9 4.hand=12: impossible variant: Setups[4].HandSize is 12"},
		{"-sweep one_penalty=1,101", "-sweep one_penalty=101: "},
		{"-sweep worst_tie=last-played,middle", "last-played"},
		{"-sweep one_penalty=1,1", "has \"1\" twice"},
		{"-sweep one_penalty=1 -sweep one_penalty=2", "has one_penalty twice"},
		{"-sweep 5.discs=1,2", "nobody plays with 5 players"},
		{"-sweep players=4,9", "not 9"},
		{"-sweep players=4,x", "-sweep players=x"},
		{"-sweep players=3,4 -against rulebook-2018", "not 3"},
		{"-sweep one_penalty=" + strings.Join(long, ","), "more than 100 variants"},
		{"-sweep one_penalty=" + strings.Repeat("1,", 200), "more than 100 variants"}, // that, before one is looked for that is there twice
		{"-sweep one_penalty=1," + strings.Repeat("x", 200), "-sweep one_penalty=" + strings.Repeat("x", 50)},
		{"-sweep " + strings.Repeat("x", 200) + "=1,2", "-sweep " + strings.Repeat("x", 50)},
		{"-sweep " + strings.Repeat("x", 200), "want FIELD=A,B,C"},
		{"-sweep one_penalty=1,2,3,4,5,6,7,8,9,10,11 -sweep minus_limit=1,2,3,4,5,6,7,8,9,10,11", "more than 100 variants"},
		{"-sweep one_penalty=1,2 -duplicate", "-duplicate"},
		{"-sweep one_penalty=1,2 -records x.jsonl", "-records"},
		{"-sweep one_penalty=1,2 -bots greedy,random", "-bots"},
		{"-against rulebook-2018 -against nonsense", "nonsense"},
		{"-players 3 -variant edition-1995 -against rulebook-2018", "-against rulebook-2018: "},
	} {
		got := callBriefly(append([]string{"simulate", "-games", "1000000000"}, strings.Fields(tt.args)...)...)
		assert.Equal(t, exitUsage, got.status, tt.args)
		assert.Empty(t, got.out, tt.args)
		assert.Contains(t, got.errors, tt.want, tt.args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), tt.args)
		assert.NotContains(t, got.errors, strings.Repeat("x", 70), "an error does not repeat what is long")
	}
}

// A sweep that was interrupted is gone on with: the report is that of one run, to the byte.
func TestSweepResumes(t *testing.T) {
	args := []string{"simulate", "-games", "40", "-sweep", "one_penalty=1,5", "-json"}
	want := fine(t, args...)
	half := write(t, "half.json", fine(t, "simulate", "-games", "15", "-first", "7", "-sweep", "one_penalty=1,5", "-json"))
	assert.Equal(t, want, fine(t, append(args, "-resume", half)...))
	other := write(t, "other.json", fine(t, "simulate", "-games", "15", "-sweep", "one_penalty=1,4", "-json"))
	got := call(append(args, "-resume", other)...)
	assert.Equal(t, exitInput, got.status)
	assert.Contains(t, got.errors, "variant")
}

// A combination is judged as a whole: values that are impossible one by one can be possible
// together.
func TestSweepCombines(t *testing.T) {
	fine(t, "variants", "rulebook-2018 4.green=9 4.hand=9")
	sweep := fine(t, "simulate", "-json", "-games", "5", "-sweep", "4.green=9", "-sweep", "4.hand=9,8")
	assert.Equal(t, sweep, fine(t, "simulate", "-json", "-games", "5", "-sweep", "4.green=09", "-sweep", "4.hand=09,8"), "numbers are decimal")
	assert.Contains(t, sweep, `"hand":9`)
	assert.Contains(t, sweep, `"hand":8`)
}

// Of few games the corrected threshold does not hold, and nothing is marked by it.
func TestSweepOfFewGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.csv")
	for games, marked := range map[string]bool{"49": false, "50": true} {
		text := fine(t, "simulate", "-games", games, "-sweep", "fool_points=0,-5,5", "-csv", file)
		assert.Equal(t, !marked, strings.Contains(strings.Join(strings.Fields(text), " "), "too few for a star"), games)
		assert.Equal(t, marked, strings.Contains(text, "*\n"), games)
		assert.Equal(t, marked, strings.Contains(string(must(os.ReadFile(file))), ",true,true\n"), games)
	}
}

// Without headings a column says whether it is of a game or of a round: no two have one name.
func TestSweepColumnsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range measureGroups() {
		for _, m := range g.measures {
			assert.False(t, seen[g.column+m.text], m.text)
			seen[g.column+m.text] = true
		}
	}
	assert.Contains(t, webText(t, "simulate", "-games", "3", "-sweep", "players=4,5"), "a round: cards played")
}

// A number of players that would not be used is refused; -against uses it.
func TestSweepOfPlayersRefusesPlayers(t *testing.T) {
	got := call("simulate", "-games", "2", "-players", "4", "-sweep", "players=4,5")
	assert.Equal(t, exitUsage, got.status)
	assert.Contains(t, got.errors, "-players and -sweep players both say how many play")
	fine(t, "simulate", "-games", "2", "-players", "4", "-sweep", "players=5,6", "-against", "edition-1995")
	fine(t, "simulate", "-games", "2", "-players", "5", "-sweep", "one_penalty=0,5")
}
