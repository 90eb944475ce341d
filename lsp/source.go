package lsp

import (
	"context"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
)

// Asker answers questions. It is safe for concurrent use.
type Asker interface {
	// Ask runs a question, and tells an observer, which may be nil, how it goes.
	Ask(ctx context.Context, question string, observer core.Observer) (core.Outcome, error)
}

// Source opens what the server answers from. Its methods are called from one
// goroutine at a time, but for Asker.
type Source interface {
	// Library opens the library as it is now.
	Library(ctx context.Context) (*corpus.Library, error)
	// Stale reports whether another library would be opened now than the last time.
	// It is asked every other second and must cost little.
	Stale() bool
	// Asker prepares a library for questions, which can take a second the first time.
	Asker(ctx context.Context, lib *corpus.Library) (Asker, error)
}
