package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// maxHighlights bounds the places that are marked: nobody looks at more at once.
const maxHighlights = 1000

// highlights marks the places of a document that mean what stands at a position. On a
// reference these are all to the same anchor; where it names the document, all to that; on
// a term or an identifier the places where it is written, and on an algorithm's name what
// cites it too.
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

// marks brings places into the protocol's form, each once and in order.
func (v *view) marks(spans []core.Span) []protocol.DocumentHighlight {
	slices.SortFunc(spans, func(a, b core.Span) int { return a.Start - b.Start })
	spans = slices.Compact(spans)
	var out []protocol.DocumentHighlight
	for _, s := range spans[:min(len(spans), maxHighlights)] {
		out = append(out, protocol.DocumentHighlight{Range: v.rangeOf(s)})
	}
	return out
}

// alike are the references that mean what the one at an offset does.
func alike(found *findings, offset int) []core.Span {
	here := found.Within(core.Span{Start: offset, End: offset})
	here = slices.DeleteFunc(here, func(o citations.Occurrence) bool { return !o.Cites() })
	if len(here) == 0 {
		return nil
	}
	one := slices.MinFunc(here, func(a, b citations.Occurrence) int { return a.Span.Len() - b.Span.Len() })
	onDocument := one.Kind == "" || one.Span.Contains(one.DocSpan) && one.DocSpan.Start <= offset && offset <= one.DocSpan.End
	var out []core.Span
	for o := range found.All() {
		switch {
		case !o.Cites():
		case onDocument && o.Doc == one.Doc:
			out = append(out, documentPart(&o))
		case !onDocument && slices.ContainsFunc(here, func(h citations.Occurrence) bool { return h.Span == one.Span && sameAnchor(&o, &h) }):
			out = append(out, o.Span)
		}
	}
	return out
}

// documentPart is where a reference names its document, or all of it where that is named
// elsewhere.
func documentPart(o *citations.Occurrence) core.Span {
	if o.DocSpan.Len() > 0 && o.Span.Contains(o.DocSpan) {
		return o.DocSpan
	}
	return o.Span
}

// sameAnchor reports whether two references lead to one anchor, or would if there were
// one.
func sameAnchor(a, b *citations.Occurrence) bool {
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

// spelled are the places where the word at a span is written in the same way.
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
