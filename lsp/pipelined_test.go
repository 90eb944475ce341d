package lsp_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/lsp"
)

// TestPipelinedSession is a client that writes a whole session, 5,000 requests between
// edits and exit at its end, before it reads the first answer. All are answered, each
// for the text of its moment.
func TestPipelinedSession(t *testing.T) {
	const requests = 5000
	client, server := pipes(t)
	s := lsp.New(lsp.Config{Version: "test", Source: home(t, t.TempDir()), Logger: logger(t), Cache: filepath.Join(t.TempDir(), "editor")})
	done := make(chan int, 1)
	go func() { done <- s.Serve(ctx, server) }()
	c := newWireClient(t, client)
	document := map[string]any{"uri": "file:///a.go"}
	filler := strings.Repeat("// FIPS 203, Algorithm 10 is another.\n", 200)
	c.request(0, "initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}})
	c.notify("initialized", map[string]any{})
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": "file:///a.go", "languageId": "go", "version": 0, "text": "// FIPS 203, Algorithm 0\n" + filler,
	}})
	for id := 1; id <= requests; id++ {
		if id%10 == 0 {
			c.notify("textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": "file:///a.go", "version": id},
				"contentChanges": []any{map[string]any{
					"range": map[string]any{"start": map[string]any{"line": 0}, "end": map[string]any{"line": 1}},
					"text":  fmt.Sprintf("// FIPS 203, Algorithm %d\n", id/10%70+30),
				}},
			})
		}
		c.request(id, "textDocument/hover", map[string]any{"textDocument": document, "position": map[string]any{"line": 0, "character": 5}})
	}
	c.request(requests+1, "shutdown", nil)
	c.notify("exit", nil)

	seen := make(map[int]string)
	for len(seen) < requests+2 {
		var m struct {
			ID     *int
			Method string
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err := json.Unmarshal(c.receive(), &m); err != nil {
			t.Fatal(err)
		}
		switch {
		case m.Method != "":
		case m.Error != nil || m.ID == nil || seen[*m.ID] != "":
			t.Fatalf("answer to %v: %s, error %s", m.ID, m.Result, m.Error)
		default:
			seen[*m.ID] = string(m.Result)
		}
	}
	for id := 1; id <= requests; id++ {
		if want := fmt.Sprintf("Algorithm %d does not exist", id/10%70+30); id >= 10 && !strings.Contains(seen[id], want) {
			t.Fatalf("hover %d says %.200s, want %q", id, seen[id], want)
		}
	}
	if code := <-done; code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}
