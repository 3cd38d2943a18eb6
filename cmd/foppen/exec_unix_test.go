//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forker is a bot that has a child which outlives it and holds its output, writes the
// number of the child into a file, and then plays, stops answering or dies.
const forker = `sleep 300 & echo $! >>"$1"; echo '{"protocol":"foppen-bot/1"}'
while read -r line; do case $line in
*'"ask":"play"'*) case $2 in waits) sleep 300 ;; dies) exit 1 ;; esac
	l=${line#*'"legal":["'}; echo "{\"play\":\"${l%%\"*}\"}" ;;
esac; done`

// forkers returns the arguments of a simulation with such bots, and the file with the
// numbers of their children.
func forkers(t *testing.T, what string) (args []string, file string) {
	script := write(t, "bot.sh", forker)
	file = filepath.Join(filepath.Dir(script), "children")
	return []string{"simulate", "-games", "1", "-json", "-bots", "exec:sh " + script + " " + file + " " + what}, file
}

// children returns the children in the file that are alive. A zombie is not: it waits for
// the process that has inherited it.
func children(t *testing.T, file string) (alive []int) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	for word := range strings.FieldsSeq(string(data)) {
		pid, err := strconv.Atoi(word)
		require.NoError(t, err)
		if syscall.Kill(pid, 0) != nil {
			continue
		}
		if state, err := os.ReadFile("/proc/" + word + "/stat"); err == nil && strings.Contains(string(state), ") Z ") {
			continue
		}
		alive = append(alive, pid)
	}
	return alive
}

// P42: whatever ends a game, no process of its bots lives.
func TestChildrenOfBotsEnd(t *testing.T) {
	for what, status := range map[string]int{"plays": exitFine, "dies": exitInput, "waits": exitInput} {
		args, file := forkers(t, what)
		if what == "waits" {
			args = append(args, "-move-time", "300ms")
		}
		start := time.Now()
		got := call(args...)
		assert.Equal(t, status, got.status, "%s: %s", what, got.errors)
		assert.FileExists(t, file)
		assert.Eventually(t, func() bool { return len(children(t, file)) == 0 }, 10*time.Second, time.Millisecond, what)
		assert.Less(t, time.Since(start), 30*time.Second)
	}
}

// P42: whatever ends foppen, be it a signal that nobody can catch, within two seconds no
// process of its bots lives.
func TestSignalsEndBots(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGKILL} {
		args, file := forkers(t, "waits")
		child := exec.Command(os.Args[0], "-test.run=^TestSimulateChild$")
		child.Env = append(os.Environ(), childArgs+"="+strings.Join(args, "\n"))
		require.NoError(t, child.Start())
		require.Eventually(t, func() bool { return len(children(t, file)) > 0 }, 20*time.Second, 5*time.Millisecond)
		require.NoError(t, child.Process.Signal(signal))
		assert.Error(t, child.Wait())
		assert.Eventually(t, func() bool { return len(children(t, file)) == 0 }, 10*time.Second, 5*time.Millisecond, signal.String())
	}
}

// In foppen play a program plays the whole game in one process, and is started anew when
// a choice is taken back. A saved game starts none.
func TestPlayWithProgram(t *testing.T) {
	script := write(t, "bot.sh", `echo x >>"$1"; echo '{"protocol":"foppen-bot/1"}'
while read -r line; do echo "$line" >>"$2"; case $line in
*'"ask":"play"'*) l=${line#*'"legal":["'}; echo "{\"play\":\"${l%%\"*}\"}" ;;
esac; done`)
	dir := filepath.Dir(script)
	starts, heard, save := filepath.Join(dir, "starts"), filepath.Join(dir, "heard"), filepath.Join(dir, "game.json")
	got := foppenIn("g2\nundo\ng2\nquit\n", "play", "-seed", "1", "-save", save, "-bots", "greedy,exec:sh "+script+" "+starts+" "+heard+",greedy")
	require.Equal(t, exitFine, got.status, got.errors)
	data, err := os.ReadFile(starts)
	require.NoError(t, err)
	assert.Equal(t, "x\nx\n", string(data))
	data, err = os.ReadFile(heard)
	require.NoError(t, err)
	assert.Contains(t, string(data), `{"events":[{"type":"dealt"`)
	assert.Equal(t, 2, strings.Count(string(data), `{"end":true}`))

	got = foppenIn("quit\n", "play", "-resume", save)
	require.Equal(t, exitFine, got.status, got.errors)
	data, err = os.ReadFile(starts)
	require.NoError(t, err)
	assert.Equal(t, "x\nx\n", string(data))
}
