package font

// table is a part of a program; reading outside it gives zero and marks it short, so
// that a parser checks once, at its end.
type table struct {
	data  []byte
	short bool
}

// number reads a big-endian number of 1 to 4 bytes.
func (t *table) number(at, size int) int {
	if at < 0 || at > len(t.data)-size {
		t.short = true
		return 0
	}
	v := 0
	for _, b := range t.data[at : at+size] {
		v = v<<8 | int(b)
	}
	return v
}

func (t *table) u8(at int) int  { return t.number(at, 1) }
func (t *table) u16(at int) int { return t.number(at, 2) }
func (t *table) u32(at int) int { return t.number(at, 4) }

// slice returns n bytes, nil if they are not there.
func (t *table) slice(at, n int) []byte {
	if at < 0 || n < 0 || at > len(t.data) || n > len(t.data)-at {
		t.short = true
		return nil
	}
	return t.data[at : at+n]
}
