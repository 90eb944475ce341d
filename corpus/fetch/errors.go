package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Errors that callers branch on.
var (
	// ErrURL is wrapped for a URL that is malformed or neither http nor https.
	ErrURL = errors.New("unsupported URL")
	// ErrHashMismatch is wrapped by a HashError.
	ErrHashMismatch = errors.New("document does not have the pinned hash")
	// ErrNotDocument is wrapped where a server sends a web page, or nothing, in
	// place of the document.
	ErrNotDocument = errors.New("not a document")
	// ErrTooLarge is wrapped for a document over Request.MaxBytes.
	ErrTooLarge = errors.New("document is too large")
	// ErrTimeout is wrapped where a download takes longer than Client.Timeout.
	ErrTimeout = errors.New("download takes too long")
)

// HashError says that a whole document arrived and was another one.
type HashError struct {
	Want, Got string // SHA-256, lower-case hex
}

func (e *HashError) Error() string {
	return fmt.Sprintf("%v: want SHA-256 %s, got %s", ErrHashMismatch, e.Want, e.Got)
}

// Unwrap returns ErrHashMismatch.
func (e *HashError) Unwrap() error { return ErrHashMismatch }

// StatusError is a server's refusal.
type StatusError struct {
	Code int // HTTP status
}

func (e *StatusError) Error() string {
	if text := http.StatusText(e.Code); text != "" {
		return fmt.Sprintf("server answered %d %s", e.Code, text)
	}
	return fmt.Sprintf("server answered %d", e.Code)
}

// transientError is an error that another attempt may cure.
type transientError struct {
	err   error
	after time.Duration // the least wait that the server asked for
}

func (e *transientError) Error() string { return e.err.Error() }

func (e *transientError) Unwrap() error { return e.err }

func transient(err error) error { return &transientError{err: err} }

func transientf(format string, args ...any) error { return transient(fmt.Errorf(format, args...)) }
