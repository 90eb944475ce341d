package lsptest

import (
	"fmt"

	"go.lsp.dev/protocol"
)

// document is an open text as the editor has it.
type document struct {
	version int32
	text    string
}

// Change is one element of a didChange. Without a range the text is the whole new
// one.
type Change struct {
	Range *protocol.Range
	Text  string
}

// Open opens a document at version 1. What was published for it before is
// forgotten.
func (e *Editor) Open(uri, language, text string) {
	e.tb.Helper()
	e.mu.Lock()
	was := e.documents[uri]
	delete(e.published, uri)
	e.documents[uri] = &document{version: 1, text: text}
	e.sent[uri] = max(e.sent[uri], 1)
	e.mu.Unlock()
	if was != nil {
		e.tb.Fatalf("open %q: it is open", uri)
	}
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": language, "version": 1, "text": text,
	}})
}

// Replace replaces a range by a text, in the negotiated encoding, and notifies the
// server.
func (e *Editor) Replace(uri string, r protocol.Range, with string) {
	e.tb.Helper()
	e.Change(uri, Change{&r, with})
}

// SetText replaces the whole text without a range.
func (e *Editor) SetText(uri, text string) {
	e.tb.Helper()
	e.Change(uri, Change{nil, text})
}

// Change makes changes one after another, each on the result of the one before, and
// sends them to the server in one message, with the next version.
func (e *Editor) Change(uri string, changes ...Change) {
	e.tb.Helper()
	e.mu.Lock()
	err := e.change(uri, changes)
	e.mu.Unlock()
	if err != nil {
		e.tb.Fatalf("change %q: %v", uri, err)
	}
}

// change must be called with the lock held. An error leaves the text as it was.
func (e *Editor) change(uri string, changes []Change) error {
	d := e.documents[uri]
	if d == nil {
		return fmt.Errorf("find document %q: it is not open", uri)
	}
	text := d.text
	var events []map[string]any
	for _, c := range changes {
		if c.Range == nil {
			text = c.Text
			events = append(events, map[string]any{"text": c.Text})
			continue
		}
		from, to, err := offsets(text, *c.Range, e.encoding)
		if err != nil {
			return err
		}
		text = text[:from] + c.Text + text[to:]
		events = append(events, map[string]any{"range": *c.Range, "text": c.Text})
	}
	d.text = text
	d.version++
	e.sent[uri] = max(e.sent[uri], d.version)
	params, err := encode(map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": d.version}, "contentChanges": events,
	})
	if err != nil {
		return err
	}
	return e.post(message{Method: "textDocument/didChange", Params: params})
}

func offsets(text string, r protocol.Range, encoding string) (from, to int, err error) {
	if from, err = offsetOf(text, r.Start, encoding); err != nil {
		return 0, 0, err
	}
	if to, err = offsetOf(text, r.End, encoding); err != nil {
		return 0, 0, err
	}
	if to < from {
		return 0, 0, fmt.Errorf("find range %v: it ends before it starts", r)
	}
	return from, to, nil
}

// Close closes a document.
func (e *Editor) Close(uri string) {
	e.tb.Helper()
	e.Text(uri)
	e.mu.Lock()
	delete(e.documents, uri)
	e.mu.Unlock()
	e.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// Text returns the text of an open document.
func (e *Editor) Text(uri string) string {
	e.tb.Helper()
	text, _ := e.open(uri)
	return text
}

// Version returns the version of an open document.
func (e *Editor) Version(uri string) int32 {
	e.tb.Helper()
	_, version := e.open(uri)
	return version
}

func (e *Editor) open(uri string) (text string, version int32) {
	e.tb.Helper()
	e.mu.Lock()
	d := e.documents[uri]
	if d != nil {
		text, version = d.text, d.version
	}
	e.mu.Unlock()
	if d == nil {
		e.tb.Fatalf("find document %q: it is not open", uri)
	}
	return text, version
}
