package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// run is a word or part of one: glyphs on one baseline in one size.
type run struct {
	text     string
	x0, x1   float64
	y, size  float64
	font     *pdf.Font
	artifact bool
	shift    int  // +1 superscript, -1 subscript of the line's baseline, 0 on it
	space    bool // a space glyph was drawn before it
	bar      int  // of the fraction that it is over or under, from 1; 0 for none
}

// Gaps and offsets as fractions of the font size, measured on NIST's standards and
// checked against the text order of another engine on 309 pages.
const (
	wordGap      = 0.10 // a wider gap separates words
	kerningGap   = 0.35 // glyphs may overlap by this much inside a word
	spaceGlyph   = 0.03 // with a space glyph between, this gap is enough
	sameBaseline = 0.02
	sameSize     = 0.05
	smallSize    = 0.88 // a run below this share of the line's size is a script
	largeScript  = 0.97 // up to this share it is one if its position is unambiguous
)

// runs groups the upright glyphs of a page.
func runs(glyphs []pdf.Glyph) []run {
	glyphs = attachMarks(attachAccents(glyphs))
	var out []run
	open, space := false, false
	for i := range glyphs {
		g := &glyphs[i]
		if strings.TrimSpace(g.Text) == "" {
			open, space = false, true
			continue
		}
		if open && extends(&out[len(out)-1], g) {
			r := &out[len(out)-1]
			r.text += g.Text
			r.x1 = math.Max(r.x1, g.X+g.Width)
			continue
		}
		out = append(out, run{
			text: g.Text, x0: g.X, x1: g.X + g.Width, y: g.Y, size: g.Size,
			font: g.Font, artifact: g.Artifact, space: space,
		})
		open, space = true, false
	}
	return out
}

// extends reports whether the glyph continues the run.
func extends(r *run, g *pdf.Glyph) bool {
	gap := g.X - r.x1
	return math.Abs(g.Y-r.y) < sameBaseline*g.Size+0.05 &&
		math.Abs(g.Size-r.size) < sameSize*g.Size &&
		g.Artifact == r.artifact && g.Font.Bold == r.font.Bold &&
		gap < wordGap*g.Size && gap > -kerningGap*g.Size
}

func isMark(s string) bool {
	for _, r := range s {
		return unicode.Is(unicode.Mn, r)
	}
	return false
}

// attachMarks moves combining marks onto the glyph that they are drawn over: in
// mathematics they are separate glyphs, before or after it.
func attachMarks(glyphs []pdf.Glyph) []pdf.Glyph {
	if !slices.ContainsFunc(glyphs, func(g pdf.Glyph) bool { return isMark(g.Text) }) {
		return glyphs
	}
	glyphs = slices.Clone(glyphs)
	for i := range glyphs {
		if !isMark(glyphs[i].Text) {
			continue
		}
		if base := markBase(glyphs, i); base >= 0 {
			glyphs[base].Text += glyphs[i].Text
			glyphs[i].Text = ""
		}
	}
	return slices.DeleteFunc(glyphs, func(g pdf.Glyph) bool { return g.Text == "" })
}

// markBase returns the index of the glyph under the mark, or -1.
func markBase(glyphs []pdf.Glyph, mark int) int {
	m := &glyphs[mark]
	centre := m.X + m.Width/2
	if m.Width < 0.01*m.Size {
		centre = m.X - 0.22*m.Size // zero-width accents are drawn left of their origin
	}
	best, score := -1, math.Inf(1)
	for j := range glyphs {
		g := &glyphs[j]
		if j == mark || g.Width <= 0 || isMark(g.Text) || strings.TrimSpace(g.Text) == "" {
			continue
		}
		dy, dx := math.Abs(g.Y-m.Y), math.Abs(g.X+g.Width/2-centre)
		if dy > 0.9*m.Size || dx > 0.6*g.Width+0.25*m.Size {
			continue
		}
		s := dx + 0.5*dy
		if !unicode.IsLetter([]rune(g.Text)[0]) {
			s += 0.6 * m.Size
		}
		if s < score {
			best, score = j, s
		}
	}
	return best
}
