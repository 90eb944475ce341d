package quote

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pqcite/pqcite/core"
)

func TestFold(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"white space", "  a\t b\u00a0\u2009\n\n c \r\n", "a b c"},
		{"thin space between digits", "1\u2009428", "1 428"},
		{"thousands separator stays", "1,428 and 1'428", "1,428 and 1'428"},
		{"hyphens", "a‐b‑c‒d–e—f―g−h﹘i﹣j－k", "a-b-c-d-e-f-g-h-i-j-k"},
		{"soft hyphen inside a line", "respon\u00adsible", "responsible"},
		{"soft hyphen at a line's end", "respon\u00ad\nsible", "respon-\nsible"},
		{"zero width", "a\u200bb\u200cc\u200dd\u2060e\ufefff\u200eg", "abcdefg"},
		{"quotation marks", "“x” ‘y’ „z‟ ‚w‛", "\"x\" 'y' \"z\" 'w'"},
		{"a low quotation mark", "„", "\""},
		{"prime is none", "K′ = K″", "K′ = K″"},
		{"ligatures", "ﬁnd eﬀort ﬂow oﬃce baﬄe ﬅ ﬆ", "find effort flow office baffle ft st"},
		{"ellipsis", "1…n", "1...n"},
		{"mathematical letters", "𝑞 𝐀 𝔹 ℤ ℕ ℬ ℎ 𝛼 𝜂 𝟚 𝟗 𝖠 𝚊", "q A B Z N B h α η 2 9 A a"},
		{"Greek variants", "ϵ 𝜖 ϕ µ", "ε ε φ μ"},
		{"superscript digits", "2²⁵⁶ + x⁻¹", "2^256 + x^-1"},
		{"superscript before a letter", "x²y", "x^{2}y"},
		{"mixed superscript", "xᵢ and kⁿ⁺¹", "x_i and k^{n+1}"},
		{"subscripts", "a₁₂ b₀x", "a_12 b_{0}x"},
		{"super after sub", "x₁²", "x_1^2"},
		{"braces of a number", "2^{23} − 2^{13} + 1", "2^23 - 2^13 + 1"},
		{"braces of a signed decimal", "2^{−138.8}", "2^-138.8"},
		{"braces of a word", "ek_{PKE},", "ek_PKE,"},
		{"braces of a mixture stay", "𝔹^{384𝑘+32}", "B^{384k+32}"},
		{"braces before a token stay", "2^{1}6 x^{2}y x^{2}.5", "2^{1}6 x^{2}y x^{2}.5"},
		{"braces before a full stop", "x^{2}.", "x^2."},
		{"braces without an end", "x^{23", "x^{23"},
		{"empty braces", "x^{} y", "x^{} y"},
		{"plain braces", "{0,1}^n", "{0,1}^n"},
		{"hyphen at a line's end", "respon-\n  sible", "respon-\nsible"},
		{"hyphen at a blank line", "respon-\n\nsible", "respon-\nsible"},
		{"hyphen after a script", "x_{2}-\nfold", "x_2-\nfold"},
		{"minus at a line's end", "a -\nb", "a - b"},
		{"hyphen before a sign", "a-\n(b)", "a- (b)"},
		{"hyphen at the end", "respon-\n", "respon-"},
		{"invalid bytes", "a\xffb", "a\ufffdb"},
		{"case stays", "SHALL Shall", "SHALL Shall"},
		{"empty", " \n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := fold(tt.in).text
			if got != tt.want {
				t.Errorf("Fold(%q) = %q, want %q", tt.in, got, tt.want)
			}
			if again := Fold(got); again != got {
				t.Errorf("Fold(%q) = %q, want no change", got, again)
			}
		})
	}
}

// TestFoldMath compares with the compatibility forms of Unicode, but for the
// Greek variants, which fold further.
func TestFoldMath(t *testing.T) {
	for r := rune(0x1D400); r <= 0x1D7FF; r++ {
		if !unicode.IsPrint(r) {
			continue
		}
		want, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
		if got := foldRune(r); got != foldRune(want) {
			t.Errorf("foldRune(%U %c) = %c, want %c", r, r, got, foldRune(want))
		}
	}
	for r, got := range letterlike {
		if want := norm.NFKC.String(string(r)); string(got) != want {
			t.Errorf("foldRune(%U %c) = %c, want %s", r, r, got, want)
		}
	}
}

func TestFoldedRaw(t *testing.T) {
	const raw = "  the  ﬁnal  2^{23} − 𝑞\u200b of respon-\n sible x²⁵⁶ end "
	f := fold(raw)
	tests := []struct{ folded, want string }{
		{"the final", "the  ﬁnal"},
		{"fi", "ﬁ"},
		{"i", "ﬁ"},
		{"2^23", "2^{23}"},
		{"23 -", "{23} −"},
		{"q", "𝑞"},
		{"q of", "𝑞\u200b of"},
		{"respon-\nsible", "respon-\n sible"},
		{"x^256", "x²⁵⁶"},
		{"56 end", "⁵⁶ end"},
	}
	for _, tt := range tests {
		at := strings.Index(f.text, tt.folded)
		if at < 0 {
			t.Fatalf("%q is not in %q", tt.folded, f.text)
		}
		s := f.original(core.Span{Start: at, End: at + len(tt.folded)})
		if got := raw[s.Start:s.End]; got != tt.want {
			t.Errorf("raw text of %q is %q, want %q", tt.folded, got, tt.want)
		}
	}
	if got := f.original(core.Span{Start: len(f.text), End: len(f.text)}); got.Start != len(raw) || got.Len() != 0 {
		t.Errorf("raw of the empty end is %v", got)
	}
}

// FuzzFold checks that folding is idempotent and that the way back is monotone
// and maps onto rune boundaries.
func FuzzFold(f *testing.F) {
	for _, seed := range []string{
		"respon-\nsible ﬁ 𝑞 2²⁵⁶ ^{23} ^{a}b _{-1}-\nx", "x\u00ad\n\u200by", "^{^{2}} _{_{2}}-\n3", "a\xff-\n\xffb", "²\u200b³ₙ⁻", "…-\n…",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		folded := fold(raw)
		text := folded.text
		if again := Fold(text); again != text {
			t.Fatalf("Fold(%q) = %q, folded again %q", raw, text, again)
		}
		boundary := func(at int) bool { return at == len(raw) || utf8.RuneStart(raw[at]) || !utf8.ValidString(raw) }
		last := core.Span{}
		for at := 0; at < len(text); {
			_, size := utf8.DecodeRuneInString(text[at:])
			s := folded.original(core.Span{Start: at, End: at + size})
			if s.Start < last.Start || s.End < last.End || s.End < s.Start || s.End > len(raw) {
				t.Fatalf("%q: rune at %d comes from %v, the one before from %v", raw, at, s, last)
			}
			if !boundary(s.Start) || !boundary(s.End) {
				t.Fatalf("%q: rune at %d comes from %v, which cuts a rune", raw, at, s)
			}
			last, at = s, at+size
		}
	})
}

// BenchmarkFold folds a document of 200 KB.
func BenchmarkFold(b *testing.B) {
	text := testProse(200 << 10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		fold(text)
	}
}
