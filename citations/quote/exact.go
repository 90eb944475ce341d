package quote

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// skeleton is a folded text without spaces and hyphens. Two texts that agree but
// for hyphens at the ends of lines have the same skeleton, so that one plain
// string search finds every candidate.
type skeleton struct {
	text  string
	marks []int32 // offset in the folded text of every markEvery-th byte
}

// markEvery is how many bytes of a skeleton share one mark: a trade of memory
// against the walk from a mark to a byte.
const markEvery = 64

// isBone reports whether a byte of a folded text belongs to its skeleton.
func isBone(b byte) bool { return b != ' ' && b != '-' && b != '\n' }

func newSkeleton(folded string) skeleton {
	bones := make([]byte, 0, len(folded))
	var s skeleton
	for i := 0; i < len(folded); i++ {
		if !isBone(folded[i]) {
			continue
		}
		if len(bones)%markEvery == 0 {
			s.marks = append(s.marks, int32(i))
		}
		bones = append(bones, folded[i])
	}
	s.text = string(bones)
	return s
}

// folded returns the offset in the folded text of a byte of the skeleton.
func (s *skeleton) folded(text string, at int) int {
	i := int(s.marks[at/markEvery])
	for left := at % markEvery; ; i++ {
		if !isBone(text[i]) {
			continue
		}
		if left == 0 {
			return i
		}
		left--
	}
}

// Bounds of an exact search: places that are kept, and steps that all
// comparisons together may take for each byte of the document and the quote, but
// leastSteps in any document. Only a quote that repeats itself throughout, such
// as a row of dots in a long document of dots, can be at so many places that
// overlap that the steps end before its whole place: it is then said to cut a
// word, never to be where it isn't.
const (
	maxPlaces    = 4096
	stepsPerByte = 16
	leastSteps   = 1 << 22 // some milliseconds
)

// stepBound returns how many steps the search for a quote may take.
func stepBound(text, quote string) int {
	return max(leastSteps, stepsPerByte*(len(text)+len(quote)))
}

// places are where a quote is, in reading order: whole ones, and those that
// cut a word. The whole ones don't overlap.
type places struct{ whole, cut []core.Span }

// add adds a place in the text and returns the offset after which the next one
// may start.
func (p *places) add(text string, s core.Span) (next int) {
	if !cuts(text, s) {
		p.whole = append(p.whole, s)
		return s.End
	}
	if len(p.cut) < maxPlaces {
		p.cut = append(p.cut, s)
	}
	_, size := utf8.DecodeRuneInString(text[s.Start:])
	return s.Start + size
}

// exact returns where the quote is found as it is: in folded form, or else with
// its very bytes. Only the latter finds what folding hides, such as a quote that
// ends inside the braces of a script.
func (t *Text) exact(quote *folded, raw string) places {
	p := t.foldedPlaces(quote.text)
	for _, spans := range [][]core.Span{p.whole, p.cut} {
		for i := range spans {
			spans[i] = t.folded.original(spans[i])
		}
	}
	if len(p.whole) > 0 {
		return p
	}
	r := rawPlaces(t.doc.Text, strings.TrimSpace(raw))
	return places{r.whole, append(p.cut, r.cut...)}
}

// Places returns where words are found unchanged and can be read, in reading order.
func (t *Text) Places(words string) []core.Span {
	return slices.DeleteFunc(t.exact(fold(words), words).whole, func(s core.Span) bool { return !Readable(t.doc, s) })
}

// rawPlaces returns the places of a quote's bytes.
func rawPlaces(text, quote string) places {
	var p places
	steps := stepBound(text, quote)
	for at := 0; quote != "" && len(p.whole) < maxPlaces && steps > 0; {
		i := strings.Index(text[at:], quote)
		if i < 0 {
			break
		}
		steps -= len(quote)
		at = p.add(text, core.Span{Start: at + i, End: at + i + len(quote)})
	}
	return p
}

// foldedPlaces returns the places of a folded quote, as spans of the folded text.
func (t *Text) foldedPlaces(quote string) places {
	var p places
	bones := newSkeleton(quote)
	if bones.text == "" {
		return p
	}
	text, lead := t.folded.text, int(bones.marks[0])
	steps := stepBound(text, quote)
	least := 0 // start of the next place
	for at := 0; len(p.whole) < maxPlaces && steps > 0; at++ {
		i := strings.Index(t.bones.text[at:], bones.text)
		if i < 0 {
			break
		}
		at += i
		start := t.bones.folded(text, at) - lead
		if start < least {
			continue
		}
		steps -= len(quote)
		if end, ok := agree(quote, text, start); ok {
			if least = p.add(text, core.Span{Start: start, End: end}); least == end {
				at += len(bones.text) - 1
			}
		}
	}
	return p
}

// agree reports whether the folded quote q is in the folded text d at the
// offset, and where it ends. At the end of a line on either side the hyphen may
// be missing on the other.
func agree(q, d string, at int) (end int, ok bool) {
	i, j := 0, at
	for i < len(q) {
		switch qBreak, dBreak := isBreak(q, i), isBreak(d, j); {
		case j >= len(d):
			return 0, false
		case qBreak && dBreak:
			i, j = i+2, j+2
		case dBreak:
			n, ok := acrossBreak(d, j, q, i)
			if !ok {
				return 0, false
			}
			i, j = i+n, j+2
		case qBreak:
			n, ok := acrossBreak(q, i, d, j)
			if !ok {
				return 0, false
			}
			i, j = i+2, j+n
		case q[i] != d[j]:
			return 0, false
		default:
			i, j = i+1, j+1
		}
	}
	return j, true
}

// isBreak reports whether the folded text has a hyphen at the end of a line at
// the offset.
func isBreak(s string, at int) bool { return at+1 < len(s) && s[at] == '-' && s[at+1] == '\n' }

// acrossBreak returns how many bytes of the other text at the offset stand for
// the break of a text: a hyphen, perhaps with a space after it, or nothing where
// the hyphen may have been put in to break a word.
func acrossBreak(broken string, at int, other string, otherAt int) (n int, ok bool) {
	if otherAt < len(other) && other[otherAt] == '-' {
		if otherAt+1 < len(other) && other[otherAt+1] == ' ' {
			return 2, true
		}
		return 1, true
	}
	return 0, isSoftBreak(broken, at)
}

// isSoftBreak reports whether the break at the offset may be hyphenation: two
// letters are on either side, as in no hyphenated minus sign or number.
func isSoftBreak(s string, at int) bool {
	before, after := s[:at], s[at+2:]
	for range 2 {
		r, size := utf8.DecodeLastRuneInString(before)
		if !isLetter(r) {
			return false
		}
		before = before[:len(before)-size]
		r, size = utf8.DecodeRuneInString(after)
		if !isLetter(r) {
			return false
		}
		after = after[size:]
	}
	return true
}

func isLetter(r rune) bool { return lex.IsWordRune(r) && !lex.IsDigit(r) }

// cuts reports whether a span of a text starts or ends inside a word, a number,
// a script or a negating compound, so that its words say something else than the
// text does: "56 bytes" of "256 bytes", "2" of "2^256".
func cuts(text string, s core.Span) bool {
	return cutsStart(text, s.Start) || cutsEnd(text, s.End) || inScript(text, s.Start) || inScript(text, s.End)
}

// maxScriptBytes bounds how far the braces of a script are looked for on either
// side of an offset.
const maxScriptBytes = 128

// inScript reports whether the offset lies inside the braces of a script. A brace
// that nothing closes opens no script.
func inScript(text string, at int) bool {
	return opensScript(text[max(0, at-maxScriptBytes-1):at]) && closesBrace(text[at:min(len(text), at+maxScriptBytes)])
}

// opensScript reports whether the end of a text lies in a script opened in it.
func opensScript(text string) bool {
	depth := 0
	for i := len(text) - 1; i > 0; i-- {
		switch text[i] {
		case '}':
			depth++
		case '{':
			if depth == 0 && (text[i-1] == '^' || text[i-1] == '_') {
				return true
			}
			depth--
		}
	}
	return false
}

// closesBrace reports whether a text closes a brace opened before it.
func closesBrace(text string) bool {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return true
			}
			depth--
		}
	}
	return false
}

func cutsStart(text string, at int) bool {
	first, _ := foldedAfter(text, at)
	last, n := foldedBefore(text, at)
	before, _ := foldedBefore(text, at-n)
	switch {
	case last == 0:
		return false
	case lex.IsWordRune(last):
		return lex.IsWordRune(first) || first == '^' || first == '_' || first == '-' && followedByWord(text, at)
	case last == '\n':
		return before == '-' && lex.IsWordRune(first) && endsInBreak(text[:at-n])
	case last == '^', last == '_':
		return true
	case last == '.', last == ',':
		return lex.IsDigit(first) && lex.IsDigit(before)
	case last == '-':
		return lex.IsDigit(first) || isLetter(first) && negates(text[:at-n])
	}
	return false
}

func cutsEnd(text string, at int) bool {
	last, _ := foldedBefore(text, at)
	first, n := foldedAfter(text, at)
	after, _ := foldedAfter(text, at+n)
	switch {
	case first == 0:
		return false
	case lex.IsWordRune(first):
		return lex.IsWordRune(last) || last == '^' || last == '_' || last == '-' && precededByWord(text, at)
	case first == '^', first == '_', first == '′':
		return last != ' '
	case first == '.', first == ',':
		return lex.IsDigit(last) && lex.IsDigit(after)
	case first == '-':
		return lex.IsWordRune(last) && (lex.IsDigit(after) || after == '\n')
	}
	return last == '-' && first == '\n' && precededByWord(text, at)
}

// endsInBreak reports whether a word with a hyphen ends the text.
func endsInBreak(text string) bool {
	text, ok := strings.CutSuffix(text, "-")
	r, _ := foldedBefore(text, len(text))
	return ok && lex.IsWordRune(r)
}

func followedByWord(text string, hyphen int) bool {
	_, n := foldedAfter(text, hyphen)
	r, _ := foldedAfter(text, hyphen+n)
	return lex.IsWordRune(r)
}

func precededByWord(text string, end int) bool {
	_, n := foldedBefore(text, end)
	r, _ := foldedBefore(text, end-n)
	return lex.IsWordRune(r)
}

// negates reports whether the text ends in a prefix that negates what follows
// its hyphen.
func negates(text string) bool {
	for _, prefix := range []string{"non", "Non", "un", "Un", "anti", "Anti"} {
		rest, ok := strings.CutSuffix(text, prefix)
		r, _ := foldedBefore(rest, len(rest))
		if ok && !lex.IsWordRune(r) {
			return true
		}
	}
	return false
}

// foldedBefore and foldedAfter return the folded rune on one side of an offset
// and its length in the text; 0 and 0 at the edge.
func foldedBefore(text string, at int) (rune, int) {
	if at <= 0 {
		return 0, 0
	}
	r, n := utf8.DecodeLastRuneInString(text[:at])
	return foldEdge(r), n
}

func foldedAfter(text string, at int) (rune, int) {
	if at >= len(text) {
		return 0, 0
	}
	r, n := utf8.DecodeRuneInString(text[at:])
	return foldEdge(r), n
}

func foldEdge(r rune) rune {
	if space := foldSpace(r); space != 0 {
		return space
	}
	if s, ok := foldScript(r); ok {
		return s.mark
	}
	return foldRune(r)
}
