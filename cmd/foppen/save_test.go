package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/foppen-go/foppen"
)

// A game begins only if it can be saved. Without a name it goes to the user's folder if
// the current one takes no files; a file that was named is not exchanged.
func TestPlayKnowsWhetherItCanSave(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "no", "game.json")
	got := call("play", "-save", nowhere)
	assert.Equal(t, exitInput, got.status)
	assert.Empty(t, got.out)
	assert.Contains(t, got.errors, "could not be saved: create "+nowhere+": ")
	assert.Equal(t, 1, strings.Count(got.errors, "\n"))

	home, gone := t.TempDir(), filepath.Join(t.TempDir(), "gone")
	t.Setenv("HOME", home)
	require.NoError(t, os.Mkdir(gone, 0o777))
	t.Chdir(gone)
	if os.Remove(gone) != nil {
		t.Skip("this system keeps the current folder")
	}
	got = foppenIn("g2\n", "play", "-seed", "1")
	require.Equal(t, exitFine, got.status, got.errors)
	file := filepath.Join(home, saveName)
	assert.Contains(t, got.out, "\nThe game is saved in "+file+".\n")
	assert.Equal(t, 1, choices(saved(t, file), 0))
}

// What cannot be saved any more where it was is saved elsewhere, and the screen says
// where and why.
func TestPlaySavesElsewhere(t *testing.T) {
	for name, tt := range map[string]struct {
		happens func(file string) error
		says    string
		ends    func(file, home string) string
	}{
		"taken": {
			func(file string) error { return os.WriteFile(file, []byte("theirs"), 0o666) }, "another program",
			func(file, _ string) string { return strings.Replace(file, "game.json", "game-2.json", 1) },
		},
		"gone": {
			func(file string) error { return os.RemoveAll(filepath.Dir(file)) }, "no such file",
			func(_, home string) string { return filepath.Join(home, "game.json") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, home := filepath.Join(t.TempDir(), "games"), t.TempDir()
			t.Setenv("HOME", home)
			require.NoError(t, os.Mkdir(dir, 0o777))
			file := filepath.Join(dir, "game.json")
			cards := 0
			got := only(3, func(shown string) string {
				if cards++; cards == 2 {
					assert.NoError(t, tt.happens(file))
				}
				return firstCard(shown)
			}).plays("-seed", "1", "-save", file)
			assert.Equal(t, exitFine, got.status, got.errors)
			end := tt.ends(file, home)
			assert.Contains(t, strings.Join(strings.Fields(got.out), " "), tt.says)
			assert.Contains(t, got.out, "\nThe game is saved in "+end+".\n")
			assert.Equal(t, 3, choices(saved(t, end), 0))
			if name == "taken" {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				assert.Equal(t, "theirs", string(text))
			}
		})
	}
}

// A saved game deals the same cards however often it is gone on with, and nothing that
// is played changes them.
func TestPlayResumedDealsAgain(t *testing.T) {
	whole := recorded(t, "rulebook-2018", 4, 2)
	n := 1
	for whole.At(n).Phase() != foppen.DealPhase {
		n++
	}
	var next []string
	for range 3 {
		file := write(t, "game.json", lines(t, whole.Prefix(n)))
		got := foppenIn("\n", "play", "-resume", file)
		require.Equal(t, exitFine, got.status, got.errors)
		next = append(next, lines(t, saved(t, file).Prefix(n+1)))
		assert.Equal(t, next[0], next[len(next)-1])
	}
}

// Names of files in commands to be typed are quoted for the shell.
func TestShellWordsAreQuoted(t *testing.T) {
	sh, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	for _, name := range []string{
		"a.json", "a b", "it's", `"`, "$HOME", "`id`", "a;b", "a\nb", "\x1b[2J", "-x", "--", "*", "~", "!x", `\`, "", "日本", "\xff", "a'\x01'b", "#x", "a&b|c>d<e(f)",
	} {
		word := shellWord(name)
		assert.Equal(t, word, safe(word), "for a terminal")
		out, err := exec.Command(sh, "--norc", "-c", "set -- "+word+`; printf %s "$1"`).Output()
		require.NoError(t, err)
		assert.Equal(t, name, string(out))
	}
	assert.Equal(t, "./-x", shellFile("-x"))
	assert.Equal(t, "plain/name-1.json", shellFile("plain/name-1.json"))
}
