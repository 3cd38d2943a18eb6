//go:build !unix

package main

import "os"

// hangups returns no signals: this system has none that say that the terminal is gone.
func hangups() []os.Signal { return nil }
