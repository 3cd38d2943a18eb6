//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package main

import (
	"fmt"
	"os"
	"syscall"
)

// lock takes the lock that the file stands for, or fails if another process has it. The
// system gives it back when the process ends, however that happens. The file stays: if it
// were removed, two processes could lock two files of the same name.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: another server has the lock: %w", path, err)
	}
	return f.Close, nil
}
