package loop

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/sentence"
)

// onOwn keeps only what was found in one's own documents where the question is on
// these alone: it has a content word that they have and no standard of the library has,
// and names nothing that is a standard's and not theirs. Where that word is the subject
// of a document, only a scheme or a part of a standard is named so; else any term is. A
// comparison, and a question that names its documents, are left as they are.
func (r *run) onOwn(hits []core.Hit) []core.Hit {
	if len(r.plan.Scope) > 0 || len(r.plan.References) > 0 || len(r.plan.Compared) > 1 {
		return hits
	}
	own, others := r.heldBy(hits)
	if own == (core.Marks{}) || others == (core.Marks{}) {
		return hits
	}
	lacking := func(m core.Marks) []string {
		return r.measure.Missing(m.With(core.Marks{Own: ^r.measure.Words().Content.Own}))
	}
	notOwn, notOthers := lacking(own), lacking(others)
	var theirs []string
	for _, w := range notOthers {
		if !slices.Contains(notOwn, w) && r.onlyOwn(w) {
			theirs = append(theirs, w)
		}
	}
	subject := slices.ContainsFunc(theirs, r.isSubject)
	foreign := func(w string) bool {
		return !slices.Contains(notOthers, w) && (r.plan.NamesStandard(w) || !subject && r.plan.Names(w))
	}
	if len(theirs) == 0 || slices.ContainsFunc(notOwn, foreign) {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h core.Hit) bool { return !r.inOwn(h) })
}

// isSubject reports whether a word stands in the title or a heading of a document of
// one's own.
func (r *run) isSubject(word string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(r.ports.Library.Documents(), func(d *core.Document) bool {
		return isOwn(d) && (sentence.HasWord(strings.ToLower(d.Label+" "+d.Title), word) || slices.ContainsFunc(d.Anchors, func(at core.Anchor) bool {
			return sentence.HasWord(strings.ToLower(at.Title), word)
		}))
	})
}

// isOwn reports whether nobody vouches for a document.
func isOwn(d *core.Document) bool {
	return d.Identity == core.IdentityOwn && d.Source() != core.SourcePack
}

func (r *run) inOwn(h core.Hit) bool {
	doc := r.ports.Library.Document(h.Passage.DocID)
	return doc != nil && isOwn(doc)
}

// heldBy are the words of the question in what was found in one's own documents, and
// in all others.
func (r *run) heldBy(hits []core.Hit) (own, others core.Marks) {
	for _, h := range hits {
		doc := r.ports.Library.Document(h.Passage.DocID)
		if doc == nil {
			continue
		}
		p := &doc.Passages[h.Passage.Index]
		m := r.measure.Marks(doc.Label + "\n" + doc.Title + "\n" + strings.Join(doc.SectionPath(p.Section), "\n") + "\n" + doc.Quote(p.Span))
		if r.inOwn(h) {
			own = own.With(core.Marks{Own: m.Own})
		} else {
			others = others.With(m)
		}
	}
	return own, others
}

// onlyOwn reports whether no document that somebody vouches for, and none of the pack,
// has a word, be it one or many.
func (r *run) onlyOwn(word string) bool {
	word = strings.ToLower(word)
	return !slices.ContainsFunc(r.ports.Library.Documents(), func(d *core.Document) bool {
		if isOwn(d) {
			return false
		}
		low := strings.ToLower(d.Text)
		return sentence.HasWord(low, word) || sentence.HasWord(low, word+"s") || sentence.HasWord(low, strings.TrimSuffix(word, "s"))
	})
}
