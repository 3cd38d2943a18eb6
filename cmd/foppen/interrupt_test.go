package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// waits stands for an input that never gives anything, and never ends.
type waits struct{}

func (waits) Read([]byte) (int, error) { select {} }

// endless is an input without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// An interrupt ends every command at once, whatever it is doing: a bot that thinks for
// minutes, an input that gives nothing or does not end.
func TestInterruptEndsEverything(t *testing.T) {
	for name, tt := range map[string]struct {
		stdin io.Reader
		args  []string
	}{
		"search":            {nil, []string{"simulate", "-players", "8", "-bots", "search:100000", "-games", "3"}},
		"search, duplicate": {nil, []string{"simulate", "-duplicate", "-bots", "search:100000", "-games", "3"}},
		"search, against":   {nil, []string{"simulate", "-against", "rulebook-2018-ja", "-bots", "search:100000", "-games", "3"}},
		"search, ladder":    {nil, []string{"ladder", "-bots", "search:100000,search:200000", "-deals", "3"}},
		"resume":            {waits{}, []string{"simulate", "-resume", "-"}},
		"merge":             {waits{}, []string{"merge", "-"}},
		"analyze":           {waits{}, []string{"analyze", "-"}},
		"replay":            {waits{}, []string{"replay", "-"}},
		"replay, quiet":     {waits{}, []string{"replay", "-quiet", "-"}},
		"replay, endless":   {endless{}, []string{"replay", "-"}},
		"checkbot":          {nil, []string{"checkbot", "search:100000"}},
		"variants":          {waits{}, []string{"variants", "-"}},
		"demo":              {waits{}, []string{"demo", "-variant", "-"}},
		"play":              {waits{}, []string{"play", "-save", t.TempDir() + "/game.json"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(200*time.Millisecond, cancel)
			var out, errors bytes.Buffer
			start := time.Now()
			status := run(tt.args, &env{ctx: ctx, stdin: tt.stdin, stdout: &out, stderr: &errors, getenv: os.Getenv})
			assert.Less(t, time.Since(start), 10*time.Second) // without load it is 0.2 s
			if name != "replay, endless" {                    // which may have seen that this is no record
				assert.Equal(t, exitInterrupted, status, errors.String())
				assert.Regexp(t, "^foppen "+tt.args[0]+": interrupted; .+\n$", errors.String())
			}
		})
	}
}

// stuck is an output that nobody reads.
type stuck struct{}

func (stuck) Write([]byte) (int, error) { select {} }

// Nor does an output that nobody reads keep a command from ending.
func TestInterruptEndsWriting(t *testing.T) {
	for _, args := range [][]string{{"demo"}, {"variants", "-json"}, {"simulate", "-games", "5"}, {"simulate", "-games", "5", "-json"}, {"help"}} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(200*time.Millisecond, cancel)
			var errors bytes.Buffer
			assert.Equal(t, exitInterrupted, run(args, &env{ctx: ctx, stdout: stuck{}, stderr: &errors, getenv: os.Getenv}))
			assert.Regexp(t, "foppen "+args[0]+": interrupted; ", errors.String())
		})
	}
}
