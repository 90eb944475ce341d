package main

import (
	"context"
	"sync"

	"github.com/pqcite/pqcite"
)

// home is the folder of the library for a server.
type home struct {
	*pqcite.Home
	app *app
	say sync.Once
}

// openHome returns the home of the run, with the model of the flags. It must be closed.
func (a *app) openHome(ctx context.Context, model *modelFlags) (*home, error) {
	m, err := model.open(ctx, a.modelFailed)
	if err != nil {
		return nil, err
	}
	o, err := a.options(ctx, m)
	if err != nil {
		return nil, err
	}
	if o.Team, err = a.team(ctx); err != nil {
		return nil, err
	}
	h, err := pqcite.NewHome(o)
	if err != nil {
		return nil, err
	}
	return &home{Home: h, app: a}, nil
}

// Library opens the library, and says what a person may not know of the first.
func (h *home) Library(ctx context.Context) (*pqcite.Library, error) {
	lib, err := h.Home.Library(ctx)
	if err == nil {
		h.say.Do(func() { h.app.say(h.app.libraryNotes(lib.Corpus().Stored())) })
	}
	return lib, err
}
