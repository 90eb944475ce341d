package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// accents are the accents that old fonts draw as separate glyphs over or under a
// letter, with the corresponding combining marks.
var accents = map[string]string{
	"`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303", "¯": "\u0304", "ˉ": "\u0304",
	"˘": "\u0306", "˙": "\u0307", "¨": "\u0308", "˚": "\u030A", "˝": "\u030B", "ˇ": "\u030C", "¸": "\u0327", "˛": "\u0328",
}

// negation is the slash that TeX draws through the relation that follows it.
const negation = "\u0338"

// attachAccents merges an accent with the letter that it is drawn on, and a negation
// slash with the sign that it negates.
func attachAccents(glyphs []pdf.Glyph) []pdf.Glyph {
	if !slices.ContainsFunc(glyphs, func(g pdf.Glyph) bool { return accents[g.Text] != "" || g.Text == negation }) {
		return glyphs
	}
	glyphs = slices.Clone(glyphs)
	for i := range glyphs {
		mark, at := accents[glyphs[i].Text], -1
		if mark != "" {
			at = accented(glyphs, i)
		} else if glyphs[i].Text == negation {
			mark, at = negation, negated(glyphs, i)
		}
		if at >= 0 {
			glyphs[at].Text = norm.NFC.String(dotted(glyphs[at].Text) + mark)
			glyphs[i].Text = ""
		}
	}
	return slices.DeleteFunc(glyphs, func(g pdf.Glyph) bool { return g.Text == "" })
}

// accented returns the index of the letter next to an accent and drawn at its place, or
// -1.
func accented(glyphs []pdf.Glyph, i int) int {
	a := &glyphs[i]
	for _, j := range []int{i + 1, i - 1} {
		if j < 0 || j >= len(glyphs) {
			continue
		}
		g := &glyphs[j]
		r, n := utf8.DecodeRuneInString(g.Text)
		apart := math.Abs(g.X + g.Width/2 - a.X - a.Width/2)
		if n == len(g.Text) && unicode.IsLetter(r) && apart < 0.3*a.Size && math.Abs(g.Y-a.Y) < 0.45*a.Size && math.Abs(g.Size-a.Size) < sameSize*a.Size {
			return j
		}
	}
	return -1
}

// negated returns the index of the sign after a zero-width slash and drawn at its
// place, or -1.
func negated(glyphs []pdf.Glyph, i int) int {
	if j := i + 1; j < len(glyphs) && glyphs[i].Width < 0.01*glyphs[i].Size {
		g := &glyphs[j]
		if math.Abs(g.X-glyphs[i].X) < 0.1*g.Size && math.Abs(g.Y-glyphs[i].Y) < sameBaseline*g.Size+0.05 && strings.TrimSpace(g.Text) != "" {
			return j
		}
	}
	return -1
}

// dotted returns the dotted letter for a dotless one under an accent.
func dotted(s string) string {
	switch s {
	case "ı":
		return "i"
	case "ȷ":
		return "j"
	}
	return s
}
