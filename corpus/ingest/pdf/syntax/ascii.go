package syntax

// unHex undoes ASCIIHexDecode (ISO 32000-1, 7.4.2); the '>' that ends it must be
// there.
func unHex(src []byte) ([]byte, error) {
	out := make([]byte, 0, len(src)/2)
	half, high := false, byte(0)
	for i, c := range src {
		if v, ok := hexValue(c); ok {
			if half {
				out = append(out, high<<4|v)
			}
			high, half = v, !half
			continue
		}
		switch {
		case c == '>':
			if half {
				out = append(out, high<<4)
			}
			return atEnd(out, src[i+1:])
		case !isSpace(c):
			return nil, errCorrupt
		}
	}
	return nil, errShort
}

func atEnd(out, rest []byte) ([]byte, error) {
	if !onlySpace(rest) {
		return nil, errTrailing
	}
	return out, nil
}

// un85 undoes ASCII85Decode (ISO 32000-1, 7.4.3); the "~>" that ends it must be
// there.
func un85(src []byte) ([]byte, error) {
	out := make([]byte, 0, len(src)/5*4+4)
	var group uint64
	n := 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case isSpace(c):
		case c == 'z' && n == 0:
			out = append(out, 0, 0, 0, 0)
		case c >= '!' && c <= 'u':
			group = group*85 + uint64(c-'!')
			if n++; n < 5 {
				continue
			}
			if group > 0xFFFFFFFF {
				return nil, errCorrupt
			}
			out = append(out, byte(group>>24), byte(group>>16), byte(group>>8), byte(group))
			group, n = 0, 0
		case c == '~':
			return finish85(out, src[i+1:], group, n)
		default:
			return nil, errCorrupt
		}
	}
	return nil, errShort
}

// finish85 reads the end and the group before it, of n digits.
func finish85(out, rest []byte, group uint64, n int) ([]byte, error) {
	for len(rest) > 0 && isSpace(rest[0]) {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0] != '>' || n == 1 {
		return nil, errCorrupt
	}
	if n > 0 {
		for i := n; i < 5; i++ {
			group = group*85 + 84
		}
		if group > 0xFFFFFFFF {
			return nil, errCorrupt
		}
		for i := range n - 1 {
			out = append(out, byte(group>>(24-8*i)))
		}
	}
	return atEnd(out, rest[1:])
}

// runEnd is the length byte that ends run-length data.
const runEnd = 128

// unRun undoes RunLengthDecode (ISO 32000-1, 7.4.5).
func unRun(src []byte, limit int64) ([]byte, error) {
	var out []byte
	for i := 0; i < len(src); {
		n := int(src[i])
		i++
		switch {
		case n == runEnd:
			return atEnd(out, src[i:])
		case n < runEnd:
			if i+n+1 > len(src) {
				return nil, errShort
			}
			out = append(out, src[i:i+n+1]...)
			i += n + 1
		case i >= len(src):
			return nil, errShort
		default:
			for range 257 - n {
				out = append(out, src[i])
			}
			i++
		}
		if int64(len(out)) > limit {
			return nil, errTooLarge
		}
	}
	return nil, errShort
}
