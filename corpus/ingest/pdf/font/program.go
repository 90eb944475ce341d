package font

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
)

// errMalformed is wrapped by every error about a program.
var errMalformed = errors.New("font program is malformed")

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errMalformed, fmt.Sprintf(format, args...))
}

// Ink says whether a glyph leaves any.
type Ink int8

// The zero value is for an unknown glyph.
const (
	Unknown Ink = iota
	Blank
	Inked
)

// Program is a font program's information on its glyphs, which are numbered from 0 in
// the program's order (GIDs).
type Program struct {
	// Encoding is the built-in encoding by glyph name, "" for a code without one;
	// nil if the program has none of its own.
	Encoding *[256]string
	// Standard is the name of the predefined encoding that the program has instead.
	Standard string

	names  []string
	ink    []Ink
	byCID  map[int]int // of a CID-keyed program; nil if CIDs are GIDs
	extent func(gid int) (bottom, top float64, ok bool)

	gids    map[string]int
	cmaps   []cmap
	reverse map[int]rune
}

// glyph appends a glyph.
func (p *Program) glyph(name string, ink Ink) {
	p.names, p.ink = append(p.names, name), append(p.ink, ink)
}

// index builds the index of names; the first of equal ones counts.
func (p *Program) index() {
	p.gids = make(map[string]int, len(p.names))
	for gid := len(p.names) - 1; gid >= 0; gid-- {
		if n := p.names[gid]; n != "" {
			p.gids[n] = gid
		}
	}
}

// Glyphs returns how many glyphs the program has.
func (p *Program) Glyphs() int { return len(p.ink) }

// GID returns the glyph of a name.
func (p *Program) GID(name string) (int, bool) {
	gid, ok := p.gids[name]
	return gid, ok
}

// Name returns the name of a glyph, "" if it has none.
func (p *Program) Name(gid int) string {
	if gid < 0 || gid >= len(p.names) {
		return ""
	}
	return p.names[gid]
}

// Ink says whether a glyph leaves any.
func (p *Program) Ink(gid int) Ink {
	if gid < 0 || gid >= len(p.ink) {
		return Unknown
	}
	return p.ink[gid]
}

// Keyed reports whether the program is CID-keyed: its CIDs are characters of a
// collection, and its glyphs have no names.
func (p *Program) Keyed() bool { return p.byCID != nil }

// OfCID returns the glyph of a CID.
func (p *Program) OfCID(cid int) (int, bool) {
	if p.byCID != nil {
		gid, ok := p.byCID[cid]
		return gid, ok
	}
	return cid, cid >= 0 && cid < len(p.ink)
}

// OfCode returns the glyph that a symbolic TrueType font shows for a code: by its
// (3,0) table, else by its (1,0) table (ISO 32000-1, 9.6.6.4).
func (p *Program) OfCode(code int) (int, bool) {
	for _, want := range [][2]int{{3, 0}, {1, 0}} {
		for i := range p.cmaps {
			c := &p.cmaps[i]
			if c.platform != want[0] || c.encoding != want[1] {
				continue
			}
			for _, high := range []int{0, 0xF000, 0xF100, 0xF200} {
				if gid := c.gids[high+code]; gid != 0 {
					return gid, true
				}
			}
		}
	}
	return 0, false
}

// OfRune returns the glyph of a character, by a Unicode table.
func (p *Program) OfRune(r rune) (int, bool) {
	for i := range p.cmaps {
		if c := &p.cmaps[i]; c.unicode() {
			if gid := c.gids[int(r)]; gid != 0 {
				return gid, true
			}
		}
	}
	return 0, false
}

// Rune returns the character of a glyph by the program's Unicode tables; of several the
// one that is not a compatibility character, then the smallest. It is 0 if there is
// none.
func (p *Program) Rune(gid int) rune {
	if p.reverse == nil {
		p.reverse = map[int]rune{}
		for i := range p.cmaps {
			if p.cmaps[i].unicode() {
				p.cmaps[i].invert(p.reverse)
			}
		}
	}
	return p.reverse[gid]
}

// invert adds the table's characters of glyphs.
func (c *cmap) invert(into map[int]rune) {
	for code, gid := range c.gids {
		r := rune(code)
		if had, ok := into[gid]; !ok || plainer(r, had) {
			into[gid] = r
		}
	}
}

// plainer reports whether a is to be preferred to b as the character of a glyph.
func plainer(a, b rune) bool {
	if ca, cb := compatible(a), compatible(b); ca != cb {
		return cb
	}
	return a < b
}

// compatible reports whether a character is a substitute for others: private use,
// presentation forms, no-break spaces, letterlike signs.
func compatible(r rune) bool {
	return unicode.Is(unicode.Co, r) || unicode.IsControl(r) || r == 0xA0 || r == 0xAD || r == 0xB5 ||
		r >= 0x2000 && r < 0x2010 || r >= 0x2100 && r < 0x2150 || r >= 0xF900
}

//go:embed strings.txt
var stringsFile string

// lists are the predefined lists of glyph names, by their names in strings.txt.
var lists = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	name := ""
	for line := range strings.Lines(stringsFile) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case strings.HasPrefix(fields[0], "@"):
			name = fields[0][1:]
		default:
			all[name] = append(all[name], fields...)
		}
	}
	return all
})
