//go:build !race

package foppen_test

// raceDetector says that the race detector is on, which allocates on its own.
const raceDetector = false
