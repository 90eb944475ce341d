package font

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed names.txt
var namesFile string

var names = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(namesFile) {
		line = strings.TrimRight(line, "\r\n")
		if n, text, ok := strings.Cut(line, " "); ok && n != "#" {
			m[n] = text
		}
	}
	return m
})

// accents maps the suffix of a glyph name to its combining mark.
var accents = map[string]string{
	"acute": "\u0301", "grave": "\u0300", "circumflex": "\u0302", "tilde": "\u0303",
	"dieresis": "\u0308", "ring": "\u030A", "caron": "\u030C", "cedilla": "\u0327",
	"breve": "\u0306", "macron": "\u0304", "ogonek": "\u0328", "dotaccent": "\u0307",
	"hungarumlaut": "\u030B",
}

// maxName bounds the names that are examined, in bytes; no font's are longer than 63
// (Adobe Glyph List specification).
const maxName = 128

// Text returns the text of a named glyph, "" for a meaningless name (Adobe Glyph List
// specification, section 2, with the names of TeX's fonts). Several names joined by
// underscores are a ligature. A suffix after a point is a variant of the glyph. If the
// variant is raised or lowered, it has a text only if Unicode has the character: 2⁶⁴ is
// not 264.
func Text(name string) string {
	if len(name) > maxName {
		return ""
	}
	if t, ok := names()[name]; ok {
		return t
	}
	base, variant, _ := strings.Cut(name, ".")
	if base == "" {
		return ""
	}
	text := partsText(base)
	for suffix := range strings.SplitSeq(variant, ".") {
		if shift, is := shifts[suffix]; is {
			text = shifted(text, shift)
		}
	}
	return text
}

// partsText reads the names of a ligature's parts.
func partsText(name string) string {
	if t, ok := names()[name]; ok {
		return t
	}
	var b strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		t := partText(part)
		if t == "" {
			return ""
		}
		b.WriteString(t)
	}
	return b.String()
}

func partText(n string) string {
	if t, ok := names()[n]; ok {
		return t
	}
	if len(n) == 1 && n[0] > ' ' && n[0] < 0x7F {
		return n
	}
	if n == "" {
		return ""
	}
	if mark, ok := accents[n[1:]]; ok {
		return norm.NFC.String(n[:1] + mark)
	}
	if t := hexText(n); t != "" {
		return t
	}
	for _, drawn := range []string{"oldstyle", "small"} {
		if base, ok := strings.CutSuffix(n, drawn); ok && base != "" {
			return partText(base)
		}
	}
	return ""
}

// hexText reads names such as "uni2260", "uni00660069" and "u1D400".
func hexText(n string) string {
	if digits, ok := strings.CutPrefix(n, "uni"); ok && len(digits) >= 4 && len(digits)%4 == 0 {
		var b strings.Builder
		for ; digits != ""; digits = digits[4:] {
			r, ok := hexRune(digits[:4])
			if !ok {
				return ""
			}
			b.WriteRune(r)
		}
		return b.String()
	}
	digits, ok := strings.CutPrefix(n, "u")
	if !ok || len(digits) < 4 || len(digits) > 6 {
		return ""
	}
	if r, ok := hexRune(digits); ok {
		return string(r)
	}
	return ""
}

func hexRune(digits string) (rune, bool) {
	v, err := strconv.ParseUint(digits, 16, 32)
	return rune(v), err == nil && Means(rune(v))
}

// Means reports whether a character has a meaning: control characters, private use,
// surrogates and the replacement character have none.
func Means(r rune) bool {
	switch {
	case r == unicode.ReplacementChar, r > unicode.MaxRune, r < 0:
		return false
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Co, r), unicode.Is(unicode.Cs, r):
		return false
	}
	return r&0xFFFE != 0xFFFE && (r < 0xFDD0 || r > 0xFDEF)
}

// shifts are the variants of glyphs above or below the line.
var shifts = map[string]*strings.Replacer{
	"superior": superiors, "sups": superiors, "sup": superiors, "numr": superiors, "numerator": superiors,
	"inferior": inferiors, "subs": inferiors, "sinf": inferiors, "sub": inferiors, "dnom": inferiors, "denominator": inferiors,
}

var (
	superiors = shift("0123456789+-−=()abdefghijklmnoprstuvw", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷ")
	inferiors = shift("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
)

func shift(from, to string) *strings.Replacer {
	var pairs []string
	high := []rune(to)
	for i, r := range []rune(from) {
		pairs = append(pairs, string(r), string(high[i]))
	}
	return strings.NewReplacer(pairs...)
}

// Superior returns a digit or letter in Unicode's raised form, the text itself if
// there is none.
func Superior(text string) string { return superiors.Replace(text) }

// shifted is a text raised or lowered, "" if Unicode lacks one of the characters.
func shifted(text string, by *strings.Replacer) string {
	for _, r := range text {
		if s := string(r); by.Replace(s) == s {
			return ""
		}
	}
	return by.Replace(text)
}
