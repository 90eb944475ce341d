package standards

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// window is how far around an offset a word is looked for, in bytes: longer than
// the longest spelling and its separators.
const window = 96

// TermAt returns the name of the term that covers an offset of a text, as FindTerms
// would find it, and its span. It looks no further than the words around the offset.
func TermAt(text string, offset int) (name string, span core.Span, ok bool) {
	if offset < 0 || offset > len(text) {
		return "", core.Span{}, false
	}
	start := wordStart(text, max(0, offset-window))
	around := text[start:min(len(text), offset+window)]
	p := words()
	var room [2 * window]token
	tokens := appendTokens(room[:0], around)
	for i := 0; i < len(tokens) && tokens[i].start <= offset-start; {
		n, s, end := p.longest(around, tokens, i)
		if n == 0 {
			i++
			continue
		}
		if end >= offset-start {
			return s.term.Name, core.Span{Start: start + tokens[i].start, End: start + end}, true
		}
		i += n
	}
	return "", core.Span{}, false
}

// wordStart moves an offset to the start of its word.
func wordStart(text string, at int) int {
	for at > 0 && at < len(text) && (isASCIIWord(text[at-1]) || text[at-1] >= 0x80 || text[at] >= 0x80 && text[at] < 0xC0) {
		at--
	}
	return at
}

// OIDAt returns the object identifier that covers an offset of a text: its
// numbers with points or blanks between them, as in "2.16.840" and "{2 16 840}".
func OIDAt(text string, offset int) (OID, core.Span, bool) {
	span := runAt(text, offset, func(b byte) bool { return isDigit(b) || b == '.' || b == ' ' || b == ',' })
	if span.Len() < minOID {
		return OID{}, span, false
	}
	dotted := strings.Join(strings.FieldsFunc(text[span.Start:span.End], func(r rune) bool { return r < '0' || r > '9' }), ".")
	o, ok := ByOID(dotted)
	for span.Len() > 0 && !isDigit(text[span.Start]) {
		span.Start++
	}
	for span.Len() > 0 && !isDigit(text[span.End-1]) {
		span.End--
	}
	return o, span, ok
}

// minOID is the length in bytes of the shortest object identifier of the pack.
const minOID = len("2.16.840.1.101.3.4.4.1")

// runAt returns the run of bytes of a kind that covers an offset.
func runAt(text string, offset int, inside func(byte) bool) core.Span {
	start, end := offset, offset
	for start > 0 && offset-start < window && inside(text[start-1]) {
		start--
	}
	for end < len(text) && end-offset < window && inside(text[end]) {
		end++
	}
	return core.Span{Start: start, End: end}
}
