//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/foppen-go/foppen"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// childArgs is the variable of the environment that makes TestSimulateChild the
// command, with these arguments.
const childArgs = "FOPPEN_TEST_ARGS"

// TestSimulateChild is no test of its own: TestSimulateSignal runs it.
func TestSimulateChild(t *testing.T) {
	if args := os.Getenv(childArgs); args != "" {
		os.Args = append(os.Args[:1], strings.Split(args, "\n")...)
		main()
	}
}

// A program that gets ctrl-C prints what it has, keeps whole records and says by its
// exit status what happened.
func TestSimulateSignal(t *testing.T) {
	records := filepath.Join(t.TempDir(), "r.jsonl")
	child := exec.Command(os.Args[0], "-test.run=^TestSimulateChild$")
	child.Env = append(os.Environ(), childArgs+"="+strings.Join([]string{"simulate", "-games", "2000000000", "-json", "-records", records}, "\n"))
	var out, errors bytes.Buffer
	child.Stdout, child.Stderr = &out, &errors
	require.NoError(t, child.Start())
	// The records are written in big pieces, into a hidden file beside theirs; wait for
	// the first.
	require.Eventually(t, func() bool {
		hidden, _ := filepath.Glob(filepath.Join(filepath.Dir(records), ".foppen-*"))
		info, err := os.Stat(strings.Join(hidden, ""))
		return err == nil && info.Size() > 0
	}, 10*time.Second, 20*time.Millisecond)
	require.NoError(t, child.Process.Signal(os.Interrupt))
	err := child.Wait()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, exitInterrupted, exit.ExitCode())
	assert.Contains(t, errors.String(), "the rest: foppen simulate -first ")
	var r foppen.Report
	require.NoError(t, json.Unmarshal(out.Bytes(), &r))
	assert.Positive(t, r.Games())
	assert.Len(t, recordsIn(t, records), int(r.Games()))
}
