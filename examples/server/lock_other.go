//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package main

import (
	"fmt"
	"os"
)

// lock makes a file that stands for the lock, or fails if there is one. A process that is
// killed leaves it; it has to be removed by hand then.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("another server has the lock: %w", err)
	}
	return func() error { f.Close(); return os.Remove(path) }, nil
}
