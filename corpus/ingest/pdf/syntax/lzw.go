package syntax

// lzwDictionary is the size of a full LZW dictionary: codes have at most 12 bits.
const lzwDictionary = 1 << 12

const (
	lzwClear = 256
	lzwEnd   = 257
	lzwFirst = 258 // the first code for more than one byte
)

// lzwDecoder undoes the LZW compression of PDF and TIFF (ISO 32000-1, 7.4.4): codes
// of 9 to 12 bits, most significant bit first.
type lzwDecoder struct {
	src   []byte
	pos   int
	bits  uint32
	count uint // of bits
	width uint
	early int // 1 if the width grows one code early

	next   int
	prefix [lzwDictionary]uint16
	suffix [lzwDictionary]byte
	length [lzwDictionary]int32
}

// unLZW requires the code that ends the data, and nothing after it.
func unLZW(src []byte, early bool, limit int64) ([]byte, error) {
	d := &lzwDecoder{src: src}
	if early {
		d.early = 1
	}
	for i := range 256 {
		d.suffix[i], d.length[i] = byte(i), 1
	}
	d.clear()
	var out []byte
	previous := -1
	for {
		code, ok := d.code()
		if !ok {
			return nil, errShort
		}
		switch {
		case code == lzwEnd:
			if !onlySpace(src[d.pos:]) {
				return nil, errTrailing
			}
			return out, nil
		case code == lzwClear:
			d.clear()
			previous = -1
			continue
		case code > d.next || code == d.next && previous < 0 || previous < 0 && code > 255:
			return nil, errCorrupt
		}
		if previous >= 0 && d.next < lzwDictionary {
			d.learn(previous, code)
		} else if code >= d.next {
			return nil, errCorrupt
		}
		if out = d.spell(out, code); int64(len(out)) > limit {
			return nil, errTooLarge
		}
		previous = code
	}
}

func (d *lzwDecoder) clear() { d.next, d.width = lzwFirst, 9 }

// code reads the next code.
func (d *lzwDecoder) code() (int, bool) {
	for d.count < d.width {
		if d.pos >= len(d.src) {
			return 0, false
		}
		d.bits = d.bits<<8 | uint32(d.src[d.pos])
		d.pos++
		d.count += 8
	}
	d.count -= d.width
	return int(d.bits >> d.count & (1<<d.width - 1)), true
}

// learn adds the expansion of previous and the first byte of code, which may be the
// entry being added.
func (d *lzwDecoder) learn(previous, code int) {
	first := code
	if code == d.next {
		first = previous
	}
	for first > 255 {
		first = int(d.prefix[first])
	}
	d.prefix[d.next], d.suffix[d.next] = uint16(previous), byte(first)
	d.length[d.next] = d.length[previous] + 1
	d.next++
	if d.next+d.early >= 1<<d.width && d.width < 12 {
		d.width++
	}
}

// spell appends the expansion of a code.
func (d *lzwDecoder) spell(out []byte, code int) []byte {
	n := int(d.length[code])
	from := len(out)
	for range n {
		out = append(out, 0)
	}
	for i := from + n - 1; i >= from; i-- {
		out[i] = d.suffix[code]
		code = int(d.prefix[code])
	}
	return out
}
