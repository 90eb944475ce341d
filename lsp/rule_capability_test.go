package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// raw asks, and returns the result as it is on the wire, without white space.
func (s *session) raw(method string, params any) string {
	s.tb.Helper()
	var out json.RawMessage
	if err := s.Call(ctx, method, params, &out); err != nil {
		s.tb.Fatalf("%s: %v", method, err)
	}
	return string(out)
}

// with starts a session of a client with some capabilities changed, in which a
// document is open.
func with(t *testing.T, capabilities, text string) *session {
	t.Helper()
	s := begin(t, pack{reported}, lsptest.Options{Capabilities: client(t, capabilities)})
	s.Initialize()
	s.Open(noteA, "go", text)
	return s
}

func TestRule16Hover(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ formats, kind string }{
		{`{"contentFormat": ["markdown", "plaintext"]}`, "markdown"}, {`{"contentFormat": ["plaintext", "markdown"]}`, "plaintext"},
		{`{"contentFormat": ["plaintext"]}`, "plaintext"}, {`{"contentFormat": []}`, "plaintext"}, {`{"contentFormat": null}`, "plaintext"}, {`null`, "plaintext"},
	} {
		s := with(t, `{"textDocument": {"hover": `+test.formats+`}}`, oneReference)
		got := s.raw("textDocument/hover", hoverParams(noteA))
		if !strings.Contains(got, `"kind":"`+test.kind+`"`) || test.kind == "plaintext" && strings.Contains(got, "**") {
			t.Errorf("with %s: got %s", test.formats, got)
		}
	}
}

func TestRule16Completion(t *testing.T) {
	t.Parallel()
	for formats, kind := range map[string]string{`["markdown"]`: `"documentation":{"kind":"markdown"`, `["plaintext", "markdown"]`: `"documentation":"`, `null`: `"documentation":"`} {
		s := with(t, `{"textDocument": {"completion": {"completionItem": {"documentationFormat": `+formats+`}}}}`, "// FIPS 203, Algorithm 9\n")
		p := map[string]any{"textDocument": map[string]any{"uri": noteA}, "position": map[string]any{"line": 0, "character": 24}, "context": map[string]any{"triggerKind": 1}}
		var list protocol.CompletionList
		if err := s.Call(ctx, "textDocument/completion", p, &list); err != nil || len(list.Items) == 0 {
			t.Fatalf("with %s: got %d items, error %v", formats, len(list.Items), err)
		}
		if got := s.raw("completionItem/resolve", &list.Items[0]); !strings.Contains(got, kind) {
			t.Errorf("with %s: got %s, want %s", formats, got, kind)
		}
	}
}

func actionParams(r protocol.Range) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": noteA}, "range": r, "context": map[string]any{"diagnostics": []any{}}}
}

// TestRule16Actions gives a client that knows commands alone commands, of which the
// edit is made through the client.
func TestRule16Actions(t *testing.T) {
	t.Parallel()
	for name, versioned := range map[string]bool{"documentChanges": true, "changes": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := with(t, `{"textDocument": {"codeAction": {"codeActionLiteralSupport": null}}, "workspace": {"workspaceEdit": {"documentChanges": `+map[bool]string{true: "true", false: "false"}[versioned]+`}}}`, dangling)
			var all []struct {
				Title     string            `json:"title"`
				Command   string            `json:"command"`
				Arguments []json.RawMessage `json:"arguments"`
			}
			if err := json.Unmarshal([]byte(s.raw("textDocument/codeAction", actionParams(at(2, 5, 5)))), &all); err != nil {
				t.Fatalf("the actions are no commands: %v", err)
			}
			var edit json.RawMessage
			for _, a := range all {
				if a.Command == "pqcite.applyEdit" {
					edit = a.Arguments[0]
					break
				}
			}
			if edit == nil {
				t.Fatalf("got %+v, want one that edits", all)
			}
			var applied map[string]bool
			if err := s.execute("pqcite.applyEdit", edit, &applied); err != nil || !applied["applied"] {
				t.Fatalf("got %v, error %v", applied, err)
			}
			if got := s.Text(noteA); strings.Contains(got, "99") {
				t.Errorf("the text is still %q", got)
			}
			request := string(s.Requests("workspace/applyEdit")[0])
			if got := strings.Contains(request, `"documentChanges"`); got != versioned {
				t.Errorf("got %s, want documentChanges: %t", request, versioned)
			}
			if got := codeOf(t, s.execute("pqcite.applyEdit", edit, nil)); got != -32801 {
				t.Errorf("the same edit again: got code %d, want -32801, since the document has changed", got)
			}
		})
	}
}

func TestRule16NoEdits(t *testing.T) {
	t.Parallel()
	s := with(t, `{"textDocument": {"codeAction": {"codeActionLiteralSupport": null}}, "workspace": {"applyEdit": false}}`, dangling)
	if got := s.raw("textDocument/codeAction", actionParams(at(2, 5, 5))); strings.Contains(got, "applyEdit") || !strings.Contains(got, "pqcite.lookup") {
		t.Errorf("got %s, want what needs no edit, and that alone", got)
	}
	argument := map[string]any{"uri": noteA, "version": 1, "edits": []any{}}
	if got := codeOf(t, s.execute("pqcite.applyEdit", argument, nil)); got != -32803 {
		t.Errorf("applyEdit in a client that makes no edits: got code %d, want -32803", got)
	}
}

func TestRule16ActionLiterals(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ capabilities, want, never string }{
		{`{}`, `"data"`, `"edit"`},
		{`{"textDocument": {"codeAction": {"resolveSupport": null}}}`, `"edit":{"documentChanges"`, `"data"`},
		{`{"textDocument": {"codeAction": {"resolveSupport": {"properties": ["command"]}}}}`, `"edit":{"documentChanges"`, `"data"`},
		{`{"textDocument": {"codeAction": {"dataSupport": null}}, "workspace": {"workspaceEdit": null}}`, `"edit":{"changes"`, `"data"`},
		{`{"textDocument": {"codeAction": {"isPreferredSupport": null}}}`, `"kind":"quickfix"`, `"isPreferred"`},
	} {
		s := with(t, test.capabilities, "// FIPS 203, Algorithm 14 (K-PKE.KeyGen) and FIPS 203, Algorithm 99\n")
		if got := s.raw("textDocument/codeAction", actionParams(at(0, 3, 60))); !strings.Contains(got, test.want) || strings.Contains(got, test.never) {
			t.Errorf("with %s: got %s, want %s and no %s", test.capabilities, got, test.want, test.never)
		}
	}
}

func TestRule16Symbols(t *testing.T) {
	t.Parallel()
	p := map[string]any{"textDocument": map[string]any{"uri": noteA}}
	if got := with(t, `{}`, oneReference).raw("textDocument/documentSymbol", p); !strings.Contains(got, `"selectionRange"`) {
		t.Errorf("got %s, want DocumentSymbols", got)
	}
	for _, less := range []string{`null`, `{"hierarchicalDocumentSymbolSupport": false}`} {
		if got := with(t, `{"textDocument": {"documentSymbol": `+less+`}}`, oneReference).raw("textDocument/documentSymbol", p); !strings.Contains(got, `"location"`) {
			t.Errorf("with %s: got %s, want SymbolInformation", less, got)
		}
	}
}

func TestRule16Tooltips(t *testing.T) {
	t.Parallel()
	p := map[string]any{"textDocument": map[string]any{"uri": noteA}}
	for capabilities, want := range map[string]bool{`{}`: true, `{"textDocument": {"documentLink": null}}`: false, `{"textDocument": {"documentLink": {"tooltipSupport": false}}}`: false} {
		got := with(t, capabilities, oneReference).raw("textDocument/documentLink", p)
		if strings.Contains(got, `"tooltip"`) != want || !strings.Contains(got, `"target"`) {
			t.Errorf("with %s: got %s, want a tooltip: %t", capabilities, got, want)
		}
	}
}

func TestRule16CodeDescription(t *testing.T) {
	t.Parallel()
	for capabilities, want := range map[string]bool{`{}`: true, `{"textDocument": {"publishDiagnostics": {"codeDescriptionSupport": false}}}`: false} {
		s := with(t, capabilities, "// FIPS 203, Algorithm 99; FIPS 205 §1.1 and FIPS 186-4\n")
		s.AwaitDiagnostics(noteA, 1)
		got := string(s.Notifications("textDocument/publishDiagnostics")[0])
		if strings.Contains(got, `"codeDescription"`) != want {
			t.Errorf("with %s: got %s, want a codeDescription: %t", capabilities, got, want)
		}
	}
}
