package quote

import (
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/sentence"
)

// QuoteUnreadable decides about a quote or claim where a sentence, row or step holds
// a character that the document's source gives no meaning (core.Unreadable), or where
// the quote itself does. "must be exceeded" may be in the source as "must not be
// exceeded" in a font that nobody can read: whatever is in such a unit is no
// verbatim quote and proves and refutes nothing, whole or in part.
const Unreadable = "quote-unreadable"

// Readable reports whether every unit of the document that a span touches, the
// sentence, row or line of an algorithm, can be read whole. It looks at the passages
// of the span alone.
func Readable(d *core.Document, s core.Span) bool {
	if !core.Readable(d.Quote(s)) {
		return false
	}
	for i := max(d.PassageAt(s.Start), 0); i < len(d.Passages) && d.Passages[i].Span.Start < max(s.End, s.Start+1); i++ {
		p := &d.Passages[i]
		if core.Readable(d.Quote(p.Span)) {
			continue
		}
		for _, unit := range unitsAt(d, p, s) {
			if !core.Readable(d.Quote(unit)) {
				return false
			}
		}
	}
	return true
}

// unitsAt are the units of a passage that a span touches. What lies between rows or
// steps, such as a caption, is cut into sentences.
func unitsAt(d *core.Document, p *core.Passage, s core.Span) []core.Span {
	var rows, units []core.Span
	for _, id := range p.Anchors {
		if t := d.Table(id); t != nil && p.Kind == core.PassageTable {
			for i := range t.Rows {
				rows = append(rows, t.Rows[i].Span)
			}
		}
		if a := d.Algorithm(id); a != nil && p.Kind == core.PassageAlgorithm {
			for i := range a.Lines {
				rows = append(rows, a.Lines[i].Span)
			}
		}
	}
	for _, r := range rows {
		if r.Overlaps(s) {
			units = append(units, r)
		}
	}
	for _, part := range sentence.Split(d.Quote(p.Span)) {
		u := core.Span{Start: p.Span.Start + part.Start, End: p.Span.Start + part.End}
		if u.Overlaps(s) && !slices.ContainsFunc(rows, u.Overlaps) {
			units = append(units, u)
		}
	}
	return units
}

// marked is the finding for a quote that was found, less what it says if it stands
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
