package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
)

// symbol is an anchor or term that can be searched for by name.
type symbol struct {
	name, container string
	kind            protocol.SymbolKind
	docID, anchor   string
	tokens          []string
}

// symbolKinds are the kinds under which anchors are listed.
var symbolKinds = map[core.AnchorKind]protocol.SymbolKind{
	core.KindSection: protocol.SymbolKindNamespace, core.KindAppendix: protocol.SymbolKindNamespace, core.KindAlgorithm: protocol.SymbolKindFunction,
	core.KindTable: protocol.SymbolKindStruct, core.KindFigure: protocol.SymbolKindObject, core.KindEquation: protocol.SymbolKindConstant,
	core.KindDefinition: protocol.SymbolKindConstant,
}

// symbolsOf lists all that can be searched for in a library.
func symbolsOf(lib *corpus.Library) []symbol {
	var all []symbol
	for _, d := range lib.Documents() {
		for i := range d.Anchors {
			a := &d.Anchors[i]
			name := a.Name()
			if a.Number != "" && a.Title != "" {
				name += " — " + a.Title
			}
			all = append(all, newSymbol(name, d.Label, symbolKinds[a.Kind], d.ID, a.ID))
		}
	}
	for _, t := range standards.Terms() {
		d := lib.Document(t.At.DocID())
		if d == nil || d.Anchor(t.At.Anchor()) == nil {
			continue
		}
		s := newSymbol(t.Name, d.Label, protocol.SymbolKindKey, d.ID, t.At.Anchor())
		s.tokens = append(s.tokens, tokens(strings.Join(append(slices.Clone(t.Aliases), t.OldNames...), " "))...)
		all = append(all, s)
	}
	return all
}

func newSymbol(name, container string, kind protocol.SymbolKind, docID, anchor string) symbol {
	return symbol{name, container, kind, docID, anchor, tokens(name + " " + container)}
}

// tokens cuts a name into words and numbers: "FIPS203 Sec. 4.2" is fips, 203, sec,
// 4.2.
func tokens(s string) []string {
	var out []string
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	last := rune(0)
	var b strings.Builder
	flush := func() {
		if t := strings.Trim(b.String(), "."); t != "" {
			out = append(out, t)
		}
		b.Reset()
	}
	for _, r := range strings.ToLower(s) {
		letter := unicode.IsLetter(r)
		switch {
		case r == '.' && digit(last):
		case !letter && !digit(r):
			flush()
			last = r
			continue
		case letter != unicode.IsLetter(last) || digit(last) != digit(r) && last != '.':
			flush()
		}
		b.WriteRune(r)
		last = r
	}
	flush()
	return out
}

// maxSymbols bounds a list that somebody reads.
const maxSymbols = 100

// workspaceSymbols searches the anchors and terms of the library. Every word of the
// query must begin a word of the name, every number be one of its numbers; an
// empty query finds nothing, since it stands for all.
func workspaceSymbols(ctx context.Context, v *view, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	out := protocol.SymbolInformationSlice{}
	for _, s := range search(k.symbols(), tokens(p.Query)) {
		at, ok, err := v.place(k, s.docID, s.anchor)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, protocol.SymbolInformation{
				BaseSymbolInformation: protocol.BaseSymbolInformation{Name: s.name, Kind: s.kind, ContainerName: &s.container},
				Location:              protocol.Location{URI: at.uri, Range: at.line},
			})
		}
	}
	return out, nil
}

// search returns the symbols that fit, those that are fitted most exactly first.
func search(all []symbol, query []string) []*symbol {
	type scored struct {
		*symbol
		score int
	}
	var found []scored
	for i := range all {
		if score, ok := all[i].fits(query); ok {
			found = append(found, scored{&all[i], score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.tokens), len(b.tokens)))
	})
	out := make([]*symbol, min(len(found), maxSymbols))
	for i := range out {
		out[i] = found[i].symbol
	}
	return out
}

// fits reports whether a symbol has all words of a query, and how many it has
// whole.
func (s *symbol) fits(query []string) (score int, ok bool) {
	for _, q := range query {
		whole := slices.Contains(s.tokens, q)
		number := q[0] >= '0' && q[0] <= '9'
		if !whole && (number || !slices.ContainsFunc(s.tokens, func(t string) bool { return strings.HasPrefix(t, q) })) {
			return 0, false
		}
		if whole {
			score++
		}
	}
	return score, len(query) > 0
}
