package main

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/retrieval"
)

// librarySource gives a server the library of a home, and engines over it.
type librarySource struct {
	app   *app
	home  string
	model modelFlags

	mu      sync.Mutex
	seen    stamp               // of the library that was opened last; guarded by mu
	said    bool                // what a person may not know of the library; guarded by mu
	engines []*retrieval.Engine // guarded by mu
}

// stamp is how a library's manifest looked.
type stamp struct {
	modified time.Time
	size     int64
}

// stampOf is the zero stamp where there is no manifest.
func stampOf(home string) stamp {
	info, err := os.Stat(store.ManifestPath(home))
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// Library opens the library.
func (s *librarySource) Library(ctx context.Context) (*corpus.Library, error) {
	seen := stampOf(s.home)
	lib, err := corpus.Open(ctx, s.home)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && !s.said {
		s.said = true
		s.app.sayLibrary(lib.Stored())
	}
	s.seen = seen
	return lib, err
}

// Stale reports whether the library was changed since it was opened.
func (s *librarySource) Stale() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return stampOf(s.home) != s.seen
}

// questioner opens an engine over a library.
func (s *librarySource) questioner(ctx context.Context, lib *corpus.Library) (*questioner, error) {
	engine, err := openEngineOver(lib)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.engines = append(s.engines, engine)
	s.mu.Unlock()
	q := &questioner{ports: ports(lib, engine), settings: loop.DefaultSettings()}
	if err := s.model.wire(ctx, &q.ports, &q.settings, s.app.modelFailed); err != nil {
		return nil, err
	}
	return q, nil
}

// close gives the engines back. None is asked any more.
func (s *librarySource) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		e.Close()
	}
}

// questioner runs questions.
type questioner struct {
	ports    loop.Ports
	settings loop.Settings
}

// Ask runs a question.
func (q *questioner) Ask(ctx context.Context, question string, o core.Observer) (core.Outcome, error) {
	settings := q.settings
	settings.Observer = o
	return loop.Ask(ctx, question, q.ports, settings)
}
