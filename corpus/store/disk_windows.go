package store

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// Windows refuses to open a file that is being replaced, and to replace one that is
// open. Both last for microseconds, unless the right is missing, so it is retried for
// as long as patience.
const patience = 2 * time.Second

// errSharing is ERROR_SHARING_VIOLATION.
const errSharing = syscall.Errno(32)

func patiently(f func() error) error {
	deadline := time.Now().Add(patience)
	for wait := time.Millisecond; ; wait *= 2 {
		err := f()
		busy := errors.Is(err, errSharing) || errors.Is(err, syscall.ERROR_ACCESS_DENIED)
		if !busy || time.Now().Add(wait).After(deadline) {
			return err
		}
		time.Sleep(wait)
	}
}

func readFile(path string) (data []byte, err error) {
	err = patiently(func() error { data, err = os.ReadFile(path); return err })
	return data, err
}

func rename(from, to string) error {
	return patiently(func() error { return os.Rename(from, to) })
}

// syncFolder does nothing: Windows has no such call, and NTFS keeps a journal
// of names.
func syncFolder(string) error { return nil }
