package lsp_test

import (
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// script reads a fuzzer's bytes as choices. When they are used up all choices are the
// first.
type script struct{ rest []byte }

func (s *script) more() bool { return len(s.rest) > 0 }

// below chooses a number from 0 to n-1.
func (s *script) below(n int) int {
	if len(s.rest) == 0 {
		return 0
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return int(b) % n
}

func choose[T any](s *script, from ...T) T { return from[s.below(len(from))] }

// pieces are what texts are made of: characters of each width, line breaks of each
// kind, and references.
var pieces = []string{
	"a", "é", "中", "\U0001F600", "\n", "\r\n", "\r", "\u2028", "e\u0301", " ", "\t", "FIPS 203, Algorithm 9", "// ", "FIPS 204, Table 99", "\n//= https://doi.org/10.6028/NIST.FIPS.203#section-3.3\n//# NTT ",
	"ML-KEM-768", "2.16.840.1.101.3.4.4.2", "(K-PKE.KeyGen)", "/* ", " */", "§4.2", "\"", "#",
}

func (s *script) text(most int) string {
	var b strings.Builder
	for range s.below(most + 1) {
		b.WriteString(choose(s, pieces...))
	}
	return b.String()
}

// position is mostly near a short text's characters, and sometimes far away.
func (s *script) position() protocol.Position {
	far := func(near int) uint32 {
		if n := s.below(near + 2); n < near {
			return uint32(n)
		} else if n == near {
			return 1000
		}
		return 4294967295
	}
	return protocol.Position{Line: far(5), Character: far(14)}
}

func (s *script) span() protocol.Range {
	return protocol.Range{Start: s.position(), End: s.position()}
}

// changed is a reference for didChange: it reads a text anew for each position, and
// knows nothing of package text.
func changed(text string, r *protocol.Range, with, encoding string) string {
	if r == nil {
		return with
	}
	from, to := offsetIn(text, r.Start, encoding), offsetIn(text, r.End, encoding)
	if from > to {
		from, to = to, from
	}
	return text[:from] + with + text[to:]
}

func offsetIn(text string, p protocol.Position, encoding string) int {
	at := 0
	for line := uint32(0); line < p.Line; line++ {
		n := strings.IndexAny(text[at:], "\r\n")
		if n < 0 {
			return len(text)
		}
		at += n + 1
		if strings.HasPrefix(text[at-1:], "\r\n") {
			at++
		}
	}
	units := uint32(0)
	for i, r := range text[at:] {
		width := uint32(1)
		switch {
		case encoding == lsptest.UTF8:
			width = uint32(len(string(r)))
		case encoding == lsptest.UTF16 && r > 0xffff:
			width = 2
		}
		if r == '\r' || r == '\n' || units+width > p.Character {
			return at + i
		}
		units += width
	}
	return len(text)
}

// uris are addresses that a session is about; the first is open all the time.
var uris = []string{
	"file:///w/kept.go", "file:///w/a.md", "file:///w/%C3%BC%20(b)+c.py", "file:///w/ü.rs", "untitled:Untitled-1", "pqcite:/NIST.FIPS.203.txt", "pqcite:/answers/0.md", "", "file:///", "%%%", "c:\\w\\a.c", "FILE:///W/A.TEX",
}

// params are parameters for a method: proper ones, mostly.
func (s *script) params(method string) any {
	u := choose(s, uris...)
	if method == "textDocument/didClose" {
		u = choose(s, uris[1:]...)
	}
	id, at := map[string]any{"uri": u}, s.position()
	pos := map[string]any{"line": at.Line, "character": at.Character}
	switch method {
	case "textDocument/didOpen":
		if !strings.Contains(u, ":") {
			u = uris[1] // it comes back as it is, and is no address
		}
		return openParams(u, s.text(12))
	case "textDocument/didChange":
		r := s.span()
		return changeParams(u, s.below(9), choose(s, map[string]any{"text": s.text(9)}, map[string]any{"text": s.text(9), "range": r}, map[string]any{"text": s.text(4), "range": nil}))
	case "workspace/executeCommand":
		return s.command(id, pos)
	case "codeAction/resolve":
		return map[string]any{"title": "Correct", "data": choose[any](s, nil, 7, map[string]any{"uri": u, "version": s.below(3), "range": s.span(), "title": "x", "kind": "quickfix"})}
	case "completionItem/resolve":
		return map[string]any{"label": "x", "data": choose[any](s, nil, "x", map[string]any{"doc": "NIST.FIPS.203", "anchor": choose(s, "algorithm-9", "", "no")})}
	case "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls":
		item := map[string]any{"name": "x", "kind": 12, "uri": u, "range": s.span(), "selectionRange": s.span(), "data": choose[any](s, nil, map[string]any{"doc": "NIST.FIPS.203", "anchor": choose(s, "algorithm-14", "algorithm-9", "section-1", "")})}
		return map[string]any{"item": item}
	case "workspace/symbol":
		return map[string]any{"query": s.text(3)}
	case "workspace/textDocumentContent":
		return id
	case "$/setTrace":
		return map[string]any{"value": choose(s, "off", "messages", "verbose")}
	case "workspace/didChangeConfiguration":
		return map[string]any{"settings": choose[any](s, nil, map[string]any{"pqcite": map[string]any{"hover": map[string]any{"maxLines": s.below(70)}, "hints": map[string]any{"titles": true, "sizes": true}}})}
	case "initialize":
		return map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}
	}
	return map[string]any{
		"textDocument": id, "position": pos, "range": s.span(), "options": map[string]any{"tabSize": 1, "insertSpaces": true}, "token": choose[any](s, "pqcite-1", 1),
		"context": map[string]any{"includeDeclaration": s.below(2) == 0, "triggerKind": 1 + s.below(2), "diagnostics": []any{}},
	}
}

func (s *script) command(id, pos map[string]any) any {
	at := map[string]any{"start": pos, "end": pos}
	name := choose(s, "pqcite.ask", "pqcite.compare", "pqcite.verifySelection", "pqcite.checkWorkspace", "pqcite.lookup", "pqcite.openPage", "pqcite.applyEdit", "pqcite.status", "no")
	argument := choose[any](s,
		map[string]any{"question": s.text(4)}, map[string]any{"a": "x", "b": s.text(2)}, map[string]any{"uri": id["uri"], "range": at, "quiet": true}, nil,
		map[string]any{"doc": "NIST.FIPS.203", "anchor": choose(s, "algorithm-9", "table-2", "", "no")}, map[string]any{"uri": id["uri"], "version": 1, "edits": []any{}}, map[string]any{"uri": id["uri"]})
	p := map[string]any{"command": name, "arguments": []any{argument}}
	if s.below(4) == 0 {
		p["workDoneToken"] = fmt.Sprint("token-", len(s.rest))
	}
	return p
}

// damaged are parameters that fit no method.
func (s *script) damaged(params any) any {
	m, _ := params.(map[string]any)
	switch s.below(6) {
	case 0:
		return nil
	case 1:
		return []any{params}
	case 2:
		return map[string]any{}
	case 3:
		return map[string]any{"textDocument": 7, "position": "x", "contentChanges": map[string]any{}, "item": nil, "uri": []any{}, "command": 1}
	case 4:
		delete(m, "textDocument")
	case 5:
		m["position"] = map[string]any{"line": -1, "character": 1.5}
	}
	return m
}
