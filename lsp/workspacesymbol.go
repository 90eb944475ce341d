package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
)

// symbolKinds are the kinds of listed anchors.
var symbolKinds = map[core.AnchorKind]protocol.SymbolKind{
	core.KindSection: protocol.SymbolKindNamespace, core.KindAppendix: protocol.SymbolKindNamespace, core.KindAlgorithm: protocol.SymbolKindFunction,
	core.KindTable: protocol.SymbolKindStruct, core.KindFigure: protocol.SymbolKindObject, core.KindEquation: protocol.SymbolKindConstant,
	core.KindDefinition: protocol.SymbolKindConstant,
}

func symbolKind(n *corpus.Name) protocol.SymbolKind {
	if n.Term {
		return protocol.SymbolKindKey
	}
	return symbolKinds[n.Kind]
}

// maxSymbols bounds a list that somebody reads.
const maxSymbols = 100

// workspaceSymbols searches the anchors and terms of the library.
func workspaceSymbols(ctx context.Context, v *view, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	out := protocol.SymbolInformationSlice{}
	for _, n := range k.Corpus().Names().Search(p.Query, maxSymbols) {
		at, ok, err := v.place(k, n.DocID, n.Anchor)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, protocol.SymbolInformation{
				BaseSymbolInformation: protocol.BaseSymbolInformation{Name: n.Text, Kind: symbolKind(n), ContainerName: &n.Label},
				Location:              protocol.Location{URI: at.uri, Range: at.line},
			})
		}
	}
	return out, nil
}
