package lsp

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/lsp/text"
)

// opening is what we read of didOpen. The address is kept as the client wrote it: the
// protocol's type would normalise it, and some clients then do not recognise their own
// document.
type opening struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int32  `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
}

func didOpen(_ context.Context, s *Server, raw json.RawMessage) {
	var p opening
	if err := json.Unmarshal(raw, &p); err != nil {
		s.log.Warn("didOpen can't be read", "error", err)
		return
	}
	if p.TextDocument.URI == "" {
		s.log.Warn("didOpen of a document without an address")
		return
	}
	d := newDocument(uri.URI(p.TextDocument.URI), p.TextDocument.LanguageID, p.TextDocument.Version, p.TextDocument.Text)
	s.put(keyOf(p.TextDocument.URI), d)
	if s.client.pull {
		s.clear(d.uri) // what a check has published of the file: from now on the client asks
	}
	s.publisher.ask(d.uri, 0)
}

// keyOf is the address under which a document is stored: as the protocol's types write
// it, so that they find it.
func keyOf(raw string) uri.URI {
	quoted, err := json.Marshal(raw)
	if err != nil {
		return uri.URI(raw)
	}
	var id protocol.TextDocumentIdentifier
	if protocol.Unmarshal([]byte(`{"uri":`+string(quoted)+`}`), &id) != nil {
		return uri.URI(raw)
	}
	return uri.URI(strings.Clone(string(id.URI)))
}

func (s *Server) put(key uri.URI, d *document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs[key] = d
}

func (s *Server) document(key uri.URI) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs[key]
}

// changing is what we read of didChange. A null range means none: the change is the
// whole text.
type changing struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Range *struct {
			Start position `json:"start"`
			End   position `json:"end"`
		} `json:"range"`
		Text string `json:"text"`
	} `json:"contentChanges"`
}

type position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// didChange applies changes one after the other, each to the result of the one before.
// Their order is trusted rather than their versions.
func didChange(_ context.Context, s *Server, raw json.RawMessage) {
	var p changing
	if err := json.Unmarshal(raw, &p); err != nil {
		s.log.Warn("didChange can't be read: the text may be out of sync until the document is opened again", "error", err)
		return
	}
	key := keyOf(p.TextDocument.URI)
	d := s.document(key)
	if d == nil {
		s.log.Warn("didChange of a document that is not open", "uri", p.TextDocument.URI)
		return
	}
	if p.TextDocument.Version <= d.version {
		s.log.Warn("didChange with a version that is not newer", "uri", p.TextDocument.URI, "version", p.TextDocument.Version, "before", d.version)
	}
	t := d.text
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			t = text.New(c.Text)
			continue
		}
		r := text.Range{Start: text.Position(c.Range.Start), End: text.Position(c.Range.End)}
		t = t.Replace(t.Span(r, s.client.encoding), c.Text)
	}
	s.put(key, d.with(p.TextDocument.Version, t))
	s.publisher.ask(d.uri, time.Duration(s.settingsNow().DiagnosticsDelay)*time.Millisecond)
}

func didSave(_ context.Context, s *Server, raw json.RawMessage) {
	var p protocol.DidSaveTextDocumentParams
	if decode(raw, &p) != nil {
		return
	}
	if d := s.document(p.TextDocument.URI); d != nil {
		s.publisher.ask(d.uri, 0)
	}
}

// didClose forgets a document and clears its diagnostics.
func didClose(_ context.Context, s *Server, raw json.RawMessage) {
	var p struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		s.log.Warn("didClose can't be read", "error", err)
		return
	}
	key := keyOf(p.TextDocument.URI)
	s.mu.Lock()
	d := s.docs[key]
	delete(s.docs, key)
	s.mu.Unlock()
	if d != nil {
		s.clear(d.uri)
	}
}

func (s *Server) settingsNow() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settings
}

// edits converts changes of a document's text to the protocol's form.
func (v *view) edits(changes ...change) []protocol.TextEdit {
	out := make([]protocol.TextEdit, len(changes))
	for i, c := range changes {
		out[i] = protocol.TextEdit{Range: v.rangeOf(c.span), NewText: c.text}
	}
	return out
}

// change is a change of a document's text.
type change struct {
	span core.Span
	text string
}
