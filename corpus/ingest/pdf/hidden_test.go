package pdf

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// seenAndHidden are the texts of a page's visible and hidden glyphs.
func seenAndHidden(p Page) (seen, hidden string) {
	for _, g := range p.Glyphs {
		if g.Hidden {
			hidden += g.Text
		} else {
			seen += g.Text
		}
	}
	return seen, hidden
}

// TestHidden holds which text is taken not to be seen. Each content shows "see" for
// what is seen and "not" for what is not.
func TestHidden(t *testing.T) {
	see, not := "BT /F1 10 Tf 100 700 Td (see) Tj ET ", "BT /F1 10 Tf 100 700 Td (not) Tj ET "
	const resources = `/ExtGState << /Clear << /ca 0 >> /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> >>
		/ColorSpace << /ICC [/ICCBased 8 0 R] /Spot [/Separation /Gold /DeviceRGB 9 0 R] >> /Properties << /Off 10 0 R /On 11 0 R /Any << /Type /OCMD /OCGs [10 0 R 11 0 R] >> /All << /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn >> >>`
	for name, content := range map[string]string{
		"plain":                   see,
		"invisible":               "3 Tr " + not + "0 Tr " + see,
		"clip only":               "q 7 Tr " + not + "Q " + see,
		"stroked":                 "1 Tr " + see + "1 G " + not,
		"filled and stroked":      "1 g 2 Tr " + see + "1 G " + not,
		"white gray":              "1 g " + not + "0.5 g " + see,
		"nearly white":            "0.97 0.98 0.99 rg " + not + "0.9 0.9 0.9 rg " + see,
		"white CMYK":              "0 0 0 0 k " + not + "0 0 0 1 k " + see,
		"white by space":          "/ICC cs 1 1 1 scn " + not + "0 0 0 scn " + see,
		"a spot colour":           "/Spot cs 1 scn " + see,
		"white on black":          "0 g 90 690 100 30 re f 1 g " + see,
		"white beside black":      "0 g 290 690 100 30 re f 1 g " + not,
		"white on white on black": "0 g 90 690 100 30 re f 1 g 95 695 90 20 re f " + not,
		"white on a black shape":  "0 g 90 690 m 190 690 l 140 750 l f 1 g " + see,
		"white on black polygon":  "0 g 90 690 m 190 690 l 190 720 l 90 720 l h f 1 g " + see,
		"white on a thick line":   "0 G 30 w 90 703 m 200 703 l S 1 g " + see,
		"white on a thin line":    "0 G 1 w 90 703 m 200 703 l S 1 g " + not,
		"restored":                "q 1 g " + not + "Q " + see,
		"see-through":             "q /Clear gs " + not + "Q /Half gs " + see,
		"tiny":                    "q 0.05 0 0 0.05 0 0 cm BT /F1 10 Tf 2000 2000 Td (not) Tj ET Q " + see,
		"off the page":            "BT /F1 10 Tf 700 700 Td (not) Tj ET BT /F1 10 Tf 100 -20 Td (not) Tj ET " + see,
		"clipped away":            "q 300 300 50 50 re W n " + not + "Q " + see,
		"clipped in part":         "q 90 690 500 50 re W n " + see + "Q",
		"covered":                 not + "1 g 90 690 100 30 re f",
		"covered by a polygon":    not + "1 g 90 690 m 190 690 l 190 720 l 90 720 l h f",
		"covered by black":        not + "0 g 90 690 100 30 re f",
		"covered in part":         see + "1 g 90 690 14 30 re f",
		"covered by glass":        see + "/Half gs 1 g 90 690 100 30 re f",
		"marked over":             see + "/Multiply gs 1 1 0 rg 90 690 100 30 re f",
		"framed":                  see + "80 680 200 60 re 90 690 100 40 re f*",
		"circled":                 see + "90 690 m 90 720 190 720 190 690 c f",
		"under a clipped fill":    see + "q 300 300 9 9 re W n 1 g 0 0 612 792 re f Q",
		"optional":                "/OC /Off BDC " + not + "EMC /OC /On BDC " + see + "EMC",
		"optional together":       "/OC /Any BDC " + see + "EMC /OC /All BDC " + not + "EMC",
		"optional inside another": "/OC /Off BDC /Span BMC " + not + "EMC EMC " + see,
		"cover that is off":       see + "/OC /Off BDC 1 g 90 690 100 30 re f EMC",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Read(t.Context(), hiddenFile(content, resources), DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			seen, hidden := seenAndHidden(f.Pages[0])
			if strings.ReplaceAll(seen, "see", "") != "" || strings.ReplaceAll(hidden, "not", "") != "" ||
				len(seen) != 3*strings.Count(content, "(see)") || len(hidden) != 3*strings.Count(content, "(not)") {
				t.Errorf("seen is %q, hidden %q", seen, hidden)
			}
			if f.Hidden() != (hidden != "") {
				t.Error("the file says otherwise")
			}
		})
	}
}

func hiddenFile(content, resources string) []byte {
	return sampleFile(
		"<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		object("<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im 6 0 R /Mask 7 0 R >> "+resources+" >> >>"),
		streamObject("", content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		streamObject("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "x"),
		streamObject("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1 /ImageMask true", "x"),
		streamObject("/N 3", "profile"),
		"<< /FunctionType 2 /Domain [0 1] /N 1 >>",
		"<< /Type /OCG /Name (Off) >>",
		"<< /Type /OCG /Name (On) >>",
	)
}

// TestHiddenByImages holds that an image hides the text below it, as in a scan, and
// is ground for white text.
func TestHiddenByImages(t *testing.T) {
	text := "BT /F1 10 Tf 100 700 Td (abc) Tj ET "
	image := func(name string) string { return "q 200 0 0 100 50 650 cm /" + name + " Do Q " }
	for content, want := range map[string]string{
		text + image("Im"):           "",
		text + image("Mask"):         "abc",
		image("Im") + text:           "abc",
		image("Im") + "1 g " + text:  "abc",
		"3 Tr " + text + image("Im"): "",
		image("Im") + "3 Tr " + text: "",
	} {
		f, err := Read(t.Context(), hiddenFile(content, ""), DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		if seen, _ := seenAndHidden(f.Pages[0]); seen != want {
			t.Errorf("%q shows %q, want %q", content, seen, want)
		}
	}
}

// TestHiddenDoesNotCount holds that hidden glyphs that nobody can read are no reason
// to refuse a file.
func TestHiddenDoesNotCount(t *testing.T) {
	f, err := Read(t.Context(), hiddenFile("BT /F1 10 Tf 100 700 Td (a) Tj 3 Tr (\\001\\002\\003) Tj ET", ""), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if _, hidden := seenAndHidden(f.Pages[0]); hidden != "\uFFFD\uFFFD\uFFFD" {
		t.Errorf("hidden is %q", hidden)
	}
}

// TestManyBoxes holds that boxes around many glyphs end in an error, not in hours.
func TestManyBoxes(t *testing.T) {
	limits := DefaultLimits()
	limits.Covers = 50_000
	content := "BT /F1 10 Tf 10 700 Td (" + strings.Repeat("x", 400) + ") Tj ET " + strings.Repeat("1 g 5 699 3 3 re f ", 500)
	if _, err := Read(t.Context(), hiddenFile(content, ""), limits); !errors.Is(err, ErrLimit) {
		t.Errorf("error is %v, want %v", err, ErrLimit)
	}
	if _, err := Read(t.Context(), hiddenFile(content, ""), DefaultLimits()); err != nil {
		t.Error(err)
	}
}

// TestCropBox holds that what the crop box cuts off is not seen.
func TestCropBox(t *testing.T) {
	file := sampleFile(
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] /CropBox [50 50 560 740] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		streamObject("", "BT /F1 10 Tf 100 700 Td (in) Tj 0 60 Td (out) Tj ET"),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	)
	f, err := Read(t.Context(), file, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if seen, hidden := seenAndHidden(f.Pages[0]); seen != "in" || hidden != "out" {
		t.Errorf("seen is %q, hidden %q", seen, hidden)
	}
}

// TestRotate holds that a page that is shown turned is read as it is shown.
func TestRotate(t *testing.T) {
	for turn, matrix := range map[int]string{0: "1 0 0 1 100 700", 90: "0 1 -1 0 200 100", 180: "-1 0 0 -1 500 200", 270: "0 -1 1 0 300 600", -90: "0 -1 1 0 300 600"} {
		file := sampleFile(
			"<< /Type /Catalog /Pages 2 0 R >>",
			object(fmt.Sprintf("<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] /Rotate %d >>", turn)),
			"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
			streamObject("", "BT /F1 10 Tf "+matrix+" Tm (ab) Tj ET"),
			"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
		)
		f, err := Read(t.Context(), file, DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		p := f.Pages[0]
		a, b := p.Glyphs[0], p.Glyphs[1]
		if !a.Upright || a.Hidden || math.Abs(b.X-a.X-6) > 1e-9 || a.Y != b.Y {
			t.Errorf("turned by %d: %+v, %+v", turn, a, b)
		}
		if wide := p.Box.X1 - p.Box.X0; wide != map[bool]float64{true: 792, false: 612}[turn%180 != 0] {
			t.Errorf("turned by %d: page is %v wide", turn, wide)
		}
		if !p.Box.holds(a.X, a.Y) {
			t.Errorf("turned by %d: glyph at %v, %v is off the page %v", turn, a.X, a.Y, p.Box)
		}
	}
}

// TestMissingResources holds that a page is refused which draws what its resources do
// not have: the text in it would be missing without a trace.
func TestMissingResources(t *testing.T) {
	for _, content := range []string{"/Gone Do", "/Gone gs", "/Span /Gone BDC EMC", "/OC /Gone BDC EMC"} {
		if _, err := Read(t.Context(), hiddenFile(content, ""), DefaultLimits()); !errors.Is(err, ErrDamaged) {
			t.Errorf("%q: error is %v, want %v", content, err, ErrDamaged)
		}
	}
}

// TestAnnotations holds that the appearances of annotations are read where they are
// shown, in the state that they are in, and that hidden ones are not.
func TestAnnotations(t *testing.T) {
	file := sampleFile(
		"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /DR << /Font << /Helv 5 0 R >> >> >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		object(`<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [
			<< /Type /Annot /Subtype /Widget /Rect [100 600 200 620] /AP << /N 6 0 R >> >>
			<< /Type /Annot /Subtype /Stamp /Rect [300 500 500 520] /AP << /N << /On 7 0 R /Off 6 0 R >> >> /AS /On >>
			<< /Type /Annot /Subtype /Widget /F 2 /Rect [100 400 200 420] /AP << /N 6 0 R >> >>
			<< /Type /Annot /Subtype /Widget /F 32 /Rect [100 400 200 420] /AP << /N 6 0 R >> >>
			<< /Type /Annot /Subtype /Highlight /Rect [100 695 200 720] /AP << /N 8 0 R >> >>
			<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] >> ] >>`),
		streamObject("", "BT /F1 10 Tf 100 700 Td (page ) Tj ET"),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		streamObject("/Type /XObject /Subtype /Form /BBox [0 0 100 20]", "BT /Helv 10 Tf 2 5 Td (field ) Tj ET"),
		streamObject("/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Matrix [2 0 0 2 0 0]", "BT /Helv 5 Tf 10 0 Td (stamp) Tj ET"),
		streamObject("/Type /XObject /Subtype /Form /BBox [0 0 100 25]", "1 1 0 rg 0 0 100 25 re f"),
	)
	f, err := Read(t.Context(), file, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	seen, hidden := seenAndHidden(f.Pages[0])
	if seen != "page field stamp" || hidden != "" {
		t.Fatalf("seen is %q, hidden %q", seen, hidden)
	}
	g := f.Pages[0].Glyphs
	if g[5].X != 102 || g[5].Y != 605 || g[11].X != 320 || g[11].Y != 500 || g[11].Size != 5 {
		t.Errorf("field at %v, %v; stamp at %v, %v of %v points", g[5].X, g[5].Y, g[11].X, g[11].Y, g[11].Size)
	}
}
