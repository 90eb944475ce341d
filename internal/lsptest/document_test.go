package lsptest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// span is a range from numbers.
func span(l1, c1, l2, c2 uint32) protocol.Range {
	return protocol.Range{Start: protocol.Position{Line: l1, Character: c1}, End: protocol.Position{Line: l2, Character: c2}}
}

// listener is a script that passes on the parameters of a method.
func listener(s script, method string) (script, chan json.RawMessage) {
	heard := make(chan json.RawMessage, 100)
	s[method] = func(_ *peer, m message) { heard <- m.Params }
	return s, heard
}

func TestReplace(t *testing.T) {
	for _, tc := range []struct {
		name, encoding, text string
		r                    protocol.Range
		with, want           string
	}{
		{"insert", UTF16, "ab\ncd", span(1, 1, 1, 1), "X", "ab\ncXd"},
		{"a pair, in units", UTF16, "😀b", span(0, 2, 0, 3), "c", "😀c"},
		{"a pair, in bytes", UTF8, "😀b", span(0, 4, 0, 5), "c", "😀c"},
		{"over lines", UTF16, "a\r\nb\rc\nd", span(0, 1, 3, 0), "", "ad"},
		{"clamped", UTF16, "a\nb", span(0, 9, 9, 9), "!", "a!"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, heard := listener(chosen(fmt.Sprintf(`"positionEncoding":%q,"textDocumentSync":2`, tc.encoding)), "textDocument/didChange")
			e := Start(t, serve(t, s), Options{})
			e.Initialize()
			e.Open(doc, "markdown", tc.text)
			e.Replace(doc, tc.r, tc.with)
			if got := e.Text(doc); got != tc.want {
				t.Errorf("text is %q, want %q", got, tc.want)
			}
			raw := next(t, heard)
			if got := replay(t, tc.encoding, tc.text, raw); got != tc.want {
				t.Errorf("the server gets %q, want %q", got, tc.want)
			}
			if !strings.Contains(string(raw), `"version":2`) || e.Version(doc) != 2 {
				t.Errorf("didChange is %s, the version %d, want 2", raw, e.Version(doc))
			}
		})
	}
}

func TestMisuseFails(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(*Editor)
		want string
	}{
		{"opened twice", func(e *Editor) { e.Open(doc, "", "") }, "it is open"},
		{"not open", func(e *Editor) { e.SetText("file:///b", "") }, "is not open"},
		{"closed twice", func(e *Editor) { e.Close(doc); e.Close(doc) }, "is not open"},
		{"within a pair", func(e *Editor) { e.Replace(doc, span(0, 1, 0, 2), "") }, "within the character"},
		{"backwards", func(e *Editor) { e.Replace(doc, span(0, 2, 0, 0), "") }, "ends before it starts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			try(t, func(tb testing.TB) {
				e := Start(tb, serve(t, nil), Options{})
				e.Initialize()
				e.Open(doc, "markdown", "😀aa")
				tc.do(e)
			}).wantFaults(t, tc.want)
		})
	}
}

// Edits of the server, the resulting text, and the changes that it is sent.
func TestApplyEdit(t *testing.T) {
	edit := func(l1, c1, l2, c2 int, text string) string {
		return fmt.Sprintf(`{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"newText":%q}`, l1, c1, l2, c2, text)
	}
	versioned := func(version, edits string) string {
		return `{"documentChanges":[{"textDocument":{"uri":"` + doc + `","version":` + version + `},"edits":[` + edits + `]}]}`
	}
	for _, tc := range []struct{ name, edit, want, reason string }{
		{"changes", `{"changes":{"` + doc + `":[` + edit(0, 0, 0, 1, "A") + `]}}`, "Ab😀\ncd", ""},
		{"document changes", versioned("1", edit(1, 0, 1, 1, "C")), "ab😀\nCd", ""},
		{"no version", versioned("null", edit(1, 0, 1, 1, "C")), "ab😀\nCd", ""},
		{"document changes are preferred", `{"changes":{"file:///b":[]},` + versioned("1", edit(0, 0, 0, 0, "x"))[1:], "xab😀\ncd", ""},
		{"several, in any order", versioned("1", edit(0, 0, 0, 1, "AA")+","+edit(1, 1, 9, 0, "")+","+edit(0, 4, 0, 4, "!")), "AAb😀!\nc", ""},
		{"at one place", versioned("1", edit(0, 1, 0, 1, "1")+","+edit(0, 1, 0, 1, "2")+","+edit(0, 1, 0, 2, "3")), "a123😀\ncd", ""},
		{"none", versioned("1", ""), "", ""},
		{"another version", versioned("2", edit(0, 0, 0, 1, "A")), "", "the edit is for version 2, the document at 1"},
		{"overlap", versioned("1", edit(0, 0, 0, 2, "A")+","+edit(0, 1, 0, 2, "B")), "", "edits overlap at byte 1"},
		{"half a pair", versioned("1", edit(0, 0, 0, 3, "A")), "", "within the character"},
		{"not open", `{"changes":{"file:///b":[]}}`, "", "it is not open"},
		{"twice", `{"documentChanges":[{"textDocument":{"uri":"` + doc + `","version":1},"edits":[` + edit(0, 0, 0, 0, "x") + `]},{"textDocument":{"uri":"` + doc + `","version":1},"edits":[]}]}`,
			"", "it is there twice"},
		{"a snippet", versioned("1", `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"snippet":{"kind":"snippet","value":"$1"}}`), "", "snippet"},
		{"an operation", `{"documentChanges":[{"kind":"create","uri":"file:///b"}]}`, "", `operation "create"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			reply := make(chan message, 1)
			s := script{"textDocument/didOpen": func(p *peer, _ message) {
				p.ask("workspace/applyEdit", `{"edit":`+tc.edit+`}`)
				go func() { reply <- <-p.got }()
			}}
			s, heard := listener(s, "textDocument/didChange")
			e := Start(t, serve(t, s), Options{})
			e.Initialize()
			const text = "ab😀\ncd"
			e.Open(doc, "markdown", text)
			var got struct {
				Applied       bool
				FailureReason string
			}
			if err := json.Unmarshal(next(t, reply).Result, &got); err != nil {
				t.Fatal(err)
			}
			if got.Applied != (tc.reason == "") || !strings.Contains(got.FailureReason, tc.reason) {
				t.Errorf("answer is %+v, want a reason that says %q", got, tc.reason)
			}
			if tc.want == "" {
				if e.Text(doc) != text || len(heard) != 0 {
					t.Errorf("text is %q after %d messages, want nothing changed", e.Text(doc), len(heard))
				}
				return
			}
			if e.Text(doc) != tc.want {
				t.Errorf("text is %q, want %q", e.Text(doc), tc.want)
			}
			if replayed := replay(t, UTF16, text, next(t, heard)); replayed != tc.want {
				t.Errorf("the server gets %q, want %q", replayed, tc.want)
			}
		})
	}
}

// replay makes the changes of a didChange as a server does.
func replay(t *testing.T, encoding, text string, params json.RawMessage) string {
	t.Helper()
	var p protocol.DidChangeTextDocumentParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		t.Fatal(err)
	}
	for _, c := range p.ContentChanges {
		part, ok := c.(*protocol.TextDocumentContentChangePartial)
		if !ok {
			t.Fatalf("change is %T", c)
		}
		from, to, err := offsets(text, part.Range, encoding)
		if err != nil {
			t.Fatal(err)
		}
		text = text[:from] + part.Text + text[to:]
	}
	return text
}
