//go:build !windows

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func readFile(path string) ([]byte, error) { return os.ReadFile(path) }

func rename(from, to string) error { return os.Rename(from, to) }

// syncFolder makes the names in a folder durable. Some network file systems cannot, and
// a writable folder may be unreadable; both are accepted.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}
