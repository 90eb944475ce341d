package lsp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// ours matches what only who reads our source understands.
var ours = regexp.MustCompile(`json:|\bGo\b|struct|unmarshal|strconv|protocol\.|\blsp\.|Argument\b|jsontext|runtime|goroutine`)

// mutated yields a value with each of its members in turn put in another's place, and the
// path of that member.
func mutated(value, other any) func(yield func(path string, changed any) bool) {
	return func(yield func(string, any) bool) {
		switch value := value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(value)) {
				with := func(v any) any {
					changed := maps.Clone(value)
					changed[name] = v
					return changed
				}
				if !yield(name, with(other)) {
					return
				}
				for path, inner := range mutated(value[name], other) {
					if !yield(name+strings.Replace("."+path, ".[", "[", 1), with(inner)) {
						return
					}
				}
			}
		case []any:
			for i, e := range value {
				if !yield(fmt.Sprintf("[%d]", i), append(append(slices.Clone(value[:i]), other), value[i+1:]...)) {
					return
				}
				for path, inner := range mutated(e, other) {
					if !yield(fmt.Sprintf("[%d]", i)+strings.Replace("."+path, ".[", "[", 1), append(append(slices.Clone(value[:i]), inner), value[i+1:]...)) {
						return
					}
				}
			}
		}
	}
}

// TestErrorsSpeakTheProtocol sends each request with each of its members changed for a
// value of each kind. What is refused is refused by the member's name, in words that
// somebody understands who has not read our source.
func TestErrorsSpeakTheProtocol(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.Open("file:///a.go", "go", "// FIPS 203, Algorithm 9 and Algorithm 99\n")
	const document, position = `"textDocument": {"uri": "file:///a.go"}`, `"position": {"line": 0, "character": 5}`
	const area = `{"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 9}}`
	const item = `{"name": "NTT", "kind": 12, "uri": "file:///a", "range": ` + area + `, "selectionRange": ` + area + `}`
	requests := []struct{ method, params string }{
		{"textDocument/hover", `{` + document + `, ` + position + `, "workDoneToken": "t"}`},
		{"textDocument/definition", `{` + document + `, ` + position + `}`},
		{"textDocument/documentHighlight", `{` + document + `, ` + position + `}`},
		{"textDocument/references", `{` + document + `, ` + position + `, "context": {"includeDeclaration": false}}`},
		{"textDocument/documentLink", `{` + document + `}`},
		{"textDocument/documentSymbol", `{` + document + `}`},
		{"textDocument/completion", `{` + document + `, ` + position + `, "context": {"triggerKind": 1}}`},
		{"textDocument/inlayHint", `{` + document + `, "range": ` + area + `}`},
		{"textDocument/diagnostic", `{` + document + `, "previousResultId": "x"}`},
		{"textDocument/prepareCallHierarchy", `{` + document + `, ` + position + `}`},
		{"textDocument/codeAction", `{` + document + `, "range": ` + area + `, "context": {"diagnostics": [{"range": ` + area + `, "message": "m", "code": "c"}], "only": ["quickfix"], "triggerKind": 1}}`},
		{"codeAction/resolve", `{"title": "t", "kind": "quickfix", "data": {"uri": "file:///a.go", "version": 1, "range": ` + area + `, "title": "t", "kind": "quickfix"}}`},
		{"completionItem/resolve", `{"label": "t", "data": {"doc": "x", "anchor": "y"}}`},
		{"callHierarchy/incomingCalls", `{"item": ` + item + `}`},
		{"callHierarchy/outgoingCalls", `{"item": ` + item + `}`},
		{"workspace/symbol", `{"query": "NTT"}`},
		{"workspace/textDocumentContent", `{"uri": "pqcite:/none.txt"}`},
		{"workspace/executeCommand", `{"command": "pqcite.card", "arguments": [{"words": "NTT"}], "workDoneToken": 1}`},
		{"workspace/executeCommand", `{"command": "pqcite.lookup", "arguments": [{"doc": "NIST.FIPS.203", "anchor": "", "quiet": true}]}`},
		{"workspace/executeCommand", `{"command": "pqcite.verifySelection", "arguments": [{"uri": "file:///a.go", "range": ` + area + `, "quiet": true}]}`},
		{"workspace/executeCommand", `{"command": "pqcite.compare", "arguments": [{"a": "", "b": "", "quiet": true}]}`},
		{"workspace/executeCommand", `{"command": "pqcite.applyEdit", "arguments": [{"uri": "file:///a.go", "version": 7, "edits": [{"range": ` + area + `, "newText": "x"}]}]}`},
		{"initialize", `{"capabilities": {}, "processId": null, "rootUri": null}`},
	}
	refusals := 0
	for _, r := range requests {
		var params any
		if err := json.Unmarshal([]byte(r.params), &params); err != nil {
			t.Fatal(err)
		}
		for _, other := range []any{5, -1, 1.5, 1e12, "x", true, map[string]any{}, []any{}, map[string]any{"x": 1}, nil} {
			check := func(path string, changed any) {
				err := s.Call(ctx, r.method, changed, nil)
				var refused *lsptest.ResponseError
				if !errors.As(err, &refused) {
					return
				}
				if ours.MatchString(refused.Message) {
					t.Errorf("%s with %s = %v is refused with %q", r.method, path, other, refused.Message)
				}
				if strings.Contains(refused.Message, "can't be ") && !strings.Contains(refused.Message, "can't be used") {
					refusals++
					named := path[strings.LastIndex(path, ".")+1:]
					if refused.Code != -32602 || !strings.Contains(refused.Message, named) {
						t.Errorf("%s with %s = %v is refused with %d, %q", r.method, path, other, refused.Code, refused.Message)
					}
				}
			}
			check("", other)
			for path, changed := range mutated(params, other) {
				check(path, changed)
			}
		}
	}
	if refusals < 300 {
		t.Errorf("%d requests were refused for a member, want some hundred", refusals)
	}
	err := s.Call(ctx, "textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///a.go"}, "position": map[string]any{"line": "first", "character": 1}}, nil)
	if want := `the parameters: position.line can't be "first"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a line that is text is refused with %v, want %q", err, want)
	}
}
