package state

import (
	"context"
	"errors"
	"os"
	"testing"

	"go.etcd.io/bbolt"
)

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	s := store(t, dir, Options{})
	transaction := func() (id int) {
		inspectTx(t, s, func(tx *bbolt.Tx) { id = tx.ID() })
		return id
	}
	for range 3 {
		before := transaction()
		if err := s.Writable(t.Context()); err != nil {
			t.Fatal(err)
		}
		if transaction() == before {
			t.Error("nothing was written")
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Writable(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Writable(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed store: got %v, want %v", err, ErrClosed)
	}
}

// TestReadOnlyDisk wants a store on a disk that stops to take writes to say so, and to have lost nothing.
func TestReadOnlyDisk(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir)
	readOnly := func(name string, flag int, mode os.FileMode) (*os.File, error) {
		return os.OpenFile(name, os.O_RDONLY, mode)
	}
	if _, err := Open(ctx, dir, Options{open: readOnly}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a store that takes no writes: got %v, want %v", err, ErrReadOnly)
	}
	s, err := Open(ctx, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.file.Close(); err != nil { // as if the disk were gone
		t.Fatal(err)
	}
	if err := s.Writable(ctx); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a disk that is gone: got %v, want %v", err, ErrReadOnly)
	}
	if err := s.Close(); err == nil {
		t.Error("the store closes as if it could be written")
	}
	held(t, store(t, dir, Options{}), 100)
}
