package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestReplace(t *testing.T) {
	tests := []struct {
		name, content string
		start, end    int
		with, want    string
	}{
		{"insert", "ab\ncd", 1, 1, "x", "axb\ncd"},
		{"delete all", "ab\ncd", 0, 5, "", ""},
		{"into an empty text", "", 0, 0, "a\nb", "a\nb"},
		{"nothing", "ab\ncd", 3, 3, "", "ab\ncd"},
		{"join lines", "ab\ncd\nef", 2, 3, "", "abcd\nef"},
		{"split a line", "abcd\nef", 2, 2, "\r\n", "ab\r\ncd\nef"},
		{"at the end", "ab\n", 3, 3, "c", "ab\nc"},
		{"at the start", "ab\n", 0, 0, "\n", "\nab\n"},
		{"lines for lines", "a\nb\nc\nd", 2, 5, "x\ny\nz", "a\nx\ny\nz\nd"},
		{"delete lf of crlf", "a\r\nb", 2, 3, "", "a\rb"},
		{"delete cr of crlf", "a\r\nb", 1, 2, "", "a\nb"},
		{"split crlf", "a\r\nb", 2, 2, "x", "a\rx\nb"},
		{"split crlf by cr", "a\r\nb", 2, 2, "\r", "a\r\r\nb"},
		{"split crlf by lf", "a\r\nb", 2, 2, "\n", "a\r\n\nb"},
		{"join cr and lf", "a\rx\nb", 2, 3, "", "a\r\nb"},
		{"lf behind cr", "a\rb", 2, 2, "\n", "a\r\nb"},
		{"lf behind cr at the end", "a\r", 2, 2, "\n", "a\r\n"},
		{"text behind cr at the end", "a\r", 2, 2, "b", "a\rb"},
		{"cr before lf", "a\nb", 1, 1, "\r", "a\r\nb"},
		{"cr before lf at the start", "\nb", 0, 0, "\r", "\r\nb"},
		{"delete up to lf at the start", "\r\nb", 0, 1, "", "\nb"},
		{"delete line between cr and lf", "\rab\r\n\n", 1, 5, "", "\r\n"},
		{"crlf joined at both edges", "\rx\n", 1, 2, "\n\r", "\r\n\r\n"},
		{"line becomes wide", "ab\ncd\nef", 3, 4, "\u00e9", "ab\n\u00e9d\nef"},
		{"line becomes ascii", "ab\n\u00e9d\nef", 3, 5, "c", "ab\ncd\nef"},
		{"wide half of a line split off", "ab\u00e9\ncd", 2, 2, "\n", "ab\n\u00e9\ncd"},
		{"wide line joined to ascii", "ab\n\u00e9\ncd", 2, 3, "", "ab\u00e9\ncd"},
		{"inside a rune", "\u20ac\n", 1, 2, "\n", "\xe2\n\xac\n"},
		{"a rune from its halves", "\xe2x\xac\n", 1, 2, "\x82", "\u20ac\n"},
		{"reversed", "abcd", 3, 1, "x", "axd"},
		{"outside", "abcd", -3, 99, "x", "x"},
		{"beyond the end", "abcd", 98, 99, "x", "abcdx"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old := New(tt.content)
			got := old.Replace(core.Span{Start: tt.start, End: tt.end}, tt.with)
			if diff := cmp.Diff(New(tt.want), got, cmp.AllowUnexported(Text{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(New(tt.content), old, cmp.AllowUnexported(Text{})); diff != "" {
				t.Errorf("the old text changed (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReplaceEverySpan makes every edit of all short texts of the characters that
// matter for line ends.
func TestReplaceEverySpan(t *testing.T) {
	texts := []string{""}
	for from, length := 0, 0; length < 4; length++ {
		to := len(texts)
		for _, s := range texts[from:to] {
			texts = append(texts, s+"\r", s+"\n", s+"a", s+"\u00e9")
		}
		from = to
	}
	inserts := texts[:1+4+16]
	for _, content := range texts {
		text := New(content)
		for start := range len(content) + 1 {
			for end := start; end <= len(content); end++ {
				for _, with := range inserts {
					got := text.Replace(core.Span{Start: start, End: end}, with)
					if want := New(content[:start] + with + content[end:]); !same(want, got) {
						t.Fatalf("%q with %q for [%d, %d): lines %v, want %v", content, with, start, end, got.lines, want.lines)
					}
				}
			}
		}
	}
}

func same(a, b *Text) bool {
	if a.content != b.content || len(a.lines) != len(b.lines) {
		return false
	}
	for i := range a.lines {
		if a.lines[i] != b.lines[i] {
			return false
		}
	}
	return true
}

// pieces are what edits insert, besides what the fuzzer thinks of.
var pieces = []string{"", "\n", "\r", "\r\n", "\n\r", "a", "\u00e9", "\u20ac", "\U0001F600", "e\u0301", "\u2028", "\ufeff", "\xff", "\xe2\x82", "\xac", "one\ntwo\r\nthree\r"}

// FuzzReplace applies edits one after another, as a client sends them, and compares
// the text after each of them with the reference. An edit is six bytes: line and
// character of both ends, the encoding, what to insert.
func FuzzReplace(f *testing.F) {
	for _, content := range []string{"", mixed, "ab\ncd\n", "a\r\nb\rc\n\r\n", strings.Repeat("\u00e9\r\n", 5), "\xe2\xac\xf0\x9f\x98\x80"} {
		f.Add(content, "\u20ac\n", []byte{0, 1, 1, 0, 1, 2, 0, 0, 0, 9, 0, 1, 1, 1, 0, 2, 2, 16})
		f.Add(content, "\r", []byte{9, 9, 0, 0, 0, 3, 0, 2, 0, 2, 1, 8, 0, 3, 1, 0, 1, 0})
	}
	f.Fuzz(func(t *testing.T, content, piece string, edits []byte) {
		if len(content) > 256 || len(piece) > 64 {
			t.Skip("the reference is quadratic")
		}
		text, ref := New(content), newReference(content)
		for ; len(edits) >= 6; edits = edits[6:] {
			r := Range{Position{uint32(edits[0]), uint32(edits[1])}, Position{uint32(edits[2]), uint32(edits[3])}}
			e := encodings[int(edits[4])%len(encodings)]
			with := piece
			if n := int(edits[5]); n < len(pieces) {
				with = pieces[n]
			}
			before := text.String()
			text, ref = text.Replace(text.Span(r, e), with), ref.replace(r, e, with)
			if text.String() != ref.String() {
				t.Fatalf("%q with %q for %v in %s is %q, want %q", before, with, r, e, text, ref)
			}
			if want := New(text.String()); !same(want, text) {
				t.Fatalf("%q with %q for %v in %s has lines %v, want %v", before, with, r, e, text.lines, want.lines)
			}
			checkLines(t, text, ref)
			if text.Len() > 4096 {
				t.Skip("the reference is quadratic")
			}
		}
	})
}
