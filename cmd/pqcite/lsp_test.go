package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// editor starts the command and returns an editor that speaks with it.
func editor(t *testing.T, home string) *lsptest.Editor {
	t.Helper()
	in, toServer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromServer, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan int, 1)
	go func() {
		done <- run(t.Context(), []string{"lsp", "--home", home}, streams{in: in, out: out, err: t.Output()})
		out.Close()
	}()
	t.Cleanup(func() {
		toServer.Close()
		<-done
		fromServer.Close()
	})
	e := lsptest.Start(t, struct {
		io.Reader
		io.WriteCloser
	}{fromServer, toServer}, lsptest.Options{})
	e.Initialize()
	return e
}

// asked is what pqcite.ask returns.
type asked struct {
	URI      string `json:"uri"`
	Shown    bool   `json:"shown"`
	Markdown string `json:"markdown"`
	Outcome  struct {
		Status string `json:"status"`
	} `json:"outcome"`
}

func execute(t *testing.T, e *lsptest.Editor, command, argument string) asked {
	t.Helper()
	var result asked
	p := map[string]any{"command": command, "arguments": []any{json.RawMessage(argument)}}
	if err := e.Call(t.Context(), "workspace/executeCommand", p, &result); err != nil {
		t.Fatal(err)
	}
	return result
}

// TestEditorAsks asks through the editor's door what the terminal answers: the words
// of the pack, each sentence leading to its passage, and a refusal.
func TestEditorAsks(t *testing.T) {
	e := editor(t, t.TempDir())
	for _, tt := range []struct {
		command, argument, status string
		wants                     []string
	}{
		{"pqcite.ask", `{"question": "What are the sizes in bytes of the encapsulation key and ciphertext of ML-KEM-768?"}`, "answered", []string{"1184 bytes", "1088 bytes", "(pqcite:/NIST.FIPS.203.txt#L"}},
		{"pqcite.compare", `{"a": "ML-KEM", "b": "ML-DSA"}`, "answered", []string{"|  | ML-KEM | ML-DSA |", "NIST.FIPS.203.txt#L", "NIST.FIPS.204.txt#L"}},
		{"pqcite.ask", `{"question": "sizes of ML-KEM-2048"}`, "refused", []string{"**No answer.**", "ML-KEM-2048", "Nearest in the library"}},
	} {
		got := execute(t, e, tt.command, tt.argument)
		if got.Outcome.Status != tt.status || !got.Shown {
			t.Errorf("%s %s is %q, shown: %v", tt.command, tt.argument, got.Outcome.Status, got.Shown)
		}
		for _, want := range tt.wants {
			if !strings.Contains(got.Markdown, want) {
				t.Errorf("%s %s lacks %q:\n%s", tt.command, tt.argument, want, got.Markdown)
			}
		}
		var c struct {
			Text string `json:"text"`
		}
		if err := e.Call(t.Context(), "workspace/textDocumentContent", map[string]any{"uri": got.URI}, &c); err != nil || c.Text != got.Markdown {
			t.Errorf("%s can't be opened: %v", got.URI, err)
		}
	}
}

// TestEditorSeesTheLibraryChange adds a document while an editor is served: what was
// not in the library is found without a restart.
func TestEditorSeesTheLibraryChange(t *testing.T) {
	home := t.TempDir()
	e := editor(t, home)
	const file, published = "file:///a.go", "textDocument/publishDiagnostics"
	e.Open(file, "go", "// See RFC 4711, Section 2.\npackage a\n")
	hover := func() string {
		var h struct {
			Contents struct {
				Value string `json:"value"`
			} `json:"contents"`
		}
		p := map[string]any{"textDocument": map[string]any{"uri": file}, "position": map[string]any{"line": 0, "character": 18}}
		if err := e.Call(t.Context(), "textDocument/hover", p, &h); err != nil {
			t.Fatal(err)
		}
		return h.Contents.Value
	}
	e.Await("the file to be checked", func() bool { return len(e.Notifications(published)) > 0 })
	if got := hover(); !strings.Contains(got, "not in the library") {
		t.Fatalf("hover over what is not there says %q", got)
	}
	text := []byte("# RFC 4711\n\n## 2 Frames\n\nA frame has ten bytes.\n")
	d, err := ingest.Document(t.Context(), ingest.File{Name: "RFC-4711.md", As: "RFC 4711", Data: text})
	if err != nil {
		t.Fatal(err)
	}
	err = store.Update(t.Context(), home, func(tx *store.Tx) error {
		_, err := tx.Put(d, text, "RFC-4711.md")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	before := len(e.Notifications(published))
	e.Await("the library to be opened anew", func() bool {
		return len(e.Notifications(published)) > before
	})
	if got := hover(); !strings.Contains(got, "_verbatim_") {
		t.Errorf("hover says %q", got)
	}
}

// TestEditorFlags tries what can be wrong with the command.
func TestEditorFlags(t *testing.T) {
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--socket", "70000"}, exitUsage, "must be a port"},
		{[]string{"--stdio", "--socket", "7000"}, exitUsage, "exclude each other"},
		{[]string{"--pipe", filepath.Join(t.TempDir(), "none")}, exitError, "the editor must listen"},
		{[]string{"--schema"}, 0, `"hover.enabled"`},
		{[]string{"x"}, exitUsage, "x"},
		{nil, 1, ""}, // the end of input, without a shutdown
	} {
		var out bytes.Buffer
		code := run(t.Context(), append([]string{"lsp", "--home", t.TempDir()}, tt.args...), streams{in: strings.NewReader(""), out: &out, err: &out})
		if code != tt.code || !strings.Contains(out.String(), tt.want) {
			t.Errorf("lsp %q is %d, want %d: %s", tt.args, code, tt.code, &out)
		}
	}
}
