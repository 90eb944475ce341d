package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/store"
)

// scopeOf are the ids of the documents that are named.
func scopeOf(lib *corpus.Library, names []string) ([]string, error) {
	resolver := refs.NewResolver(lib.Documents())
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

// documentNamed is the one document that a person names by its id, its label or its title,
// or by the beginning of one of them.
func documentNamed(r *refs.Resolver, docs []*core.Document, name string) (*core.Document, error) {
	found := r.Named(name)
	if len(found) == 0 {
		found = documentsCalled(docs, name)
	}
	switch len(found) {
	case 0:
		return nil, noDocument(name, docs)
	case 1:
		return found[0], nil
	}
	return nil, several(name, found)
}

// minBeginning is how many letters of a name stand for the rest of it: with fewer a typo
// would name some document.
const minBeginning = 3

// documentsCalled are the documents with a name as their id, label or title, whatever its
// case and blanks, or else those with one that it begins.
func documentsCalled(docs []*core.Document, name string) []*core.Document {
	reserved := refs.Reserved(name)
	if name = folded(name); name == "" {
		return nil
	}
	called := func(fits func(own string) bool) (found []*core.Document) {
		for _, d := range docs {
			if reserved && d.Identity == core.IdentityOwn && !d.NamesItself() {
				continue // nobody vouches for it: see refs.Resolver
			}
			if fits(folded(d.ID)) || fits(folded(d.Label)) || fits(folded(d.Title)) {
				found = append(found, d)
			}
		}
		return found
	}
	if found := called(func(own string) bool { return own == name }); len(found) > 0 || utf8.RuneCountInString(name) < minBeginning {
		return found
	}
	return called(func(own string) bool { return strings.HasPrefix(own, name) })
}

// folded is a name in lower case with single blanks.
func folded(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// maxCandidates bounds the documents that are listed where several are meant.
const maxCandidates = 8

// several is the error for a name of more than one document.
func several(name string, found []*core.Document) error {
	var candidates []string
	for _, d := range found[:min(len(found), maxCandidates)] {
		candidates = append(candidates, fmt.Sprintf("%s (%s)", d.ID, d.Title))
	}
	if n := len(found) - maxCandidates; n > 0 {
		candidates = append(candidates, fmt.Sprintf("and %d more", n))
	}
	return hinted{fmt.Errorf("%q is several documents of the library", name), "name one by its id: " + strings.Join(candidates, ", ")}
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
