package pdf

import (
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// textString decodes a text string: UTF-16BE or UTF-8 by its mark, otherwise
// PDFDocEncoding (ISO 32000-1, 7.9.2.2).
func textString(s string) string {
	switch {
	case len(s) >= 2 && s[0] == 0xFE && s[1] == 0xFF:
		return utf16String(s[2:])
	case len(s) >= 3 && s[:3] == "\xEF\xBB\xBF":
		return s[3:]
	}
	runes := make([]rune, 0, len(s))
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x80 && c < 0xA0 {
			runes = append(runes, pdfDocEncoding[c-0x80])
		} else {
			runes = append(runes, charmap.ISO8859_1.DecodeByte(c))
		}
	}
	return string(runes)
}

// pdfDocEncoding has the codes 0x80 to 0x9F (ISO 32000-1, table D.2).
var pdfDocEncoding = []rune("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\uFFFD")

// utf16String decodes big-endian UTF-16; a single byte is a character of its own.
func utf16String(s string) string {
	if len(s) == 1 {
		return string(rune(s[0]))
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}
