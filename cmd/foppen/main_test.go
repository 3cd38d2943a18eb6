package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// width is how wide texts are where nothing says it.
const width = defaultWidth

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with the file testdata/name, byte for byte; -update writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o666))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run go test ./cmd/foppen -run '^%s$' -update and review the diff", t.Name())
	// Not Equal: its diff of texts as long as games takes minutes.
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		g, w := "(end)", "(end)"
		if i < len(gotLines) {
			g = gotLines[i]
		}
		if i < len(wantLines) {
			w = wantLines[i]
		}
		if g != w {
			t.Fatalf("%s, line %d:\n\tgot  %q\n\twant %q\nIf the change is meant, run go test ./cmd/foppen -run '^%s$' -update and review the diff.", path, i+1, g, w, t.Name())
		}
	}
}

// A result is what a call of the command has left behind.
type result struct {
	status      int
	out, errors string
}

// pageOn returns a page on a writer that is no terminal.
func pageOn(w io.Writer) *page {
	return newPage(&env{ctx: context.Background(), stdout: w, getenv: func(string) string { return "" }})
}

// foppenIn calls the command with that standard input.
func foppenIn(stdin string, args ...string) result {
	var out, errors bytes.Buffer
	status := run(args, &env{
		ctx:    context.Background(),
		stdin:  strings.NewReader(stdin),
		stdout: &out,
		stderr: &errors,
		getenv: func(string) string { return "" },
	})
	return result{status, out.String(), errors.String()}
}

func call(args ...string) result { return foppenIn("", args...) }

// write writes a file for a test and returns its name.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// Help goes to the standard output, and tells every command and flag.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"-help"}, {"--help"}} {
		got := call(args...)
		assert.Equal(t, exitFine, got.status)
		assert.Empty(t, got.errors)
		for _, c := range commands() {
			assert.Contains(t, got.out, "\n  "+c.name+" ")
		}
	}
	for _, c := range commands() {
		help := call("help", c.name)
		assert.Equal(t, result{exitFine, help.out, ""}, help)
		assert.Equal(t, help, call(c.name, "-h"))
		usage, rest, _ := strings.Cut(help.out, "\n\n")
		assert.True(t, strings.HasPrefix(usage, "usage: foppen "+c.name), usage)
		assert.Contains(t, usage, c.args)
		fs, _ := c.flags()
		fs.VisitAll(func(f *flag.Flag) {
			assert.Contains(t, usage, "[-"+flagHead(f)+"]", c.name)
			assert.Contains(t, rest, "\n  -"+flagHead(f)+"\n", c.name)
		})
	}
}

// Wrong usage: exit status 2, one line on the standard error, nothing else. Bad
// input: the same with 1.
func TestExitStatus(t *testing.T) {
	bad := write(t, "bad.json", `{"starter":"nobody"}`)
	impossible := write(t, "impossible.json", `{"base":"rulebook-2018","setups":{"4":{"discs":3}}}`)
	long := write(t, "long.json", strings.Repeat(" ", maxVariantFile)+`"edition-1995"`)
	for _, tt := range []struct {
		status int
		says   string
		args   []string
	}{
		{exitUsage, `no command "dmo"`, []string{"dmo"}},
		{exitUsage, `no command "dmo"`, []string{"help", "dmo"}},
		{exitUsage, `no command "a\nb"`, []string{"a\nb"}},
		{exitUsage, "not defined: -sed", []string{"demo", "-sed", "3"}},
		{exitUsage, "not defined: -a b", []string{"demo", "-a\nb", "3"}},
		{exitUsage, `"x" for flag -seed`, []string{"demo", "-seed", "x"}},
		{exitUsage, `unwanted argument "3"`, []string{"demo", "3"}},
		{exitUsage, `unwanted argument "-seed"`, []string{"demo", "--", "-seed"}},
		{exitUsage, "4, 5, 6, 7 or 8 players, not 3", []string{"demo", "-players", "3"}},
		{exitUsage, "3, 4, 5 or 6 players, not -1", []string{"demo", "-variant", "edition-1995", "-players", "-1"}},
		{exitUsage, "edition-1995-bets", []string{"demo", "-variant", "edition-1996"}},
		{exitUsage, "a field such as", []string{"demo", "-variant", "edition-1995 nothing=1"}},
		{exitUsage, "a preset, one of", []string{"demo", "-variant", ""}},
		{exitUsage, "no command \"dmo\" (did you mean demo?)", []string{"dmo"}},
		{exitUsage, "-sed (did you mean -seed?)", []string{"demo", "-sed=3"}},
		{exitUsage, "-x; ", []string{"demo", "-x"}},
		{exitUsage, `unwanted argument "b"`, []string{"variants", "edition-1995", "b"}},
		{exitUsage, "edition-1995-bets", []string{"variants", "edition-1996"}},

		{exitInput, "Setups[4].Discs is 3, want 0 to 2 (rule 1.6)", []string{"demo", "-variant", "rulebook-2018 4.discs=3"}},
		{exitInput, "Setups[4].Discs is 3, want 0 to 2 (rule 1.6)", []string{"demo", "-variant", impossible}},
		{exitInput, bad + ": starter at byte", []string{"demo", "-variant", bad}},
		{exitInput, "too long", []string{"variants", long}},
		{exitInput, "nowhere.json", []string{"variants", filepath.Join(t.TempDir(), "nowhere.json")}},
		{exitInput, "", []string{"variants", t.TempDir()}},
	} {
		got := call(tt.args...)
		assert.Equal(t, tt.status, got.status, "%q", tt.args)
		assert.Empty(t, got.out, "%q", tt.args)
		assert.Contains(t, got.errors, tt.says, "%q", tt.args)
		assert.Equal(t, len(got.errors)-1, strings.Index(got.errors, "\n"), "%q says %q", tt.args, got.errors)
	}

	got := call()
	assert.Equal(t, exitUsage, got.status)
	assert.Empty(t, got.out)
	assert.Equal(t, call("help").out, got.errors)
}

// Flags may stand before and after the other arguments; "-" is no flag.
func TestParseFlags(t *testing.T) {
	for _, tt := range []struct {
		args, rest []string
		yes        bool
	}{
		{nil, nil, false},
		{[]string{"a", "-yes", "b"}, []string{"a", "b"}, true},
		{[]string{"-yes", "-", "b"}, []string{"-", "b"}, true},
		{[]string{"a", "--", "-yes"}, []string{"a", "-yes"}, false},
		{[]string{"--"}, nil, false},
	} {
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		yes := fs.Bool("yes", false, "")
		rest, err := parse(fs, tt.args)
		require.NoError(t, err)
		assert.Equal(t, tt.rest, rest, "%q", tt.args)
		assert.Equal(t, tt.yes, *yes, "%q", tt.args)
	}
}

// A failing writer takes its first bytes and then says that the disk is full.
type failingWriter struct{ room int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.room -= len(p); w.room < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

// What cannot be written is no success.
func TestOutputFails(t *testing.T) {
	for _, args := range [][]string{{"demo"}, {"variants"}, {"variants", "edition-1995"}, {"variants", "-json"}} {
		var errors bytes.Buffer
		status := run(args, &env{ctx: context.Background(), stdout: &failingWriter{room: 10}, stderr: &errors, getenv: os.Getenv})
		assert.Equal(t, exitInput, status, "%q", args)
		assert.Equal(t, "foppen "+args[0]+": disk full\n", errors.String())
	}
}

// Whoever is interrupted says so by the exit status and in one line.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errors bytes.Buffer
	status := run([]string{"demo"}, &env{ctx: ctx, stdout: &out, stderr: &errors, getenv: os.Getenv})
	assert.Equal(t, result{exitInterrupted, "", "foppen demo: interrupted; what is printed, if anything, is not all\n"}, result{status, out.String(), errors.String()})
}

// Colors are for terminals only, and not for those who do not want them. The null
// device stands for a terminal here: both are character devices.
func TestColors(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	if !isTerminal(null) {
		t.Skip("the null device does not pass for a terminal here")
	}
	for _, tt := range []struct {
		stdout io.Writer
		env    map[string]string
		colors bool
	}{
		{null, nil, true},
		{null, map[string]string{"NO_COLOR": "1"}, false},
		{null, map[string]string{"TERM": "dumb"}, false},
		{io.Discard, nil, false},
	} {
		p := newPage(&env{ctx: context.Background(), stdout: tt.stdout, getenv: func(name string) string { return tt.env[name] }})
		assert.Equal(t, tt.colors, p.cards != nil, "%v", tt.env)

		var out bytes.Buffer
		p.w.Reset(&out)
		p.line("Seat 1 plays G17, rule 3.8 and >Y2 B8x")
		require.NoError(t, p.end())
		if tt.colors {
			assert.Equal(t, "Seat 1 plays \x1b[1;32mG17\x1b[0m, rule 3.8 and >\x1b[1;33mY2\x1b[0m \x1b[1;34mB8\x1b[0mx\n", out.String())
		} else {
			assert.Equal(t, "Seat 1 plays G17, rule 3.8 and >Y2 B8x\n", out.String())
		}
	}
}

// Paragraphs fill lines of at most 80 columns; longer words stand alone.
func TestHang(t *testing.T) {
	var out bytes.Buffer
	p := pageOn(&out)
	p.hang("- ", "  ", strings.Repeat("word ", 20)+strings.Repeat("x", 90)+" end")
	require.NoError(t, p.end())
	assert.Equal(t, "- "+strings.Repeat("word ", 14)+"word\n"+
		"  "+strings.Repeat("word ", 4)+"word\n"+
		"  "+strings.Repeat("x", 90)+"\n"+
		"  end\n", out.String())
}

// Words of numbers and lists.
func TestWords(t *testing.T) {
	assert.Equal(t, []string{"0 cards", "1 card", "2 cards"}, []string{count(0, "card"), count(1, "card"), count(2, "card")})
	assert.Equal(t, []string{"+10", "-3", "0"}, []string{signed(10), signed(-3), signed(0)})
	assert.Equal(t, []string{"", "1", "1 and 2", "1, 2 and 3"}, []string{andList([]int{}), andList([]int{1}), andList([]int{1, 2}), andList([]int{1, 2, 3})})
	assert.Equal(t, "1, 2 or 3", orList([]int{1, 2, 3}))
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 112: "112th"} {
		assert.Equal(t, want, ordinal(n))
	}
	assert.Equal(t, []string{"once", "twice", "3 times"}, []string{times(1), times(2), times(3)})
	assert.Equal(t, "", upperFirst(""))
}

// The README lists every command.
func TestReadmeListsCommands(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Skipf("this host shows the test no files of the repository: %v", err)
	}
	for _, c := range commands() {
		assert.Contains(t, string(readme), "\n| `"+c.name+"` | ")
	}
}
