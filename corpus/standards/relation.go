package standards

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// relation is an identifier of well-known code that is not what a standard names,
// and what it has to do with it: "invntt_tomont" and the inverse NTT.
type relation struct {
	Text   string  `json:"text"` // with a star at its end all that begin so
	Says   string  `json:"says"`
	Source string  `json:"source"`
	Term   string  `json:"term,omitempty"`
	At     []Place `json:"at,omitempty"` // one of each document at most
}

func (p *pack) readRelations(files fs.FS) error {
	p.relation = make(map[string]*relation)
	err := records(files, relationsFile, func(r *relation) error {
		if p.relation[r.Text] != nil {
			return fmt.Errorf("%q is given twice", r.Text)
		}
		p.relation[r.Text] = r
		if text, ok := strings.CutSuffix(r.Text, "*"); ok {
			p.beginnings = append(p.beginnings, text)
		}
		return p.checkRelation(r)
	})
	slices.SortFunc(p.beginnings, func(x, y string) int { return len(y) - len(x) })
	return err
}

func (p *pack) checkRelation(r *relation) error {
	switch {
	case !isIdentifier(strings.TrimSuffix(r.Text, "*")) && !strings.HasSuffix(r.Text, "_*"):
		return fmt.Errorf("%q is no identifier", r.Text)
	case !printable(r.Says) || !printable(r.Source):
		return errors.New("it lacks what it says, or its source")
	case (r.Term == "") == (len(r.At) == 0):
		return fmt.Errorf("%q names a term and a place, or neither", r.Text)
	case r.Term != "" && p.termNamed[r.Term] == nil:
		return fmt.Errorf("%q is no term", r.Term)
	}
	for _, at := range r.At {
		if _, err := p.element(at); err != nil {
			return err
		}
	}
	return nil
}

// Relation is what an identifier of well-known code has to do with a term, or with
// anchors of one or more documents.
type Relation struct {
	Says, Source, Term string
	At                 []Place
}

// RelationAt returns what the identifier that covers an offset of a text has to do
// with the standards, if the pack lists it: with or without the prefixes that
// well-known libraries put before such names.
func RelationAt(text string, offset int) (Relation, core.Span, bool) {
	word := runAt(text, offset, isASCIIWord)
	if word.Len() == 0 || word.Len() >= window {
		return Relation{}, word, false
	}
	name := text[word.Start:word.End]
	p := embedded()
	r := p.related(name)
	if prefix := namespace.FindString(name); r == nil && prefix != "" {
		r = p.related(name[len(prefix):])
	}
	if r == nil {
		return Relation{}, word, false
	}
	return Relation{r.Says, r.Source, r.Term, r.At}, word, true
}

func (p *pack) related(name string) *relation {
	if r := p.relation[name]; r != nil {
		return r
	}
	for _, b := range p.beginnings {
		if strings.HasPrefix(name, b) && len(name) > len(b) {
			return p.relation[b+"*"]
		}
	}
	return nil
}

// namespace matches the prefixes that libraries put before the names of reference code.
var namespace = regexp.MustCompile(`^(?:(?i:ml[kd])_|PQCLEAN_[A-Z0-9]+_[A-Z0-9]+_|pqcrystals_[a-z0-9]+_[a-z0-9]+_)`)
