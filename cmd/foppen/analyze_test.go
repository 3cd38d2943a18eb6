package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomGames returns a file with the records of some games by chance.
func randomGames(t *testing.T, games, variant string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games.jsonl")
	fine(t, "simulate", "-games", games, "-variant", variant, "-players", "4", "-records", name)
	return name
}

// Each game has a line of JSON or a table, the same for any number of workers.
func TestAnalyze(t *testing.T) {
	file := randomGames(t, "2", "edition-1995-bets")
	want := fine(t, "analyze", "-json", "-bot", "search:2", "-workers", "1", file)
	assert.Equal(t, want, fine(t, "analyze", "-json", "-bot", "search:2", "-workers", "4", file))
	lines := strings.Split(strings.TrimSpace(want), "\n")
	require.Len(t, lines, 2)
	choices := 0
	for i, line := range lines {
		var got struct {
			Format   string
			Game     int
			Complete bool
			Names    []string
			Bot      string
			Choices  []foppen.Choice
			Seats    []foppen.SeatAnalysis
		}
		require.NoError(t, json.Unmarshal([]byte(line), &got))
		assert.Equal(t, "foppen-analysis/1", got.Format)
		assert.Equal(t, i+1, got.Game)
		assert.Equal(t, "search:2", got.Bot)
		assert.True(t, got.Complete)
		assert.Len(t, got.Names, 4)
		assert.Len(t, got.Seats, 4)
		choices += len(got.Choices)
	}
	assert.Greater(t, choices, 100)

	large := fine(t, "analyze", "-json", "-bot", "search:1", "-seed", "9007199254740993", file)
	assert.Contains(t, large, `"seed":"9007199254740993"`)

	text := fine(t, "analyze", "-bot", "search:2", file)
	for _, part := range []string{"Game 1\n", "Game 2\n", "0  random", "bets", "no bet", "The best was chosen in "} {
		assert.Contains(t, text, part)
	}
	for _, line := range strings.Split(text, "\n") {
		assert.LessOrEqual(t, len(line), width, line)
	}
}

// What cannot be analyzed is said in one line, and games that are not at fault are analyzed all
// the same.
func TestAnalyzeBadInput(t *testing.T) {
	file := randomGames(t, "1", "rulebook-2018")
	for _, args := range []string{"", "a b", "-bot greedy " + file, "-bot nobody " + file, "-bot search:-1ms " + file, "-bot search:0 " + file, "-workers 0 " + file} {
		got := call(append([]string{"analyze"}, strings.Fields(args)...)...)
		assert.Equal(t, exitUsage, got.status, args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
	}
	got := call("analyze", filepath.Join(t.TempDir(), "nowhere"))
	assert.Equal(t, exitInput, got.status)
	assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)

	record, err := os.ReadFile(file)
	require.NoError(t, err)
	got = foppenIn("{}\n"+string(record), "analyze", "-bot", "search:1", "-")
	assert.Equal(t, exitInput, got.status)
	assert.Contains(t, got.out, "Game 2\n")
	assert.Contains(t, got.errors, "standard input: 1 of 2 games at fault")
}

// What is finished when an analysis is interrupted is told.
func TestAnalyzeInterrupted(t *testing.T) {
	file := randomGames(t, "1", "rulebook-2018")
	ctx, cancel := context.WithCancel(context.Background())
	var out, errors bytes.Buffer
	timer := time.AfterFunc(time.Second, cancel)
	defer timer.Stop()
	status := run([]string{"analyze", "-bot", "search:3000", file}, &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: os.Getenv})
	assert.Equal(t, exitInterrupted, status)
	assert.Regexp(t, `^foppen analyze: interrupted; what is printed covers 0 games and \d+( of \d+)? choices of game 1\n$`, errors.String())
	if out.Len() > 0 { // unless the machine has not finished one choice
		assert.Contains(t, out.String(), "Interrupted: ")
	}
}

// A person can have the last round reviewed, once there is one.
func TestReview(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.json")
	moves := strings.Repeat("g1\n", 1)
	got := foppenIn("r\n"+moves+"quit\n", "play", "-seed", "1", "-save", name)
	assert.Equal(t, exitFine, got.status, got.errors)
	assert.Contains(t, got.out, "no round is over yet")

	// A game that was saved after its first round.
	file := randomGames(t, "1", "rulebook-2018")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var record foppen.Record
	require.NoError(t, json.Unmarshal(text, &record))
	n := 1
	for record.At(n).Phase() != foppen.DealPhase {
		n++
	}
	text, err = json.Marshal(record.Prefix(n))
	require.NoError(t, err)
	got = foppenIn("review\nquit\n", "play", "-resume", write(t, "saved.json", string(text)), "-save", filepath.Join(t.TempDir(), "again.json"))
	assert.Equal(t, exitFine, got.status, got.errors)
	assert.Contains(t, got.out, "Round 1, judged by a bot")
	assert.Contains(t, got.out, "The best was chosen in ")
}
