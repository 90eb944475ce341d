package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pqcite/pqcite/core"
)

// Writer writes runs to a file, which appears whole or not at all: it is written
// under another name in the same folder and renamed by Commit. A run is written
// when it has ended; one that never does leaves nothing. A writer is for one
// goroutine.
type Writer struct {
	path string // as it was given, for errors
	real string // where a symbolic link leads
	file *os.File
	runs int

	order order
	run   bytes.Buffer // lines of the run that is on its way
	err   error        // the first; an observer has nobody to tell
}

// Create opens the file for writing, so that a path that can't be written is known
// before the work of the runs is done. Discard must be called in any case. A new
// file can be read by its owner alone, for it says what was asked; one that is
// replaced keeps its permissions.
func Create(path string) (*Writer, error) {
	w := &Writer{path: path, real: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, w.failed(errors.New("it is no regular file"))
	case err == nil:
		if w.real, err = filepath.EvalSymlinks(path); err != nil {
			return nil, w.failed(err)
		}
	}
	w.file, err = os.CreateTemp(filepath.Dir(w.real), "."+filepath.Base(w.real)+".*.tmp")
	if err != nil {
		return nil, w.failed(err)
	}
	if info != nil {
		if err := w.file.Chmod(info.Mode().Perm()); err != nil {
			w.Discard()
			return nil, w.failed(err)
		}
	}
	return w, nil
}

func (w *Writer) failed(err error) error { return fmt.Errorf("write trace %q: %w", w.path, err) }

// Observe takes the next event; it is a [core.Observer]. What is wrong with it is
// told by Commit.
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
		err = w.file.Sync()
	}
	if err == nil {
		err = w.file.Close()
	}
	if err == nil {
		err = os.Rename(w.file.Name(), w.real)
	}
	if err != nil {
		w.Discard()
		return w.failed(err)
	}
	w.file = nil
	return nil
}

// Discard leaves no trace, unless Commit has put it in its place.
func (w *Writer) Discard() {
	if w.file != nil {
		w.file.Close() // again after a failed Commit, which does no harm
		os.Remove(w.file.Name())
		w.file = nil
	}
}
