package font

import (
	"math"
	"strconv"
)

// CFF reads a Compact Font Format program (Adobe Technical Note 5176) of one font.
func CFF(src []byte) (*Program, error) {
	c := cffFont{table: table{data: src}}
	if err := c.head(); err != nil {
		return nil, err
	}
	p := &Program{}
	if err := c.glyphs(p); err != nil {
		return nil, err
	}
	p.index()
	if p.byCID == nil {
		c.encoding(p)
	}
	if c.short {
		return nil, malformed("a table ends early")
	}
	return p, nil
}

// cffFont is a CFF program being read.
type cffFont struct {
	table
	strings [][]byte
	top     map[int][]float64 // operands by operator; two-byte operators from 1200
	subrs   [][]byte          // global ones
}

// Operators of a Top DICT (TN 5176, table 9).
const (
	opCharset     = 15
	opEncoding    = 16
	opCharStrings = 17
	opROS         = 1230
)

// maxGlyphs is how many glyphs a font can have: GIDs are 16-bit numbers.
const maxGlyphs = 1 << 16

func (c *cffFont) head() error {
	if c.u8(0) != 1 {
		return malformed("CFF version is %d", c.u8(0))
	}
	_, at, err := c.list(c.u8(2))
	if err != nil {
		return err
	}
	tops, at, err := c.list(at)
	if err != nil {
		return err
	}
	if len(tops) != 1 {
		return malformed("CFF holds %d fonts", len(tops))
	}
	if c.strings, at, err = c.list(at); err != nil {
		return err
	}
	global := cffFont{table: table{data: c.data}} // a font without valid subroutines still has its names
	c.subrs, _, _ = global.list(at)
	c.top = dict(tops[0])
	return nil
}

// list reads an INDEX and returns its objects and the offset after it.
func (c *cffFont) list(at int) ([][]byte, int, error) {
	n := c.u16(at)
	if n == 0 {
		return nil, at + 2, nil
	}
	size := c.u8(at + 2)
	offsets := at + 3
	base := offsets + (n+1)*size - 1
	if size < 1 || size > 4 || c.short || base > len(c.data) {
		return nil, 0, malformed("an index of %d objects does not fit", n)
	}
	objects := make([][]byte, n)
	from := c.number(offsets, size)
	for i := range objects {
		to := c.number(offsets+(i+1)*size, size)
		if objects[i] = c.slice(base+from, to-from); objects[i] == nil {
			return nil, 0, malformed("object %d of an index does not fit", i)
		}
		from = to
	}
	return objects, base + from, nil
}

// maxOperands is how many operands an operator can have (TN 5176, section 4).
const maxOperands = 48

// dict reads a DICT.
func dict(data []byte) map[int][]float64 {
	out := map[int][]float64{}
	var operands []float64
	t := table{data: data}
	for at := 0; at < len(data); {
		b := t.u8(at)
		at++
		switch {
		case b == 12:
			out[1200+t.u8(at)] = operands
			operands = nil
			at++
		case b <= 21:
			out[b] = operands
			operands = nil
		default:
			v, n := operand(&t, at, b)
			if len(operands) < maxOperands {
				operands = append(operands, v)
			}
			at += n
		}
	}
	return out
}

// operand reads the rest of an operand whose first byte is b and comes before at.
func operand(t *table, at, b int) (value float64, size int) {
	switch {
	case b == 28:
		return float64(int16(t.u16(at))), 2
	case b == 29:
		return float64(int32(t.u32(at))), 4
	case b == 30:
		return realNumber(t, at)
	case b >= 32 && b <= 246:
		return float64(b - 139), 0
	case b >= 247 && b <= 250:
		return float64((b-247)*256 + t.u8(at) + 108), 1
	case b >= 251 && b <= 254:
		return float64(-(b-251)*256 - t.u8(at) - 108), 1
	}
	return 0, 0
}

// realNumber reads a decimal number, a digit per half byte (TN 5176, table 5); an
// invalid number, or one that no offset or matrix can be, is 0.
func realNumber(t *table, at int) (value float64, size int) {
	var text []byte
	for at+size < len(t.data) {
		x := t.u8(at + size)
		size++
		for _, nibble := range []int{x >> 4, x & 0xF} {
			if nibble == 0xF {
				v, err := strconv.ParseFloat(string(text), 64)
				if err != nil || math.Abs(v) > math.MaxInt32 {
					v = 0
				}
				return v, size
			}
			if len(text) < 64 {
				text = append(text, []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "e", "e-", "?", "-"}[nibble]...)
			}
		}
	}
	return 0, size
}

// first returns the first operand of an operator, or its default.
func (c *cffFont) first(op, byDefault int) int {
	if v := c.top[op]; len(v) > 0 {
		return int(v[0])
	}
	return byDefault
}

// text returns the string of a SID.
func (c *cffFont) text(sid int) string {
	standard := lists()["Standard"]
	if sid < len(standard) {
		return standard[sid]
	}
	if sid -= len(standard); sid < len(c.strings) {
		return string(c.strings[sid])
	}
	return ""
}

// glyphs reads the charstrings and the charset.
func (c *cffFont) glyphs(p *Program) error {
	strings, _, err := c.list(c.first(opCharStrings, -1))
	if err != nil {
		return err
	}
	if len(strings) == 0 {
		return malformed("CFF has no glyphs")
	}
	ids, err := c.charset(len(strings))
	if err != nil {
		return err
	}
	_, keyed := c.top[opROS]
	if keyed {
		p.byCID = make(map[int]int, len(ids))
	}
	for gid, s := range strings {
		name := ""
		if keyed {
			p.byCID[ids[gid]] = gid
		} else if ids != nil {
			name = c.text(ids[gid])
		} else {
			name = predefined(c.first(opCharset, 0), gid)
		}
		p.glyph(name, inkOf(s, 2))
	}
	p.extent = c.outlines(strings)
	return nil
}

// predefined returns the name of a glyph in a predefined charset.
func predefined(charset, gid int) string {
	list := lists()[[]string{"Standard", "Expert", "ExpertSubset"}[charset]]
	if charset == 0 {
		list = list[:229] // ISOAdobe
	}
	if gid < len(list) {
		return list[gid]
	}
	return ""
}

// charset returns the SID or CID of each of n glyphs; nil for a predefined charset
// of names.
func (c *cffFont) charset(n int) ([]int, error) {
	at := c.first(opCharset, 0)
	ids := make([]int, n)
	if at < 0 {
		return nil, malformed("charset is at %d", at)
	}
	if at <= 2 {
		if _, keyed := c.top[opROS]; !keyed {
			return nil, nil
		}
		for i := range ids {
			ids[i] = i
		}
		return ids, nil
	}
	format := c.u8(at)
	at++
	for gid := 1; gid < n; {
		first, left := c.u16(at), 0
		switch at += 2; format {
		case 0:
		case 1:
			left = c.u8(at)
			at++
		case 2:
			left = c.u16(at)
			at += 2
		default:
			return nil, malformed("charset has format %d", format)
		}
		if c.short {
			return nil, malformed("charset ends early")
		}
		for i := 0; i <= left && gid < n; i++ {
			ids[gid] = first + i
			gid++
		}
	}
	return ids, nil
}

// encoding reads the built-in encoding (TN 5176, section 12).
func (c *cffFont) encoding(p *Program) {
	at := c.first(opEncoding, 0)
	switch at {
	case 0:
		p.Standard = "StandardEncoding"
		return
	case 1:
		p.Standard = "ExpertEncoding"
		return
	}
	p.Encoding = new([256]string)
	format, n := c.u8(at), c.u8(at+1)
	at += 2
	gid := 1
	for range n {
		code, left := c.u8(at), 0
		at++
		if format&0x7F == 1 {
			left = c.u8(at)
			at++
		}
		for i := 0; i <= left && code+i < 256; i++ {
			p.Encoding[code+i] = p.Name(gid)
			gid++
		}
	}
	if format&0x80 == 0 {
		return
	}
	n = c.u8(at)
	at++
	for range n {
		p.Encoding[c.u8(at)] = c.text(c.u16(at + 1))
		at += 3
	}
}
