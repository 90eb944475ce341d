package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core/card"
)

// definition leads to the standard's text on what is at a position.
func definition(ctx context.Context, v *view, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := v.card(k, p.Position)
	if !ok || c.DocID == "" || c.State == card.Dangling {
		return nil, nil
	}
	at, ok, err := v.place(k, c.DocID, c.Anchor)
	if !ok || err != nil {
		return nil, err
	}
	if !v.client.definitionLinks {
		return &protocol.Location{URI: at.uri, Range: at.line}, nil
	}
	return protocol.DefinitionLinkSlice{{
		OriginSelectionRange: new(v.rangeOf(c.Span)), TargetURI: at.uri, TargetRange: at.whole, TargetSelectionRange: at.line,
	}}, nil
}
