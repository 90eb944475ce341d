package pdf

import (
	"testing"

	"github.com/pqcite/pqcite/internal/fonttest"
)

// TestStanceOf judges outlines as fonts have them, in heights of a capital.
func TestStanceOf(t *testing.T) {
	for _, tt := range []struct {
		text        string
		bottom, top float64
		want        stance
	}{
		{"2", 0.45, 1.06, raised},
		{"2", -0.2, 0.4, lowered},
		{"2", 0, 1, standing},
		{"2", 0, 0.62, standing},    // old style, or a denominator
		{"3", -0.3, 0.66, standing}, // old style
		{"2", 0.2, 0.8, standing},
		{"1", 0.4, 1.1, standing}, // too tall
		{"n", 0.5, 0.95, raised},
		{"n", -0.02, 0.66, standing},
		{"x", -0.2, 0.2, lowered},
		{"y", -0.3, 0.3, standing},
		{"+", 0.1, 0.75, standing},
		{"+", 0.5, 0.9, raised},
		{"−", 0.35, 0.45, standing},
		{"−", 0.5, 0.58, standing}, // one for capitals
		{"−", 0.7, 0.78, raised},
		{"−", 0.1, 0.17, lowered},
		{"(", -0.2, 1.1, standing},
		{"(", 0.4, 1.15, raised},
		{"(", -0.3, 0.5, lowered},
	} {
		if got := stanceOf(tt.text[0], tt.text, tt.bottom, tt.top); got != tt.want {
			t.Errorf("%q from %v to %v has stance %d, want %d", tt.text, tt.bottom, tt.top, got, tt.want)
		}
	}
	for _, s := range []string{"’", "′", "°", "*", "\"", "ª", "º", "–", "-", "²", "A", "fi", ""} {
		if shiftable(s) {
			t.Errorf("%q may be raised", s)
		}
	}
}

// TestRaisedGlyphs shows raised and lowered digits that a file says read as plain
// ones.
func TestRaisedGlyphs(t *testing.T) {
	drawn := []fonttest.Glyph{
		{Name: "H", Code: 'H', Inked: true, Top: 650},
		{Name: "a", Code: 1, Inked: true, Top: 650}, // 2
		{Name: "b", Code: 2, Inked: true, Bottom: 310, Top: 700},
		{Name: "c", Code: 3, Inked: true, Bottom: -120, Top: 260},
		{Name: "d", Code: 4, Inked: true, Bottom: 400, Top: 700}, // an asterisk
		{Name: "e", Code: 5, Inked: true, Bottom: 0, Top: 650},   // a fraction slash
		{Name: "f", Code: 6, Inked: true, Bottom: -200, Top: 430},
	}
	meanings := "7 beginbfchar <01> <0032> <02> <0032> <03> <0032> <04> <002A> <05> <2044> <06> <0033> <48> <0048> endbfchar"
	descriptor := object("<< /Type /FontDescriptor /FontName /Test /Flags 4 /FontFile3 7 0 R >>")
	simple := object("<< /Type /Font /Subtype /Type1 /BaseFont /Test " + widths(500) + " /FontDescriptor 6 0 R /ToUnicode 8 0 R >>")
	cff := streamObject("/Subtype /Type1C", string(fonttest.CFF(drawn...)))
	trueType := streamObject("", string(fonttest.TrueType(3, 1, false, drawn...)))
	composite := object("<< /Type /Font /Subtype /Type0 /BaseFont /Test /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Test /DW 500 /FontDescriptor 6 0 R >>] >>")
	pairs := streamObject("", "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 7 beginbfchar <0001> <0048> <0002> <0032> <0003> <0032> <0004> <0032> <0005> <002A> <0006> <2044> <0007> <0033> endbfchar endcmap")
	for _, tt := range []struct {
		name, show string
		font       object
		more       []object
	}{
		{"Type1C", "(H\\001\\002\\003\\004\\006\\002\\005)", simple, []object{descriptor, cff, toUnicode(meanings)}},
		{"composite TrueType", "<00010002000300040005000700030006>", composite, []object{strObject(descriptor, "FontFile3", "FontFile2"), trueType, pairs}},
	} {
		f, err := Read(t.Context(), withFont(tt.show, tt.font, tt.more...), DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		g := f.Pages[0].Glyphs
		if got := text(f.Pages[0]); got != "H222*3²⁄" {
			t.Errorf("%s: reads %q", tt.name, got)
		}
		for i, want := range [][2]float64{{700, 10}, {700, 10}, {703.5, 6.2}, {698.5, 6.2}, {700, 10}, {700, 10}, {700, 10}, {700, 10}} {
			if g[i].Y != want[0] || g[i].Size != want[1] {
				t.Errorf("%s: glyph %d (%q) stands at %v in size %v, want %v", tt.name, i, g[i].Text, g[i].Y, g[i].Size, want)
			}
		}
	}
}
