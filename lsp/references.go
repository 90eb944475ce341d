package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/lsp/text"
)

// references are the places of the workspace that cite what is at a position.
func references(ctx context.Context, v *view, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := v.card(k, p.Position)
	if !ok || c.DocID == "" {
		return nil, nil
	}
	target := anchorRef{c.DocID, c.Anchor}
	locations := []protocol.Location{}
	work := v.begin(ctx, p.WorkDoneToken, "Looking for citations of "+c.Heading)
	defer work.end()
	if p.Context.IncludeDeclaration {
		at, ok, err := v.place(k, c.DocID, c.Anchor)
		if err != nil {
			return nil, err
		}
		if ok {
			locations = append(locations, protocol.Location{URI: at.uri, Range: at.line})
		}
	}
	_, err = v.files(work.ctx, k, work, func(f *file) error {
		count := text.NewCounter(f.doc.text, v.client.encoding)
		for o := range f.doc.references(k).All() {
			if cites(&o, target) {
				locations = append(locations, protocol.Location{URI: f.doc.uri, Range: wire(count.Range(o.Span))})
			}
		}
		return nil
	})
	if err != nil {
		return nil, work.failed(ctx, err)
	}
	return locations, nil
}

// cites reports whether an occurrence cites an anchor; a citation of any part of a
// document also cites the document.
func cites(o *refs.Occurrence, target anchorRef) bool {
	d, a := o.Target.Document, o.Target.Anchor
	if d == nil || d.ID != target.Doc || !o.Cites() {
		return false
	}
	return target.Anchor == "" || a != nil && a.ID == target.Anchor
}
