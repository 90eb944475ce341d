package lsp

import "os"

// signalable reports whether a process exists: there, only one that does is found.
func signalable(*os.Process) bool { return true }
