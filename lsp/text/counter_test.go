package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// TestCounter takes ranges in order and in any order: each is that of the text.
func TestCounter(t *testing.T) {
	pieces := []string{"a", "é", "😀", "\n", "\r\n", "\r", "\xff", "e\u0301", "\U00010000"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var b strings.Builder
		for range rng.IntN(60) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		text := New(b.String())
		for _, e := range []Encoding{UTF8, UTF16, UTF32} {
			c := NewCounter(text, e)
			at := 0
			for i := range 40 {
				s := core.Span{Start: at, End: at + rng.IntN(9) - 1}
				if got, want := c.Range(s), text.Range(s, e); got != want {
					t.Fatalf("%s of %q: range of %v is %v, want %v", e, b.String(), s, got, want)
				}
				if at += rng.IntN(3); i > 25 {
					at = rng.IntN(text.Len() + 3)
				}
			}
		}
	}
}

// BenchmarkCounter takes the ranges of 1,000 spans of one line that is not ASCII.
func BenchmarkCounter(b *testing.B) {
	text := New(strings.Repeat("é FIPS 203, Algorithm 9; ", 1000))
	for b.Loop() {
		c := NewCounter(text, UTF16)
		for at := 0; at+20 < text.Len(); at += 26 {
			c.Range(core.Span{Start: at, End: at + 20})
		}
	}
}
