package main

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/store"
)

// scopeOf are the ids of the documents that are named.
func scopeOf(lib *corpus.Library, names []string) ([]string, error) {
	resolver := citations.NewResolver(lib.Documents())
	var scope []string
	for _, name := range names {
		d, err := documentNamed(resolver, lib.Documents(), name)
		if err != nil {
			return nil, err
		}
		scope = append(scope, d.ID)
	}
	return scope, nil
}

// documentNamed is the one document that a person names by its id or label.
func documentNamed(r *citations.Resolver, docs []*core.Document, name string) (*core.Document, error) {
	found := r.Named(name)
	switch len(found) {
	case 0:
		return nil, noDocument(name, docs)
	case 1:
		return found[0], nil
	}
	var ids []string
	for _, d := range found {
		ids = append(ids, d.ID)
	}
	return nil, hinted{fmt.Errorf("%q is several documents of the library", name), "name one by its id: " + strings.Join(ids, ", ")}
}

func noDocument(name string, docs []*core.Document) error {
	var ids []string
	for _, d := range docs {
		ids = append(ids, d.ID)
	}
	hint := "list them with: pqcite corpus list"
	if near := store.Nearest(name, ids); len(near) > 0 {
		hint = "nearest: " + strings.Join(near, ", ")
	}
	return hinted{fmt.Errorf("no document %q in the library", name), hint}
}
