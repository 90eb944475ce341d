package pdf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/fonttest"
)

// withFont is a file that shows a string in a font, which may refer to the objects
// after it: the first of them is number 6.
func withFont(show string, font object, more ...object) []byte {
	objects := []object{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		streamObject("", "BT /F1 10 Tf 100 700 Td "+show+" Tj ET"),
		font,
	}
	return sampleFile(append(objects, more...)...)
}

// widths writes the widths of all codes.
func widths(w int) string {
	return "/FirstChar 0 /LastChar 255 /Widths [" + strings.Repeat(fmt.Sprint(w, " "), 256) + "]"
}

func toUnicode(body string) object {
	return streamObject("", "begincmap 1 begincodespacerange <00> <FF> endcodespacerange "+body+" endcmap")
}

// TestFonts shows strings in fonts of each kind and holds what is read: by the map
// of the file, by glyph names, by the encoding of the program, else the mark of
// what cannot be read.
func TestFonts(t *testing.T) {
	simple := func(subtype, entries string) object {
		return object("<< /Type /Font /Subtype /" + subtype + " /BaseFont /Test " + widths(500) + " " + entries + " >>")
	}
	composite := func(entries, descendant string) object {
		return object("<< /Type /Font /Subtype /Type0 /BaseFont /Test " + entries + " /DescendantFonts [<< /Type /Font /BaseFont /Test /DW 500 " + descendant + " >>] >>")
	}
	descriptor := object("<< /Type /FontDescriptor /FontName /Test /Flags 4 /FontFile3 7 0 R >>")
	glyphs := []fonttest.Glyph{
		{Name: "l", Code: 'l', Inked: true}, {Name: "lessequal", Code: 3, Inked: true}, {Name: "infinity", Code: '1', Inked: true},
		{Name: "g37", Code: 'q', Inked: true}, {Name: "gap", Code: 'g'},
	}
	cff := streamObject("/Subtype /Type1C", string(fonttest.CFF(glyphs...)))
	type1 := streamObject("/Length1 1 /Length2 1 /Length3 0", string(fonttest.Type1(glyphs...)))
	tests := []struct {
		name, show string
		font       object
		more       []object
		want       string
	}{
		{"ToUnicode", "(ab)", simple("Type1", "/ToUnicode 6 0 R"), []object{toUnicode("1 beginbfchar <61> <22600061> endbfchar")}, "≠ab"},
		{"map to nothing", "(abc)", simple("Type1", "/ToUnicode 6 0 R"), []object{toUnicode("3 beginbfchar <61> <0000> <62> <FFFD> <63> <E001> endbfchar")}, "abc"},
		{"map to nothing without names", "(a\\001b)", simple("Type1", "/ToUnicode 6 0 R"), []object{toUnicode("2 beginbfchar <01> <> <01> <F020> endbfchar")}, "a\uFFFDb"},
		{"names", "(abc)", simple("Type1", "/Encoding << /Differences [97 /parenleftbig /uni2264 /f_f_i.liga] >>"), nil, "(≤ffi"},
		{"names that say nothing", "(abcd)", simple("Type1", "/Encoding << /Differences [97 /g12 /cid34 /index7] >>"), nil, "\uFFFD\uFFFD\uFFFDd"},
		{"raised digits", "(2ab)", simple("Type1", "/Encoding << /Differences [97 /six.sups /four.superior] >>"), nil, "2⁶⁴"},
		{"MacExpert", "(V)", simple("Type1", "/Encoding /MacExpertEncoding"), nil, "ff"},
		{"Symbol", "(a\\243)", object("<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>"), nil, "α≤"},
		{"ZapfDingbats", "(3)", object("<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>"), nil, "✓"},
		{"TeX by name", "(\\014\\0133)", object("<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+CMR10 " + widths(500) + " >>"), nil, "fiff3"},
		{"map of a sign of TeX's to a letter", "(\\024)", object("<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+CMSY10 /Encoding << /Differences [20 /lessequal] >> /ToUnicode 6 0 R " + widths(500) + " >>"),
			[]object{toUnicode("1 beginbfchar <14> <0066> endbfchar")}, "≤"},
		{"map of a sign to a letter elsewhere", "(\\024)", simple("Type1", "/Encoding << /Differences [20 /lessequal] >> /ToUnicode 6 0 R"), []object{toUnicode("1 beginbfchar <14> <0066> endbfchar")}, "f"},
		{"Type 1C built in", "(l\\0031g)", simple("Type1", "/FontDescriptor 6 0 R"), []object{descriptor, cff}, "l≤∞ "},
		{"Type 1 built in", "(l\\0031)", simple("Type1", "/FontDescriptor 6 0 R"), []object{strObject(descriptor, "FontFile3", "FontFile"), type1}, "l≤∞"},
		{"name of no meaning in a program", "(lq)", simple("Type1", "/FontDescriptor 6 0 R"), []object{descriptor, cff}, "l\uFFFD"},
		{"program that is none", "(l\\003)", simple("Type1", "/FontDescriptor 6 0 R"), []object{descriptor, streamObject("/Subtype /Type1C", "junk")}, "l\uFFFD"},
		{"TrueType by its post table", "(a)", simple("TrueType", "/FontDescriptor 6 0 R"),
			[]object{strObject(descriptor, "FontFile3", "FontFile2"), streamObject("", string(fonttest.TrueType(1, 0, true, fonttest.Glyph{Name: "alpha", Code: 97, Inked: true})))}, "α"},
		{"symbolic TrueType without names", "(a)", simple("TrueType", "/FontDescriptor 6 0 R /ToUnicode 8 0 R"),
			[]object{strObject(descriptor, "FontFile3", "FontFile2"), streamObject("", string(fonttest.TrueType(3, 0, false, fonttest.Glyph{Code: 0xF061, Inked: true}))),
				toUnicode("1 beginbfchar <62> <0078> endbfchar")}, "\uFFFD"},
		{"composite by its program", "<00010002>", composite("/Encoding /Identity-H", "/Subtype /CIDFontType2 /FontDescriptor 6 0 R"),
			[]object{strObject(descriptor, "FontFile3", "FontFile2"), streamObject("", string(fonttest.TrueType(3, 1, false, fonttest.Glyph{Code: 0x3B1, Inked: true}, fonttest.Glyph{Code: 32})))}, "α "},
		{"composite by a map of glyphs", "<0001>", composite("/Encoding /Identity-H", "/Subtype /CIDFontType2 /FontDescriptor 6 0 R /CIDToGIDMap 8 0 R"),
			[]object{strObject(descriptor, "FontFile3", "FontFile2"), streamObject("", string(fonttest.TrueType(3, 1, false, fonttest.Glyph{Code: 'x', Inked: true}, fonttest.Glyph{Code: 'y', Inked: true}))),
				streamObject("", "\x00\x00\x00\x02")}, "y"},
		{"composite by the names of its CFF", "<00010002>", composite("/Encoding /Identity-H", "/Subtype /CIDFontType0 /FontDescriptor 6 0 R"), []object{descriptor, cff}, "l≤"},
		{"composite without anything", "<0041>", composite("/Encoding /Identity-H /ToUnicode 6 0 R", "/Subtype /CIDFontType2"), []object{toUnicode("1 beginbfchar <0042> <0078> endbfchar")}, "\uFFFD"},
		{"collection", "<00220023>", composite("/Encoding /Identity-H", "/Subtype /CIDFontType0 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>"), nil, "AB"},
		{"codes in Unicode", "<00414E2D>", composite("/Encoding /UniGB-UCS2-H", "/Subtype /CIDFontType0"), nil, "A中"},
		{"Shift-JIS", "(A\\202\\240)", composite("/Encoding /90ms-RKSJ-H", "/Subtype /CIDFontType0"), nil, "A\uFFFD"},
		{"embedded CMap of mixed codes", "<418142>", composite("/Encoding 6 0 R /ToUnicode 7 0 R", "/Subtype /CIDFontType0"),
			[]object{streamObject("/Type /CMap /CMapName /Own", "2 begincodespacerange <00> <7F> <8100> <81FF> endcodespacerange 1 begincidrange <8100> <81FF> 500 endcidrange"),
				toUnicode("2 beginbfchar <41> <0041> <8142> <4E2D> endbfchar")}, "A中"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			limits := DefaultLimits()
			limits.UnreadShare = 1
			f, err := Read(t.Context(), withFont(tt.show, tt.font, tt.more...), limits)
			if err != nil {
				t.Fatal(err)
			}
			if got := text(f.Pages[0]); got != tt.want {
				t.Errorf("reads %q, want %q", got, tt.want)
			}
		})
	}
}

// strObject replaces a part of an object.
func strObject(o object, from, to string) object {
	return object(strings.Replace(string(o), from, to, 1))
}

// TestUnreadHasItsPlace holds that what cannot be read is where it is drawn, as
// wide as it is, so that the text after it does not move.
func TestUnreadHasItsPlace(t *testing.T) {
	font := object("<< /Type /Font /Subtype /Type1 /BaseFont /Test " + widths(700) + " /Encoding << /Differences [1 /g1] >> >>")
	f, err := Read(t.Context(), withFont("(a\\001bcde)", font), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	g := f.Pages[0].Glyphs
	if g[1].Text != "\uFFFD" || g[1].X != 107 || g[1].Width != 7 || g[2].X != 114 || g[1].Hidden {
		t.Errorf("glyphs are %+v", g)
	}
}

// TestUnreadShare holds from which share on a file is refused.
func TestUnreadShare(t *testing.T) {
	font := object("<< /Type /Font /Subtype /Type1 /BaseFont /Test " + widths(700) + " /Encoding << /Differences [1 /g1] >> >>")
	if _, err := Read(t.Context(), withFont("(ab\\001\\001)", font), DefaultLimits()); err != nil {
		t.Errorf("half of it unread: %v", err)
	}
	_, err := Read(t.Context(), withFont("(ab\\001\\001\\001)", font), DefaultLimits())
	if !errors.Is(err, ErrUnreadable) || !strings.Contains(err.Error(), `3 of 5 characters`) || !strings.Contains(err.Error(), `font "Test"`) {
		t.Errorf("error is %v", err)
	}
}

// type3 is a bitmap font as TeX's drivers write it, of glyphs named after their codes.
func type3(matrix string, widths map[int]string, name string) object {
	var differences, w, procs strings.Builder
	for code := range 256 {
		if width, ok := widths[code]; ok {
			fmt.Fprintf(&differences, "%d /a%d ", code, code)
			fmt.Fprintf(&procs, "/a%d 6 0 R ", code)
			w.WriteString(width + " ")
		} else {
			w.WriteString("0 ")
		}
	}
	return object("<< /Type /Font /Subtype /Type3 " + name + " /FontBBox [0 0 50 50] /FontMatrix " + matrix + " /FirstChar 0 /LastChar 255 /Widths [" + w.String() +
		"] /Encoding << /Type /Encoding /Differences [" + differences.String() + "] >> /CharProcs << " + procs.String() + " >> >>")
}

// TestType3 holds the widths of Type 3 fonts, which are in units of their own, and
// what bitmap fonts of TeX read.
func TestType3(t *testing.T) {
	glyph := streamObject("", "30 0 0 0 30 30 d1 0 0 30 30 re f")
	cmr10 := map[int]string{'T': "72.22", 'h': "55.56", 'e': "44.44", 12: "55.56"}
	for _, tt := range []struct {
		name string
		font object
		want string
	}{
		{"by widths", type3("[0.01 0 0 0.01 0 0]", cmr10, ""), "Thefi"},
		{"by name", type3("[0.01 0 0 0.01 0 0]", map[int]string{'T': "1", 'h': "2", 'e': "3", 12: "4"}, "/BaseFont /ABCDEF+CMR10"), "Thefi"},
		{"unknown", type3("[0.01 0 0 0.01 0 0]", map[int]string{'T': "71", 'h': "55", 'e': "41", 12: "55"}, ""), "\uFFFD\uFFFD\uFFFD\uFFFD"},
	} {
		limits := DefaultLimits()
		limits.UnreadShare = 1
		f, err := Read(t.Context(), withFont("(The\\014)", tt.font, glyph), limits)
		if err != nil {
			t.Fatal(err)
		}
		if got := text(f.Pages[0]); got != tt.want {
			t.Errorf("%s: reads %q, want %q", tt.name, got, tt.want)
		}
		if g := f.Pages[0].Glyphs; tt.name == "by widths" && (g[0].Width < 7.2 || g[0].Width > 7.3 || g[0].Size != 10) {
			t.Errorf("T is %v wide and %v high", g[0].Width, g[0].Size)
		}
	}
}

// TestType3Names reads glyph names, takes an empty procedure for a space, and the
// size of the letters from how wide they are.
func TestType3Names(t *testing.T) {
	font := object(`<< /Type /Font /Subtype /Type3 /FontBBox [0 0 40 40] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 99 /Widths [20 20 25]
		/Encoding << /Differences [97 /a /alpha /gap] >> /CharProcs << /a 6 0 R /alpha 6 0 R /gap 7 0 R >> >>`)
	file := sampleFile(
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		streamObject("", "BT /F1 1 Tf 0.25 0 0 0.25 100 700 Tm (acb) Tj ET"),
		font,
		streamObject("", "20 0 0 0 20 20 d1 0 0 20 20 re f"),
		streamObject("", "25 0 0 0 0 0 d1 f"),
	)
	f, err := Read(t.Context(), file, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	g := f.Pages[0].Glyphs
	if got := text(f.Pages[0]); got != "a α" {
		t.Errorf("reads %q", got)
	}
	if g[0].Hidden || g[0].Size < 9 || g[0].Size > 13 {
		t.Errorf("letters of 5 points width are %v points high: %+v", g[0].Size, g[0])
	}
}

// TestSubsetCodes holds that a code which an embedded subset has no width for is not
// read by its place in an encoding.
func TestSubsetCodes(t *testing.T) {
	glyphs := []fonttest.Glyph{{Name: "a", Code: 'a', Inked: true}, {Name: "b", Code: 'b', Inked: true}}
	font := object("<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Test /FirstChar 97 /LastChar 98 /Widths [500 500] /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>")
	f, err := Read(t.Context(), withFont("(abz)", font, "<< /Type /FontDescriptor /FontName /ABCDEF+Test /Flags 32 /FontFile3 7 0 R >>",
		streamObject("/Subtype /Type1C", string(fonttest.CFF(glyphs...)))), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if got := text(f.Pages[0]); got != "ab\uFFFD" {
		t.Errorf("reads %q", got)
	}
}

// TestVertical holds that vertical writing is read, and runs down.
func TestVertical(t *testing.T) {
	font := object("<< /Type /Font /Subtype /Type0 /BaseFont /Test /Encoding /UniJIS-UCS2-V /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Test /DW 1000 >>] >>")
	f, err := Read(t.Context(), withFont("<4E2D56FD>", font), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	g := f.Pages[0].Glyphs
	if text(f.Pages[0]) != "中国" || g[0].Upright || g[0].X != g[1].X || g[0].Y-g[1].Y != 10 {
		t.Errorf("glyphs are %+v", g)
	}
}

// FuzzCMaps reads ToUnicode maps and CMaps of composite fonts.
func FuzzCMaps(f *testing.F) {
	f.Add("1 beginbfrange <0000> <FFFF> <0041> endbfrange", "\x00\x41")
	f.Add("2 begincodespacerange <00> <7F> <8100> <81FF> endcodespacerange 1 begincidrange <8100> <81FF> 500 endcidrange", "A\x81B")
	f.Fuzz(func(t *testing.T, src, shown string) {
		if codes, err := parseToUnicode([]byte(src)); err == nil && len(codes) > maxCMapEntries+1<<16 {
			t.Fatalf("%d entries", len(codes))
		}
		m := &codeMap{}
		if m.parse([]byte(src)) != nil {
			return
		}
		for len(shown) > 0 {
			n, cid := m.next(shown)
			if n < 1 || n > 4 || n > len(shown) || cid < noCID {
				t.Fatalf("code of %d bytes has CID %d", n, cid)
			}
			shown = shown[n:]
		}
	})
}
