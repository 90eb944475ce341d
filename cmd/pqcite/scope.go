package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/corpus"
)

// scopeOf are the ids of the documents that are named.
func scopeOf(lib *pqcite.Library, names []string) ([]string, error) {
	var scope []string
	for _, name := range names {
		d, err := lib.Corpus().Named(name)
		if err != nil {
			return nil, named(err)
		}
		scope = append(scope, d.ID)
	}
	return scope, nil
}

// maxCandidates bounds the documents that are listed where several are meant.
const maxCandidates = 8

// named adds to the error for a name what to write instead; other errors are left alone.
func named(err error) error {
	var wrong *corpus.NameError
	switch {
	case !errors.As(err, &wrong):
		return err
	case len(wrong.Several) > 0:
		return hinted{err, "name one by its id: " + candidates(wrong)}
	case len(wrong.Nearest) > 0:
		return hinted{err, "nearest: " + strings.Join(wrong.Nearest, ", ")}
	}
	return hinted{err, "list them with: pqcite corpus list"}
}

func candidates(of *corpus.NameError) string {
	var out []string
	for _, d := range of.Several[:min(len(of.Several), maxCandidates)] {
		out = append(out, fmt.Sprintf("%s (%s)", d.ID, d.Title))
	}
	if n := len(of.Several) - maxCandidates; n > 0 {
		out = append(out, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(out, ", ")
}
