// Package font reads what fonts say of their glyphs: the text of a glyph's name, the
// encodings that name glyphs by code, and the widths of fonts that files need not embed,
// all data from specifications; and from embedded programs the names, codes or characters
// of glyphs, whether they leave ink, and their vertical extent. It draws nothing.
//
// A name such as "g37" identifies a glyph without saying what it reads. It has no text,
// since a guess would be quoted. Programs are untrusted: every count and offset is checked
// against the available bytes, work is linear in them, and anything malformed is an error,
// since knowing nothing of the glyphs is better than half a table.
package font

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed encodings.txt
var encodingsFile string

// Encoding is the glyph names of the codes of a one-byte font, "" for an unused code.
type Encoding [256]string

var encodings = sync.OnceValue(func() map[string]*Encoding {
	all := map[string]*Encoding{}
	var e *Encoding
	code := 0
	for line := range strings.Lines(encodingsFile) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if name, ok := strings.CutPrefix(fields[0], "@"); ok {
			e = new(Encoding)
			code, _ = strconv.Atoi(fields[1])
			all[name] = e
			continue
		}
		for _, n := range fields {
			if n != "-" {
				e[code] = n
			}
			code++
		}
	}
	return all
})

// Named returns an encoding by its name, nil for an unknown one. The names are
// those of ISO 32000-1, annex D ("WinAnsiEncoding", "Symbol", …), that of CFF's
// ExpertEncoding, and "OT1", "OML" and their like for TeX's.
func Named(name string) *Encoding { return encodings()[name] }

// Pictures returns the encoding of a symbol font known by name: Symbol, ZapfDingbats,
// Wingdings; nil for any other.
func Pictures(font string) *Encoding {
	if strings.HasPrefix(font, "Wingdings") && !strings.HasPrefix(font, "Wingdings2") && !strings.HasPrefix(font, "Wingdings3") {
		return Named("Wingdings")
	}
	return Named(Standard(font))
}
