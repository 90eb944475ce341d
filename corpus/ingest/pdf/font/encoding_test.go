package font

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for n, want := range map[string]string{
		"a": "a", "space": " ", "fi": "fi", "eacute": "é", "Scaron": "Š", "alpha": "α", "arrowright": "→", "prime": "′",
		"uni2260": "≠", "uni00660069": "fi", "u1D400": "𝐀", "a.sc": "a", "f_f_i": "ffi", "T_h.liga": "Th", "one.oldstyle": "1",
		"parenleftbigg": "(", "summationdisplay": "∑", "radicalbig": "√", "braceex": "⎪", "negationslash": "̸", "lessequal": "≤",
		"Asmall": "A", "zerooldstyle": "0", "afii10017": "А", "Digamma": "Ϝ",
		"two.sups": "²", "two.superior": "²", "two.subs": "₂", "a.sc.sups": "ᵃ", "Q.sups": "", "two.numr": "²",
		// What says which glyph it is and not what it reads.
		"": "", ".notdef": "", "g37": "", "cid_12": "", "index5": "", "a65": "", "G01": "", "glyph12": "", "no-such-glyph": "",
		"uniZZZZ": "", "uniE000": "", "uniFFFD": "", "uni0000": "", "u110000": "", "uniD800": "", "f_g37": "", "_": "", "f_": "",
		strings.Repeat("a_", 200): "",
	} {
		if got := Text(n); got != want {
			t.Errorf("text of %q is %q, want %q", n, got, want)
		}
	}
}

// TestEncodings holds codes of each encoding, and that every name in them has a text
// but those that are known to have none.
func TestEncodings(t *testing.T) {
	for _, tt := range []struct {
		encoding string
		code     int
		want     string
	}{
		{"StandardEncoding", '\'', "’"}, {"StandardEncoding", 0xAE, "fi"}, {"StandardEncoding", 0xD0, "—"}, {"StandardEncoding", 0xFB, "ß"},
		{"WinAnsiEncoding", 0x92, "’"}, {"WinAnsiEncoding", 'A', "A"}, {"WinAnsiEncoding", 0x7F, "•"}, {"WinAnsiEncoding", 0xE9, "é"},
		{"MacRomanEncoding", 0xD5, "’"}, {"MacExpertEncoding", 0x56, "ff"}, {"Symbol", 'a', "α"}, {"Symbol", 0xA3, "≤"},
		{"ZapfDingbats", 0x33, "✓"}, {"Wingdings", 0xFC, "✓"}, {"OT1", 12, "fi"}, {"OT1", 0x3C, "¡"}, {"OT1tt", 0x3C, "<"}, {"OML", 11, "α"},
		{"OML", 0x3A, "."}, {"OMS", 20, "≤"}, {"OMS", 0x31, "∞"}, {"OMX", 0, "("}, {"OMX", 88, "∑"}, {"T1", 0xE9, "é"}, {"T1", 28, "fi"},
		{"MSB", 'R', "R"}, {"MSA", 0x3D, "≧"}, {"LGR", 'a', "α"}, {"T2A", 0xC0, "А"},
	} {
		if got := Text(Named(tt.encoding)[tt.code]); got != tt.want {
			t.Errorf("%s has %q at %#x, want %q", tt.encoding, got, tt.code, tt.want)
		}
	}
	untold := 0
	for name, e := range encodings() {
		for code, n := range e {
			if n != "" && Text(n) == "" {
				untold++
				t.Logf("%s has %q at %#x", name, n, code)
			}
		}
	}
	if untold > 40 {
		t.Errorf("%d names of encodings have no text", untold)
	}
	if Named("NoEncoding") != nil {
		t.Error("there is an encoding of no name")
	}
}

func TestWidth(t *testing.T) {
	for _, tt := range []struct {
		font, glyph string
		want        int
	}{
		{"Helvetica", "A", 667}, {"Helvetica-Oblique", "A", 667}, {"Arial", "A", 667}, {"Arial,Bold", "A", 722}, {"Arial-BoldItalicMT", "A", 722},
		{"Times-Roman", "m", 778}, {"TimesNewRomanPS-BoldMT", "m", 833}, {"Times New Roman", "m", 778}, {"TimesNewRoman,BoldItalic", "m", 778},
		{"Courier", "i", 600}, {"CourierNewPS-BoldMT", "i", 600}, {"Symbol", "alpha", 631}, {"ZapfDingbats", "space", 278},
		{"Helvetica", "no-glyph", 0}, {"Palatino", "A", 0}, {"ArialNarrow", "A", 0}, {"Helvetica-Condensed", "A", 0},
	} {
		if got, _ := Width(tt.font, tt.glyph); got != tt.want {
			t.Errorf("%s of %s is %d wide, want %d", tt.glyph, tt.font, got, tt.want)
		}
	}
}

func TestTeX(t *testing.T) {
	for font, want := range map[string]string{
		"CMR10": "OT1", "CMBX12": "OT1", "cmtt9": "OT1tt", "CMTI10": "OT1it", "CMMI8": "OML", "CMSY10": "OMS", "CMEX10": "OMX", "MSBM10": "MSB",
		"ecrm1000": "T1", "SFRM1095": "T1", "tcrm1000": "TS1", "grmn1000": "LGR", "wncyr10": "OT2",
	} {
		if TeX(font) != Named(want) || Named(want) == nil {
			t.Errorf("%s is not in %s", font, want)
		}
	}
	for _, font := range []string{"CMU", "Helvetica", "CMRoman", "cmr10x", ""} {
		if TeX(font) != nil {
			t.Errorf("%q has an encoding of TeX's", font)
		}
	}
}

// TestByWidths knows a bitmap font by the widths of its glyphs, and where two
// encodings fit, reads only what they share.
func TestByWidths(t *testing.T) {
	roman := map[int]float64{'T': 0.7222, 'h': 0.5556, 'e': 0.4444, 12: 0.5556}
	e := ByWidths(roman, 0.001)
	if e == nil || Text(e[12]) != "fi" || Text(e['T']) != "T" {
		t.Fatalf("cmr10 is not known: %v", e)
	}
	symbols := map[int]float64{0: 0.7778, 0x14: 0.7778, 0x31: 1.0}
	if e = ByWidths(symbols, 0.001); e == nil || Text(e[0x14]) != "≤" {
		t.Errorf("cmsy10 is not known: %v", e)
	}
	both := map[int]float64{'a': 0.525, 'b': 0.525, '<': 0.525}
	if e = ByWidths(both, 0.001); e == nil || Text(e['a']) != "a" {
		t.Errorf("cmtt10 is not known: %v", e)
	}
	for name, have := range map[string]map[int]float64{
		"too few":  {'T': 0.7222, 'h': 0.5556},
		"no font":  {'T': 0.7222, 'h': 0.5556, 'e': 0.4},
		"no code":  {'T': 0.7222, 'h': 0.5556, 300: 0.4},
		"Courier?": {'a': 0.6, 'b': 0.6, 'c': 0.6},
	} {
		if e := ByWidths(have, 0.001); e != nil {
			t.Errorf("%s: widths are those of a font of TeX's", name)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, n := range []string{"uni2260", "f_f_i.alt", "u1D400", "Asmall", "two.sups"} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n string) {
		text := Text(n)
		if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
			t.Fatalf("text of %q is %q", n, text)
		}
		for _, r := range text {
			if !Means(r) {
				t.Fatalf("text of %q is %q", n, text)
			}
		}
	})
}
