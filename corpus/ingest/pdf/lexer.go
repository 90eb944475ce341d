package pdf

import (
	"errors"
	"strconv"
)

var (
	errSyntax  = errors.New("syntax error in a content stream")
	errNesting = errors.New("objects are nested too deep")
)

// maxNesting bounds arrays and dictionaries inside each other.
const maxNesting = 64

// lexer reads the objects and operators of a content stream or CMap.
type lexer struct {
	src   []byte
	pos   int
	depth int
}

// closer is the token that ends an array (']') or a dictionary ('>').
type closer byte

// next returns the next object, operator or closer; ok is false at the end.
func (l *lexer) next() (o any, ok bool, err error) {
	l.skipSpace()
	if l.pos >= len(l.src) {
		return nil, false, nil
	}
	switch c := l.src[l.pos]; {
	case c == '/':
		return l.name(), true, nil
	case c == '(':
		o, err = l.literalString()
		return o, true, err
	case c == '<':
		return l.angle()
	case c == '>':
		return l.closeDict()
	case c == '[':
		l.pos++
		o, err = l.array()
		return o, true, err
	case c == ']':
		l.pos++
		return closer(']'), true, nil
	case c == '{' || c == '}' || c == ')':
		l.pos++
		return operator(c), true, nil
	case c == '+' || c == '-' || c == '.' || isDigit(c):
		return l.number(), true, nil
	}
	return l.word(), true, nil
}

func (l *lexer) angle() (any, bool, error) {
	if l.pos+1 < len(l.src) && l.src[l.pos+1] == '<' {
		l.pos += 2
		d, err := l.dict()
		return d, true, err
	}
	return l.hexString(), true, nil
}

func (l *lexer) closeDict() (any, bool, error) {
	if l.pos+1 < len(l.src) && l.src[l.pos+1] == '>' {
		l.pos += 2
		return closer('>'), true, nil
	}
	l.pos++
	return nil, true, errSyntax
}

func (l *lexer) enter() error {
	if l.depth++; l.depth > maxNesting {
		return errNesting
	}
	return nil
}

func (l *lexer) array() (any, error) {
	if err := l.enter(); err != nil {
		return nil, err
	}
	defer func() { l.depth-- }()
	var a array
	for {
		o, err := l.element()
		if err != nil {
			return nil, err
		}
		if c, is := o.(closer); is {
			if c != ']' {
				return nil, errSyntax
			}
			return a, nil
		}
		a = append(a, o)
	}
}

func (l *lexer) dict() (any, error) {
	if err := l.enter(); err != nil {
		return nil, err
	}
	defer func() { l.depth-- }()
	d := dict{}
	for {
		k, err := l.element()
		if err != nil {
			return nil, err
		}
		if c, is := k.(closer); is && c == '>' {
			return d, nil
		}
		key, is := k.(name)
		if !is {
			return nil, errSyntax
		}
		v, err := l.element()
		if err != nil {
			return nil, err
		}
		if _, is := v.(closer); is {
			return nil, errSyntax
		}
		d[key] = v
	}
}

// element is next inside an array or dictionary, where the end is an error.
func (l *lexer) element() (any, error) {
	o, ok, err := l.next()
	if err == nil && !ok {
		err = errSyntax
	}
	return o, err
}

func (l *lexer) skipSpace() {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == '%':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
				l.pos++
			}
		case isSpace(c):
			l.pos++
		default:
			return
		}
	}
}

func (l *lexer) word() any {
	start := l.pos
	for l.pos < len(l.src) && !isSpace(l.src[l.pos]) && !isDelimiter(l.src[l.pos]) {
		l.pos++
	}
	switch w := string(l.src[start:l.pos]); w {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	default:
		return operator(w)
	}
}

func (l *lexer) number() any {
	start := l.pos
	for l.pos < len(l.src) && (isDigit(l.src[l.pos]) || l.src[l.pos] == '.' || l.src[l.pos] == '+' || l.src[l.pos] == '-') {
		l.pos++
	}
	s := string(l.src[start:l.pos])
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0.0 // "--5" and its like: what every reader takes for zero
	}
	return f
}

func (l *lexer) name() name {
	l.pos++
	var b []byte
	for l.pos < len(l.src) && !isSpace(l.src[l.pos]) && !isDelimiter(l.src[l.pos]) {
		c := l.src[l.pos]
		if c == '#' && l.pos+2 < len(l.src) {
			hi, ok1 := hexValue(l.src[l.pos+1])
			lo, ok2 := hexValue(l.src[l.pos+2])
			if ok1 && ok2 {
				b = append(b, hi<<4|lo)
				l.pos += 3
				continue
			}
		}
		b = append(b, c)
		l.pos++
	}
	return name(b)
}

func (l *lexer) hexString() str {
	l.pos++
	var b []byte
	var high byte
	half := false
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		l.pos++
		if c == '>' {
			break
		}
		v, ok := hexValue(c)
		if !ok {
			continue
		}
		if half {
			b = append(b, high<<4|v)
		} else {
			high = v
		}
		half = !half
	}
	if half {
		b = append(b, high<<4)
	}
	return str(b)
}

func (l *lexer) literalString() (any, error) {
	l.pos++
	var b []byte
	for depth := 1; l.pos < len(l.src); {
		c := l.src[l.pos]
		l.pos++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return str(b), nil
			}
		case '\\':
			b = l.escape(b)
			continue
		}
		b = append(b, c)
	}
	return nil, errSyntax
}

// escape appends what the characters after a backslash stand for.
func (l *lexer) escape(b []byte) []byte {
	if l.pos >= len(l.src) {
		return b
	}
	c := l.src[l.pos]
	l.pos++
	switch c {
	case 'n':
		return append(b, '\n')
	case 'r':
		return append(b, '\r')
	case 't':
		return append(b, '\t')
	case 'b':
		return append(b, '\b')
	case 'f':
		return append(b, '\f')
	case '\n':
		return b
	case '\r':
		if l.pos < len(l.src) && l.src[l.pos] == '\n' {
			l.pos++
		}
		return b
	}
	if c < '0' || c > '7' {
		return append(b, c)
	}
	v := int(c - '0')
	for i := 0; i < 2 && l.pos < len(l.src) && l.src[l.pos] >= '0' && l.src[l.pos] <= '7'; i++ {
		v = v*8 + int(l.src[l.pos]-'0')
		l.pos++
	}
	return append(b, byte(v))
}

// skipInlineImage moves past the data of an inline image, to behind its EI.
func (l *lexer) skipInlineImage() {
	for ; l.pos+1 < len(l.src); l.pos++ {
		if l.src[l.pos] == 'E' && l.src[l.pos+1] == 'I' && l.pos > 0 && isSpace(l.src[l.pos-1]) &&
			(l.pos+2 == len(l.src) || isSpace(l.src[l.pos+2])) {
			l.pos += 2
			return
		}
	}
	l.pos = len(l.src)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0 || c == '\f'
}

func isDelimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return false
}

func hexValue(c byte) (byte, bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
