package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/lex"
)

// documentSymbols lists the citations of a document, up to maxListed, for its outline.
func documentSymbols(ctx context.Context, v *view, _ *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	if !v.settings.SymbolsEnabled {
		return nil, nil
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	list := symbolList{view: v}
	for o := range v.doc.references(k).All() {
		if !o.Cites() {
			continue
		}
		name, detail := symbolName(&o)
		if list.n == maxListed {
			name, detail = "…", fmt.Sprintf("there are more than %d citations", maxListed)
		}
		if list.add(name, detail, v.rangeOf(o.Span)); list.n > maxListed {
			break
		}
	}
	return list.result(), nil
}

// symbolList collects symbols in the form that the client takes.
type symbolList struct {
	*view
	n      int
	nested protocol.DocumentSymbolSlice
	flat   protocol.SymbolInformationSlice
}

func (l *symbolList) add(name, detail string, at protocol.Range) {
	l.n++
	if l.client.nestedSymbols {
		l.nested = append(l.nested, protocol.DocumentSymbol{Name: name, Detail: &detail, Kind: protocol.SymbolKindKey, Range: at, SelectionRange: at})
		return
	}
	l.flat = append(l.flat, protocol.SymbolInformation{
		BaseSymbolInformation: protocol.BaseSymbolInformation{Name: name, Kind: protocol.SymbolKindKey, ContainerName: &detail},
		Location:              protocol.Location{URI: l.doc.uri, Range: at},
	})
}

func (l *symbolList) result() protocol.DocumentSymbolResult {
	if l.client.nestedSymbols {
		return append(protocol.DocumentSymbolSlice{}, l.nested...)
	}
	return append(protocol.SymbolInformationSlice{}, l.flat...)
}

// symbolName is a citation as listed: what it cites in full, and the title, or what is
// wrong.
func symbolName(o *refs.Occurrence) (name, detail string) {
	d, a := o.Target.Document, o.Target.Anchor
	switch {
	case rules.Broken(o) != "" && rules.Broken(o) != rules.Draft:
		return lex.OneLine(o.Text), rules.Broken(o)
	case d == nil:
		return lex.OneLine(o.Text), "not in the library"
	case a == nil:
		return d.Label, d.Title
	}
	return d.Label + ", " + a.Name(), a.Title
}
