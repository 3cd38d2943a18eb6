//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package main

import "os"

// terminalColumns returns 0: the system is not asked how wide a terminal is.
func terminalColumns(*os.File) int { return 0 }
