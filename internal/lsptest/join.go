package lsptest

import (
	"errors"
	"io"
)

// Join makes one connection of a server's output and input, such as the pipes of
// an exec.Cmd. Close closes both, the input first, so that a server sees its end.
func Join(output io.ReadCloser, input io.WriteCloser) io.ReadWriteCloser {
	return joined{output, input}
}

type joined struct {
	io.ReadCloser
	input io.WriteCloser
}

func (j joined) Write(p []byte) (int, error) { return j.input.Write(p) }

func (j joined) Close() error { return errors.Join(j.input.Close(), j.ReadCloser.Close()) }
