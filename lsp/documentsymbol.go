package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations"
)

// documentSymbols lists the citations of a document, for its outline.
func documentSymbols(ctx context.Context, v *view, _ *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	if !v.settings.SymbolsEnabled {
		return nil, nil
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	nested, flat := protocol.DocumentSymbolSlice{}, protocol.SymbolInformationSlice{}
	for o := range v.doc.references(k).All() {
		if !o.Cites() {
			continue
		}
		name, detail := symbolName(&o)
		at := v.rangeOf(o.Span)
		nested = append(nested, protocol.DocumentSymbol{Name: name, Detail: &detail, Kind: protocol.SymbolKindKey, Range: at, SelectionRange: at})
		flat = append(flat, protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: name, Kind: protocol.SymbolKindKey, ContainerName: &detail},
			Location:              protocol.Location{URI: v.doc.uri, Range: at},
		})
	}
	if v.client.nestedSymbols {
		return nested, nil
	}
	return flat, nil
}

// symbolName is how a citation is listed: what it cites in full, and what that is
// called, or what is wrong with it.
func symbolName(o *citations.Occurrence) (name, detail string) {
	d, a := o.Target.Document, o.Target.Anchor
	switch {
	case o.Rule() != "" && o.Rule() != citations.RuleDraft:
		return oneLine(o.Text), o.Rule()
	case d == nil:
		return oneLine(o.Text), "not in the library"
	case a == nil:
		return d.Label, d.Title
	}
	return d.Label + ", " + a.Name(), a.Title
}
