package pdf

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/font"
)

// loadType3 reads a font whose glyphs are content streams. Its widths are in
// units of its own.
func (s *source) loadType3(f *Font, d dict) error {
	m := matrix{0.001, 0, 0, 0.001, 0, 0}
	if a := s.array(d["FontMatrix"]); len(a) == 6 {
		for i := range m {
			m[i] = number(s.resolve(a[i]))
		}
	}
	unit := math.Hypot(m[0], m[1])
	if unit == 0 {
		return fmt.Errorf("%w: font %q has no size", ErrDamaged, f.Name)
	}
	f.perSize = 1 / unit
	if f.Name == "" {
		descriptor := s.dict(d["FontDescriptor"])
		f.Name = withoutSubsetPrefix(string(s.name(descriptor["FontName"])))
	}
	s.loadWidths(f, d)
	own := s.encoding(d, new(font.Encoding))
	names := texNames(f, own)
	f.meanings = new([256]meaning)
	drawn := s.dict(d["CharProcs"])
	for code, n := range names {
		m := &f.meanings[code]
		m.text = legible(font.Text(n))
		glyph := s.stream(drawn[name(own[code])])
		if glyph == nil || own[code] == "" {
			if m.text == "" {
				m.ink = font.Blank // without a procedure nothing is drawn
			}
			continue
		}
		src, err := glyph.decode()
		if err != nil {
			return fmt.Errorf("font %q: %w", f.Name, err)
		}
		var coloured bool
		m.ink, coloured = inkOfContent(src)
		f.coloured = f.coloured || coloured
	}
	f.trustNames(names)
	f.em = f.type3Size(names)
	if box, ok := s.numbers(d["FontBBox"], 4); ok && f.em == 1 {
		if height := math.Abs(box[3]-box[1]) * math.Hypot(m[2], m[3]); height < flattest || height > tallest {
			f.em = cmp.Or(height, 1)
		}
	}
	return nil
}

// texNames are the glyph names of a font's codes. TeX's bitmap fonts name a glyph after
// its code, which says nothing; the font's name or widths identify it.
func texNames(f *Font, own *font.Encoding) *font.Encoding {
	if !namedByCode(own) {
		return own
	}
	if e := font.TeX(f.Name); e != nil {
		return e
	}
	have := map[int]float64{}
	for code, n := range own {
		if w := f.widths[code]; n != "" && w != 0 {
			have[code] = w / f.perSize
		}
	}
	if e := font.ByWidths(have, 0.5/f.perSize+0.001); e != nil {
		return e
	}
	return new(font.Encoding)
}

// namedByCode reports whether every name is its code with a letter or two before
// it: "a65" at 65.
func namedByCode(e *font.Encoding) bool {
	seen := false
	for code, n := range e {
		if n == "" {
			continue
		}
		digits := strings.TrimLeft(n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if v, err := strconv.Atoi(digits); err != nil || v != code || len(n)-len(digits) > 2 {
			return false
		}
		seen = true
	}
	return seen
}

// Shares of the font size within which a font's letters count as being of that size,
// though they are wider or narrower than those of Times.
const (
	narrowest = 0.6
	widest    = 1.6
)

// Shares of the font size within which the height of a font's letters counts as that
// size, if no letter is known.
const (
	flattest = 0.3
	tallest  = 6
)

// type3Size is the size of a font's letters as a share of the font size, from their
// widths compared with Times: the nominal size of such a font is arbitrary.
func (f *Font) type3Size(names *font.Encoding) float64 {
	var own, usual float64
	for code, n := range names {
		w, ok := font.Width("Times-Roman", n)
		if have := math.Abs(f.widths[code]); ok && have > 0 {
			own += have / f.perSize
			usual += float64(w) / 1000
		}
	}
	if usual == 0 {
		return 1
	}
	if share := own / usual; share < narrowest || share > widest {
		return share
	}
	return 1
}

// inkOfContent searches a glyph's content for a painting operator, and for the one that
// says that it has its own colours. A space may fill an empty path.
func inkOfContent(src []byte) (ink font.Ink, coloured bool) {
	l := &lexer{src: src}
	path := false
	for {
		o, ok, err := l.next()
		if err != nil {
			return font.Unknown, coloured
		}
		if !ok {
			return font.Blank, coloured
		}
		switch op, _ := o.(operator); op {
		case "d0":
			coloured = true
		case "l", "c", "v", "y", "re":
			path = true
		case "n":
			path = false
		case "f", "F", "f*", "B", "B*", "b", "b*", "S", "s":
			if path {
				return font.Inked, coloured
			}
		case "sh", "Do", "BI", "Tj", "TJ", "'", "\"":
			return font.Inked, coloured
		}
	}
}
