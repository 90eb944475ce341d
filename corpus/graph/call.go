package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/quote"
)

// callName is an algorithm's name as calls to it are written.
type callName struct {
	name string
	// family is set if the name ends in a variable subscript: calls of ByteEncode_d put
	// a value there.
	family bool
}

func callNameOf(name string) callName {
	name = quote.Fold(name)
	base, subscript, found := cutLast(name, "_")
	if found && utf8.RuneCountInString(subscript) == 1 && !unicode.IsDigit([]rune(subscript)[0]) {
		return callName{base, true}
	}
	return callName{name, false}
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// find returns the offset of the first call in a text, or -1.
func (n callName) find(text string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], n.name)
		if i < 0 {
			return -1
		}
		at := from + i
		if !insideName(text, at) && n.called(text[at+len(n.name):]) {
			return at
		}
		from = at + len(n.name)
	}
}

// insideName reports whether the name continues to the left of the offset.
func insideName(text string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return at > 0 && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.-^", r))
}

// called reports whether the text after a name makes it a call: arguments in
// parentheses, after a subscript if the name takes one.
func (n callName) called(rest string) bool {
	if n.family {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, "_"); !ok {
			return false
		}
		rest = skipSubscript(rest)
	}
	return strings.HasPrefix(strings.TrimPrefix(rest, " "), "(")
}

// skipSubscript removes a leading subscript: {…}, or a word.
func skipSubscript(s string) string {
	if strings.HasPrefix(s, "{") {
		if _, rest, ok := strings.Cut(s, "}"); ok {
			return rest
		}
		return s
	}
	return strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' })
}
