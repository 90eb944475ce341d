package pdf

import (
	"slices"
	"strings"
)

// Glyph is one character as it is drawn. Lengths are in points (1/72 inch), the
// origin is the lower left corner of the page.
type Glyph struct {
	// Text is Unicode: more than one rune for a ligature, core.Unreadable if the file
	// does not say what the glyph reads.
	Text     string
	X, Y     float64 // Y is the baseline; for a glyph that the font draws raised or lowered, its own
	Width    float64 // advance
	Size     float64 // font size after all transformations
	Font     *Font
	Artifact bool // marked by the producer as not being content
	Upright  bool // false if the baseline is not horizontal, or the text is vertical
	Hidden   bool // invisible: invisible mode, white on white, covered, clipped, off the page
	raised   bool // as the font draws it; Y and Size are then those of its letters
}

// Font is what layout needs of a font.
type Font struct {
	Name string // without its subset prefix
	Bold bool
	Mono bool
	codec
}

// Rule is a straight line or a thin filled box, as drawn around tables.
type Rule struct{ X0, Y0, X1, Y1 float64 }

// Box is a rectangle.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Page is the content of a page.
type Page struct {
	Number int // 1-based
	Label  string
	Box    Box
	Glyphs []Glyph
	Rules  []Rule
}

// OutlineItem is a bookmark.
type OutlineItem struct {
	Level int // 1 outermost
	Title string
	Page  int // 1-based; 0 if the destination cannot be resolved
	Y     float64
}

// File is everything that is read from a PDF file.
type File struct {
	Pages   []Page
	Outline []OutlineItem
	// Repaired means that the file is malformed, mostly in its cross-reference table,
	// but that nothing is missing.
	Repaired bool
}

// Hidden reports whether a page has invisible text.
func (f *File) Hidden() bool {
	for i := range f.Pages {
		if slices.ContainsFunc(f.Pages[i].Glyphs, func(g Glyph) bool { return g.Hidden && strings.TrimSpace(g.Text) != "" }) {
			return true
		}
	}
	return false
}
