package quote

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Unreadable decides about a quote or claim where a unit has a character that the
// document's source gives no meaning (core.Unreadable), or where the quote itself does.
// "must be exceeded" may be in the source as "must not be exceeded" in a font that
// nobody can read: whatever is in such a unit is no verbatim quote and proves and
// refutes nothing, whole or in part.
const Unreadable = "quote-unreadable"

// Readable reports whether every unit of the document that a span touches can be read
// whole, and every listing. It looks at the passages of the span alone.
func Readable(d *core.Document, s core.Span) bool {
	if !core.Readable(d.Quote(s)) {
		return false
	}
	for i := max(d.PassageAt(s.Start), 0); i < len(d.Passages) && d.Passages[i].Span.Start < max(s.End, s.Start+1); i++ {
		p := &d.Passages[i]
		if core.Readable(d.Quote(p.Span)) {
			continue
		}
		if p.Kind == core.PassageCode || slices.ContainsFunc(d.Units(i), func(u core.Unit) bool { return u.Span.Overlaps(s) && !core.Readable(d.Quote(u.Span)) }) {
			return false
		}
	}
	return true
}

// marked is the finding for a quote that was found, less what it says if it is
// where the document cannot be read.
func (t *Text) marked(f Finding) Finding {
	if f.Found() && !Readable(t.doc, f.Span) {
		f.Verdict, f.Rule = core.Unverifiable, Unreadable
	}
	return f
}

// onlyReadable keeps the places whose units can be read, if there are any.
func (t *Text) onlyReadable(at []core.Span) []core.Span {
	if core.Readable(t.doc.Text) {
		return at
	}
	kept := slices.DeleteFunc(slices.Clone(at), func(s core.Span) bool { return !Readable(t.doc, s) })
	if len(kept) == 0 {
		return at
	}
	return kept
}
