package main

import (
	"context"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/retrieval"
)

// openEngine opens the library and the index over it.
func (a *app) openEngine(ctx context.Context) (*corpus.Library, *retrieval.Engine, error) {
	lib, err := a.openLibrary(ctx)
	if err != nil {
		return nil, nil, err
	}
	engine, err := retrieval.Open(lib.CacheDir(), lib.Documents(), lib.Digest())
	if err != nil {
		return nil, nil, err
	}
	return lib, engine, nil
}

// ports wires a library and an engine into the loop.
func ports(lib *corpus.Library, engine *retrieval.Engine) loop.Ports {
	resolver := citations.NewResolver(lib.Documents())
	return loop.Ports{
		Reader: reader{lib, resolver}, Library: lib, Retriever: engine, Relevance: engine,
		Writer: &answer.Extractive{Library: lib, Relevance: engine}, Verifier: newProof(lib, resolver),
	}
}
