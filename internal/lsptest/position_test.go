package lsptest

import (
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

func TestOffsetOf(t *testing.T) {
	const text = "aé😀b\r\n\r\nx\ry"
	for _, tc := range []struct {
		name      string
		line, col uint32
		encoding  string
		want      int // -1 for an error
	}{
		{"start", 0, 0, UTF16, 0},
		{"after two bytes, in bytes", 0, 3, UTF8, 3},
		{"after two bytes, in units", 0, 2, UTF16, 3},
		{"within two bytes", 0, 2, UTF8, -1},
		{"after a pair", 0, 4, UTF16, 7},
		{"within a pair", 0, 3, UTF16, -1},
		{"after a pair, in characters", 0, 3, UTF32, 7},
		{"line end", 0, 5, UTF16, 8},
		{"beyond the line", 0, 99, UTF16, 8},
		{"an empty line", 1, 0, UTF16, 10},
		{"beyond an empty line", 1, 1, UTF16, 10},
		{"a line that ends with CR", 2, 1, UTF16, 13},
		{"the last line", 3, 1, UTF16, 15},
		{"beyond the text", 9, 0, UTF16, 15},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := offsetOf(text, protocol.Position{Line: tc.line, Character: tc.col}, tc.encoding)
			if err != nil {
				got = -1
			}
			if got != tc.want {
				t.Errorf("offset is %d (%v), want %d", got, err, tc.want)
			}
		})
	}
}

// Each start of a character has a position of its own that leads back to it, but
// for the place between CR and LF, which is the line's end.
func FuzzPosition(f *testing.F) {
	f.Add("aé😀b\r\n\r\nx\ry\n")
	f.Add("a\r")
	f.Add("\xff\n\xf0\x9f")
	f.Fuzz(func(t *testing.T, text string) {
		text = text[:min(len(text), 200)] // every offset is counted from the start
		for _, encoding := range []string{UTF8, UTF16, UTF32} {
			for i := 0; i <= len(text); {
				p := positionOf(text, i, encoding)
				want := i
				if i > 0 && i < len(text) && text[i-1] == '\r' && text[i] == '\n' {
					want--
				}
				if got, err := offsetOf(text, p, encoding); err != nil || got != want {
					t.Fatalf("offset %d of %q is %v in %s, which is %d, %v", i, text, p, encoding, got, err)
				}
				_, size := utf8.DecodeRuneInString(text[i:])
				i += max(size, 1)
			}
		}
	})
}
