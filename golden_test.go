package foppen_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// update is the one flag of this package's tests. Read the diff before you
// commit what it wrote: a golden file is a promise to users.
var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with the file testdata/name, byte for byte. With
// -update it writes the file instead. The name may contain slashes.
func golden(t testing.TB, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	how := fmt.Sprintf("If the change is meant, run\n\n\tgo test . -run '^%s$' -update\n\nand review the diff of %s.", t.Name(), filepath.ToSlash(path))
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("no golden file: %v\n%s", err, how)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s differs from what the code gives now.\n%s\n%s", filepath.ToSlash(path), firstDifference(got, want), how)
	}
}

// firstDifference says where two texts part.
func firstDifference(got, want []byte) string {
	g, w := bytes.SplitAfter(got, []byte("\n")), bytes.SplitAfter(want, []byte("\n"))
	for i := 0; ; i++ {
		var gl, wl []byte
		if i < len(g) {
			gl = g[i]
		}
		if i < len(w) {
			wl = w[i]
		}
		if !bytes.Equal(gl, wl) {
			return fmt.Sprintf("First difference in line %d:\n\tgot  %q\n\twant %q", i+1, gl, wl)
		}
	}
}
