package pdf

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

//go:embed glyphnames.txt
var glyphNamesFile string

var glyphNames = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(glyphNamesFile) {
		line = strings.TrimRight(line, "\r\n")
		if n, text, ok := strings.Cut(line, " "); ok && n != "#" {
			m[n] = text
		}
	}
	return m
})

// accents maps the suffix of a glyph name to the combining mark it stands for.
var accents = map[string]string{
	"acute": "\u0301", "grave": "\u0300", "circumflex": "\u0302", "tilde": "\u0303",
	"dieresis": "\u0308", "ring": "\u030A", "caron": "\u030C", "cedilla": "\u0327",
	"breve": "\u0306", "macron": "\u0304", "ogonek": "\u0328", "dotaccent": "\u0307",
	"hungarumlaut": "\u030B",
}

// glyphText returns the text of a named glyph, "" for an unknown name.
func glyphText(n string) string {
	if i := strings.IndexByte(n, '.'); i > 0 {
		n = n[:i] // "a.sc": a variant of a
	}
	if len(n) == 1 {
		return n
	}
	if t, ok := glyphNames()[n]; ok {
		return t
	}
	if mark, ok := accents[n[min(1, len(n)):]]; ok {
		return norm.NFC.String(n[:1] + mark)
	}
	return hexGlyphText(n)
}

// hexGlyphText reads names such as "uni2260" and "u1D400".
func hexGlyphText(n string) string {
	digits, ok := strings.CutPrefix(n, "uni")
	if ok && len(digits) >= 4 {
		digits = digits[:4]
	} else if digits, ok = strings.CutPrefix(n, "u"); !ok || len(digits) < 4 || len(digits) > 6 {
		return ""
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || v > 0x10FFFF {
		return ""
	}
	return string(rune(v))
}

// simpleEncoding maps the codes of a one-byte font to text.
type simpleEncoding [256]string

// baseEncoding returns a predefined encoding (ISO 32000-1, annex D); an unknown
// name gives StandardEncoding.
func baseEncoding(n name) *simpleEncoding {
	switch n {
	case "WinAnsiEncoding":
		return charmapEncoding(charmap.Windows1252)
	case "MacRomanEncoding":
		return charmapEncoding(charmap.Macintosh)
	}
	return standardEncoding()
}

func charmapEncoding(m *charmap.Charmap) *simpleEncoding {
	var e simpleEncoding
	for i := 0x20; i < 256; i++ {
		if r := m.DecodeByte(byte(i)); r != '\uFFFD' && r >= ' ' {
			e[i] = string(r)
		}
	}
	return &e
}

// standardHigh holds the codes from 0xA1 of StandardEncoding by glyph name
// (ISO 32000-1, annex D.2); "-" marks a code that is not used.
const standardHigh = `exclamdown cent sterling fraction yen florin section currency quotesingle
quotedblleft guillemotleft guilsinglleft guilsinglright fi fl - endash dagger daggerdbl periodcentered - paragraph
bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand - questiondown - grave acute
circumflex tilde macron breve dotaccent dieresis - ring cedilla - hungarumlaut ogonek caron emdash - - - - - - - - - -
- - - - - - AE - ordfeminine - - - - Lslash Oslash OE ordmasculine - - - - - ae - - - dotlessi - - lslash oslash oe
germandbls`

func standardEncoding() *simpleEncoding {
	var e simpleEncoding
	for i := 0x20; i < 0x7F; i++ {
		e[i] = string(rune(i))
	}
	e['\''], e['`'] = "’", "‘"
	for i, n := range strings.Fields(standardHigh) {
		e[0xA1+i] = glyphText(n)
	}
	return &e
}
