package font

// SFNT reads a TrueType or OpenType program (ISO/IEC 14496-22) of one font.
func SFNT(src []byte) (*Program, error) {
	t := table{data: src}
	tables := map[string]table{}
	for i := range min(t.u16(4), maxTables) {
		at := 12 + 16*i
		tag := t.slice(at, 4)
		if tag == nil {
			break
		}
		offset, length := t.u32(at+8), t.u32(at+12)
		if offset > len(src) {
			continue
		}
		tables[string(tag)] = table{data: src[offset:min(len(src), offset+length)]}
	}
	if len(tables) == 0 {
		return nil, malformed("no tables")
	}
	p, err := outlines(tables)
	if err != nil {
		return nil, err
	}
	if len(p.names) == 0 || p.Keyed() {
		post, ok := tables["post"]
		if names := postNames(&post, p.Glyphs()); ok && names != nil {
			p.names = names
		}
	}
	if c, ok := tables["cmap"]; ok {
		p.cmaps = readCmaps(&c, p.Glyphs())
	}
	p.index()
	return p, nil
}

// maxTables bounds the tables of a program; real ones have some thirty.
const maxTables = 256

// outlines reads how many glyphs there are and which are blank.
func outlines(tables map[string]table) (*Program, error) {
	if cff, ok := tables["CFF "]; ok {
		return CFF(cff.data)
	}
	maxp, head, loca := tables["maxp"], tables["head"], tables["loca"]
	n := maxp.u16(4)
	if n == 0 {
		return nil, malformed("no glyphs")
	}
	p := &Program{ink: make([]Ink, n)}
	size, scale := 2, 2
	if head.u16(50) == 1 {
		size, scale = 4, 1
	}
	if head.short || len(loca.data) < size*2 {
		return p, nil
	}
	glyf := tables["glyf"]
	p.extent = boxes(glyf, head.u16(18), func(gid int) int {
		t := table{data: loca.data}
		return t.number(gid*size, size) * scale
	})
	for gid := range p.ink {
		from, to := loca.number(gid*size, size)*scale, loca.number((gid+1)*size, size)*scale
		switch {
		case loca.short || from > to || to > len(glyf.data)+3:
			return p, nil
		case from == to:
			p.ink[gid] = Blank
		default:
			p.ink[gid] = contours(&glyf, from)
		}
	}
	return p, nil
}

// contours derives a glyph's ink from its number of contours, and their bounding box: a
// space may have one without area. Composite glyphs are not followed, since a no-break
// space may be composed of a space.
func contours(glyf *table, at int) Ink {
	n := int16(glyf.u16(at))
	flat := glyf.u16(at+2) == glyf.u16(at+6) || glyf.u16(at+4) == glyf.u16(at+8)
	switch {
	case n < 0 || glyf.short:
		return Unknown
	case n == 0 || flat:
		return Blank
	}
	return Inked
}

// postNames reads the glyph names of a post table; nil if it has none.
func postNames(t *table, glyphs int) []string {
	standard := lists()["Macintosh"]
	switch t.u32(0) {
	case 0x00010000:
		return standard[:min(len(standard), glyphs)]
	case 0x00020000:
	default:
		return nil
	}
	n := min(t.u16(32), glyphs)
	var own []string
	for at := 34 + 2*t.u16(32); at < len(t.data) && len(own) < maxGlyphs; {
		length := t.u8(at)
		own = append(own, string(t.slice(at+1, length)))
		at += 1 + length
	}
	names := make([]string, n)
	for gid := range names {
		i := t.u16(34 + 2*gid)
		switch {
		case t.short:
			return nil
		case i < len(standard):
			names[gid] = standard[i]
		case i-len(standard) < len(own):
			names[gid] = own[i-len(standard)]
		}
	}
	return names
}
