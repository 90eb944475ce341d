package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxBatchLine bounds one line of a batch file in bytes.
const maxBatchLine = 2 << 20

// Bounds of a batch that is no batch: a device, a binary, a pipe of something else.
const (
	maxSkipped = 64 << 20 // bytes of a line that are read past
	maxInARow  = 1000     // lines, one after the other, that are not JSON
)

// unreadable is the error of a line that is no JSON of a batch.
type unreadable struct{ error }

func (e unreadable) Unwrap() error { return e.error }

// batch reads JSON lines from a file, or from standard input for "-", and writes
// one JSON line for each, in the same order. A line that cannot be read or
// answered gets {"error": …} in its place and the exit code is 1. An input that
// can't be read any further is the end of the batch, and an error.
func (a *app) batch(ctx context.Context, file string, answer func(line []byte) (any, error)) error {
	in, closeFile, err := a.openInput(ctx, file)
	if err != nil {
		return err
	}
	defer closeFile()
	b := batch{in: bufio.NewReaderSize(in, 64<<10), out: bufio.NewWriter(a.data), answer: answer}
	err = b.all(ctx)
	switch failed := b.out.Flush(); {
	case err != nil:
		return fmt.Errorf("read %s: %w", inputName(file), err)
	case failed != nil:
		return failed
	case b.failed:
		return exitCode(exitError)
	}
	return nil
}

// inputName is what a person calls an input.
func inputName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return fmt.Sprintf("%q", file)
}

type batch struct {
	in     *bufio.Reader
	out    *bufio.Writer
	answer func(line []byte) (any, error)

	failed bool // some line
	inARow int  // unreadable lines, up to the last
}

// all answers line after line up to the end of the input, the context's, or the first
// line after which there is no use to go on.
func (b *batch) all(ctx context.Context) error {
	encoder := json.NewEncoder(b.out)
	encoder.SetEscapeHTML(false)
	for n := 1; ; n++ {
		line, err := readLine(b.in)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, errLongLine):
			return endOf(ctx, fmt.Errorf("line %d: %w", n, bare(err)))
		}
		if err := encoder.Encode(b.result(n, line, err)); err != nil {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case b.inARow == maxInARow:
			return fmt.Errorf("line %d: it is the last of %d in a row that are not JSON", n, maxInARow)
		case b.in.Buffered() == 0: // who asks line by line waits for the answer
			if err := b.out.Flush(); err != nil {
				return err
			}
		}
	}
}

// result is what is written for a line, or for the error of reading it.
func (b *batch) result(n int, line []byte, err error) any {
	var result any
	if err == nil {
		result, err = b.answer(line)
	}
	if err == nil {
		b.inARow = 0
		return result
	}
	b.failed = true
	if b.inARow++; !errors.As(err, new(unreadable)) && !errors.Is(err, errLongLine) {
		b.inARow = 0
	}
	return map[string]string{"error": fmt.Sprintf("line %d: %v", n, err)}
}

// endOf is an error, or that of the context where it is the reason for the former.
func endOf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

var (
	errLongLine = fmt.Errorf("it has more than %d bytes", maxBatchLine)
	errEndless  = fmt.Errorf("it does not end within %d bytes", maxBatchLine+maxSkipped)
)

// readLine returns the next line without its end. A line that is too long is
// read past and reported; one that does not end is an error of the input.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	size := 0
	for {
		part, err := r.ReadSlice('\n')
		if size += len(part); size <= maxBatchLine {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && size <= maxBatchLine+maxSkipped:
			continue
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, errEndless
		case err != nil && (size == 0 || !errors.Is(err, io.EOF)):
			return nil, err
		case size > maxBatchLine:
			return nil, errLongLine
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// decodeLine reads the JSON of a line of a batch.
func decodeLine(line []byte, v any) error {
	if err := json.Unmarshal(line, v); err != nil {
		return unreadable{fmt.Errorf("read JSON: %w", err)}
	}
	return nil
}

// questionLine is one line of a batch of questions.
type questionLine struct {
	Question *string `json:"question"`
}

func parseQuestion(line []byte) (string, error) {
	var q questionLine
	if err := decodeLine(line, &q); err != nil {
		return "", err
	}
	if q.Question == nil {
		return "", errors.New(`it has no "question"`)
	}
	return *q.Question, nil
}

// printJSON writes a value as indented JSON.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.data)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
