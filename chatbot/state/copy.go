package state

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// heads is how many bytes at the begin of a file say which transaction was the last.
const heads = 2 * pageSize

// copyPause is waited for before a copy is tried again.
const copyPause = 10 * time.Millisecond

// withCopy reads a copy of a database as of one moment, so that a bot can have it open: its lock keeps everybody else from reading in place.
func withCopy(ctx context.Context, file string, read func(*bbolt.Tx) error) error {
	copied, err := copyDatabase(ctx, file)
	if err != nil {
		return fmt.Errorf("copy %q: %w", file, err)
	}
	defer os.Remove(copied)
	if err := inspect(copied, file); err != nil {
		return err
	}
	db, err := openCopy(copied)
	if err != nil {
		return explain(file, err)
	}
	defer db.Close()
	return explain(file, db.View(faultless(func(tx *bbolt.Tx) error {
		if tx.Bucket(metaBucket) == nil {
			return fmt.Errorf("read %q: no bot has run with it: %w", file, fs.ErrNotExist)
		}
		return read(tx)
	})))
}

// copyDatabase copies a file that a bot may be writing, and returns the path of the copy.
func copyDatabase(ctx context.Context, file string) (path string, err error) {
	from, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.CreateTemp("", "pqcite-*.bolt") // for its owner only
	if err != nil {
		return "", err
	}
	defer func() {
		if err = errors.Join(err, to.Close()); err != nil {
			err = errors.Join(err, os.Remove(to.Name()))
		}
	}()
	for {
		if same, err := copyOnce(from, to); err != nil || same {
			return to.Name(), err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(copyPause):
		}
	}
}

// copyOnce copies a file, and reports whether the copy is of one moment. A transaction writes to pages that the one before it does not use, and then
// says in a head that it is the last. So what is copied while the heads stay the same is all that the last one wrote.
func copyOnce(from, to *os.File) (same bool, err error) {
	before, err := readHeads(from)
	if err != nil {
		return false, err
	}
	if _, err := to.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	if err := to.Truncate(0); err != nil {
		return false, err
	}
	if _, err := to.Write(before); err != nil {
		return false, err
	}
	if _, err := io.Copy(to, io.NewSectionReader(from, int64(len(before)), 1<<62)); err != nil {
		return false, err
	}
	after, err := readHeads(from)
	return bytes.Equal(before, after), err
}

func readHeads(f *os.File) ([]byte, error) {
	b := make([]byte, heads)
	n, err := f.ReadAt(b, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:n], err
}
