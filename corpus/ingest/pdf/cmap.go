package pdf

import "fmt"

// maxCMapEntries bounds what ranges of a CMap may expand to.
const maxCMapEntries = 1 << 18

// parseToUnicode reads a ToUnicode CMap: character code to text (ISO 32000-1, 9.10.3).
// Codes are compared as bytes, so that a one-byte and a two-byte code of the same value
// are different.
func parseToUnicode(src []byte) (map[string]string, error) {
	p := cmapParser{codes: map[string]string{}}
	if err := eachObject(src, p.feed); err != nil {
		return nil, fmt.Errorf("read ToUnicode map: %w", err)
	}
	return p.codes, nil
}

// eachObject calls a function for every object and operator of a CMap.
func eachObject(src []byte, do func(any) error) error {
	l := &lexer{src: src}
	for {
		o, ok, err := l.next()
		if err != nil || !ok {
			return err
		}
		if err := do(o); err != nil {
			return err
		}
	}
}

type cmapParser struct {
	codes map[string]string
	mode  operator
	args  []any
}

func (p *cmapParser) feed(o any) error {
	if op, is := o.(operator); is {
		switch op {
		case "beginbfchar", "beginbfrange":
			p.mode = op
		case "endbfchar", "endbfrange":
			p.mode = ""
		}
		p.args = p.args[:0]
		return nil
	}
	if p.mode == "" {
		return nil
	}
	p.args = append(p.args, o)
	switch {
	case p.mode == "beginbfchar" && len(p.args) == 2:
		p.char(p.args[0], p.args[1])
	case p.mode == "beginbfrange" && len(p.args) == 3:
		p.expand(p.args[0], p.args[1], p.args[2])
	default:
		return nil
	}
	p.args = p.args[:0]
	if len(p.codes) > maxCMapEntries {
		return fmt.Errorf("%w: ToUnicode map has more than %d entries", ErrLimit, maxCMapEntries)
	}
	return nil
}

func (p *cmapParser) char(code, text any) {
	c, ok1 := code.(str)
	t, ok2 := text.(str)
	if ok1 && ok2 {
		p.codes[string(c)] = utf16String(string(t))
	}
}

func (p *cmapParser) expand(from, to, text any) {
	lo, ok1 := from.(str)
	hi, ok2 := to.(str)
	if !ok1 || !ok2 || len(lo) != len(hi) || len(lo) == 0 || len(lo) > 4 {
		return
	}
	first, last := bigEndian(string(lo)), bigEndian(string(hi))
	for i := 0; i <= last-first && i <= 0xFFFF; i++ {
		code := bigEndianBytes(first+i, len(lo))
		switch t := text.(type) {
		case str:
			p.codes[code] = utf16String(addToLast(string(t), i))
		case array:
			if i < len(t) {
				p.char(str(code), t[i])
			}
		}
	}
}

// addToLast adds n to the last two bytes, the last UTF-16 unit, of s.
func addToLast(s string, n int) string {
	if len(s) < 2 {
		return bigEndianBytes(bigEndian(s)+n, 2)
	}
	last := bigEndian(s[len(s)-2:]) + n
	return s[:len(s)-2] + bigEndianBytes(last, 2)
}

func bigEndian(s string) int {
	v := 0
	for i := 0; i < len(s); i++ {
		v = v<<8 | int(s[i])
	}
	return v
}

func bigEndianBytes(v, n int) string {
	b := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		b[i] = byte(v)
		v >>= 8
	}
	return string(b)
}
