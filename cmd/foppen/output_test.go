package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// files returns what the files of a folder hold, also hidden ones; "" for what is none.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		all[e.Name()] = string(text)
	}
	return all
}

// A file that cannot be written is found before anything is played or replaced.
func TestOutputsAreProvedFirst(t *testing.T) {
	dir := t.TempDir()
	keep := filepath.Join(dir, "keep")
	require.NoError(t, os.WriteFile(keep, []byte("old"), 0o666))
	for _, bad := range []string{filepath.Join(dir, "no", "x"), dir, filepath.Join(keep, "x")} {
		for _, flags := range [][2]string{{"-records", "-csv"}, {"-csv", "-svg"}, {"-svg", "-records"}, {"-csv", "-records"}} {
			got := call("simulate", "-games", "2000000000", flags[0], keep, flags[1], bad)
			assert.Equal(t, exitInput, got.status)
			assert.Contains(t, got.errors, bad+": ")
			assert.Empty(t, got.out)
			assert.Equal(t, map[string]string{"keep": "old"}, files(t, dir))
		}
	}
}

// Two outputs that are one file are refused, whatever the names; so is an output that
// is read.
func TestOutputsAreDistinct(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("there", []byte(`"edition-1995"`), 0o666))
	require.NoError(t, os.Mkdir("folder", 0o777))
	if os.Link("there", "hard") != nil || os.Symlink("there", "soft") != nil || os.Symlink("new", "dangling") != nil || os.Symlink(".", "here") != nil {
		t.Skip("no links here")
	}
	whole, err := filepath.Abs("new")
	require.NoError(t, err)
	before := files(t, ".")
	for _, names := range [][2]string{
		{"new", "new"}, {"new", "./new"}, {"new", "folder/../new"}, {"new", whole}, {"new", "here/new"}, {"new", "dangling"}, {"dangling", "new"},
		{"there", "there"}, {"there", "hard"}, {"soft", "hard"}, {"soft", "here/there"},
	} {
		got := call("simulate", "-games", "2", "-records", names[0], "-svg", names[1])
		assert.Equal(t, exitUsage, got.status, "%q", names)
		assert.Contains(t, got.errors, "-records and -svg name the same file", "%q", names)
	}
	for _, name := range []string{"there", "hard", "soft", "here/there"} {
		for _, read := range []string{"-variant", "-against"} {
			got := call("simulate", "-games", "2", read, "./there", "-svg", name)
			assert.Equal(t, exitUsage, got.status, name)
			assert.Contains(t, got.errors, "-svg names a file that is read", name)
		}
	}
	out, err := os.Create("out")
	require.NoError(t, err)
	defer out.Close()
	for _, args := range [][]string{{"simulate", "-games", "2", "-csv", "out"}, {"merge", "out"}, {"variants", "./out"}, {"replay", "out"}} {
		var errors bytes.Buffer
		status := run(args, &env{ctx: context.Background(), stdout: out, stderr: &errors, getenv: func(string) string { return "" }})
		assert.NotEqual(t, exitFine, status, args[0])
		assert.Contains(t, errors.String(), "standard output")
	}
	require.NoError(t, os.Remove("out"))
	assert.Equal(t, before, files(t, "."))
}

// A full disk costs the file that does not fit, not the others and not the report.
func TestOutputFaultsStandAlone(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	const full = "foppen simulate: write /dev/full: no space left on device\n"
	for games, says := range map[string]string{
		"3":    "^" + full + "$",                                                                                                  // at the end
		"2000": `^foppen simulate: note: the rest: foppen simulate -first \d+ -games \d+ .+ -records /dev/full .+\n` + full + "$", // in the middle
	} {
		dir := t.TempDir()
		table, picture := filepath.Join(dir, "t.csv"), filepath.Join(dir, "p.svg")
		got := call("simulate", "-games", games, "-records", "/dev/full", "-csv", table, "-svg", picture)
		assert.Equal(t, exitInput, got.status)
		assert.Regexp(t, says, got.errors)
		assert.Contains(t, got.out, " games of Foppen by bots\n")
		assert.Contains(t, got.out, "Final points of all players")
		assert.Contains(t, files(t, dir)["t.csv"], "\n1,1,")
		checkSVG(t, picture)
	}
	// Nor does a full standard output cost the files.
	records := filepath.Join(t.TempDir(), "r.jsonl")
	var errors bytes.Buffer
	status := run([]string{"simulate", "-games", "3", "-records", records}, &env{ctx: context.Background(), stdout: &failingWriter{}, stderr: &errors, getenv: os.Getenv})
	assert.Equal(t, result{exitInput, "", "foppen simulate: disk full\n"}, result{status, "", errors.String()})
	assert.Len(t, recordsIn(t, records), 3)
}

// What was asked for on a standard output that is full is a fault, for every command
// and all help.
func TestStandardOutputFull(t *testing.T) {
	good := write(t, "good.json", fine(t, "simulate", "-games", "3", "-json"))
	game := write(t, "game.jsonl", lines(t, recorded(t, tiny, 3, 1)))
	calls := [][]string{
		{"help"}, {"-h"}, {"-version"}, {"demo"}, {"replay", game}, {"replay", "-quiet", game}, {"simulate", "-games", "3"}, {"simulate", "-games", "3", "-json"},
		{"merge", good}, {"merge", "-text", good}, {"variants"}, {"variants", "-json"}, {"variants", "edition-1995"}, {"version"},
		{"play", "-save", filepath.Join(t.TempDir(), "game.json")},
	}
	for _, c := range commands() {
		calls = append(calls, []string{c.name, "-h"}, []string{"help", c.name})
	}
	for _, shell := range shells() {
		calls = append(calls, []string{"completion", shell})
	}
	for _, args := range calls {
		var errors bytes.Buffer
		status := run(args, &env{ctx: context.Background(), stdin: strings.NewReader(""), stdout: &failingWriter{}, stderr: &errors, getenv: os.Getenv})
		assert.Equal(t, exitInput, status, "%q", args)
		assert.Contains(t, errors.String(), "disk full", "%q", args)
		assert.Equal(t, 1, strings.Count(errors.String(), "\n"), "%q", args)
	}
}

// A run that is interrupted puts what it has beside a file that was there, and leaves
// nothing else behind.
func TestInterruptedRunReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	there, other := filepath.Join(dir, "there.jsonl"), filepath.Join(dir, "new.csv")
	require.NoError(t, os.WriteFile(there, []byte("old"), 0o666))
	got := interrupted(t, "simulate", "-games", "2000000000", "-records", there, "-csv", other)
	assert.Equal(t, exitInterrupted, got.status)
	beside := filepath.Join(dir, "there-2.jsonl")
	assert.Contains(t, got.errors, "note: "+there+" is left as it was, what is finished is in "+beside+"\n")
	all := files(t, dir)
	assert.Len(t, all, 3)
	assert.Equal(t, "old", all["there.jsonl"])
	assert.Equal(t, strings.Count(all["new.csv"], "\n")-1, len(recordsIn(t, beside)))

	// With nothing finished there is nothing to write.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	run([]string{"simulate", "-records", there, "-svg", filepath.Join(dir, "none")}, &env{ctx: ctx, stdout: &out, stderr: &out, getenv: os.Getenv})
	assert.Equal(t, all, files(t, dir))
}

// Two that write one file: the first to be complete gets it, and the other is told.
func TestTargetTakenMeanwhile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.b.json")
	target := func() *target {
		a, err := newTarget(path)
		require.NoError(t, err)
		return a
	}
	a, b := target(), target() // of a new file
	require.NoError(t, a.put([]byte("a")))
	assert.ErrorIs(t, b.put([]byte("b")), errTaken)
	require.NoError(t, a.put([]byte("aa")))
	a, b = target(), target() // of one that is there
	require.NoError(t, b.put([]byte("bbb")))
	assert.ErrorIs(t, a.put([]byte("a")), errTaken)
	assert.Equal(t, map[string]string{"a.b.json": "bbb"}, files(t, dir))

	// A run puts its own beside it.
	e := &env{ctx: context.Background(), stdout: &bytes.Buffer{}}
	var outs outputs
	o, err := outs.open(e, "-csv", path)
	require.NoError(t, err)
	o.text.WriteString("mine")
	require.NoError(t, target().put([]byte("theirs")))
	notes, err := outs.finish(true)
	assert.ErrorIs(t, err, errTaken)
	assert.Len(t, notes, 1)
	assert.Equal(t, map[string]string{"a.b.json": "theirs", "a.b-2.json": "mine"}, files(t, dir))
}

// A file keeps its permissions and its links; a device and a file that cannot be
// replaced are written in place.
func TestTargetKeepsWhatItReplaces(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "x"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	if os.Symlink("x", link) != nil {
		t.Skip("no links here")
	}
	a, err := newTarget(link)
	require.NoError(t, err)
	require.NoError(t, a.put([]byte("new")))
	info, err := os.Lstat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o640), info.Mode())
	assert.Equal(t, map[string]string{"x": "new", "link": "new"}, files(t, dir))

	from := filepath.Join(dir, "from")
	require.NoError(t, os.WriteFile(from, []byte("in place"), 0o666))
	require.NoError(t, a.overwrite(from))
	now, err := os.Stat(path)
	require.NoError(t, err)
	assert.True(t, os.SameFile(info, now))
	assert.Equal(t, map[string]string{"x": "in place", "link": "in place"}, files(t, dir))

	device, err := newTarget(os.DevNull)
	require.NoError(t, err)
	assert.Nil(t, device)
	fine(t, "simulate", "-games", "3", "-records", os.DevNull, "-csv", os.DevNull, "-svg", os.DevNull)
}
