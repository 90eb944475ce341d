package syntax

import "strconv"

// Lexer reads a sequence of objects. By default, &Lexer{Src: b}, it reads content
// streams and CMaps: words that are not objects are Operators, and slight errors are
// tolerated as in every reader. The objects of a file are read by a strict one, which
// knows references and tolerates nothing.
type Lexer struct {
	Src []byte
	Pos int
	// Budget bounds the estimated memory of the objects that are read, in bytes; 0
	// means unbounded. Exceeding it is an error that wraps ErrLimit.
	Budget int

	strict bool
	depth  int
	spent  int // estimated bytes of what was read
	// twice is the first duplicate key of a dictionary with two different values.
	twice Name
}

// Next returns the next object, Operator or Closer; ok is false at the end.
func (l *Lexer) Next() (o any, ok bool, err error) {
	l.SkipSpace()
	if l.Pos >= len(l.Src) {
		return nil, false, nil
	}
	switch c := l.Src[l.Pos]; {
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
		l.Pos++
		o, err = l.array()
		return o, true, err
	case c == ']':
		l.Pos++
		return Closer(']'), true, nil
	case c == '{' || c == '}' || c == ')':
		l.Pos++
		return Operator(c), true, l.misplaced()
	case c == '+' || c == '-' || c == '.' || isDigit(c):
		o, err = l.number()
		return o, true, err
	}
	return l.word()
}

// misplaced is the error for what is allowed in a content stream only.
func (l *Lexer) misplaced() error {
	if l.strict {
		return errSyntax
	}
	return nil
}

func (l *Lexer) angle() (any, bool, error) {
	if l.Pos+1 < len(l.Src) && l.Src[l.Pos+1] == '<' {
		l.Pos += 2
		d, err := l.dict()
		return d, true, err
	}
	s, err := l.hexString()
	return s, true, err
}

func (l *Lexer) closeDict() (any, bool, error) {
	if l.Pos+1 < len(l.Src) && l.Src[l.Pos+1] == '>' {
		l.Pos += 2
		return Closer('>'), true, nil
	}
	l.Pos++
	return nil, true, errSyntax
}

func (l *Lexer) enter() error {
	if l.depth++; l.depth > maxNesting {
		return errNesting
	}
	return nil
}

// Estimates of an object's memory, in bytes.
const (
	costOfValue = 40
	costOfDict  = 320
)

func (l *Lexer) charge(bytes int) error {
	if l.spent += bytes; l.Budget > 0 && l.spent > l.Budget {
		return errBudget
	}
	return nil
}

func (l *Lexer) array() (any, error) {
	if err := l.enter(); err != nil {
		return nil, err
	}
	defer func() { l.depth-- }()
	var a Array
	for {
		o, err := l.element()
		if err != nil {
			return nil, err
		}
		if c, is := o.(Closer); is {
			if c != ']' {
				return nil, errSyntax
			}
			return a, nil
		}
		a = append(a, o)
	}
}

func (l *Lexer) dict() (any, error) {
	err := l.enter()
	if err == nil {
		err = l.charge(costOfDict)
	}
	if err != nil {
		return nil, err
	}
	defer func() { l.depth-- }()
	d := Dict{}
	for {
		k, err := l.element()
		if err != nil {
			return nil, err
		}
		if c, is := k.(Closer); is && c == '>' {
			return d, nil
		}
		key, is := k.(Name)
		if !is {
			return nil, errSyntax
		}
		v, err := l.element()
		if err != nil {
			return nil, err
		}
		if _, is := v.(Closer); is {
			return nil, errSyntax
		}
		l.noteTwice(d, key, v)
		d[key] = v
	}
}

func (l *Lexer) noteTwice(d Dict, key Name, v any) {
	if old, has := d[key]; l.strict && has && l.twice == "" && !same(old, v) {
		l.twice = key
	}
}

// element is Next inside an array or dictionary, where the end is an error.
func (l *Lexer) element() (any, error) {
	o, ok, err := l.Next()
	if err == nil && !ok {
		err = errSyntax
	}
	if err == nil {
		err = l.charge(costOfValue)
	}
	if n, is := o.(int); is && l.strict && n >= 0 {
		if r, is := l.reference(n); is {
			return r, err
		}
	}
	return o, err
}

// reference reads the rest of "n g R".
func (l *Lexer) reference(number int) (Ref, bool) {
	from := l.Pos
	l.SkipSpace()
	if l.Pos < len(l.Src) && isDigit(l.Src[l.Pos]) {
		if generation, ok := l.digits(5); ok {
			l.SkipSpace()
			if l.keyword("R") {
				return Ref{number, generation}, true
			}
		}
	}
	l.Pos = from
	return Ref{}, false
}

// digits reads an unsigned number of a limited number of digits.
func (l *Lexer) digits(most int) (int, bool) {
	from, v := l.Pos, 0
	for l.Pos < len(l.Src) && isDigit(l.Src[l.Pos]) {
		if l.Pos-from >= most {
			return 0, false
		}
		v = v*10 + int(l.Src[l.Pos]-'0')
		l.Pos++
	}
	return v, l.Pos > from
}

// keyword moves past a word if it is here as a whole.
func (l *Lexer) keyword(w string) bool {
	end := l.Pos + len(w)
	if end > len(l.Src) || string(l.Src[l.Pos:end]) != w {
		return false
	}
	if end < len(l.Src) && !isSpace(l.Src[end]) && !isDelimiter(l.Src[end]) {
		return false
	}
	l.Pos = end
	return true
}

// SkipSpace moves past white space and comments.
func (l *Lexer) SkipSpace() {
	for l.Pos < len(l.Src) {
		switch c := l.Src[l.Pos]; {
		case c == '%':
			for l.Pos < len(l.Src) && l.Src[l.Pos] != '\n' && l.Src[l.Pos] != '\r' {
				l.Pos++
			}
		case isSpace(c):
			l.Pos++
		default:
			return
		}
	}
}

func (l *Lexer) word() (any, bool, error) {
	start := l.Pos
	for l.Pos < len(l.Src) && !isSpace(l.Src[l.Pos]) && !isDelimiter(l.Src[l.Pos]) {
		l.Pos++
	}
	switch w := l.Src[start:l.Pos]; string(w) {
	case "true":
		return true, true, nil
	case "false":
		return false, true, nil
	case "null":
		return nil, true, nil
	default:
		return Operator(w), true, l.misplaced()
	}
}

func (l *Lexer) number() (any, error) {
	start := l.Pos
	v, short := 0, true
	for ; l.Pos < len(l.Src); l.Pos++ {
		c := l.Src[l.Pos]
		if isDigit(c) {
			v = v*10 + int(c-'0')
			short = short && l.Pos-start < 15
		} else if c == '.' || c == '+' || c == '-' {
			short = false
		} else {
			break
		}
	}
	if short {
		return v, nil
	}
	s := string(l.Src[start:l.Pos])
	if n, err := strconv.Atoi(s); err == nil {
		return n, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0.0, l.misplaced() // "--5" and the like, which every reader reads as zero
	}
	return f, nil
}

func (l *Lexer) name() Name {
	l.Pos++
	start := l.Pos
	var b []byte // the name so far, once it has an escape
	for l.Pos < len(l.Src) && !isSpace(l.Src[l.Pos]) && !isDelimiter(l.Src[l.Pos]) {
		c := l.Src[l.Pos]
		if v, ok := l.escapedByte(); c == '#' && ok {
			if b == nil {
				b = append(make([]byte, 0, 32), l.Src[start:l.Pos]...)
			}
			b = append(b, v)
			l.Pos += 3
			continue
		}
		if b != nil {
			b = append(b, c)
		}
		l.Pos++
	}
	if b == nil {
		return Name(l.Src[start:l.Pos])
	}
	return Name(b)
}

// escapedByte reads the two hexadecimal digits after a '#' of a name.
func (l *Lexer) escapedByte() (byte, bool) {
	if l.Pos+2 >= len(l.Src) {
		return 0, false
	}
	hi, ok1 := hexValue(l.Src[l.Pos+1])
	lo, ok2 := hexValue(l.Src[l.Pos+2])
	return hi<<4 | lo, ok1 && ok2
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
