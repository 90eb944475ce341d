package lsp_test

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
)

// pack is a source without documents of its own. The library is opened once for all
// tests, and ask answers in its place.
type pack struct {
	ask func(ctx context.Context, question string, o core.Observer) (core.Outcome, error)
}

var packLibrary = sync.OnceValues(func() (*pqcite.Library, error) {
	dir, err := os.MkdirTemp("", "pqcite-pack")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return pqcite.Open(ctx, pqcite.Options{Home: dir})
})

func (p pack) Library(context.Context) (*pqcite.Library, error) { return packLibrary() }

func (p pack) Ask(ctx context.Context, question string, o pqcite.AskOptions) (core.Outcome, error) {
	if p.ask == nil {
		return core.Outcome{}, errors.New("this test asks nothing")
	}
	return p.ask(ctx, question, o.Observer)
}

// askerOf is a source that answers questions itself, or nil.
func askerOf(from pqcite.Source) pqcite.Asker {
	asker, _ := from.(pqcite.Asker)
	return asker
}
