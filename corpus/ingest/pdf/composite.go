package pdf

import (
	"fmt"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/font"
)

// loadComposite reads a Type0 font: how strings are divided into codes, and what is
// known of the glyphs besides the ToUnicode map.
func (s *source) loadComposite(f *Font, d dict) error {
	var err error
	if f.codes, err = s.codeMap(d["Encoding"], 0); err != nil {
		return fmt.Errorf("font %q: %w", f.Name, err)
	}
	f.vertical = f.codes.vertical
	f.defaultWidth = 1000
	f.known = map[string]meaning{}
	descendants := s.array(d["DescendantFonts"])
	if len(descendants) == 0 {
		f.meaning = func(int, string) meaning { return meaning{} }
		return nil
	}
	cid := s.dict(descendants[0])
	if w, ok := cid["DW"]; ok {
		f.defaultWidth = number(s.resolve(w))
	}
	s.loadCIDWidths(f, s.array(cid["W"]))
	return s.loadMeaning(f, cid)
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
		for c := first; c <= last && c-first < 1<<16 && len(f.widths) < maxCIDWidths; c++ {
			f.widths[c] = width
		}
		i += 3
	}
}

// maxCIDWidths bounds the widths of a font: CIDs are 16-bit numbers.
const maxCIDWidths = 1 << 17

// loadMeaning reads what the descendant font says of its glyphs.
func (s *source) loadMeaning(f *Font, cid dict) error {
	p, err := s.program(s.dict(cid["FontDescriptor"]))
	if err != nil {
		return err
	}
	toGID, err := s.cidToGID(cid)
	if err != nil {
		return err
	}
	ordering, _ := s.resolve(s.dict(cid["CIDSystemInfo"])["Ordering"]).(str)
	codes := f.codes
	f.outlines = compositeOutlines(f, p, toGID)
	f.meaning = func(cid int, code string) meaning {
		m := meaning{text: codes.text(code)}
		if p != nil && !codes.unicode {
			gid, ok := glyphOfCID(p, toGID, cid)
			if ok {
				m.ink = p.Ink(gid)
			}
			if ok && m.text == "" && !p.Keyed() {
				m.text = glyphText(p, gid)
			} else if r := p.Rune(gid); ok && m.text == "" && font.Means(r) && r != 0 {
				m.text = string(r)
			}
		}
		if m.text == "" && !codes.unicode {
			m.text = collected(string(ordering), cid)
		}
		return m
	}
	return nil
}

func glyphOfCID(p *font.Program, toGID func(int) (int, bool), cid int) (int, bool) {
	if toGID != nil {
		return toGID(cid)
	}
	return p.OfCID(cid)
}

// cidToGID reads the map from CIDs to the glyphs of a TrueType program; nil if it
// is the identity.
func (s *source) cidToGID(cid dict) (func(int) (int, bool), error) {
	st := s.stream(cid["CIDToGIDMap"])
	if st == nil {
		return nil, nil
	}
	table, err := st.decode()
	if err != nil {
		return nil, fmt.Errorf("read map of glyphs: %w", err)
	}
	return func(cid int) (int, bool) {
		if cid < 0 || 2*cid+2 > len(table) {
			return 0, false
		}
		return int(table[2*cid])<<8 | int(table[2*cid+1]), true
	}, nil
}

// collected is the text of a CID of Adobe's character collections, as far as they
// agree: the letters and digits of ASCII from CID 1 (Adobe Technical Notes 5078, 5079,
// 5080 and 5093).
func collected(ordering string, cid int) string {
	switch ordering {
	case "Japan1", "GB1", "CNS1", "Korea1":
	default:
		return ""
	}
	r := rune(cid + 31)
	switch {
	case r == ' ', r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
		return string(r)
	}
	return ""
}

// halfWidth is the width of a letter of one byte in fonts of East Asia.
const halfWidth = 0.5

// decodeComposite is decode for a composite font.
func (c *codec) decodeComposite(s string, emit func(shown)) {
	for len(s) > 0 {
		n, cid := c.codes.next(s)
		code := s[:n]
		s = s[n:]
		m, ok := c.known[code]
		if !ok {
			m = c.meaning(cid, code)
			t, said := c.toUnicode[code]
			if _, listed := c.widths[cid]; t != "" {
				m.text = t
			} else if !said && !listed && len(c.toUnicode) > 0 && len(c.widths) > 0 {
				m.text = "" // neither map has the code: the page was written for another font
			}
			c.known[code] = m
		}
		g := shown{code: bigEndian(code), width: c.width(cid), isSpace: code == " "}
		if cid == noCID && n == 1 {
			g.width = halfWidth
		}
		g.text, g.unseen = m.settled()
		g.foreign = m.ink != font.Inked && c.lacks(cid, code)
		g.stance = c.outlines.stance(code, g.text)
		emit(g)
	}
}
