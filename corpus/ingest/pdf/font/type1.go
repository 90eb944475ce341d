package font

import (
	"bytes"
	"strconv"
)

// Type1 reads a Type 1 font program (Adobe Type 1 Font Format), with or without
// the segment heads of a PFB file.
func Type1(src []byte) (*Program, error) {
	src = withoutSegments(src)
	clear, secret := src, []byte(nil)
	if i := bytes.Index(src, []byte("eexec")); i >= 0 {
		clear, secret = src[:i], decrypted(src[i+len("eexec"):])
	}
	if !bytes.Contains(clear, []byte("/Encoding")) && secret == nil {
		return nil, malformed("no encoding and no glyphs")
	}
	p := &Program{}
	p.Encoding, p.Standard = type1Encoding(clear)
	type1Glyphs(p, secret)
	p.index()
	return p, nil
}

// withoutSegments removes the headers of a PFB file's segments.
func withoutSegments(src []byte) []byte {
	if len(src) < 6 || src[0] != 0x80 {
		return src
	}
	var out []byte
	for len(src) >= 6 && src[0] == 0x80 && (src[1] == 1 || src[1] == 2) {
		n := int(src[2]) | int(src[3])<<8 | int(src[4])<<16 | int(src[5])<<24
		n = min(n, len(src)-6)
		out = append(out, src[6:6+n]...)
		src = src[6+n:]
	}
	return out
}

// Keys of the encryption (Type 1 Font Format, section 7).
const (
	eexecKey      = 55665
	charstringKey = 4330
)

// decrypted is the encrypted part of a program, which may be in hexadecimal.
func decrypted(secret []byte) []byte {
	for len(secret) > 0 && isBlank(secret[0]) {
		secret = secret[1:]
	}
	if len(secret) < 4 {
		return nil
	}
	if isHex(secret[0]) && isHex(secret[1]) && isHex(secret[2]) && isHex(secret[3]) {
		secret = unhex(secret)
	}
	return decrypt(secret, eexecKey, 4)
}

// decrypt decrypts, and drops the first bytes, which are random.
func decrypt(secret []byte, key uint16, skip int) []byte {
	out := make([]byte, len(secret))
	for i, c := range secret {
		out[i] = c ^ byte(key>>8)
		key = (uint16(c)+key)*52845 + 22719
	}
	return out[min(skip, len(out)):]
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0 || c == '\f'
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func unhex(src []byte) []byte {
	out := make([]byte, 0, len(src)/2)
	high, half := byte(0), false
	for _, c := range src {
		if !isHex(c) {
			continue
		}
		v := c & 0xF
		if c > '9' {
			v += 9
		}
		if half {
			out = append(out, high<<4|v)
		}
		high, half = v, !half
	}
	return out
}

// type1Encoding reads the encoding vector of the clear part.
func type1Encoding(clear []byte) (own *[256]string, standard string) {
	i := bytes.Index(clear, []byte("/Encoding"))
	if i < 0 {
		return nil, ""
	}
	w := words{src: clear[i+len("/Encoding"):]}
	head, _ := w.next()
	if head == "StandardEncoding" || head == "ISOLatin1Encoding" {
		return nil, head
	}
	if head == "[" {
		return listed(&w), ""
	}
	own = new([256]string)
	var before [2]string // the two words before a "put"
	for {
		word, ok := w.next()
		if !ok || word == "def" || word == "readonly" {
			return own, ""
		}
		if word == "put" && len(before[1]) > 1 && before[1][0] == '/' {
			if code, ok := radix(before[0]); ok && before[1] != "/.notdef" {
				own[code] = before[1][1:]
			}
		}
		before[0], before[1] = before[1], word
	}
}

// listed reads an encoding that is written as one array of names.
func listed(w *words) *[256]string {
	var e [256]string
	for code := range e {
		word, ok := w.next()
		if !ok || word == "]" {
			break
		}
		if len(word) > 1 && word[0] == '/' && word != "/.notdef" {
			e[code] = word[1:]
		}
	}
	return &e
}

// radix reads a code, which may be written as "8#101".
func radix(s string) (int, bool) {
	base := 10
	if b, digits, ok := bytes.Cut([]byte(s), []byte("#")); ok {
		n, err := strconv.Atoi(string(b))
		if err != nil || n < 2 || n > 36 {
			return 0, false
		}
		base, s = n, string(digits)
	}
	v, err := strconv.ParseUint(s, base, 16)
	return int(v), err == nil && v < 256
}

// type1Glyphs reads the names of the glyphs, and which are blank.
func type1Glyphs(p *Program, private []byte) {
	random := 4
	if i := bytes.Index(private, []byte("/lenIV")); i >= 0 {
		w := words{src: private[i+len("/lenIV"):]}
		word, _ := w.next()
		if n, err := strconv.Atoi(word); err == nil {
			random = n
		}
	}
	i := bytes.Index(private, []byte("/CharStrings"))
	if i < 0 {
		return
	}
	w := words{src: private[i+len("/CharStrings"):]}
	name, length := "", -1
	for len(p.names) < maxGlyphs {
		word, ok := w.next()
		switch {
		case !ok || word == "end" && name == "":
			return
		case len(word) > 1 && word[0] == '/':
			name, length = word[1:], -1
		case name == "":
		case length < 0:
			n, err := strconv.Atoi(word)
			if err != nil || n < 0 || n > len(w.src) {
				name = ""
				continue
			}
			length = n
		default: // RD or -|: one blank, then the bytes
			s := w.skip(length + 1)
			if len(s) > 0 {
				s = s[1:]
			}
			if random >= 0 {
				s = decrypt(s, charstringKey, random)
			}
			p.glyph(name, inkOf(s, 1))
			name = ""
		}
	}
}

// words cuts PostScript into words; "/name" is one, and so is each bracket.
type words struct {
	src []byte
	at  int
}

func (w *words) next() (string, bool) {
	for w.at < len(w.src) {
		switch c := w.src[w.at]; {
		case isBlank(c):
			w.at++
		case c == '%':
			for w.at < len(w.src) && w.src[w.at] != '\n' && w.src[w.at] != '\r' {
				w.at++
			}
		default:
			start := w.at
			w.at++
			if !isBracket(c) {
				for w.at < len(w.src) && !isBlank(w.src[w.at]) && !isBracket(w.src[w.at]) && w.src[w.at] != '/' && w.src[w.at] != '%' {
					w.at++
				}
			}
			return string(w.src[start:w.at]), true
		}
	}
	return "", false
}

// skip returns the next n bytes unchanged.
func (w *words) skip(n int) []byte {
	end := min(w.at+n, len(w.src))
	s := w.src[w.at:end]
	w.at = end
	return s
}

func isBracket(c byte) bool {
	switch c {
	case '[', ']', '{', '}', '(', ')', '<', '>':
		return true
	}
	return false
}
