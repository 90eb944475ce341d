package corpus

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/store"
)

// NameError says that a name is that of no document, or of several.
type NameError struct {
	Name    string
	Several []*core.Document // documents that it names; nil if it names none
	Nearest []string         // ids that come near where it names none
}

// Error says which of the two it is.
func (e *NameError) Error() string {
	if e.Several != nil {
		return fmt.Sprintf("%q is several documents of the library", e.Name)
	}
	return fmt.Sprintf("no document %q in the library", e.Name)
}

// Named returns the one document that a person means by its id, its label or its title, or
// by the beginning of one of them. The error is a [*NameError].
func (l *Library) Named(name string) (*core.Document, error) {
	return Named(l.Resolver(), l.docs, name)
}

// Named is [Library.Named] for documents with a resolver for them.
func Named(r *refs.Resolver, docs []*core.Document, name string) (*core.Document, error) {
	found := r.Named(name)
	if len(found) == 0 {
		found = called(docs, name)
	}
	switch len(found) {
	case 0:
		return nil, unnamed(docs, name)
	case 1:
		return found[0], nil
	}
	return nil, &NameError{Name: name, Several: found}
}

func unnamed(docs []*core.Document, name string) *NameError {
	var ids []string
	for _, d := range docs {
		ids = append(ids, d.ID)
	}
	return &NameError{Name: name, Nearest: store.Nearest(name, ids)}
}

// minBeginning is how many letters of a name suffice for the rest of it: with fewer, a typo
// would name some document.
const minBeginning = 3

// called are the documents with a name as their id, label or title, whatever its case and
// blanks, or else those with one that it begins.
func called(docs []*core.Document, name string) []*core.Document {
	reserved := refs.Reserved(name)
	if name = folded(name); name == "" {
		return nil
	}
	fitting := func(fits func(own string) bool) (found []*core.Document) {
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
	if found := fitting(func(own string) bool { return own == name }); len(found) > 0 || utf8.RuneCountInString(name) < minBeginning {
		return found
	}
	return fitting(func(own string) bool { return strings.HasPrefix(own, name) })
}

// folded is a name in lower case with single blanks.
func folded(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }
