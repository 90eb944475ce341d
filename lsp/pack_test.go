package lsp_test

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/lsp"
)

// pack is a source without documents of its own. The library is opened once for all
// tests, and asks questions with ask.
type pack struct {
	ask func(ctx context.Context, question string, o core.Observer) (core.Outcome, error)
}

var packLibrary = sync.OnceValues(func() (*corpus.Library, error) {
	dir, err := os.MkdirTemp("", "pqcite-pack")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return corpus.Open(ctx, dir)
})

func (p pack) Library(context.Context) (*corpus.Library, error) { return packLibrary() }
func (p pack) Stale() bool                                      { return false }

func (p pack) Asker(context.Context, *corpus.Library) (lsp.Asker, error) {
	if p.ask == nil {
		return nil, errors.New("this test asks nothing")
	}
	return asker(p.ask), nil
}

// asker is an Asker made of a function.
type asker func(context.Context, string, core.Observer) (core.Outcome, error)

func (f asker) Ask(ctx context.Context, question string, o core.Observer) (core.Outcome, error) {
	return f(ctx, question, o)
}
