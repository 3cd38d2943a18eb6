package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The studies show commands and lines of what they print. The lines are those of this
// version: TestStudy runs the commands. It leaves out those that take longer, unless
// FOPPEN_STUDY is set:
//
//	FOPPEN_STUDY=1 go test ./cmd/foppen -run TestStudy
//
// With -update it writes the lines anew; then read the text around them again.

func TestStudy(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "variants.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	var printed []string // what the command has printed below the last line shown
	run := false
	for i, line := range lines {
		switch args, isCommand := strings.CutPrefix(line, "$ go run ./cmd/foppen "); {
		case isCommand:
			run = !strings.Contains(line, "greedy") && !strings.Contains(line, "search") || os.Getenv("FOPPEN_STUDY") != ""
			if run {
				printed = strings.Split(fine(t, shellWords(args)...), "\n")
			}
		case strings.HasPrefix(line, "```"):
			run = false
		case run && strings.TrimSpace(line) != "":
			at := slices.IndexFunc(printed, func(s string) bool { return label(s) == label(line) })
			if !assert.GreaterOrEqual(t, at, 0, "line %d: %q is not printed", i+1, line) {
				return
			}
			if *update {
				lines[i] = printed[at]
			} else {
				assert.Equal(t, printed[at], line, "line %d", i+1)
			}
			printed = printed[at+1:]
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o666))
	}
}

// label returns what stands before the figures in a line.
func label(line string) string {
	text, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
	return text
}

// shellWords splits the arguments of a command as a shell does, without anything but
// double quotes.
func shellWords(line string) []string {
	var words []string
	for _, m := range regexp.MustCompile(`"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, m[1]+m[2])
	}
	return words
}

func TestShellWords(t *testing.T) {
	assert.Equal(t, []string{"simulate", "-variant", "a b=1", "-json"}, shellWords(`simulate -variant "a b=1"  -json`))
	assert.Equal(t, "times fooled", label("  times fooled      3.437    3.43 to 3.44"))
}
