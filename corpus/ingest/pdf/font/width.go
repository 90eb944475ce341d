package font

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed widths.txt
var widthsFile string

// widths are those of the standard fonts by font and glyph name.
var widths = sync.OnceValue(func() map[string]map[string]int {
	all := map[string]map[string]int{}
	var fonts []string
	for line := range strings.Lines(widthsFile) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case strings.HasPrefix(fields[0], "@"):
			fonts = strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "@"))
			for _, f := range fonts {
				all[f] = map[string]int{}
			}
		default:
			for i, f := range fonts {
				all[f][fields[0]], _ = strconv.Atoi(fields[i+1])
			}
		}
	}
	return all
})

// courierWidth is the width of every glyph of Courier.
const courierWidth = 600

// Width returns the width of a glyph of a standard font in thousandths of the font size
// (Adobe's core font metrics). The font may have any of the names that files use, such
// as "Arial,Bold".
func Width(font, glyph string) (int, bool) {
	font = Standard(font)
	if strings.HasPrefix(font, "Courier") {
		return courierWidth, true
	}
	w, ok := widths()[plain[font]][glyph]
	return w, ok
}

// plain maps a standard font to one with the same widths.
var plain = map[string]string{
	"Helvetica": "Helvetica", "Helvetica-Oblique": "Helvetica",
	"Helvetica-Bold": "Helvetica-Bold", "Helvetica-BoldOblique": "Helvetica-Bold",
	"Times-Roman": "Times-Roman", "Times-Bold": "Times-Bold", "Times-Italic": "Times-Italic",
	"Times-BoldItalic": "Times-BoldItalic", "Symbol": "Symbol", "ZapfDingbats": "ZapfDingbats",
}

// families are the names that files use for the standard fonts, without blanks, commas
// and dashes; the rest is the style.
var families = []struct{ prefix, family string }{
	{"TimesNewRomanPSMT", "Times"}, {"TimesNewRomanPS", "Times"}, {"TimesNewRoman", "Times"}, {"Times", "Times"},
	{"ArialMT", "Helvetica"}, {"Arial", "Helvetica"}, {"Helvetica", "Helvetica"},
	{"CourierNewPSMT", "Courier"}, {"CourierNewPS", "Courier"}, {"CourierNew", "Courier"}, {"CourierStd", "Courier"}, {"Courier", "Courier"},
	{"SymbolMT", "Symbol"}, {"Symbol", "Symbol"}, {"ZapfDingbats", "ZapfDingbats"},
}

// styles are what may follow the family's name.
var styles = map[string]struct{ bold, italic bool }{
	"": {}, "MT": {}, "Roman": {}, "Regular": {},
	"Bold": {bold: true}, "BoldMT": {bold: true},
	"Italic": {italic: true}, "ItalicMT": {italic: true}, "Oblique": {italic: true},
	"BoldItalic": {true, true}, "BoldItalicMT": {true, true}, "BoldOblique": {true, true},
}

// Standard returns the name of the standard font that a font is, or is metrically equal
// to; "" for any other (ISO 32000-1, 9.6.2.2).
func Standard(font string) string {
	font = strings.NewReplacer(" ", "", ",", "", "-", "").Replace(font)
	for _, f := range families {
		rest, ok := strings.CutPrefix(font, f.prefix)
		if !ok {
			continue
		}
		if style, ok := styles[rest]; ok {
			return styled(f.family, style.bold, style.italic)
		}
	}
	return ""
}

func styled(family string, bold, italic bool) string {
	slant := "Oblique"
	switch family {
	case "Symbol", "ZapfDingbats":
		return family
	case "Times":
		if !bold && !italic {
			return "Times-Roman"
		}
		slant = "Italic"
	}
	style := ""
	if bold {
		style = "Bold"
	}
	if italic {
		style += slant
	}
	if style == "" {
		return family
	}
	return family + "-" + style
}
