package lsp_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"
)

// TestRule16Files gives a client that can't ask for the server's documents files.
func TestRule16Files(t *testing.T) {
	t.Parallel()
	const fewer = `{"workspace": {"textDocumentContent": null}, "textDocument": {"definition": {"linkSupport": false}}, "window": {"showDocument": null}}`
	s := with(t, fewer, oneReference)
	var l struct {
		URI   string         `json:"uri"`
		Range protocol.Range `json:"range"`
	}
	if err := json.Unmarshal([]byte(s.raw("textDocument/definition", hoverParams(noteA))), &l); err != nil {
		t.Fatalf("the definition is no Location: %v", err)
	}
	path := strings.TrimPrefix(l.URI, "file://")
	if !strings.HasPrefix(path, s.cache+"/") {
		t.Fatalf("got address %q, want a file below %q", l.URI, s.cache)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	full := with(t, `{}`, oneReference)
	var content protocol.TextDocumentContentResult
	if err := full.Call(ctx, "workspace/textDocumentContent", map[string]any{"uri": "pqcite:/NIST.FIPS.203.txt"}, &content); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(content.Text, string(file)); diff != "" {
		t.Errorf("the file differs from the document (-want +got):\n%s", diff)
	}
	if line := strings.Split(string(file), "\n")[l.Range.Start.Line]; !strings.Contains(line, "Algorithm 9") {
		t.Errorf("the definition is the line %q", line)
	}
	before, err := os.Stat(path)
	if err != nil || before.Mode().Perm()&0o222 != 0 {
		t.Errorf("got mode %v, error %v; want a file that nobody may write", before.Mode(), err)
	}
	s.raw("textDocument/definition", hoverParams(noteA))
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was written again, or error %v", err)
	}
	var out struct {
		URI   string `json:"uri"`
		Shown bool   `json:"shown"`
	}
	if err := s.execute("pqcite.lookup", map[string]any{"doc": "NIST.FIPS.203", "anchor": "algorithm-9"}, &out); err != nil || out.Shown || out.URI != l.URI {
		t.Errorf("lookup: got %+v, error %v; want %s, not shown", out, err, l.URI)
	}
	if err := s.execute("pqcite.ask", map[string]any{"question": "What?"}, &out); err != nil || out.Shown || !strings.HasPrefix(out.URI, "file://"+s.cache+"/answers/") {
		t.Errorf("ask: got %+v, error %v; want a file, not shown", out, err)
	}
	if err := s.execute("pqcite.openPage", map[string]any{"doc": "NIST.FIPS.203", "anchor": "algorithm-9"}, &out); err != nil || out.Shown || !strings.HasSuffix(out.URI, "#page=35") {
		t.Errorf("openPage: got %+v, error %v; want the page, not shown", out, err)
	}
	if got := s.messages(); len(got) != 1 || !strings.HasSuffix(got[0], "#page=35") {
		t.Errorf("the person is shown %q, want the page's address", got)
	}
	if got := s.Requests("window/showDocument"); len(got) > 0 {
		t.Errorf("asked to show %s", got)
	}
}

// TestRule16DamagedFile finds another text of the same length where the document
// should be.
func TestRule16DamagedFile(t *testing.T) {
	t.Parallel()
	s := with(t, `{"workspace": {"textDocumentContent": null}, "textDocument": {"definition": {"linkSupport": false}}}`, oneReference)
	path := func() string {
		var l struct {
			URI string `json:"uri"`
		}
		if err := json.Unmarshal([]byte(s.raw("textDocument/definition", hoverParams(noteA))), &l); err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(l.URI, "file://")
	}
	name := path()
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.Repeat("x", len(want))), 0o444); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path()); err != nil || string(got) != string(want) {
		t.Errorf("another text is shown for the standard's, error %v", err)
	}
}
