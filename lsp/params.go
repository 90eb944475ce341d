package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// about turns a handler of requests about a document into a method. For a document that
// is not open the answer is null: an editor may ask late.
func about[P, R any](which func(*P) uri.URI, run func(context.Context, *view, *P) (R, error)) method {
	return aboutAny(which, func(ctx context.Context, v *view, p *P) (any, error) {
		if v.doc == nil {
			return nil, nil
		}
		return run(ctx, v, p)
	})
}

// aboutAny is about for requests whose answer for a document that is not open is not
// null: the view has no document then.
func aboutAny[P, R any](which func(*P) uri.URI, run func(context.Context, *view, *P) (R, error)) method {
	return func(ctx context.Context, s *Server, raw json.RawMessage) (rpc.Run, error) {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return nil, err
		}
		v := s.view(which(p))
		if v.doc != nil {
			rpc.Weigh(ctx, v.doc.weight())
		}
		if token := tokenOf(p); token != nil {
			v.work = s.works.open(token)
			// The context ends with the request, even one that never runs.
			context.AfterFunc(ctx, func() { s.works.remove(token, v.work) })
		}
		return func(ctx context.Context) (any, error) { return run(ctx, v, p) }, nil
	}
}

// general turns a handler of requests about no document into a method.
func general[P, R any](run func(context.Context, *view, *P) (R, error)) method {
	return aboutAny(func(*P) uri.URI { return "" }, run)
}

// tokenOf is the client's token for the progress of a long request; nil for none. It
// must be known as soon as the request is: the next message may cancel it.
func tokenOf(params any) protocol.ProgressToken {
	switch p := params.(type) {
	case *protocol.ExecuteCommandParams:
		return p.WorkDoneToken
	case *protocol.ReferenceParams:
		return p.WorkDoneToken
	}
	return nil
}

// The documents that requests are about.
func hoverDoc(p *protocol.HoverParams) uri.URI                   { return p.TextDocument.URI }
func definitionDoc(p *protocol.DefinitionParams) uri.URI         { return p.TextDocument.URI }
func referencesDoc(p *protocol.ReferenceParams) uri.URI          { return p.TextDocument.URI }
func linkDoc(p *protocol.DocumentLinkParams) uri.URI             { return p.TextDocument.URI }
func symbolDoc(p *protocol.DocumentSymbolParams) uri.URI         { return p.TextDocument.URI }
func actionDoc(p *protocol.CodeActionParams) uri.URI             { return p.TextDocument.URI }
func completionDoc(p *protocol.CompletionParams) uri.URI         { return p.TextDocument.URI }
func hintDoc(p *protocol.InlayHintParams) uri.URI                { return p.TextDocument.URI }
func highlightDoc(p *protocol.DocumentHighlightParams) uri.URI   { return p.TextDocument.URI }
func callDoc(p *protocol.CallHierarchyPrepareParams) uri.URI     { return p.TextDocument.URI }
func diagnosticDoc(p *protocol.DocumentDiagnosticParams) uri.URI { return p.TextDocument.URI }
