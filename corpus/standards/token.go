package standards

import (
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token.
type tokenKind byte

const (
	tokenWord  tokenKind = iota // letters, marks, digits and underscores
	tokenSpace                  // blanks with at most one line break
	tokenDash                   // one hyphen of any family, possibly before a line break
	tokenBreak                  // blanks with more than one line break
	tokenPunct                  // one other rune, or one byte that is not UTF-8
)

// token is a run of a text.
type token struct {
	kind       tokenKind
	start, end int
}

// next returns the token at the offset, which must lie inside the text.
func next(text string, at int) token {
	r, size := utf8.DecodeRuneInString(text[at:])
	switch {
	case isWordRune(r):
		return token{tokenWord, at, wordEnd(text, at)}
	case unicode.IsSpace(r):
		end, lines := spaceEnd(text, at)
		if lines > 1 {
			return token{tokenBreak, at, end}
		}
		return token{tokenSpace, at, end}
	case isDash(r):
		end := at + size
		if wrap, lines := spaceEnd(text, end); lines == 1 {
			end = wrap
		}
		return token{tokenDash, at, end}
	}
	return token{tokenPunct, at, at + size}
}

func wordEnd(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !isWordRune(r) {
			break
		}
		at += size
	}
	return at
}

// spaceEnd returns the end of the blanks at the offset and the number of line
// breaks among them.
func spaceEnd(text string, at int) (end, lines int) {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsSpace(r) {
			break
		}
		if r == '\n' {
			lines++
		}
		at += size
	}
	return at, lines
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isLetter(byte(r)) || isDigit(byte(r)) || r == '_'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r))
}

// isDash reports whether r is a hyphen, or a dash that texts use for one. The em dash
// is not: it separates phrases.
func isDash(r rune) bool {
	switch r {
	case '-',
		'\u00ad', // soft hyphen
		'\u2010', // hyphen
		'\u2011', // non-breaking hyphen
		'\u2012', // figure dash
		'\u2013', // en dash
		'\u2212', // minus sign
		'\ufe58', // small em dash, the compatibility form of a short dash
		'\ufe63', // small hyphen-minus
		'\uff0d': // full-width hyphen-minus
		return true
	}
	return false
}

// tokenize cuts a text into tokens that cover it.
func tokenize(text string) []token {
	return appendTokens(make([]token, 0, len(text)/3+1), text)
}

func appendTokens(tokens []token, text string) []token {
	for at := 0; at < len(text); {
		t := next(text, at)
		tokens = append(tokens, t)
		at = t.end
	}
	return tokens
}
