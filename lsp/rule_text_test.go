package lsp_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// emoji is a line with a reference after characters that each encoding counts
// differently.
const emoji = "// \U0001F600é FIPS 203, Algorithm 9\n"

func TestRule04Encodings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, offered string // JSON; "" to say nothing
		chosen        string // "" for what UTF-16 is where nothing is said
		start         uint32
	}{
		{"utf-8", `["utf-8"]`, "utf-8", 10},
		{"utf-16", `["utf-16"]`, "", 7},
		{"utf-32", `["utf-32"]`, "utf-32", 6},
		{"the client's order", `["utf-32", "utf-8", "utf-16"]`, "utf-32", 6},
		{"an unknown one first", `["utf-7", "utf-8"]`, "utf-8", 10},
		{"unknown ones only", `["utf-7", ""]`, "", 7},
		{"an empty list", `[]`, "", 7},
		{"none offered", `null`, "", 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, pack{}, lsptest.Options{Capabilities: client(t, `{"general": {"positionEncodings": `+test.offered+`}}`)})
			got := string(s.Initialize().Capabilities.PositionEncoding)
			if got != test.chosen && !(test.chosen == "" && got == "utf-16") {
				t.Errorf("got encoding %q, want %q", got, test.chosen)
			}
			s.Open(noteA, "go", emoji)
			want := at(0, test.start, test.start+21)
			for _, character := range []uint32{test.start, test.start + 5, test.start + 21} {
				if r, _ := s.hover(noteA, 0, character); r != want {
					t.Errorf("hover at %d: got %v, want %v", character, show(r), show(want))
				}
			}
			if r, text := s.hover(noteA, 0, test.start-1); text != "" {
				t.Errorf("hover before the reference: got one at %v", show(r))
			}
		})
	}
}

func TestRule04Clamping(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{Capabilities: client(t, `{"general": {"positionEncodings": ["utf-16"]}}`)})
	s.Initialize()
	s.Open(noteA, "go", "// FIPS 203, Algorithm 9\r\n\n// \U0001F600\r// FIPS 203, Algorithm 13")
	for _, test := range []struct {
		name            string
		line, character uint32
		want            protocol.Range
	}{
		{"beyond the line", 0, 4e9, at(0, 3, 24)},
		{"beyond the document", 4e9, 0, at(3, 3, 25)},
		{"far beyond both", 4294967295, 4294967295, at(3, 3, 25)},
		{"in an empty line", 1, 7, protocol.Range{}},
	} {
		if got, _ := s.hover(noteA, test.line, test.character); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, show(got), show(test.want))
		}
	}
	for _, test := range []struct {
		name string
		r    protocol.Range
		want string
	}{
		{"inside a surrogate pair", at(0, 1, 1), "x\U0001F600y"},
		{"from there to its end", at(0, 1, 2), "xy"},
		{"beyond the line", at(0, 99, 99), "\U0001F600yx"},
		{"beyond the document", at(99, 0, 99), "\U0001F600yx"},
	} {
		u := "file:///w/" + url.PathEscape(test.name)
		s.Notify("textDocument/didOpen", openParams(u, "\U0001F600y"))
		s.Notify("textDocument/didChange", changeParams(u, 2, map[string]any{"range": test.r, "text": "x"}))
		if got, _ := s.seen(u); got != test.want {
			t.Errorf("insert %s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func changeParams(u string, version any, changes ...map[string]any) map[string]any {
	all := make([]any, len(changes))
	for i, c := range changes {
		if r, ok := c["range"].(protocol.Range); ok {
			c["range"] = map[string]any{
				"start": map[string]any{"line": r.Start.Line, "character": r.Start.Character},
				"end":   map[string]any{"line": r.End.Line, "character": r.End.Character},
			}
		}
		all[i] = c
	}
	return map[string]any{"textDocument": map[string]any{"uri": u, "version": version}, "contentChanges": all}
}

func TestRule05Changes(t *testing.T) {
	t.Parallel()
	type change = map[string]any
	s := greet(t, lsptest.Options{})
	for _, test := range []struct {
		name    string
		changes []change
		want    string
	}{
		{"none", nil, "ab\ncd\n"},
		{"one after the other", []change{{"range": at(0, 0, 2), "text": "wxyz"}, {"range": at(0, 2, 4), "text": "Y"}}, "wxY\ncd\n"},
		{"each on the result before", []change{{"range": at(0, 0, 0), "text": "1\n2\n"}, {"range": at(2, 0, 1), "text": "A"}}, "1\n2\nAb\ncd\n"},
		{"the whole text", []change{{"text": "new"}}, "new"},
		{"the whole text, then a part", []change{{"text": "new\n"}, {"range": at(0, 3, 3), "text": "er"}}, "newer\n"},
		{"a part, then the whole text", []change{{"range": at(0, 0, 2), "text": "x"}, {"text": ""}}, ""},
		{"a range of null", []change{{"range": nil, "text": "null"}}, "null"},
		{"a length, which is ignored", []change{{"range": at(0, 0, 1), "rangeLength": 77, "text": ""}}, "b\ncd\n"},
		{"an insertion at the start", []change{{"range": at(0, 0, 0), "text": "x"}}, "xab\ncd\n"},
		{"a reversed range", []change{{"range": protocol.Range{Start: protocol.Position{Line: 1}, End: protocol.Position{Character: 1}}, "text": "-"}}, "a-cd\n"},
		{"half of a line break", []change{{"text": "a\r\nb"}, {"range": at(0, 1, 9), "text": "\r"}}, "a\r\r\nb"},
	} {
		u := "file:///w/" + url.PathEscape(test.name)
		s.Notify("textDocument/didOpen", openParams(u, "ab\ncd\n"))
		s.Notify("textDocument/didChange", changeParams(u, 2, test.changes...))
		if got, _ := s.seen(u); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestRule05Versions(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.Notify("textDocument/didOpen", openParams(noteA, ""))
	text := ""
	for i, version := range []any{2, 9, 9, 3, 0, -1, nil, 2147483647} {
		text += string(rune('a' + i))
		s.Notify("textDocument/didChange", changeParams(noteA, version, map[string]any{"range": at(0, 99, 99), "text": text[i:]}))
		if got, _ := s.seen(noteA); got != text {
			t.Errorf("after version %v: got %q, want %q", version, got, text)
		}
	}
	if !s.log.has("version that is not newer") {
		t.Error("a version that goes back is not logged")
	}
	s.Notify("textDocument/didChange", changeParams("file:///w/closed.go", 2, map[string]any{"text": "x"}))
	if got, ok := s.seen("file:///w/closed.go"); ok {
		t.Errorf("a change has opened a document: %q", got)
	}
}

// TestRule05Snapshots asks before and after a change, without waiting: each request
// is answered from the text of its moment.
func TestRule05Snapshots(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.Open(noteA, "go", "// FIPS 203, Algorithm 1\n")
	var waits []func() string
	var want []string
	for n := range 40 {
		_, wait := s.Begin("textDocument/formatting", map[string]any{
			"textDocument": map[string]any{"uri": noteA}, "options": map[string]any{"tabSize": 8, "insertSpaces": true},
		})
		want = append(want, s.Text(noteA))
		waits = append(waits, func() string {
			raw, err := wait(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var edits []protocol.TextEdit
			if err := protocol.Unmarshal(raw, &edits); err != nil {
				t.Fatal(err)
			}
			return edits[0].NewText
		})
		s.Replace(noteA, at(0, 0, 0), string(rune('a'+n%26)))
	}
	var got []string
	for _, wait := range waits {
		got = append(got, wait())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what requests saw differs (-want +got):\n%s", diff)
	}
}
