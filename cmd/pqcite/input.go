package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// input reads until its context ends, inside of a read that blocks as well. The
// goroutine of such a read is left behind, since nothing but more input or the end of
// the process ends it; it touches nothing that is used afterwards.
type input struct {
	ctx  context.Context
	from io.Reader

	space []byte // what is read into; given up with a read that is left behind
	ready []byte // read and not handed on yet
	err   error  // comes after what is ready, and stays
}

// inputSize is how much is read at a time, in bytes.
const inputSize = 64 << 10

// Read reads what is there, or waits for it or for the end of the context.
func (in *input) Read(p []byte) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	if len(in.ready) == 0 && in.err == nil {
		in.fill()
	}
	if len(in.ready) == 0 {
		return 0, in.err
	}
	n := copy(p, in.ready)
	in.ready = in.ready[n:]
	return n, nil
}

func (in *input) fill() {
	if in.space == nil {
		in.space = make([]byte, inputSize)
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func(space []byte) {
		n, err := in.from.Read(space)
		done <- result{n, err}
	}(in.space)
	select {
	case r := <-done:
		in.ready, in.err = in.space[:r.n], r.err
	case <-in.ctx.Done():
		in.space, in.err = nil, in.ctx.Err()
	}
}

// openInput opens a file that is named on the command line, "-" for standard input.
func (a *app) openInput(ctx context.Context, file string) (io.Reader, func(), error) {
	if file == "-" {
		return a.in, func() {}, nil
	}
	f, err := openFile(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	return &input{ctx: ctx, from: f}, func() { f.Close() }, nil
}

// openFile opens a file that a person has named: a regular one, or a pipe or a device
// that is read like one, as a shell's <(…) and /dev/stdin are. A pipe that nobody
// writes to is waited for until the context ends; the goroutine that does is left
// behind then.
func openFile(ctx context.Context, name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: bare(err)}
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		return nil, hinted{fmt.Errorf("read %q: it is a folder", name), "name a file in it"}
	case mode.IsRegular():
		return os.Open(name)
	case mode&(fs.ModeNamedPipe|fs.ModeCharDevice) == 0:
		return nil, fmt.Errorf("read %q: it is neither a file nor a pipe", name)
	}
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result)
	go func() {
		f, err := os.Open(name)
		select {
		case opened <- result{f, err}:
		case <-ctx.Done():
			f.Close() // nothing is lost: it was not read
		}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readFile reads the whole of a file that a person has named, of at most so many bytes.
// Its errors name the file.
func readFile(ctx context.Context, name string, most int64) ([]byte, error) {
	f, err := openFile(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(&input{ctx: ctx, from: f}, name, most)
}

// readAll reads the whole of what has been opened under a name.
func readAll(in io.Reader, name string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %q: %w", name, bare(err))
	case int64(len(data)) > most:
		return nil, fmt.Errorf("read %q: it has more than %d bytes", name, most)
	}
	return data, nil
}

// bare is an error of the system without the path, which the caller names.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
