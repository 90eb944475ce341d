package font

// Extent returns how far a glyph's outline reaches below and above the baseline, in
// shares of the em; up is positive. Control points count as if the outline touched
// them, so the extent is never too small. It is not ok for a blank glyph, for one of a
// Type 1 program, and for one whose outline cannot be followed within bounds. Nothing
// is cached: callers keep what they need.
func (p *Program) Extent(gid int) (bottom, top float64, ok bool) {
	if p.extent == nil || gid < 0 || gid >= len(p.ink) || p.ink[gid] == Blank {
		return 0, 0, false
	}
	bottom, top, ok = p.extent(gid)
	return bottom, top, ok && top > bottom
}

// boxes returns the extents in the headers of a glyf table's glyphs.
func boxes(glyf table, unitsPerEm int, start func(gid int) int) func(int) (float64, float64, bool) {
	if unitsPerEm < smallestEm || unitsPerEm > largestEm {
		return nil
	}
	return func(gid int) (float64, float64, bool) {
		t := table{data: glyf.data}
		at := start(gid)
		low, high := int16(t.u16(at+4)), int16(t.u16(at+8))
		return float64(low) / float64(unitsPerEm), float64(high) / float64(unitsPerEm), !t.short
	}
}

// Units that an em may have (ISO/IEC 14496-22, head).
const (
	smallestEm = 16
	largestEm  = 16384
)

// Operators of the DICTs that an outline depends on (TN 5176, tables 9 and 23).
const (
	opPrivate    = 18
	opSubrs      = 19
	opFontMatrix = 1207
	opFDArray    = 1236
	opFDSelect   = 1237
)

// cffOutlines follows the charstrings of a CFF program.
type cffOutlines struct {
	font    *cffFont
	strings [][]byte
	parts   []cffPart // one, or those of a CID-keyed program
	budget  int       // operands and operators that may still be read
}

// cffPart is what glyphs of one Font DICT share.
type cffPart struct {
	subrs [][]byte
	unit  float64 // of a charstring, as a share of the em; 0 if invalid
}

// outlines returns the extents of the glyphs. The total work is linear in the bytes of
// the program.
func (c *cffFont) outlines(strings [][]byte) func(int) (float64, float64, bool) {
	var o *cffOutlines
	return func(gid int) (float64, float64, bool) {
		if o == nil {
			o = &cffOutlines{font: c, strings: strings, budget: 10_000 + 2*len(c.data), parts: c.parts()}
		}
		n := c.partOf(gid)
		if n < 0 || n >= len(o.parts) || o.parts[n].unit == 0 {
			return 0, 0, false
		}
		r := tracer{global: c.subrs, local: o.parts[n].subrs, budget: &o.budget}
		if !r.run(o.strings[gid], 0) || !r.ended || !r.drawn {
			return 0, 0, false
		}
		return r.low * o.parts[n].unit, r.high * o.parts[n].unit, true
	}
}

// parts reads the Font DICTs, or uses the Top DICT as the only one.
func (c *cffFont) parts() []cffPart {
	array, keyed := c.top[opFDArray]
	if !keyed || len(array) == 0 {
		return []cffPart{c.part(c.top, unitOf(c.top, 0.001))}
	}
	dicts, _, err := c.list(int(array[0]))
	if err != nil {
		return nil
	}
	parts := make([]cffPart, len(dicts))
	for i, d := range dicts {
		own := dict(d)
		unit := unitOf(own, 0.001)
		if _, both := own[opFontMatrix]; both || c.top[opFontMatrix] != nil {
			unit = unitOf(own, 1) * unitOf(c.top, 1)
		}
		parts[i] = c.part(own, unit)
	}
	return parts
}

// unitOf is the vertical scale of a DICT's FontMatrix.
func unitOf(d map[int][]float64, byDefault float64) float64 {
	if m := d[opFontMatrix]; len(m) == 6 {
		return m[3]
	}
	return byDefault
}

func (c *cffFont) part(d map[int][]float64, unit float64) cffPart {
	if unit*largestEm < 1 || unit*smallestEm > 1 {
		unit = 0
	}
	p := cffPart{unit: unit}
	private := d[opPrivate]
	if len(private) != 2 {
		return p
	}
	t := table{data: c.data}
	at := int(private[1])
	own := dict(t.slice(at, int(private[0])))
	if offset := own[opSubrs]; len(offset) > 0 {
		l := cffFont{table: table{data: c.data}}
		p.subrs, _, _ = l.list(at + int(offset[0])) // without them, a glyph that calls one is not followed
	}
	return p
}

// partOf returns which Font DICT a glyph belongs to (TN 5176, section 19), -1 if none.
func (c *cffFont) partOf(gid int) int {
	if c.top[opFDArray] == nil {
		return 0
	}
	t := table{data: c.data}
	at := c.first(opFDSelect, -1)
	switch t.u8(at) {
	case 0:
		if part := t.u8(at + 1 + gid); !t.short {
			return part
		}
	case 3:
		low, high := 0, t.u16(at+1) // the last range that begins at or before the glyph
		for high-low > 1 {
			if mid := (low + high) / 2; t.u16(at+3+3*mid) <= gid {
				low = mid
			} else {
				high = mid
			}
		}
		if part := t.u8(at + 3 + 3*low + 2); !t.short {
			return part
		}
	}
	return -1
}
