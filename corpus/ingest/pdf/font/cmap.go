package font

// cmap is one subtable of a cmap table: the glyphs of codes.
type cmap struct {
	platform, encoding int
	gids               map[int]int
}

// unicode reports whether the codes of the table are characters.
func (c *cmap) unicode() bool {
	return c.platform == 0 && c.encoding != 5 || c.platform == 3 && (c.encoding == 1 || c.encoding == 10)
}

// Bounds of a cmap table: subtables that are read, and codes of all together.
const (
	maxSubtables = 16
	maxCodes     = 1 << 18
)

// readCmaps reads the subtables whose format is known.
func readCmaps(t *table, glyphs int) []cmap {
	var out []cmap
	left := maxCodes
	for i := range min(t.u16(2), maxSubtables) {
		at := 4 + 8*i
		c := cmap{platform: t.u16(at), encoding: t.u16(at + 2), gids: map[int]int{}}
		offset := t.u32(at + 4)
		if t.short || offset > len(t.data) {
			break
		}
		sub := table{data: t.data[offset:]}
		w := codes{into: c.gids, glyphs: glyphs, left: &left}
		w.read(&sub)
		out = append(out, c)
	}
	return out
}

// codes collects the codes of a subtable.
type codes struct {
	into   map[int]int
	glyphs int
	left   *int
}

// add notes a code; it reports whether there is room for more.
func (w *codes) add(code, gid int) bool {
	if *w.left--; *w.left < 0 {
		return false
	}
	if gid > 0 && gid < w.glyphs {
		if _, had := w.into[code]; !had {
			w.into[code] = gid
		}
	}
	return true
}

func (w *codes) read(t *table) {
	switch t.u16(0) {
	case 0:
		for code := range 256 {
			w.add(code, t.u8(6+code))
		}
	case 4:
		w.segments(t)
	case 6:
		first, n := t.u16(6), t.u16(8)
		for i := 0; i < n && !t.short; i++ {
			w.add(first+i, t.u16(10+2*i))
		}
	case 12:
		w.groups(t)
	}
}

// segments reads format 4.
func (w *codes) segments(t *table) {
	n := t.u16(6) / 2
	ends, starts, deltas, offsets := 14, 16+2*n, 16+4*n, 16+6*n
	for i := 0; i < n && !t.short; i++ {
		end, start := t.u16(ends+2*i), t.u16(starts+2*i)
		delta, offset := t.u16(deltas+2*i), t.u16(offsets+2*i)
		for code := start; code <= end && code < 0xFFFF; code++ {
			gid := code
			if offset != 0 {
				at := offsets + 2*i + offset + 2*(code-start)
				if at+2 > len(t.data) {
					break
				}
				if gid = t.u16(at); gid == 0 {
					continue
				}
			}
			if !w.add(code, (gid+delta)&0xFFFF) {
				return
			}
		}
	}
}

// groups reads format 12.
func (w *codes) groups(t *table) {
	n := t.u32(12)
	for i := 0; i < n; i++ {
		at := 16 + 12*i
		start, end, gid := t.u32(at), t.u32(at+4), t.u32(at+8)
		if t.short || end > 0x10FFFF {
			return
		}
		for code := start; code <= end; code++ {
			if !w.add(code, gid+code-start) {
				return
			}
		}
	}
}
