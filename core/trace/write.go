package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/atomicfile"
)

// Writer writes runs to a file, which appears whole or not at all, by Commit. A run
// is written when it has ended; one that never does leaves nothing. A writer is for
// one goroutine.
type Writer struct {
	path string // as it was given, for errors
	file *atomicfile.File
	runs int

	order order
	run   bytes.Buffer // lines of the run that is on its way
	err   error        // the first; an observer can return none
}

// Create opens the file for writing, so that a path that can't be written is known
// before the work of the runs is done. Discard must be called in any case. A new
// file can be read by its owner alone, for it says what was asked; one that is
// replaced keeps its permissions.
func Create(path string) (*Writer, error) {
	w := &Writer{path: path}
	var err error
	if w.file, err = atomicfile.Create(path, 0o600); err != nil {
		return nil, w.failed(err)
	}
	return w, nil
}

func (w *Writer) failed(err error) error { return fmt.Errorf("write trace %q: %w", w.path, err) }

// Observe takes the next event; it is a [core.Observer]. What is wrong with it is
// returned by Commit.
func (w *Writer) Observe(e core.Event) {
	if w.err == nil {
		w.err = w.take(&e)
	}
}

func (w *Writer) take(e *core.Event) error {
	if e.Kind == core.EventStart { // the run before it failed
		w.order = order{}
		w.run.Reset()
	}
	if err := w.order.next(e); err != nil {
		return err
	}
	before := w.run.Len()
	if err := encode(&w.run, e); err != nil {
		return fmt.Errorf("encode event %d: %w", e.Seq, err)
	}
	if n := w.run.Len() - before; n > MaxLine || w.run.Len() > MaxRun {
		return fmt.Errorf("take event %d of %d bytes: %w", e.Seq, n, ErrTooLarge)
	}
	if w.order.inside() {
		return nil
	}
	w.runs++
	_, err := w.run.WriteTo(w.file)
	return err
}

// encode writes a value as one line, with text as it is rather than escaped for
// web pages.
func encode(to *bytes.Buffer, v any) error {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Commit puts the file in its place. It fails, and nothing is changed there, if
// an event could not be kept or no run has ended.
func (w *Writer) Commit() error {
	err := w.err
	if err == nil && w.runs == 0 {
		err = errors.New("no run has ended")
	}
	if err == nil {
		err = w.file.Commit()
	}
	if err != nil {
		w.Discard()
		return w.failed(err)
	}
	return nil
}

// Discard leaves no trace, unless Commit has put it in its place.
func (w *Writer) Discard() { w.file.Discard() }
