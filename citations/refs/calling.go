package refs

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

// relations knows how the algorithms of documents hang together. A Register that
// implements it lets a scanner distinguish a wrong number from one that is explained.
type relations interface {
	// Runs returns the ids of the anchors of the algorithms that one runs, by the ids
	// of its document and its anchor.
	Runs(docID, anchor string) []string
	// Elsewhere reports whether documents that are in no library number an algorithm
	// that goes by the name as it is written, so that it does not say which is meant.
	Elsewhere(docID, anchor, written string) bool
}

// meant returns the algorithms that the text may mean by the name that it gives to a
// number, of the document, else of any that somebody vouches for; none where the number is
// right, where nothing is known by the name, and where a relation between the two
// explains the number.
func (s *Scanner) meant(o *Occurrence) []Target {
	if o.Naming.Name == "" || o.Target.Document == nil {
		return nil
	}
	d := o.Target.Document
	own := s.resolver.books[d].algorithms(o.Naming.Key)
	switch {
	case len(own) == 0 && o.Near:
		return nil // the document may be another one
	case len(own) == 0:
		return s.elsewhere(o.Naming.Key, o.Naming.Plain)
	}
	if slices.Contains(own, o.Target.Anchor) || s.explained(d, o.Target.Anchor, own, o.Naming.May) {
		return nil
	}
	meant := make([]Target, len(own))
	for i, a := range own {
		meant[i] = Target{d, a}
	}
	return meant
}

// elsewhere returns the algorithms with a name in all documents that somebody vouches
// for: those that are called just so, else those in the plural. Ordinary words are
// nobody's name there.
func (s *Scanner) elsewhere(key nameKey, plain bool) []Target {
	if plain {
		return nil
	}
	if out := s.withName(func(b *nameBook) *core.Anchor { return b.exactly(key) }); out != nil {
		return out
	}
	return s.withName(func(b *nameBook) *core.Anchor { return b.algorithm(key) })
}

func (s *Scanner) withName(algorithm func(*nameBook) *core.Anchor) (out []Target) {
	for _, d := range s.resolver.docs {
		if d.Identity == core.IdentityOwn {
			continue
		}
		if a := algorithm(s.resolver.books[d]); a != nil {
			out = append(out, Target{d, a})
		}
	}
	return out
}

// explained reports whether the number's algorithm runs one of the named ones, or one of
// them runs it, where the text allows for that.
func (s *Scanner) explained(d *core.Document, numbered *core.Anchor, named []*core.Anchor, may explanation) bool {
	if may == defined || s.relations == nil || numbered == nil {
		return false
	}
	reached := s.reached(d, numbered.ID)
	for _, a := range named {
		if slices.Contains(reached, a.ID) || may == mayRelate && slices.Contains(s.relations.Runs(d.ID, a.ID), numbered.ID) {
			return true
		}
	}
	return false
}

// reached returns the algorithms that one runs, and those that they run.
func (s *Scanner) reached(d *core.Document, anchor string) []string {
	reached := slices.Clone(s.relations.Runs(d.ID, anchor))
	for i := 0; i < len(reached); i++ {
		for _, next := range s.relations.Runs(d.ID, reached[i]) {
			if !slices.Contains(reached, next) {
				reached = append(reached, next)
			}
		}
	}
	return reached
}

// rebind gives a number next to a name the document that the name implies,
// where the text does not say with the number which document it is of: one in which the
// name has the number, the only one that has the name, or the one that earlier names
// imply.
func (s *Scanner) rebind(ref *Reference, inferred string) {
	n := &ref.Naming
	if n.Name == "" || n.Plain || ref.Foreign || ref.Doc != "" && !ref.Near || s.has(ref.Doc, n.Key, ref.Number) {
		return
	}
	var right []Target
	for _, t := range s.withName(func(b *nameBook) *core.Anchor { return b.algorithm(n.Key) }) {
		if t.Anchor.Number == ref.Number {
			right = append(right, t)
		}
	}
	have := s.elsewhere(n.Key, false)
	switch {
	case len(right) == 1 && !s.numberedElsewhere(right[0], n.Name):
		ref.bindTo(right[0].Document.Label)
	case s.has(ref.Doc, n.Key, ""):
	case len(have) == 1 && !s.numberedElsewhere(have[0], n.Name):
		ref.bindTo(have[0].Document.Label)
	case s.has(inferred, n.Key, ""):
		ref.bindTo(inferred)
	}
}

// has reports whether a document has an algorithm that goes by a key, with a number if
// one is given.
func (s *Scanner) has(label string, key nameKey, number string) bool {
	if label == "" {
		return false
	}
	for _, d := range s.resolver.Documents(label) {
		for _, a := range s.resolver.books[d].algorithms(key) {
			if number == "" || a.Number == number {
				return true
			}
		}
	}
	return false
}

func (s *Scanner) numberedElsewhere(t Target, written string) bool {
	return s.relations != nil && s.relations.Elsewhere(t.Document.ID, t.Anchor.ID, written)
}

func (r *Reference) bindTo(label string) {
	r.Doc, r.DocSpan, r.Edition, r.Near = label, core.Span{}, "", true
}

// implies returns the document that a judged reference says the file is about: one that has
// algorithms and is named, or implied by a name that no other specification numbers.
func (s *Scanner) implies(o *Occurrence) string {
	d := o.Target.Document
	if d == nil || s.resolver.books[d] == nil || o.Near && o.Naming.Name == "" {
		return ""
	}
	if o.Near && o.Target.Anchor != nil && s.numberedElsewhere(Target{d, o.Target.Anchor}, o.Naming.Name) {
		return ""
	}
	return d.Label
}
