package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// maxHighlights bounds the marked places: nobody looks at more at once.
const maxHighlights = 1000

// highlights marks the places of a document that mean the same as the one at a
// position. For a reference these are all references to its anchor; on the document's
// name, all to the document; for a term or identifier its spellings, and for an
// algorithm's name also its citations.
func highlights(ctx context.Context, v *view, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	offset := v.offset(p.Position)
	c, ok := v.cardAt(k, offset)
	if !ok {
		return nil, nil
	}
	var spans []core.Span
	switch found := v.doc.references(k); c.Subject {
	case card.OfReference:
		spans = alike(found, offset)
	case card.OfAlgorithm:
		spans = append(v.spelled(c.Span), citing(found, anchorRef{c.DocID, c.Anchor})...)
	default:
		spans = v.spelled(c.Span)
	}
	return v.marks(spans), nil
}

// marks converts places to the protocol's form, each once and in order.
func (v *view) marks(spans []core.Span) []protocol.DocumentHighlight {
	slices.SortFunc(spans, func(a, b core.Span) int { return a.Start - b.Start })
	spans = slices.Compact(spans)
	var out []protocol.DocumentHighlight
	for _, s := range spans[:min(len(spans), maxHighlights)] {
		out = append(out, protocol.DocumentHighlight{Range: v.rangeOf(s)})
	}
	return out
}

// alike are the references that mean the same as the one at an offset.
func alike(found *findings, offset int) []core.Span {
	here := found.Within(core.Span{Start: offset, End: offset})
	here = slices.DeleteFunc(here, func(o refs.Occurrence) bool { return !o.Cites() })
	if len(here) == 0 {
		return nil
	}
	one := slices.MinFunc(here, func(a, b refs.Occurrence) int { return a.Span.Len() - b.Span.Len() })
	onDocument := one.Kind == "" || one.Span.Contains(one.DocSpan) && one.DocSpan.Start <= offset && offset <= one.DocSpan.End
	var out []core.Span
	for o := range found.All() {
		switch {
		case !o.Cites():
		case onDocument && o.Doc == one.Doc:
			out = append(out, documentPart(&o))
		case !onDocument && slices.ContainsFunc(here, func(h refs.Occurrence) bool { return h.Span == one.Span && sameAnchor(&o, &h) }):
			out = append(out, o.Span)
		}
	}
	return out
}

// documentPart is where a reference names its document, or the whole reference if the
// document is named elsewhere.
func documentPart(o *refs.Occurrence) core.Span {
	if o.DocSpan.Len() > 0 && o.Span.Contains(o.DocSpan) {
		return o.DocSpan
	}
	return o.Span
}

// sameAnchor reports whether two references denote the same anchor, existing or not.
func sameAnchor(a, b *refs.Occurrence) bool {
	if a.Target.Anchor != nil && a.Target.Anchor == b.Target.Anchor {
		return true
	}
	return a.Doc == b.Doc && a.Kind == b.Kind && a.Number == b.Number && a.Name == b.Name
}

// citing are the references to an anchor.
func citing(found *findings, target anchorRef) []core.Span {
	var out []core.Span
	for o := range found.All() {
		if target.Anchor != "" && cites(&o, target) {
			out = append(out, o.Span)
		}
	}
	return out
}

// spelled are the occurrences of the word at a span in the same spelling.
func (v *view) spelled(s core.Span) []core.Span {
	content, word := v.doc.text.String(), v.written(s)
	out := []core.Span{s}
	for at := 0; word != "" && len(out) < maxHighlights; {
		i := strings.Index(content[at:], word)
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(word)
		if wordEnds(content, start, at) {
			out = append(out, core.Span{Start: start, End: at})
		}
	}
	return out
}
