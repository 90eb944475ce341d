package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pdfcpu/pdfcpu/pkg/font"
)

// codec turns the bytes of a shown string into glyphs.
type codec struct {
	toUnicode    map[string]string
	simple       *simpleEncoding // one-byte fonts; nil for composite ones
	widths       map[int]float64 // thousandths of the font size
	defaultWidth float64
	bytesPerCode int
}

// loadFont reads a font dictionary. A font whose tables do not decode is an
// error: its text would be a guess.
func (s *source) loadFont(o any) (*Font, error) {
	d := s.dict(o)
	if d == nil {
		return nil, fmt.Errorf("%w: a font is missing", ErrDamaged)
	}
	f := &Font{Name: withoutSubsetPrefix(string(s.name(d["BaseFont"])))}
	f.Bold = strings.Contains(f.Name, "Bold") || strings.HasSuffix(f.Name, "-Medi")
	f.Mono = strings.Contains(f.Name, "Mono") || strings.Contains(f.Name, "Courier")
	f.widths = map[int]float64{}
	if t := s.stream(d["ToUnicode"]); t != nil {
		src, err := t.decode()
		if err != nil {
			return nil, fmt.Errorf("font %q: %w", f.Name, err)
		}
		if f.toUnicode, err = parseToUnicode(src); err != nil {
			return nil, fmt.Errorf("font %q: %w", f.Name, err)
		}
	}
	if s.name(d["Subtype"]) == "Type0" {
		s.loadComposite(f, d)
		return f, nil
	}
	return f, s.loadSimple(f, d)
}

// withoutSubsetPrefix cuts the six letters and the plus of a subset's name.
func withoutSubsetPrefix(n string) string {
	if len(n) > 7 && n[6] == '+' {
		return n[7:]
	}
	return n
}

// loadComposite reads the widths of a Type0 font. Codes have two bytes: the
// Identity encodings are the only ones that producers of tagged PDFs write.
func (s *source) loadComposite(f *Font, d dict) {
	f.bytesPerCode = 2
	f.defaultWidth = 1000
	descendants := s.array(d["DescendantFonts"])
	if len(descendants) == 0 {
		return
	}
	cid := s.dict(descendants[0])
	if w, ok := cid["DW"]; ok {
		f.defaultWidth = number(s.resolve(w))
	}
	s.loadCIDWidths(f, s.array(cid["W"]))
}

// loadCIDWidths reads "first [w w w]" and "first last w" (ISO 32000-1, 9.7.4.3).
func (s *source) loadCIDWidths(f *Font, w array) {
	for i := 0; i+1 < len(w); {
		first := integer(s.resolve(w[i]))
		if list, is := s.resolve(w[i+1]).(array); is {
			for j, x := range list {
				f.widths[first+j] = number(s.resolve(x))
			}
			i += 2
			continue
		}
		if i+2 >= len(w) {
			return
		}
		last, width := integer(s.resolve(w[i+1])), number(s.resolve(w[i+2]))
		for c := first; c <= last && c-first < 1<<16; c++ {
			f.widths[c] = width
		}
		i += 3
	}
}

func (s *source) loadSimple(f *Font, d dict) error {
	f.bytesPerCode = 1
	first := integer(s.resolve(d["FirstChar"]))
	for i, w := range s.array(d["Widths"]) {
		f.widths[first+i] = number(s.resolve(w))
	}
	descriptor := s.dict(d["FontDescriptor"])
	f.defaultWidth = number(s.resolve(descriptor["MissingWidth"]))
	enc, err := s.loadEncoding(d, descriptor)
	f.simple = enc
	if len(f.widths) == 0 {
		f.standardWidths()
	}
	return err
}

// standardWidths fills in the widths of one of the fourteen standard fonts, which
// files need not give. A guess would move all text that follows on the line.
func (f *Font) standardWidths() {
	if !font.IsCoreFont(f.Name) {
		f.defaultWidth = max(f.defaultWidth, 500)
		return
	}
	for code, text := range f.simple {
		r, size := utf8.DecodeRuneInString(text)
		if text == "" || size != len(text) {
			continue
		}
		if w, err := font.CharWidth(f.Name, r); err == nil {
			f.widths[code] = float64(w)
		}
	}
}

// loadEncoding finds the encoding of a one-byte font: the named base, else the
// one built into the font program, changed by the differences.
func (s *source) loadEncoding(d, descriptor dict) (*simpleEncoding, error) {
	var base name
	var differences array
	switch e := s.resolve(d["Encoding"]).(type) {
	case name:
		base = e
	case dict:
		base, differences = s.name(e["BaseEncoding"]), s.array(e["Differences"])
	}
	enc := baseEncoding(base)
	if program := s.stream(descriptor["FontFile"]); base == "" && program != nil {
		src, err := program.decode()
		if err != nil {
			return nil, fmt.Errorf("read font program: %w", err)
		}
		if built := type1Encoding(src); built != nil {
			enc = built
		}
	}
	code := 0
	for _, x := range differences {
		switch v := s.resolve(x).(type) {
		case int:
			code = v
		case name:
			if code >= 0 && code < len(enc) {
				enc[code] = glyphText(string(v))
			}
			code++
		}
	}
	return enc, nil
}

// type1Encoding reads the encoding vector in the clear part of a Type 1 font
// program; nil if the program names StandardEncoding or has none.
func type1Encoding(program []byte) *simpleEncoding {
	if i := bytes.Index(program, []byte("eexec")); i > 0 {
		program = program[:i]
	}
	i := bytes.Index(program, []byte("/Encoding"))
	if i < 0 {
		return nil
	}
	var enc simpleEncoding
	l := &lexer{src: program, pos: i + len("/Encoding")}
	if o, _, err := l.next(); err != nil || o == operator("StandardEncoding") {
		return nil
	}
	var before [2]any // the two objects before a "put"
	for {
		o, ok, err := l.next()
		if !ok || err != nil || o == operator("def") || o == operator("readonly") {
			return &enc
		}
		if o == operator("put") {
			code, ok1 := before[0].(int)
			n, ok2 := before[1].(name)
			if ok1 && ok2 && code >= 0 && code < len(enc) {
				enc[code] = glyphText(string(n))
			}
		}
		before[0], before[1] = before[1], o
	}
}

// decode calls emit for each code of a shown string; width is in units of the
// font size.
func (c *codec) decode(s string, emit func(code int, text string, width float64, isSpace bool)) {
	n := max(c.bytesPerCode, 1)
	for i := 0; i+n <= len(s); i += n {
		key := s[i : i+n]
		code := bigEndian(key)
		text := c.toUnicode[key]
		if text == "" && c.simple != nil {
			text = c.simple[code]
		}
		w, ok := c.widths[code]
		if !ok {
			w = c.defaultWidth
		}
		emit(code, text, w/1000, n == 1 && code == ' ')
	}
}
