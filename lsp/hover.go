package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/markdown"
)

// hover shows the card for a position, or null.
func hover(ctx context.Context, v *view, p *protocol.HoverParams) (*protocol.Hover, error) {
	if !v.settings.HoverEnabled {
		return nil, nil
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := v.card(k, p.Position)
	if !ok {
		return nil, nil
	}
	style := markdown.Style{MaxLines: v.settings.HoverMaxLines, Links: v.settings.HoverLinks, Commands: v.client.commands}
	contents := &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: markdown.PlainCard(&c, style)}
	if v.client.hoverMarkdown {
		contents = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: markdown.Card(&c, style)}
	}
	return &protocol.Hover{Contents: contents, Range: new(v.rangeOf(c.Span))}, nil
}
