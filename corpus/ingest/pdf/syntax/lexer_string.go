package syntax

// hexString reads "<48 65>". In a content stream other characters are ignored and the
// end of the stream ends the string.
func (l *Lexer) hexString() (any, error) {
	l.Pos++
	var b []byte
	var high byte
	half, closed := false, false
	for l.Pos < len(l.Src) {
		c := l.Src[l.Pos]
		l.Pos++
		if c == '>' {
			closed = true
			break
		}
		v, ok := hexValue(c)
		if !ok {
			if l.strict && !isSpace(c) {
				return nil, errSyntax
			}
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
	if !closed && l.strict {
		return nil, errSyntax
	}
	return String(b), l.charge(len(b))
}

func (l *Lexer) literalString() (any, error) {
	l.Pos++
	var b []byte
	for depth := 1; l.Pos < len(l.Src); {
		c := l.Src[l.Pos]
		l.Pos++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return String(b), l.charge(len(b))
			}
		case '\\':
			b = l.escape(b)
			continue
		}
		b = append(b, c)
	}
	return nil, errSyntax
}

// escape appends what the characters after a backslash mean.
func (l *Lexer) escape(b []byte) []byte {
	if l.Pos >= len(l.Src) {
		return b
	}
	c := l.Src[l.Pos]
	l.Pos++
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
		if l.Pos < len(l.Src) && l.Src[l.Pos] == '\n' {
			l.Pos++
		}
		return b
	}
	if c < '0' || c > '7' {
		return append(b, c)
	}
	v := int(c - '0')
	for i := 0; i < 2 && l.Pos < len(l.Src) && l.Src[l.Pos] >= '0' && l.Src[l.Pos] <= '7'; i++ {
		v = v*8 + int(l.Src[l.Pos]-'0')
		l.Pos++
	}
	return append(b, byte(v))
}

// SkipInlineImage moves past the data of an inline image and its EI.
func (l *Lexer) SkipInlineImage() {
	for ; l.Pos+1 < len(l.Src); l.Pos++ {
		if l.Src[l.Pos] == 'E' && l.Src[l.Pos+1] == 'I' && l.Pos > 0 && isSpace(l.Src[l.Pos-1]) &&
			(l.Pos+2 == len(l.Src) || isSpace(l.Src[l.Pos+2])) {
			l.Pos += 2
			return
		}
	}
	l.Pos = len(l.Src)
}
