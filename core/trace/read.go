package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// Bounds of what is read and written, in bytes. A usual event has less than 2 kB, a
// usual run less than 30 kB.
const (
	MaxLine = 4 << 20
	MaxRun  = 16 << 20
)

// ErrTooLarge is wrapped by the errors for what exceeds a bound.
var ErrTooLarge = fmt.Errorf("more than %d bytes in an event or %d in a run", MaxLine, MaxRun)

// Reader reads runs, one at a time, so that a file of many costs no more memory
// than its longest run.
type Reader struct {
	name string // of the file, for errors
	in   *bufio.Reader
	line int
	runs int
	err  error // that ended the reading
}

// NewReader reads from r; the name is what errors call it.
func NewReader(name string, r io.Reader) *Reader {
	return &Reader{name: name, in: bufio.NewReaderSize(r, 64<<10)}
}

// Next returns the next run, or io.EOF after the last one. Any other error names
// the file and the line, and ends the reading: what follows a bad line can't be
// trusted to be whole. A file without a run is an error.
func (r *Reader) Next() (Run, error) {
	if r.err != nil {
		return nil, r.err
	}
	run, err := r.run()
	switch {
	case errors.Is(err, io.EOF) && r.runs > 0:
		r.err = io.EOF
	case errors.Is(err, io.EOF):
		r.err = fmt.Errorf("read trace %q: it holds no run", r.name)
	case err != nil && r.line == 0:
		r.err = fmt.Errorf("read trace %q: %w", r.name, err)
	case err != nil:
		r.err = fmt.Errorf("read trace %q: line %d: %w", r.name, r.line, err)
	default:
		r.runs++
	}
	return run, r.err
}

// run reads up to the next end. io.EOF says that there is no next run.
func (r *Reader) run() (Run, error) {
	var run Run
	var o order
	size := 0
	for len(run) == 0 || o.inside() {
		line, err := r.next()
		if errors.Is(err, io.EOF) && o.inside() {
			return nil, fmt.Errorf("the file is cut short, the run has no end after event %d", o.seq)
		}
		if err != nil {
			return nil, err
		}
		if size += len(line); size > MaxRun {
			return nil, fmt.Errorf("read a run: %w", ErrTooLarge)
		}
		e, err := decode(line)
		if err == nil {
			err = o.next(e)
		}
		if err != nil {
			return nil, err
		}
		run = append(run, *e)
	}
	return run, nil
}

// next returns the next line with its end.
func (r *Reader) next() ([]byte, error) {
	var line []byte
	for {
		chunk, err := r.in.ReadSlice('\n')
		if len(line) == 0 && len(chunk) > 0 {
			r.line++
		}
		if len(line)+len(chunk) > MaxLine {
			return nil, fmt.Errorf("read an event: %w", ErrTooLarge)
		}
		line = append(line, chunk...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		}
		return line, err
	}
}

// decode reads one line, which must be one event and nothing else. A line without
// its end that is no event was cut.
func decode(line []byte) (*core.Event, error) {
	e, err := decodeWhole(line)
	if err != nil && !bytes.HasSuffix(line, []byte("\n")) {
		return nil, fmt.Errorf("the file is cut short inside an event: %w", err)
	}
	return e, err
}

func decodeWhole(line []byte) (*core.Event, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("decode an event: not UTF-8 text")
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	var e *core.Event
	if err := dec.Decode(&e); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("empty line")
		}
		return nil, fmt.Errorf("decode an event: %w", err)
	}
	if e == nil {
		return nil, errors.New("decode an event: null is none")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("decode an event: more than one value in the line")
	}
	return e, nil
}
