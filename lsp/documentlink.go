package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// documentLinks links correct citations to their official pages, up to maxListed: an
// editor asks for all of them again after each edit.
func documentLinks(ctx context.Context, v *view, _ *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	if !v.settings.LinksEnabled {
		return nil, nil
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	links := []protocol.DocumentLink{}
	last := core.Span{Start: -1}
	for o := range v.doc.references(k).All() {
		if o.URL == "" || o.Status == refs.Dangling || !o.Cites() || o.Span == last {
			continue // the members of a range share its place
		}
		if len(links) == maxListed {
			break
		}
		last = o.Span
		l := protocol.DocumentLink{Range: v.rangeOf(o.Span), Target: new(uri.URI(o.URL))}
		if v.client.linkTooltips {
			l.Tooltip = new(tooltip(&o))
		}
		links = append(links, l)
	}
	return links, nil
}

// tooltip says where a link leads.
func tooltip(o *refs.Occurrence) string {
	if o.Target.Document == nil {
		return lex.OneLine(o.Text)
	}
	s := o.Target.Title()
	if p := o.Target.Document.Page(o.Page); p != nil {
		s += ", " + pageName(p)
	}
	if o.Note != "" {
		s = fmt.Sprintf("%s (%s)", s, o.Note)
	}
	return s
}
