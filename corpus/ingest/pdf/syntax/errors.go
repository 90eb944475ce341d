package syntax

import (
	"errors"
	"fmt"
)

// Errors that callers distinguish. Every error of this package wraps one of them; its
// text is meant for people and has no words of the runtime or of a library.
var (
	ErrNotPDF    = errors.New("not a PDF file")
	ErrEncrypted = errors.New("file is encrypted and needs a password")
	ErrDamaged   = errors.New("file is damaged")
	ErrLimit     = errors.New("limit exceeded")
)

// Errors of a lexer, which does not know what its bytes are part of.
var (
	errSyntax  = errors.New("not PDF syntax")
	errNesting = errors.New("objects are nested too deep")
	errBudget  = fmt.Errorf("%w: an object is too large", ErrLimit)
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, args...)...)
}

func beyond(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrLimit}, args...)...)
}
