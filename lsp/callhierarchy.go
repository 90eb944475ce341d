package lsp

import (
	"context"
	"encoding/json"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/core"
)

// anchorRef names an anchor in data that a client carries for us.
type anchorRef struct {
	Doc    string `json:"doc"`
	Anchor string `json:"anchor"`
}

// prepareCalls starts a hierarchy at the algorithm at a position.
func prepareCalls(ctx context.Context, v *view, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := v.card(k, p.Position)
	if !ok {
		return nil, nil
	}
	item, ok, err := v.call(k, anchorRef{c.DocID, c.Anchor})
	if !ok || err != nil {
		return nil, err
	}
	return []protocol.CallHierarchyItem{item}, nil
}

// call is an algorithm as an item of the hierarchy; false if the anchor is not an
// algorithm.
func (v *view) call(k *knowledge, ref anchorRef) (item protocol.CallHierarchyItem, ok bool, err error) {
	a := k.algorithm(ref)
	if a == nil {
		return item, false, nil
	}
	at, ok, err := v.place(k, ref.Doc, ref.Anchor)
	if !ok || err != nil {
		return item, false, err
	}
	data, err := json.Marshal(ref)
	if err != nil {
		return item, false, err
	}
	detail := k.Corpus().Document(ref.Doc).Label + ", " + a.Name()
	return protocol.CallHierarchyItem{
		Name: a.Title, Kind: protocol.SymbolKindFunction, Detail: &detail, URI: at.uri, Range: at.whole, SelectionRange: at.line, Data: data,
	}, true, nil
}

// algorithm is the anchor of an algorithm of the library, or nil.
func (k *knowledge) algorithm(ref anchorRef) *core.Anchor {
	d := k.Corpus().Document(ref.Doc)
	if d == nil {
		return nil
	}
	if a := d.Anchor(ref.Anchor); a != nil && a.Kind == core.KindAlgorithm {
		return a
	}
	return nil
}

// incomingCalls are the algorithms that run an algorithm.
func incomingCalls(ctx context.Context, v *view, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	k, ref, err := v.called(ctx, p.Item.Data)
	if k == nil || err != nil {
		return nil, err
	}
	_, callers := k.Corpus().Links().Runs(ref.Doc, ref.Anchor)
	out := []protocol.CallHierarchyIncomingCall{}
	for _, id := range callers {
		item, ok, err := v.call(k, anchorRef{ref.Doc, id})
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, protocol.CallHierarchyIncomingCall{From: item, FromRanges: v.calls(k, ref.Doc, id, ref.Anchor)})
		}
	}
	return out, nil
}

// outgoingCalls are the algorithms that an algorithm runs.
func outgoingCalls(ctx context.Context, v *view, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	k, ref, err := v.called(ctx, p.Item.Data)
	if k == nil || err != nil {
		return nil, err
	}
	called, _ := k.Corpus().Links().Runs(ref.Doc, ref.Anchor)
	out := []protocol.CallHierarchyOutgoingCall{}
	for _, id := range called {
		item, ok, err := v.call(k, anchorRef{ref.Doc, id})
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, protocol.CallHierarchyOutgoingCall{To: item, FromRanges: v.calls(k, ref.Doc, ref.Anchor, id)})
		}
	}
	return out, nil
}

// called returns the algorithm of an item. If the library has none, the knowledge is
// nil.
func (v *view) called(ctx context.Context, data protocol.LSPAny) (*knowledge, anchorRef, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, anchorRef{}, err
	}
	var ref anchorRef
	if json.Unmarshal(data, &ref) != nil || k.algorithm(ref) == nil {
		return nil, anchorRef{}, nil
	}
	return k, ref, nil
}

// calls are the places in the caller's box that name the called algorithm, or the
// caller's first line if the box, or its summary, uses another name.
func (v *view) calls(k *knowledge, docID, caller, called string) []protocol.Range {
	s := k.standard(docID)
	box, line := s.anchor(caller)
	name := s.doc.Anchor(called).Title
	body := s.text.String()[box.Start:box.End]
	var out []protocol.Range
	for at := 0; ; {
		i := strings.Index(body[at:], name)
		if i < 0 || name == "" {
			break
		}
		start := at + i
		at = start + len(name)
		if wordEnds(body, start, at) {
			out = append(out, v.rangeIn(s, core.Span{Start: box.Start + start, End: box.Start + at}))
		}
	}
	if out == nil {
		out = []protocol.Range{v.rangeIn(s, line)}
	}
	return out
}

// wordEnds reports whether no longer name surrounds a place of a text.
func wordEnds(s string, start, end int) bool {
	inName := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] == '_' || s[i] == '^' || s[i] == '-' || s[i] == '.' || s[i] >= '0' && s[i] <= '9' || s[i] >= 'A' && s[i] <= 'Z' || s[i] >= 'a' && s[i] <= 'z')
	}
	return !inName(start-1) && !(inName(end) && s[end] != '.')
}
