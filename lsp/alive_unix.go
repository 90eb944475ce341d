//go:build !windows

package lsp

import (
	"errors"
	"os"
	"syscall"
)

// signalable reports whether a process could be sent a signal, which needs no
// permission to be known.
func signalable(p *os.Process) bool {
	err := p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
