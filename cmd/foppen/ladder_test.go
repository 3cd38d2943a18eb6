package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLadderText(t *testing.T) {
	// A ladder of its time: bots may play otherwise in a new version.
	golden(t, "ladder.txt", fine(t, "merge", "-text", "testdata/ladder.json"))
	assert.Contains(t, fine(t, "ladder", "-deals", "2", "-bots", "random,greedy"), "Ladder: 2 deals")
	assert.Contains(t, fine(t, "ladder", "-deals", "1", "-bots", "random,greedy"), "? to ?")
}

// The number of workers changes nothing, and merge makes of parts what one run gives, to
// the byte.
func TestLadderParts(t *testing.T) {
	args := func(more ...string) []string {
		return append([]string{"ladder", "-json", "-bots", "random,greedy,search:1", "-seed", "18446744073709551615"}, more...)
	}
	want := fine(t, args("-first", "3", "-deals", "9", "-workers", "1")...)
	assert.Equal(t, want, fine(t, args("-first", "3", "-deals", "9", "-workers", "4")...))
	a := write(t, "a.json", fine(t, args("-first", "3", "-deals", "4")...))
	b := write(t, "b.json", fine(t, args("-first", "7", "-deals", "5")...))
	assert.Equal(t, want, fine(t, "merge", b, a))
	assert.Contains(t, fine(t, "merge", "-text", a, b), "Ladder: 9 deals")

	report := write(t, "report.json", fine(t, "simulate", "-json", "-games", "1"))
	for _, files := range [][]string{{a, a}, {a, report}, {report, a}} {
		got := call(append([]string{"merge"}, files...)...)
		assert.Equal(t, exitInput, got.status)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
	}
}

func TestLadderUsage(t *testing.T) {
	for _, args := range []string{
		"-deals 0", "-bots greedy", "-bots greedy,greedy", "-bots greedy,nobody", "-bots greedy,search:0", "-bots greedy,",
		"-players 9", "-workers 0", "-first 9007199254740993", "-variant nowhere", "more",
	} {
		got := call(append([]string{"ladder"}, strings.Fields(args)...)...)
		assert.Equal(t, exitUsage, got.status, args)
		assert.Empty(t, got.out, args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
	}
}

// What is finished when a ladder is interrupted is told, and how to go on.
func TestLadderInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	var out, errors bytes.Buffer
	status := run(strings.Fields("ladder -deals 1000000 -bots random,greedy"), &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: os.Getenv})
	assert.Equal(t, exitInterrupted, status)
	assert.Contains(t, out.String(), "Interrupted: 1000000 deals were asked for.")
	assert.Contains(t, errors.String(), "the rest: foppen ladder -first ")
}
