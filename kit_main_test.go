package foppen_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// The tests make much garbage and keep little: collecting it less often saves them a sixth
// of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
