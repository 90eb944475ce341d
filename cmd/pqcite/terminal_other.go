//go:build !windows

package main

import "os"

// takesColour reports whether a terminal reads escape sequences: all do.
func takesColour(*os.File) bool { return true }
