package store

import (
	"errors"
	"fmt"
)

// Errors that callers branch on. Their text names the file and, where there is
// one, the remedy.
var (
	// ErrVersion is returned for files in a format that this version of pqcite
	// does not read.
	ErrVersion = errors.New("unsupported format version")
	// ErrCorrupt is returned for files that are damaged or missing.
	ErrCorrupt = errors.New("file is damaged or missing")
	// ErrLocked is returned when another process kept the library locked for longer
	// than Update waits.
	ErrLocked = errors.New("another pqcite is changing the library")
	// errNotFound is returned for an id that no document of the library has.
	errNotFound = errors.New("document is not in the library")
)

// corrupt returns an ErrCorrupt with a reason.
func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrCorrupt, fmt.Errorf(format, args...))
}

// wrongVersion returns an ErrVersion for a file of the found version.
func wrongVersion(found, known int) error {
	return fmt.Errorf("%w: found %d, this pqcite reads %d", ErrVersion, found, known)
}
