package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// maxHintBytes bounds the text that is searched for identifiers: editors ask for the
// visible part, some for everything.
const maxHintBytes = 64 << 10

// inlayHints shows titles after citations and sizes after identifiers, if switched on.
func inlayHints(ctx context.Context, v *view, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	if !v.settings.HintTitles && !v.settings.HintSizes {
		return nil, nil
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	span := v.span(p.Range)
	hints := []protocol.InlayHint{}
	if v.settings.HintTitles {
		hints = append(hints, v.titleHints(k, span)...)
	}
	if v.settings.HintSizes {
		hints = append(hints, v.sizeHints(k, span)...)
	}
	return hints, nil
}

// titleHints are the titles of cited anchors that the text does not name.
func (v *view) titleHints(k *knowledge, in core.Span) []protocol.InlayHint {
	var hints []protocol.InlayHint
	for _, o := range v.doc.references(k).Within(in) {
		a := o.Target.Anchor
		if o.Status != refs.Resolved || a == nil || a.Title == "" || o.Beside != "" || o.Name != "" || a.Number == "" {
			continue
		}
		hints = append(hints, v.hint(o.Span.End, "("+a.Title+")"))
	}
	return hints
}

// sizeHints are the sizes that identifiers denote.
func (v *view) sizeHints(k *knowledge, in core.Span) []protocol.InlayHint {
	in.End = min(in.End, in.Start+maxHintBytes)
	content := v.doc.text.String()
	around := v.doc.references(k).surroundings
	var hints []protocol.InlayHint
	for at := in.Start; at < in.End; at++ {
		if !startsWord(content, at) {
			continue
		}
		c, ok := k.Corpus().Cards().In(around, content, at, nil)
		if ok && c.Subject == card.OfIdentifier && c.Value != "" {
			hints = append(hints, v.hint(c.Span.End, "= "+c.Value))
		}
		if ok {
			at = max(at, c.Span.End-1)
		}
	}
	return hints
}

func startsWord(s string, at int) bool {
	word := func(b byte) bool {
		return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
	}
	return word(s[at]) && (at == 0 || !word(s[at-1]) && s[at-1] != '.')
}

func (v *view) hint(offset int, label string) protocol.InlayHint {
	return protocol.InlayHint{Position: v.rangeOf(core.Span{Start: offset, End: offset}).Start, Label: protocol.String(label), PaddingLeft: new(true)}
}
