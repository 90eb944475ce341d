package state

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	s := store(t, dir, Options{})
	wal := filepath.Join(dir, databaseName+"-wal")
	size := func() int64 {
		info, err := os.Stat(wal)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for range 3 { // a mark that is not written would tell nothing
		before := size()
		time.Sleep(time.Microsecond) // the clock that the mark is taken from
		if err := s.Writable(t.Context()); err != nil {
			t.Fatal(err)
		}
		if size() == before {
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
	locked := store(t, dir, Options{pragmas: []string{"query_only(1)"}})
	if err := locked.Writable(t.Context()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a store that takes no writes: got %v, want %v", err, ErrReadOnly)
	}
}
