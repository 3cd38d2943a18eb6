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

// The study shows commands and, below each, part of what it prints. TestStudy runs the
// commands and compares. It leaves out those that take longer, unless FOPPEN_STUDY is set:
//
//	FOPPEN_STUDY=1 go test ./cmd/foppen -run TestStudy -timeout 3h
//
// With -update it writes the lines anew; then read the text around them again.

func TestStudy(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "variants.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	var study []string
	for i := 0; i < len(lines); {
		command, isCommand := strings.CutPrefix(lines[i], "$ ")
		study = append(study, lines[i])
		i++
		if !isCommand {
			continue
		}
		end := slices.IndexFunc(lines[i:], endsExcerpt)
		require.GreaterOrEqual(t, end, 0, "line %d: no end", i)
		shown := lines[i : i+end]
		excerpt := shown
		if isQuick(command) || os.Getenv("FOPPEN_STUDY") != "" {
			var printed strings.Builder
			for _, args := range studyRuns(t, command) {
				printed.WriteString(fine(t, args...))
			}
			excerpt = excerptLike(t, shown, printed.String())
		}
		if !*update {
			assert.Equal(t, excerpt, shown, "below line %d: %s", i, command)
		}
		study = append(study, excerpt...)
		i += len(shown)
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(study, "\n")), 0o666))
	}
}

// TestStudyTables holds that what the tables of the study say stands in lines that a command
// of the same section has printed.
func TestStudyTables(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "variants.md"))
	require.NoError(t, err)
	figure := regexp.MustCompile(`-?\d+\.\d+`)
	for section := range strings.SplitSeq(string(text), "\n## ") {
		heading, body, _ := strings.Cut(section, "\n")
		var told, printed []string
		fenced := false
		for line := range strings.Lines(body) {
			switch figures := figure.FindAllString(line, -1); {
			case strings.HasPrefix(line, "```"):
				fenced = !fenced
			case fenced && !strings.HasPrefix(line, "$ "):
				printed = append(printed, figures...)
			case strings.HasPrefix(line, "|"):
				told = append(told, figures...)
			}
		}
		assert.Subset(t, printed, told, heading)
	}
}

func endsExcerpt(line string) bool {
	return strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "```")
}

// isQuick reports whether the command plays by random bots alone.
func isQuick(command string) bool {
	return !strings.Contains(command, "greedy") && !strings.Contains(command, "search")
}

var studyLoop = regexp.MustCompile(`^for x in (.*); do (.*); done$`)

// studyRuns returns the arguments of each run of a command, which may be a loop.
func studyRuns(t *testing.T, command string) [][]string {
	t.Helper()
	values := []string{""}
	if loop := studyLoop.FindStringSubmatch(command); loop != nil {
		values, command = shellWords(loop[1]), loop[2]
	}
	args, ok := strings.CutPrefix(command, "go run ./cmd/foppen ")
	require.True(t, ok, command)
	var runs [][]string
	for _, x := range values {
		runs = append(runs, shellWords(strings.ReplaceAll(args, "$x", x)))
	}
	return runs
}

// excerptLike returns what is to be shown of the printed text. Of a table with one line a
// variant these are the first parts, as many as are shown; of others it is the lines.
func excerptLike(t *testing.T, shown []string, text string) []string {
	t.Helper()
	if _, table, ok := strings.Cut(text, "Bonferroni's correction.\n\n"); ok {
		return firstParts(t, shown, table)
	}
	return linesLike(t, shown, text)
}

// linesLike returns the printed lines that have the labels of those shown, in their order.
func linesLike(t *testing.T, shown []string, text string) []string {
	t.Helper()
	printed, lines := strings.Split(text, "\n"), slices.Clone(shown)
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		at := slices.IndexFunc(printed, func(s string) bool { return label(s) == label(line) })
		require.GreaterOrEqual(t, at, 0, "%q is not printed", line)
		lines[i], printed = printed[at], printed[at+1:]
	}
	return lines
}

// label returns what stands before the figures in a line.
func label(line string) string {
	text, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
	return text
}

// firstParts returns as many parts of the printed table as are shown.
func firstParts(t *testing.T, shown []string, table string) []string {
	t.Helper()
	parts := 1
	for _, line := range shown {
		if line == "" {
			parts++
		}
	}
	printed := strings.Split(table, "\n\n")
	require.Less(t, parts, len(printed), "the table has fewer parts")
	return strings.Split(strings.Join(printed[:parts], "\n\n"), "\n")
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

func TestStudyCommands(t *testing.T) {
	assert.Equal(t, []string{"simulate", "-variant", "a b=1", "-json"}, shellWords(`simulate -variant "a b=1"  -json`))
	assert.Equal(t, "times fooled", label("  times fooled      3.437    3.43 to 3.44"))
	assert.Equal(t, [][]string{{"simulate", "-variant", "v a=1"}, {"simulate", "-variant", "v b=2 c=3"}},
		studyRuns(t, `for x in a=1 "b=2 c=3"; do go run ./cmd/foppen simulate -variant "v $x"; done`))
	assert.Equal(t, []string{"  b  3", "", "  a  4"}, excerptLike(t, []string{"  b  1", "", "  a  2"}, "a  1\n  b  3\n  a  4\n"))
	assert.Equal(t, []string{"h", "a 1", "", "h", "b 2"},
		excerptLike(t, []string{"h", "a 9", "", "h", "b 9"}, "x\nBonferroni's correction.\n\nh\na 1\n\nh\nb 2\n\nh\nc 3\n"))
}
