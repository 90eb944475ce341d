//go:build !windows

package lsp

import (
	"errors"
	"os"
	"syscall"
)

// signalable reports whether a process could be sent a signal; no permission is needed
// to find out.
func signalable(p *os.Process) bool {
	err := p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
