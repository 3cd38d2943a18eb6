//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The program itself, in a process of its own: a signal saves the game, and the status
// says that it was one.
func TestPlaySignals(t *testing.T) {
	const arguments = "FOPPEN_TEST_ARGUMENTS"
	if args := os.Getenv(arguments); args != "" {
		os.Args = append(os.Args[:1], strings.Split(args, "\n")...)
		main()
	}
	program, err := os.Executable()
	require.NoError(t, err)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		file := filepath.Join(t.TempDir(), "game.json")
		cmd := exec.Command(program, "-test.run=^TestPlaySignals$")
		cmd.Env = append(os.Environ(), arguments+"=play\n-seed\n1\n-save\n"+file)
		typed, err := cmd.StdinPipe()
		require.NoError(t, err)
		var out syncBuffer
		cmd.Stdout, cmd.Stderr = &out, &out
		require.NoError(t, cmd.Start())
		_, err = typed.Write([]byte("g2\n"))
		require.NoError(t, err)
		assert.Eventually(t, func() bool { return strings.Count(out.String(), "Your card: ") == 2 }, 20*time.Second, time.Millisecond)
		require.NoError(t, cmd.Process.Signal(signal))
		assert.Error(t, cmd.Wait())
		assert.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode(), out.String())
		assert.Contains(t, out.String(), "\nThe game is saved in "+file+".\n")
		assert.Equal(t, 1, choices(saved(t, file), 0))
	}
}
