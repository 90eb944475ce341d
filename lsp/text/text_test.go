package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestLines(t *testing.T) {
	tests := []struct {
		name, content string
		want          []string
	}{
		{"empty", "", []string{""}},
		{"no final break", "a\nb", []string{"a", "b"}},
		{"final break", "a\nb\n", []string{"a", "b", ""}},
		{"only a break", "\n", []string{"", ""}},
		{"crlf", "a\r\nb\r\n", []string{"a", "b", ""}},
		{"lone cr", "a\rb\r", []string{"a", "b", ""}},
		{"all three", "a\rb\nc\r\nd", []string{"a", "b", "c", "d"}},
		{"lf before cr", "a\n\rb", []string{"a", "", "b"}},
		{"two cr before lf", "a\r\r\nb", []string{"a", "", "b"}},
		{"crlf twice", "\r\n\r\n", []string{"", "", ""}},
		{"line separator", "a\u2028b\u2029c", []string{"a\u2028b\u2029c"}},
		{"next line, vertical tab, form feed", "a\u0085b\vc\fd", []string{"a\u0085b\vc\fd"}},
		{"byte order mark", "\ufeffa\nb", []string{"\ufeffa", "b"}},
		{"invalid", "\xff\n\xe2\x82\n", []string{"\xff", "\xe2\x82", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := New(tt.content)
			if text.String() != tt.content || text.Len() != len(tt.content) {
				t.Errorf("text is %q of %d bytes, want %q", text, text.Len(), tt.content)
			}
			var got []string
			for n := range text.Lines() {
				s := text.Line(n)
				got = append(got, tt.content[s.Start:s.End])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLineOutside(t *testing.T) {
	text := New("ab\ncd")
	for n, want := range map[int]core.Span{-1: {}, 2: {Start: 5, End: 5}, 1 << 40: {Start: 5, End: 5}} {
		if got := text.Line(n); got != want {
			t.Errorf("Line(%d) = %v, want %v", n, got, want)
		}
	}
}

func TestLineAt(t *testing.T) {
	text := New("a\r\n\nb\rc")
	for offset, want := range map[int]int{-9: 0, 0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 99: 3} {
		if got := text.LineAt(offset); got != want {
			t.Errorf("LineAt(%d) = %d, want %d", offset, got, want)
		}
	}
}

// TestWide holds the marks for every place that a byte can have in a word.
func TestWide(t *testing.T) {
	for length := range 20 {
		line := strings.Repeat("a", length)
		if got := New("\u00e9\n" + line + "\n\u00e9").lines[1].wide(); got {
			t.Errorf("a line of %d bytes of ASCII is wide", length)
		}
		for at := range length {
			line := line[:at] + "\x80" + line[at+1:]
			if got := New("a\n" + line + "\na").lines[1].wide(); !got {
				t.Errorf("%q is not wide", line)
			}
		}
	}
}
