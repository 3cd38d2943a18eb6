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

// Whoever reads what the program shows goes away: the game is saved, as it is when the
// terminal goes.
func TestPlayPipeCloses(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "game.json")
	cmd := exec.Command(program, "-test.run=^TestPlaySignals$")
	cmd.Env = append(os.Environ(), "FOPPEN_TEST_ARGUMENTS=play\n-seed\n1\n-save\n"+file)
	typed, err := cmd.StdinPipe()
	require.NoError(t, err)
	shown, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = shown.Read(make([]byte, 100))
	require.NoError(t, err)
	require.NoError(t, shown.Close())
	_, err = typed.Write([]byte("g2\n"))
	require.NoError(t, err)
	assert.Error(t, cmd.Wait())
	assert.Contains(t, []int{exitInput, exitInterrupted}, cmd.ProcessState.ExitCode(), "it was not killed")
	assert.LessOrEqual(t, choices(saved(t, file), 0), 1)
	assert.Len(t, files(t, filepath.Dir(file)), 1, "no hidden file is left")
}

// Files that are pipes that nobody uses do not keep a command from ending.
func TestInterruptWhilePipesAreOpened(t *testing.T) {
	for _, args := range [][]string{
		{"merge"}, {"replay"}, {"variants"}, {"play", "-resume"}, {"demo", "-variant"},
		{"simulate", "-variant"}, {"simulate", "-against"}, {"simulate", "-records"}, {"simulate", "-resume"}, {"simulate", "-report"},
	} {
		pipe := filepath.Join(t.TempDir(), "pipe") // a fresh one: what waits for it stays
		require.NoError(t, syscall.Mkfifo(pipe, 0o666))
		args = append(args, pipe)
		start := time.Now()
		got := interrupted(t, args...)
		assert.Equal(t, exitInterrupted, got.status, "%q: %s", args, got.errors)
		assert.Less(t, time.Since(start), 10*time.Second, "%q", args) // without load it is 0.15 s
		assert.Contains(t, got.errors, "foppen "+args[0]+": interrupted; ")
	}
}

// Pipes that are opened and then not read keep a run no longer, however many they are.
func TestInterruptWhilePipesAreFull(t *testing.T) {
	args := []string{"simulate", "-games", "2000000000"}
	for _, flag := range []string{"-records", "-csv", "-svg"} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		require.NoError(t, syscall.Mkfifo(pipe, 0o666))
		f, err := os.OpenFile(pipe, os.O_RDWR, 0)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		args = append(args, flag, pipe)
	}
	start := time.Now()
	got := interrupted(t, args...)
	assert.Equal(t, exitInterrupted, got.status, got.errors)
	assert.Less(t, time.Since(start), 10*time.Second) // without load it is 1 s
	assert.Contains(t, got.errors, "is not complete: nobody reads it")
	assert.Contains(t, got.errors, "foppen simulate: interrupted; the rest: ")
	assert.Contains(t, got.out, "interrupted: 2000000000 games were asked for")
}

// The grace of output is one for all: what has been waited for is not given again.
func TestGraceIsShared(t *testing.T) {
	var w waited
	assert.Equal(t, grace, w.left())
	w.Add(int64(grace - leastGrace - 1))
	assert.Equal(t, leastGrace+1, w.left())
	w.Add(int64(grace))
	assert.Equal(t, leastGrace, w.left())
}
