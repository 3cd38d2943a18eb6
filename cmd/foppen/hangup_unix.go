//go:build unix

package main

import (
	"os"
	"syscall"
)

// hangups returns the signals that say that the terminal, or who reads the output, is
// gone.
func hangups() []os.Signal { return []os.Signal{syscall.SIGHUP, syscall.SIGPIPE} }
