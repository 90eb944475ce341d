package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// captured are the parameters of initialize that real editors have sent, by name.
func captured(t *testing.T) map[string]map[string]any {
	t.Helper()
	dir := os.Getenv("PQCITE_TEST_FIXTURES")
	if dir == "" {
		t.Skip("PQCITE_TEST_FIXTURES is not set: it names the folder with lsp/*.initialize.json, as editors have sent them")
	}
	names, err := filepath.Glob(filepath.Join(dir, "lsp", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no payloads in %q: %v", dir, err)
	}
	out := make(map[string]map[string]any)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var message map[string]any
		if err := json.Unmarshal(data, &message); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if params, ok := message["params"].(map[string]any); ok {
			message = params // the whole message was kept
		}
		out[strings.TrimSuffix(filepath.Base(name), ".initialize.json")] = message
	}
	return out
}

func encoded(t *testing.T, v any) json.RawMessage {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// member walks into nested objects; nil where there is none.
func member(v any, path ...string) any {
	for _, p := range path {
		m, _ := v.(map[string]any)
		v = m[p]
	}
	return v
}

func TestCapturedClients(t *testing.T) {
	for name, params := range captured(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, pack{}, lsptest.Options{Initialize: encoded(t, params)})
			s.Initialize()
			s.workThrough(t, params["capabilities"])
		})
	}
}

// workThrough uses a session as an editor does, and holds the forms of the results
// against what the editor said it takes. The model checks the rest.
func (s *session) workThrough(t *testing.T, capabilities any) {
	t.Helper()
	can := func(path string) any { return member(capabilities, strings.Split(path, ".")...) }
	forms := func(what, got string, has map[string]bool) {
		t.Helper()
		for part, want := range has {
			if strings.Contains(got, part) != want {
				t.Errorf("%s: got %s, want %s in it: %t", what, got, part, want)
			}
		}
	}
	s.Open(noteA, "go", dangling+"// FIPS 203, Algorithm 9\n")
	if got := s.AwaitDiagnostics(noteA, 1); len(got) != 1 {
		t.Errorf("got diagnostics %v, want one", got)
	}
	p := map[string]any{"textDocument": map[string]any{"uri": noteA}, "position": map[string]any{"line": 3, "character": 10}}
	formats, _ := can("textDocument.hover.contentFormat").([]any)
	markdown := len(formats) > 0 && formats[0] == "markdown"
	forms("hover", s.raw("textDocument/hover", p), map[string]bool{`"kind":"markdown"`: markdown, `"kind":"plaintext"`: !markdown, "command:": false})
	content := can("workspace.textDocumentContent") != nil
	links := can("textDocument.definition.linkSupport") == true
	forms("definition", s.raw("textDocument/definition", p), map[string]bool{`"targetUri"`: links, `"uri"`: !links, "pqcite:/": content, "file://": !content})
	literals := can("textDocument.codeAction.codeActionLiteralSupport") != nil
	forms("actions", s.raw("textDocument/codeAction", actionParams(at(2, 5, 5))), map[string]bool{`"kind":"quickfix"`: literals, `"command":"pqcite.applyEdit"`: !literals && can("workspace.applyEdit") == true})
	nested := can("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport") == true
	forms("symbols", s.raw("textDocument/documentSymbol", p), map[string]bool{`"selectionRange"`: nested, `"location"`: !nested})
	s.Shutdown()
	s.Exit()
	if got := s.exitCode(); got != 0 {
		t.Errorf("got exit code %d, want 0", got)
	}
}

func TestCapturedHugeProcessID(t *testing.T) {
	for name, params := range captured(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			params["processId"] = 1 << 40
			s := begin(t, pack{}, lsptest.Options{Initialize: encoded(t, params)})
			s.Initialize()
			s.workThrough(t, params["capabilities"])
		})
	}
}

// TestCapturedWrongType damages one capability: the session is had, with less.
func TestCapturedWrongType(t *testing.T) {
	for name, params := range captured(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			member(params, "capabilities", "textDocument", "hover").(map[string]any)["dynamicRegistration"] = map[string]any{"no": []any{1}}
			s := begin(t, pack{}, lsptest.Options{Initialize: encoded(t, params)})
			s.Initialize()
			s.Open(noteA, "go", oneReference)
			if _, text := s.hover(noteA, 2, 10); text == "" {
				t.Error("no hover")
			}
			if got := s.raw("textDocument/definition", hoverParams(noteA)); got == "null" {
				t.Error("no definition")
			}
			s.AwaitDiagnostics(noteA, 1)
		})
	}
}

// TestCapturedFoldersAfterDamage keeps what is no part of the damage: the folders of
// the workspace, and how much is traced.
func TestCapturedFoldersAfterDamage(t *testing.T) {
	t.Parallel()
	folder := workspace(t, map[string]string{"a.go": dangling})
	s := begin(t, pack{}, lsptest.Options{Initialize: encoded(t, map[string]any{
		"processId": 1 << 40, "rootUri": nil, "trace": "messages", "workspaceFolders": []any{map[string]any{"uri": folder, "name": "w"}},
		"capabilities": lsptest.DefaultCapabilities(),
	})})
	s.Initialize()
	var out struct {
		Broken int `json:"broken"`
	}
	if err := s.execute("pqcite.checkWorkspace", nil, &out); err != nil || out.Broken != 1 {
		t.Errorf("check: got %+v, error %v; want 1 broken", out, err)
	}
	if got := s.Notifications("$/logTrace"); len(got) == 0 {
		t.Error("nothing is traced")
	}
}
