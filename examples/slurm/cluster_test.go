// Package main holds only tests: of job.sh, on a Slurm of one node that the test starts itself.
package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const (
	games = 203
	parts = 4
)

// A run is a folder in which job.sh plays a run of a few games in parts.
type run struct {
	dir string   // where everything is written
	job string   // the path of job.sh
	env []string // the environment of job.sh
}

// newRun skips the test if a program is missing, or fails it if FOPPEN_CLUSTER is "must".
func newRun(t *testing.T, programs ...string) *run {
	t.Helper()
	for _, name := range append(programs, "bash", "go") {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("FOPPEN_CLUSTER") == "must" {
				t.Fatalf("%s is missing: %v", name, err)
			}
			t.Skipf("skipped: this test needs %s: %v", strings.Join(programs, ", "), err)
		}
	}
	if runtime.GOOS == "windows" {
		t.Skip("skipped: this test needs a Unix system")
	}
	job, err := filepath.Abs("job.sh")
	if err != nil {
		t.Fatal(err)
	}
	r := &run{dir: t.TempDir(), job: job}
	r.env = append(os.Environ(),
		"GAMES="+strconv.Itoa(games), "PARTS="+strconv.Itoa(parts),
		"FOPPEN="+r.path("flaky"), "DIR=parts", "MERGED=merged.json")
	if out, err := exec.Command("go", "build", "-o", r.path("foppen"), "../../cmd/foppen").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	// Where the file "broken" is, part 2 fails in the middle of its report.
	first := strconv.Itoa(games * 2 / parts)
	r.write(t, "flaky", "#!/bin/sh\nif [ -e "+r.path("broken")+" ]; then case \"$*\" in *'-first "+first+" '*)\n"+
		"echo '{\"half of'; echo broken >&2; exit 1;; esac; fi\nexec "+r.path("foppen")+" \"$@\"\n", 0o755)
	return r
}

func (r *run) path(name string) string { return filepath.Join(r.dir, name) }

func (r *run) write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(r.path(name), []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// remove removes a file or a folder, which must exist.
func (r *run) remove(t *testing.T, name string) {
	t.Helper()
	if !r.exists(name) {
		t.Fatalf("there is no %s", name)
	}
	if err := os.RemoveAll(r.path(name)); err != nil {
		t.Fatal(err)
	}
}

func (r *run) exists(name string) bool {
	_, err := os.Stat(r.path(name))
	return err == nil
}

// command is a program in the folder of the run.
func (r *run) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	return cmd
}

// do runs a program that must succeed, and returns what it writes.
func (r *run) do(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := r.command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// fails runs a program that must fail, and returns what it writes.
func (r *run) fails(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := r.command(name, args...).CombinedOutput()
	if err == nil {
		t.Fatalf("%s %s succeeded:\n%s", name, strings.Join(args, " "), out)
	}
	return string(out)
}

// checkMerged says that the merged report is that of one machine, to the byte.
func (r *run) checkMerged(t *testing.T) {
	t.Helper()
	want, err := r.command(r.path("foppen"), "simulate", "-json", "-variant", "rulebook-2018",
		"-players", "4", "-bots", "greedy", "-seed", "1", "-games", strconv.Itoa(games)).Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(r.path("merged.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !bytes.Equal(got, want) {
		t.Errorf("the merged report is not that of one machine:\n%s\nwant\n%s", got, want)
	}
}

// A part may be named by an argument, or by what a Kubernetes Indexed Job sets.
func TestParts(t *testing.T) {
	r := newRun(t)
	for i := range parts {
		if i%2 == 0 {
			r.do(t, r.job, "play", strconv.Itoa(i))
		} else {
			r.do(t, "env", "JOB_COMPLETION_INDEX="+strconv.Itoa(i), r.job, "play")
		}
	}
	r.do(t, r.job, "merge")
	r.checkMerged(t)
}

// A part that fails leaves no report, not even an old one, and without it nothing is merged.
func TestPartFails(t *testing.T) {
	r := newRun(t)
	for i := range parts {
		r.do(t, r.job, "play", strconv.Itoa(i))
	}
	r.do(t, r.job, "merge")
	r.write(t, "broken", "", 0o644)
	if out := r.fails(t, r.job, "play", "2"); !strings.Contains(out, "broken") {
		t.Errorf("part 2 failed with %q", out)
	}
	if out := r.fails(t, r.job, "merge"); !strings.Contains(out, "parts/2.json") {
		t.Errorf("merge does not name the missing part: %q", out)
	}
	if r.exists("merged.json") {
		t.Error("a report was merged without part 2")
	}
}

// What is no part of the run is refused, and nothing is played.
func TestNoSuchPart(t *testing.T) {
	r := newRun(t)
	for _, part := range []string{"4", "-1", "", "x", "08", "1 2", "99999999999999999999"} {
		out := r.fails(t, r.job, "play", part)
		if want := "job.sh: part '" + part + "' is not one of 0 to 3\n"; out != want {
			t.Errorf("part %q: %q, want %q", part, out, want)
		}
	}
	if r.exists("parts") {
		t.Error("something was played")
	}
}

// The commands of docs/clusters.md for GNU parallel: what failed is played again, nothing else.
func TestParallel(t *testing.T) {
	r := newRun(t, "parallel")
	r.write(t, "broken", "", 0o644)
	all := []string{"--joblog", "parts.log", "--resume-failed", r.job, "play", ":::", "0", "1", "2", "3"}
	if out := r.fails(t, "parallel", all...); !strings.Contains(out, "broken") {
		t.Fatalf("parallel failed with %q", out)
	}
	for i := range parts {
		if name := "parts/" + strconv.Itoa(i) + ".json"; r.exists(name) != (i != 2) {
			t.Errorf("%s exists: %t", name, r.exists(name))
		}
	}
	r.remove(t, "broken")
	played := func() int {
		log, err := os.ReadFile(r.path("parts.log"))
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Count(log, []byte("job.sh play"))
	}
	before := played()
	r.do(t, "parallel", all...)
	if n := played() - before; n != 1 {
		t.Errorf("%d parts were played again, want 1", n)
	}
	r.do(t, r.job, "merge")
	r.checkMerged(t)
}
