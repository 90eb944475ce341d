package lsp

import "os"

// signalable reports whether a process exists: on Windows only existing ones are found.
func signalable(*os.Process) bool { return true }
