package pdf

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/font"
)

// codec turns the bytes of a shown string into glyphs.
type codec struct {
	toUnicode    map[string]string
	codes        *codeMap                           // of a composite font; nil for a one-byte one
	meanings     *[256]meaning                      // of a one-byte font
	meaning      func(cid int, code string) meaning // of a composite font
	known        map[string]meaning                 // meanings so far
	widths       map[int]float64                    // by code, of a composite font by CID
	defaultWidth float64
	perSize      float64 // units of a width that make the font size
	em           float64 // size of the letters, as a share of the font size: 1 but for Type 3
	vertical     bool
	coloured     bool // glyphs bring their own colours
	partial      bool // only some of its glyphs are embedded
	foreign      map[int]bool
	outlines     *outlines // nil without an embedded program that has them
}

// loadFont reads a font dictionary. A font whose streams do not decode is an error;
// glyphs that its tables do not explain are marked later.
func (s *source) loadFont(o any) (*Font, error) {
	d := s.dict(o)
	if d == nil {
		return nil, fmt.Errorf("%w: a font is missing", ErrDamaged)
	}
	if err := s.checkFont(d); err != nil {
		return nil, err
	}
	f := &Font{Name: withoutSubsetPrefix(string(s.name(d["BaseFont"])))}
	f.partial = partial(string(s.name(d["BaseFont"])))
	f.Bold = strings.Contains(f.Name, "Bold") || strings.HasSuffix(f.Name, "-Medi")
	f.Mono = strings.Contains(f.Name, "Mono") || strings.Contains(f.Name, "Courier")
	f.widths, f.perSize, f.em = map[int]float64{}, 1000, 1
	if err := s.loadToUnicode(f, d); err != nil {
		return nil, err
	}
	switch s.name(d["Subtype"]) {
	case "Type0":
		return f, s.loadComposite(f, d)
	case "Type3":
		return f, s.loadType3(f, d)
	}
	return f, s.loadSimple(f, d)
}

func (s *source) loadToUnicode(f *Font, d dict) error {
	t := s.stream(d["ToUnicode"])
	if t == nil {
		return nil
	}
	src, err := t.decode()
	if err != nil {
		return fmt.Errorf("font %q: %w", f.Name, err)
	}
	if f.toUnicode, err = parseToUnicode(src); err != nil {
		return fmt.Errorf("font %q: %w", f.Name, err)
	}
	pictures := font.Pictures(f.Name)
	for code, text := range f.toUnicode {
		if r := []rune(text); len(r) == 1 && pictures != nil && r[0] >= 0xF020 && r[0] <= 0xF0FF {
			text = font.Text(pictures[r[0]-0xF000]) // a symbol font's code moved into private use
		}
		f.toUnicode[code] = legible(text)
	}
	return nil
}

// isSubset reports whether a font's name says that it contains only some glyphs.
func isSubset(n name) bool { return withoutSubsetPrefix(string(n)) != string(n) }

// withoutSubsetPrefix removes the six letters and the plus of a subset's name.
func withoutSubsetPrefix(n string) string {
	if len(n) > 7 && n[6] == '+' {
		return n[7:]
	}
	return n
}

// program reads the program that a font descriptor embeds; nil if there is none or it
// cannot be parsed, which leaves only the dictionary.
func (s *source) program(descriptor dict) (*font.Program, error) {
	for _, key := range []name{"FontFile", "FontFile2", "FontFile3"} {
		st := s.stream(descriptor[key])
		if st == nil {
			continue
		}
		src, err := st.decode()
		if err != nil {
			return nil, fmt.Errorf("read font program: %w", err)
		}
		p, err := parseProgram(src)
		if err != nil {
			return nil, nil // its glyphs are then unreadable, and counted
		}
		return p, nil
	}
	return nil, nil
}

// parseProgram detects the kind of a program by its first bytes: the keys under which
// files embed them are not always right.
func parseProgram(src []byte) (*font.Program, error) {
	switch {
	case bytes.HasPrefix(src, []byte("%!")), bytes.HasPrefix(src, []byte{0x80}):
		return font.Type1(src)
	case bytes.HasPrefix(src, []byte("OTTO")), bytes.HasPrefix(src, []byte("true")), bytes.HasPrefix(src, []byte{0, 1, 0, 0}):
		return font.SFNT(src)
	case bytes.HasPrefix(src, []byte{1, 0}):
		return font.CFF(src)
	}
	return font.Type1(src)
}

// shown is one code of a shown string.
type shown struct {
	code    int
	text    string // "" if the glyph's text is unknown
	width   float64
	isSpace bool // word spacing applies to it
	unseen  bool // its glyph leaves no ink
	foreign bool // the font lacks it
	stance  stance
}

// decode calls emit for each code of a shown string; widths are in units of the
// font size.
func (c *codec) decode(s string, emit func(shown)) {
	if c.codes != nil {
		c.decodeComposite(s, emit)
		return
	}
	for i := range len(s) {
		code := int(s[i])
		g := shown{code: code, width: c.width(code), isSpace: code == ' '}
		m := meaning{text: c.toUnicode[s[i:i+1]]}
		if c.meanings != nil {
			m.ink = c.meanings[code].ink
			if m.text == "" {
				m.text = c.meanings[code].text
			}
		}
		g.text, g.unseen = m.settled()
		g.foreign = m.ink != font.Inked && c.lacks(code, s[i:i+1])
		g.stance = c.outlines.stance(s[i:i+1], g.text)
		emit(g)
	}
}

func (c *codec) width(code int) float64 {
	w, ok := c.widths[code]
	if !ok {
		w = c.defaultWidth
	}
	return w / c.perSize
}
