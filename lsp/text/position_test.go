package text

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// mixed has a character of every length. Its lines start at 0, 13, 18 and 22:
//
//	a, e with acute, euro, emoji, b, CRLF   bytes 0 1 3 6 10 | 11 12
//	e, combining acute, x, lone CR          bytes 13 14 16 | 17
//	line separator, LF                      bytes 18 | 21
const mixed = "a\u00e9\u20ac\U0001F600b\r\ne\u0301x\r\u2028\n"

func TestOffset(t *testing.T) {
	const far = math.MaxUint32
	tests := []struct {
		name        string
		content     string
		line, char  uint32
		utf8, utf16 int
		utf32       int
	}{
		{"start", mixed, 0, 0, 0, 0, 0},
		{"behind ascii", mixed, 0, 1, 1, 1, 1},
		{"two", mixed, 0, 2, 1, 3, 3},
		{"three", mixed, 0, 3, 3, 6, 6},
		{"inside a surrogate pair", mixed, 0, 4, 3, 6, 10},
		{"behind the emoji in utf-16", mixed, 0, 5, 3, 10, 11},
		{"the line's end in utf-16", mixed, 0, 6, 6, 11, 11},
		{"the line's end in utf-8", mixed, 0, 11, 11, 11, 11},
		{"beyond the line, in the break", mixed, 0, 12, 11, 11, 11},
		{"beyond the line, far", mixed, 0, far, 11, 11, 11},
		{"combining mark", mixed, 1, 1, 14, 14, 14},
		{"behind the combining mark", mixed, 1, 2, 14, 16, 16},
		{"end before a lone cr", mixed, 1, far, 17, 17, 17},
		{"line separator is on the line", mixed, 2, 1, 18, 21, 21},
		{"empty last line", mixed, 3, 0, 22, 22, 22},
		{"beyond the last line", mixed, 4, 0, 22, 22, 22},
		{"far beyond the last line", mixed, far, far, 22, 22, 22},
		{"empty text", "", 0, 0, 0, 0, 0},
		{"beyond an empty text", "", 1, 1, 0, 0, 0},
		{"beyond the last line without break", "ab\ncd", 2, 0, 5, 5, 5},
		{"ascii beyond the line", "ab\ncd", 0, 3, 2, 2, 2},
		{"behind a byte order mark", "\ufeffab", 0, 1, 0, 3, 3},
		{"in ascii behind a byte order mark", "\ufeffab", 0, 3, 3, 5, 5},
		{"between ascii behind a wide rune", "\u00e9abc", 0, 2, 2, 3, 3},
		{"last of the basic plane", "\uffffab", 0, 1, 0, 3, 3},
		{"first beyond the basic plane", "\U00010000ab", 0, 1, 0, 0, 4},
		{"family of joined emoji", "\U0001F468\u200d\U0001F469", 0, 3, 0, 7, 11},
		{"invalid bytes", "\xff\xe2\x82x", 0, 2, 2, 2, 2},
		{"surrogate in utf-8", "\xed\xa0\x80x", 0, 2, 2, 2, 2},
		{"replacement character", "\ufffdx", 0, 1, 0, 3, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := map[Encoding]int{UTF8: tt.utf8, UTF16: tt.utf16, UTF32: tt.utf32}
			got := map[Encoding]int{}
			for _, e := range encodings {
				got[e] = New(tt.content).Offset(Position{tt.line, tt.char}, e)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("offset of %d:%d (-want +got):\n%s", tt.line, tt.char, diff)
			}
		})
	}
}

func TestPosition(t *testing.T) {
	tests := []struct {
		name               string
		content            string
		offset             int
		line               uint32
		utf8, utf16, utf32 uint32
	}{
		{"before the text", mixed, -1, 0, 0, 0, 0},
		{"start", mixed, 0, 0, 0, 0, 0},
		{"inside two bytes", mixed, 2, 0, 1, 1, 1},
		{"inside three bytes", mixed, 5, 0, 3, 2, 2},
		{"emoji", mixed, 6, 0, 6, 3, 3},
		{"inside the emoji", mixed, 9, 0, 6, 3, 3},
		{"behind the emoji", mixed, 10, 0, 10, 5, 4},
		{"line's end", mixed, 11, 0, 11, 6, 5},
		{"between cr and lf", mixed, 12, 0, 11, 6, 5},
		{"second line", mixed, 13, 1, 0, 0, 0},
		{"behind the combining mark", mixed, 16, 1, 3, 2, 2},
		{"behind a lone cr", mixed, 18, 2, 0, 0, 0},
		{"behind the line separator", mixed, 21, 2, 3, 1, 1},
		{"end of the text", mixed, 22, 3, 0, 0, 0},
		{"beyond the text", mixed, 99, 3, 0, 0, 0},
		{"empty text", "", 7, 0, 0, 0, 0},
		{"ascii, between cr and lf", "a\r\nb", 2, 0, 1, 1, 1},
		{"behind a byte order mark", "\ufeffab", 3, 0, 3, 1, 1},
		{"invalid bytes", "\xf0\x9f\x98x", 3, 0, 3, 3, 3},
		{"behind a rune cut short", "\u00e9\xf0\x9f", 3, 0, 3, 2, 2},
		{"stray continuation behind a rune", "\u00e9\xa9x", 2, 0, 2, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := map[Encoding]Position{UTF8: {tt.line, tt.utf8}, UTF16: {tt.line, tt.utf16}, UTF32: {tt.line, tt.utf32}}
			got := map[Encoding]Position{}
			for _, e := range encodings {
				got[e] = New(tt.content).Position(tt.offset, e)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("position of %d (-want +got):\n%s", tt.offset, diff)
			}
		})
	}
}

func TestUnknownEncodingIsUTF16(t *testing.T) {
	text := New(mixed)
	for _, e := range []Encoding{"", "utf-7"} {
		if got, want := text.Position(10, e), (Position{0, 5}); got != want {
			t.Errorf("Position(10, %q) = %v, want %v", e, got, want)
		}
		if got, want := text.Offset(Position{0, 5}, e), 10; got != want {
			t.Errorf("Offset(0:5, %q) = %d, want %d", e, got, want)
		}
	}
}

func TestRangeAndSpan(t *testing.T) {
	tests := []struct {
		name string
		span core.Span
		want Range
		back core.Span
	}{
		{"emoji", core.Span{Start: 6, End: 10}, Range{Position{0, 3}, Position{0, 5}}, core.Span{Start: 6, End: 10}},
		{"two lines", core.Span{Start: 11, End: 16}, Range{Position{0, 6}, Position{1, 2}}, core.Span{Start: 11, End: 16}},
		{"ends inside runes", core.Span{Start: 2, End: 8}, Range{Position{0, 1}, Position{0, 3}}, core.Span{Start: 1, End: 6}},
		{"reversed", core.Span{Start: 10, End: 6}, Range{Position{0, 3}, Position{0, 5}}, core.Span{Start: 6, End: 10}},
		{"outside", core.Span{Start: -5, End: 500}, Range{Position{0, 0}, Position{3, 0}}, core.Span{Start: 0, End: 22}},
		{"empty", core.Span{Start: 13, End: 13}, Range{Position{1, 0}, Position{1, 0}}, core.Span{Start: 13, End: 13}},
	}
	text := New(mixed)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := text.Range(tt.span, UTF16)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Range(%v) (-want +got):\n%s", tt.span, diff)
			}
			for _, r := range []Range{got, {Start: got.End, End: got.Start}} {
				if back := text.Span(r, UTF16); back != tt.back {
					t.Errorf("Span(%v) = %v, want %v", r, back, tt.back)
				}
			}
		})
	}
}

// FuzzPosition compares every offset of a text, and one position that a client
// made up, with the reference.
func FuzzPosition(f *testing.F) {
	for _, content := range []string{"", mixed, "ab\ncd", "\ufeffx\r\r\n\n\r", "\xf0\x9f\x98\n\xed\xa0\x80\xa9", "\u00e9\xa9\U0001F468\u200d\U0001F469\r"} {
		f.Add(content, uint32(0), uint32(4))
		f.Add(content, uint32(1), uint32(math.MaxUint32))
	}
	f.Fuzz(func(t *testing.T, content string, line, char uint32) {
		if len(content) > 256 {
			t.Skip("the reference is quadratic")
		}
		text, ref := New(content), newReference(content)
		checkLines(t, text, ref)
		for _, e := range encodings {
			p := Position{line, char}
			if got, want := text.Offset(p, e), ref.offset(p, e); got != want {
				t.Fatalf("%q: Offset(%v, %s) = %d, want %d", content, p, e, got, want)
			}
			for offset := range len(content) + 1 {
				checkRoundTrip(t, text, ref, offset, e)
			}
		}
	})
}

func checkRoundTrip(t *testing.T, text *Text, ref reference, offset int, e Encoding) {
	t.Helper()
	p := text.Position(offset, e)
	if want := ref.position(offset, e); p != want {
		t.Fatalf("%q: Position(%d, %s) = %v, want %v", text, offset, e, p, want)
	}
	back := text.Offset(p, e)
	if back > offset || offset-back >= 4 {
		t.Fatalf("%q: offset %d came back from %v in %s as %d", text, offset, p, e, back)
	}
	if again := text.Position(back, e); again != p {
		t.Fatalf("%q: %v in %s is offset %d, whose position is %v", text, p, e, back, again)
	}
}

// checkLines compares all that a text knows of its lines with the reference.
func checkLines(t *testing.T, text *Text, ref reference) {
	t.Helper()
	if text.Lines() != len(ref) {
		t.Fatalf("%q has %d lines, want %d", text, text.Lines(), len(ref))
	}
	for n := range ref {
		if got, want := text.Line(n), ref.line(n); got != want {
			t.Fatalf("%q: line %d is %v, want %v", text, n, got, want)
		}
		wide := false
		for _, c := range ref[n] {
			wide = wide || c.text[0] >= 0x80
		}
		if text.lines[n].wide() != wide {
			t.Fatalf("%q: line %d wide = %v, want %v", text, n, !wide, wide)
		}
		for at := text.lines[n].start(); at < len(text.content) && at <= text.Line(n).End; at++ {
			if got := text.LineAt(at); got != n {
				t.Fatalf("%q: LineAt(%d) = %d, want %d", text, at, got, n)
			}
		}
	}
}

func ExampleText_Position() {
	text := New("FIPS 203, \u00a77.2 \U0001F512 holds\n")
	for _, e := range []Encoding{UTF8, UTF16, UTF32} {
		fmt.Println(e, text.Position(21, e).Character)
	}
	// Output:
	// utf-8 21
	// utf-16 18
	// utf-32 17
}
