package lsptest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"
)

// workspaceEdit is decoded without the protocol package, which spells URIs anew:
// an editor finds its documents by the URI it gave.
type workspaceEdit struct {
	Changes         map[string][]textEdit
	DocumentChanges []struct {
		Kind         string // of an operation on files; "" for edits
		TextDocument struct {
			URI     string
			Version *int32
		}
		Edits []textEdit
	}
}

type textEdit struct {
	Range   textRange
	NewText *string // nil for a snippet
}

type textRange struct {
	Start, End struct{ Line, Character uint32 }
}

func (r textRange) protocol() protocol.Range {
	return protocol.Range{
		Start: protocol.Position{Line: r.Start.Line, Character: r.Start.Character},
		End:   protocol.Position{Line: r.End.Line, Character: r.End.Character},
	}
}

func (e *Editor) applyEdit(params json.RawMessage) (any, error) {
	var p struct{ Edit json.RawMessage }
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, fmt.Errorf("decode the parameters: %w", err)
	}
	if err := e.Apply(p.Edit); err != nil {
		return map[string]any{"applied": false, "failureReason": err.Error()}, nil
	}
	return map[string]any{"applied": true}, nil
}

// Apply applies a workspace edit, such as that of a code action, to the open documents
// and sends the changes to the server. The edit is a protocol.WorkspaceEdit or raw
// JSON. It is all or nothing: an error is returned for a document that is not open,
// another version than the editor has, edits that overlap or break a character,
// snippets, and operations on files.
//
// Pass raw JSON where URIs matter: the protocol package normalises them.
func (e *Editor) Apply(edit any) error {
	raw, err := encode(edit)
	if err != nil {
		return err
	}
	var w workspaceEdit
	if err := json.Unmarshal(raw, &w); err != nil {
		return fmt.Errorf("decode a workspace edit: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	plan, err := e.plan(w)
	if err != nil {
		return err
	}
	for _, p := range plan {
		if err := e.change(p.uri, p.changes); err != nil {
			return err // can't happen: the plan was made from the same text
		}
	}
	return nil
}

// planned are the changes to one document, the last in the text first, so that
// each leaves the positions of those after it as they are.
type planned struct {
	uri     string
	changes []Change
}

// plan must be called with the lock held. An editor that knows documentChanges
// prefers them.
func (e *Editor) plan(w workspaceEdit) ([]planned, error) {
	var out []planned
	add := func(uri string, version *int32, edits []textEdit) error {
		if slices.ContainsFunc(out, func(p planned) bool { return p.uri == uri }) {
			return fmt.Errorf("edit %q: it is there twice", uri)
		}
		changes, err := e.planEdits(uri, version, edits)
		if len(changes) > 0 {
			out = append(out, planned{uri, changes})
		}
		return err
	}
	for _, c := range w.DocumentChanges {
		if c.Kind != "" {
			return nil, fmt.Errorf("apply operation %q: it was not offered", c.Kind)
		}
		if err := add(c.TextDocument.URI, c.TextDocument.Version, c.Edits); err != nil {
			return nil, err
		}
	}
	if len(w.DocumentChanges) > 0 {
		return out, nil
	}
	for _, uri := range slices.Sorted(maps.Keys(w.Changes)) {
		if err := add(uri, nil, w.Changes[uri]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (e *Editor) planEdits(uri string, version *int32, edits []textEdit) ([]Change, error) {
	d := e.documents[uri]
	if d == nil {
		return nil, fmt.Errorf("edit %q: it is not open", uri)
	}
	if version != nil && *version != d.version {
		return nil, fmt.Errorf("edit %q: the edit is for version %d, the document at %d", uri, *version, d.version)
	}
	type span struct {
		from, to int
		text     string
	}
	var spans []span
	for _, t := range edits {
		if t.NewText == nil {
			return nil, errors.New("apply a snippet: it was not offered")
		}
		from, to, err := offsets(d.text, t.Range.protocol(), e.encoding)
		if err != nil {
			return nil, fmt.Errorf("edit %q: %w", uri, err)
		}
		spans = append(spans, span{from, to, *t.NewText})
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var out []Change
	for i, s := range slices.Backward(spans) {
		if i > 0 && spans[i-1].to > s.from {
			return nil, fmt.Errorf("edit %q: edits overlap at byte %d", uri, s.from)
		}
		r := protocol.Range{Start: positionOf(d.text, s.from, e.encoding), End: positionOf(d.text, s.to, e.encoding)}
		out = append(out, Change{&r, s.text})
	}
	return out, nil
}
