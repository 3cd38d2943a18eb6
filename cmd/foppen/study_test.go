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

// The study shows commands and, below each, part of what it prints; below a loop of duplicate
// tournaments, a table with a row for each. TestStudy runs the commands and compares. It
// leaves out those that take longer, unless FOPPEN_STUDY is set:
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
		values, args := studyLoop(t, command)
		shown := studyExcerpt(lines[i:], values != nil)
		excerpt := shown
		switch {
		case isSlow(command) && os.Getenv("FOPPEN_STUDY") == "":
		case values != nil:
			rule := slices.IndexFunc(shown, func(s string) bool { return strings.HasPrefix(s, "|---") })
			require.GreaterOrEqual(t, rule, 0, "no table below line %d", i)
			excerpt = slices.Clone(shown[:rule+1])
			for _, x := range values {
				excerpt = append(excerpt, skillRow(t, x, fine(t, shellWords(strings.ReplaceAll(args, "$x", x))...)))
			}
		default:
			excerpt = excerptLike(t, shown, fine(t, shellWords(args)...))
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

// isSlow reports whether other bots than random ones play.
func isSlow(command string) bool {
	return strings.Contains(command, "greedy") || strings.Contains(command, "search")
}

// studyLoop returns the arguments of a command and, if it is a loop, the values of its $x.
func studyLoop(t *testing.T, command string) (values []string, args string) {
	t.Helper()
	if loop := regexp.MustCompile(`^for x in (.*); do (.*); done$`).FindStringSubmatch(command); loop != nil {
		values, command = shellWords(loop[1]), loop[2]
	}
	args, ok := strings.CutPrefix(command, "go run ./cmd/foppen ")
	require.True(t, ok, command)
	return values, args
}

// studyExcerpt returns the lines that belong to a command: those up to the next one or the
// end of the block, or, for a loop, up to the end of the table below the block.
func studyExcerpt(lines []string, isLoop bool) []string {
	seen := false
	for i, line := range lines {
		isRow := strings.HasPrefix(line, "|")
		if isLoop && seen && !isRow || !isLoop && (strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "```")) {
			return lines[:i]
		}
		seen = seen || isRow
	}
	return lines
}

// skillRow returns the row of a table that tells how the first bot does in a duplicate tournament.
func skillRow(t *testing.T, name, text string) string {
	t.Helper()
	row := "| " + name + " |"
	for _, heading := range []string{"Better than .*\n", "Games won .*\n", "  who plays", "  the cards"} {
		m := regexp.MustCompile(`(?m)^` + heading + `\D.*?  (-?[\d.]+(?: %)?)  +(-?[\d.]+ to -?[\d.]+)`).FindStringSubmatch(text)
		require.NotNil(t, m, "no %q in %s", heading, text)
		row += " " + m[1] + " (" + m[2] + ") |"
	}
	return row
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
	values, args := studyLoop(t, `for x in a=1 "b=2 c=3"; do go run ./cmd/foppen simulate -variant "v $x"; done`)
	assert.Equal(t, []string{"a=1", "b=2 c=3"}, values)
	assert.Equal(t, `simulate -variant "v $x"`, args)
	assert.Equal(t, []string{"a"}, studyExcerpt([]string{"a", "$ b"}, false))
	assert.Equal(t, []string{"```", "", "| a |", "| b |"}, studyExcerpt([]string{"```", "", "| a |", "| b |", "", "c"}, true))
	assert.Equal(t, []string{"  b  3", "", "  a  4"}, excerptLike(t, []string{"  b  1", "", "  a  2"}, "a  1\n  b  3\n  a  4\n"))
	assert.Equal(t, []string{"h", "a 1", "", "h", "b 2"},
		excerptLike(t, []string{"h", "a 9", "", "h", "b 9"}, "x\nBonferroni's correction.\n\nh\na 1\n\nh\nb 2\n\nh\nc 3\n"))
}
