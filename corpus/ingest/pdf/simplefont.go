package pdf

import (
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/font"
)

// loadSimple reads a one-byte font.
func (s *source) loadSimple(f *Font, d dict) error {
	descriptor := s.dict(d["FontDescriptor"])
	p, err := s.program(descriptor)
	if err != nil {
		return err
	}
	s.loadWidths(f, d)
	f.defaultWidth = number(s.resolve(descriptor["MissingWidth"]))
	names := s.encoding(d, s.builtIn(f, d, descriptor, p))
	f.meanings = new([256]meaning)
	for code, n := range names {
		f.meanings[code] = simpleMeaning(p, code, n)
	}
	f.outlines = simpleOutlines(f, p, names)
	f.trustNames(names)
	if isSubset(s.name(d["BaseFont"])) && p != nil {
		f.dropUnlisted()
	}
	if len(f.widths) == 0 {
		f.standardWidths(names)
	}
	return nil
}

// dropUnlisted drops the meanings of codes for which a subset has no width: it has no
// glyph for them either. A page that shows one was written for another font.
func (f *Font) dropUnlisted() {
	if len(f.widths) == 0 {
		return
	}
	for code := range f.meanings {
		if _, listed := f.widths[code]; !listed && f.meanings[code].ink != font.Blank {
			f.meanings[code] = meaning{}
			delete(f.toUnicode, string([]byte{byte(code)}))
		}
	}
}

func (s *source) loadWidths(f *Font, d dict) {
	first := integer(s.resolve(d["FirstChar"]))
	for i, w := range s.array(d["Widths"]) {
		f.widths[first+i] = number(s.resolve(w))
	}
}

// standardWidths fills in the widths of one of the fourteen standard fonts, which files
// may omit. A guess would move all text that follows on the line.
func (f *Font) standardWidths(names *font.Encoding) {
	if font.Standard(f.Name) == "" {
		f.defaultWidth = max(f.defaultWidth, 500)
		return
	}
	for code, n := range names {
		if w, ok := font.Width(f.Name, n); ok && n != "" {
			f.widths[code] = float64(w)
		}
	}
}

// encoding is the glyph names of a one-byte font's codes: those of the named base,
// otherwise those built into the font, changed by the differences.
func (s *source) encoding(d dict, builtIn *font.Encoding) *font.Encoding {
	var base name
	var differences array
	switch e := s.resolve(d["Encoding"]).(type) {
	case name:
		base = e
	case dict:
		base, differences = s.name(e["BaseEncoding"]), s.array(e["Differences"])
	}
	names := *builtIn
	if base != "" {
		names = *baseEncoding(base)
	}
	code := 0
	for _, x := range differences {
		switch v := s.resolve(x).(type) {
		case int:
			code = v
		case name:
			if code >= 0 && code < len(names) {
				names[code] = strings.TrimPrefix(string(v), ".notdef")
			}
			code++
		}
	}
	return &names
}

// trustNames drops entries of the ToUnicode map that contradict the glyph names of
// TeX's fonts. Their TrueType form (BaKoMa) has symbols at the codes of Latin letters,
// and producers derive the map from the codes: "≤" reads as "·". Ghostscript 10.00 maps
// the "≤" of CMSY10 to "f": there the font's own encoding and the name of the glyph,
// which agree, outvote a letter.
func (f *Font) trustNames(names *font.Encoding) {
	own := font.TeX(f.Name)
	for code := range f.meanings {
		key, text := string([]byte{byte(code)}), f.meanings[code].text
		outvoted := own != nil && own[code] != "" && own[code] == names[code] && isLatin(f.toUnicode[key]) && !isLatin(text)
		if text != "" && (font.Misplaced(f.Name) || outvoted) {
			delete(f.toUnicode, key)
		}
	}
}

// isLatin reports whether a text is one letter of the Latin alphabet.
func isLatin(s string) bool {
	return len(s) == 1 && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z')
}

// symbolic is the flag of a font whose codes are its own (ISO 32000-1, table 123).
const symbolic = 1 << 2

// builtIn is the encoding of a font that names none.
func (s *source) builtIn(f *Font, d, descriptor dict, p *font.Program) *font.Encoding {
	switch {
	case p != nil && p.Encoding != nil:
		return (*font.Encoding)(p.Encoding)
	case p != nil && font.Named(p.Standard) != nil:
		return font.Named(p.Standard)
	}
	if e := font.Pictures(f.Name); e != nil {
		return e
	}
	if e := font.TeX(f.Name); e != nil {
		return e
	}
	if p != nil && s.name(d["Subtype"]) == "TrueType" && integer(s.resolve(descriptor["Flags"]))&symbolic != 0 {
		return new(font.Encoding) // by its cmap table alone
	}
	return font.Named("StandardEncoding")
}

// simpleMeaning is the meaning of a code whose glyph has the name, which may be "".
func simpleMeaning(p *font.Program, code int, n string) meaning {
	m := meaning{text: legible(font.Text(n))}
	if p == nil {
		if n == "" && (code == '\t' || code == '\n' || code == '\r') {
			m.ink = font.Blank // no standard font has a glyph for it
		}
		return m
	}
	gids := glyphsOf(p, code, n, m.text)
	for i, gid := range gids {
		if ink := p.Ink(gid); i == 0 || ink == m.ink {
			m.ink = ink
		} else {
			m.ink = font.Unknown
		}
		if m.text == "" {
			m.text = glyphText(p, gid)
		}
	}
	return m
}

// glyphsOf are the glyphs that a viewer may show for a code: readers of TrueType fonts
// use different tables.
func glyphsOf(p *font.Program, code int, n, text string) []int {
	var gids []int
	if gid, ok := p.GID(n); ok && n != "" {
		gids = append(gids, gid)
	}
	if runes := []rune(text); len(runes) == 1 {
		if gid, ok := p.OfRune(runes[0]); ok {
			gids = append(gids, gid)
		}
	}
	if gid, ok := p.OfCode(code); ok {
		gids = append(gids, gid)
	}
	if gid, ok := p.GID(".notdef"); ok && n == "" && len(gids) == 0 {
		gids = append(gids, gid)
	}
	return gids
}

// glyphText is the text of a glyph by its program's tables.
func glyphText(p *font.Program, gid int) string {
	if t := legible(font.Text(p.Name(gid))); t != "" {
		return t
	}
	if r := p.Rune(gid); r != 0 && font.Means(r) {
		return string(r)
	}
	return ""
}
