package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColour makes a console read escape sequences, and reports whether it does.
func takesColour(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
