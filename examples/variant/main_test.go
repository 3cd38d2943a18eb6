package main

import (
	"strings"
	"testing"
)

// The rule under test fools two players by a trick instead of one; so more are fooled in a
// round, and every figure has its interval.
func TestCompare(t *testing.T) {
	var out strings.Builder
	if err := compare(&out, 50); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		fields := strings.Fields(line)
		if len(fields) != 5 {
			t.Errorf("got the line %q, want a name, a change and its interval", line)
		} else if fields[0] == "fooled_per_round" && strings.HasPrefix(fields[1], "-") {
			t.Errorf("with two discs fewer are fooled: %s", line)
		}
	}
	if !strings.Contains(out.String(), "\nfooled_per_round ") {
		t.Errorf("the comparison does not say how many are fooled:\n%s", out.String())
	}
}
