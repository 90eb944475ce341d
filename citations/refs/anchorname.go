package refs

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// anchorWord is a word that is before an anchor's number.
type anchorWord struct {
	kind   core.AnchorKind
	plural bool
	// pointed words are ordinary words, or keywords of programming languages,
	// without a full stop: they need one, or a number with a point in it.
	pointed bool
}

// anchorWords are the words of the grammar in lower case.
var anchorWords = map[string]anchorWord{
	"section": {kind: core.KindSection}, "sections": {kind: core.KindSection, plural: true},
	"subsection": {kind: core.KindSection}, "subsections": {kind: core.KindSection, plural: true},
	"sec": {kind: core.KindSection, pointed: true}, "secs": {kind: core.KindSection, plural: true, pointed: true},
	"sect":     {kind: core.KindSection, pointed: true},
	"appendix": {kind: core.KindAppendix}, "appendices": {kind: core.KindAppendix, plural: true},
	"app": {kind: core.KindAppendix, pointed: true}, "annex": {kind: core.KindAppendix},
	"algorithm": {kind: core.KindAlgorithm}, "algorithms": {kind: core.KindAlgorithm, plural: true},
	"alg": {kind: core.KindAlgorithm}, "algs": {kind: core.KindAlgorithm, plural: true},
	"algo": {kind: core.KindAlgorithm}, "algos": {kind: core.KindAlgorithm, plural: true},
	"table": {kind: core.KindTable}, "tables": {kind: core.KindTable, plural: true},
	"tab":    {kind: core.KindTable, pointed: true},
	"figure": {kind: core.KindFigure}, "figures": {kind: core.KindFigure, plural: true},
	"fig": {kind: core.KindFigure}, "figs": {kind: core.KindFigure, plural: true},
	"equation": {kind: core.KindEquation}, "equations": {kind: core.KindEquation, plural: true},
	"eq": {kind: core.KindEquation, pointed: true}, "eqs": {kind: core.KindEquation, plural: true, pointed: true},
	"eqn": {kind: core.KindEquation, pointed: true}, "eqns": {kind: core.KindEquation, plural: true, pointed: true},
	"definition": {kind: core.KindDefinition}, "definitions": {kind: core.KindDefinition, plural: true},
	"def": {kind: core.KindDefinition, pointed: true}, "defs": {kind: core.KindDefinition, plural: true, pointed: true},
	"defn": {kind: core.KindDefinition, pointed: true},
	"tbl":  {kind: core.KindTable, pointed: true}, "tbls": {kind: core.KindTable, plural: true, pointed: true},
	"appx": {kind: core.KindAppendix, pointed: true},
	"page": {kind: kindPage}, "pages": {kind: kindPage, plural: true},
	"p": {kind: kindPage, pointed: true}, "pp": {kind: kindPage, plural: true, pointed: true},
}

// anchorMentions appends a numbered anchor and the list or range that it starts,
// and returns where to read on: after the name in parentheses, if there is one.
func (g *grammar) anchorMentions(ms []mention, text string, at int) ([]mention, int) {
	word, numberAt, dotted := anchorHead(text, at)
	if word.kind == "" {
		return ms, 0
	}
	n, ok := anchorNumber(text, numberAt, word.kind)
	if !ok {
		n, ok = partNumber(text, numberAt, word.kind)
	}
	if !ok || measures(text, n.span.End) || word.pointed && !dotted && !n.parens && !strings.Contains(n.text, ".") {
		return ms, 0
	}
	l := anchorList{text: text, word: word, dotted: strings.Contains(n.text, "."), mentions: ms, before: len(ms)}
	wrapped := strings.ContainsRune(text[at:numberAt], '\n')
	if wrapped && n.span.End < len(text) && text[n.span.End] == ':' {
		return ms, 0 // the first step of a listing
	}
	if !l.add(at, n) {
		return ms, 0
	}
	for l.next() {
	}
	end := l.end
	if word.kind == kindPage {
		if !pages(text, at, l.mentions[l.before:]) {
			return ms, end
		}
		return l.mentions, end
	}
	if len(l.mentions) == l.before+1 {
		m := &l.mentions[l.before]
		var after int
		m.beside, after = beside(text, l.end)
		if g.isName(m.beside) {
			end = after
		}
		if m.beside == "" {
			m.title = titleBehind(text, l.end)
		}
		// A heading's last word and the number of the next heading look alike.
		m.weak = n.weak || wrapped && word.plural || labelled(text, at, numberAt)
		if m.line, m.lineAt = linesOf(text, at, max(after, end), word.kind); m.lineAt.Start >= l.end {
			m.after = m.lineAt.End
			end = max(end, m.after)
		}
		if labelled(text, at, numberAt) && !endsLabel(text, end) {
			return ms, 0
		}
	}
	return l.mentions, end
}

// anchorHead reads the word or section sign before a number and says where the
// number starts; dotted reports a full stop after an abbreviation, or a sign.
func anchorHead(text string, at int) (word anchorWord, numberAt int, dotted bool) {
	if n := sectionSign(text, at); n > 0 {
		end := at + n
		word = anchorWord{kind: core.KindSection}
		if n = sectionSign(text, end); n > 0 {
			end += n
			word.plural = true
		}
		return word, markupGap(text, end), true
	}
	end := asciiWord(text, at)
	word, ok := lex.Lookup(anchorWords, text[at:end])
	if !ok || end >= len(text) {
		return anchorWord{}, 0, false
	}
	switch {
	case text[end] == '.':
		return word, markupGap(text, end+1), true
	case text[end] == ':' && !word.pointed:
		if numberAt = end + 1; numberAt < len(text) && text[numberAt] == ' ' {
			return word, numberAt + 1, false
		}
		return anchorWord{}, 0, false
	}
	numberAt = markupGap(text, end)
	if numberAt == end && text[end] != '(' {
		return anchorWord{}, 0, false
	}
	return word, numberSign(text, numberAt), false
}

// numberSign passes what says that a number follows: "#" or "No.".
func numberSign(text string, at int) int {
	for _, sign := range []string{"#", "no. ", "No. ", "№ ", "№"} {
		if rest, ok := strings.CutPrefix(text[at:], sign); ok && rest != "" && lex.IsDigit(rune(rest[0])) {
			return at + len(sign)
		}
	}
	return at
}

// labelled reports whether a colon is between a word and its number: "Algorithm: 6".
func labelled(text string, at, numberAt int) bool {
	return strings.IndexByte(text[at:numberAt], ':') >= 0
}

// endsLabel reports whether nothing goes on after "Algorithm: 6", such as "rounds", or
// the first step of a listing.
func endsLabel(text string, at int) bool {
	if at < len(text) && text[at] == '.' {
		at++
	}
	i := gap(text, at)
	return i >= len(text) || strings.IndexByte(",;)]*\"'\r\n", text[i]) >= 0 || strings.IndexByte(text[at:i], '\n') >= 0 || at > 0 && text[at-1] == ')'
}

// anchorNo is an anchor's number at its place in a text.
type anchorNo struct {
	span   core.Span // with the parentheses of an equation's number
	text   string    // canonical
	parens bool
	weak   bool   // a small letter
	part   string // the letter of a part: "a"
}

// inner is where the number is without its parentheses.
func (n *anchorNo) inner() core.Span {
	if n.parens {
		return core.Span{Start: n.span.Start + 1, End: n.span.End - 1}
	}
	return n.span
}

// Bounds of an anchor's number.
const (
	maxNumberDigits = 3
	maxNumberParts  = 6
)

// anchorNumber reads 7.2, 13, A, A.1 or, for equations and definitions, (4.7).
func anchorNumber(text string, at int, kind core.AnchorKind) (anchorNo, bool) {
	if at < len(text) && text[at] == '(' {
		if kind != core.KindEquation && kind != core.KindDefinition {
			return anchorNo{}, false
		}
		n, ok := plainNumber(text, at+1, kind)
		if !ok || n.span.End >= len(text) || text[n.span.End] != ')' {
			return anchorNo{}, false
		}
		n.span, n.parens = core.Span{Start: at, End: n.span.End + 1}, true
		return n, true
	}
	n, ok := plainNumber(text, at, kind)
	return n, ok && endsNumber(text, n.span.End)
}

// plainNumber reads a number without parentheses.
func plainNumber(text string, at int, kind core.AnchorKind) (anchorNo, bool) {
	end := digits(text, at, 1, maxNumberDigits)
	letter := false
	if end == at && at < len(text) && isASCIILetter(text[at]) {
		end, letter = at+1, true
	}
	if end == at {
		return anchorNo{}, false
	}
	parts := 1
	for ; parts < maxNumberParts && end < len(text) && text[end] == '.'; parts++ {
		next := digits(text, end+1, 1, maxNumberDigits)
		if next == end+1 {
			break
		}
		end = next
	}
	if letter && parts == 1 && kind != core.KindAppendix {
		return anchorNo{}, false
	}
	n := anchorNo{span: core.Span{Start: at, End: end}, text: strings.ToUpper(text[at:end])}
	n.weak = n.text != text[at:end] && parts == 1
	return n, true
}

// partNumber reads a number with a small letter after it, which names a part of what is
// numbered: the 21 of "Alg. 21a". The letter counts only if a document has such numbers.
func partNumber(text string, at int, kind core.AnchorKind) (anchorNo, bool) {
	n, ok := plainNumber(text, at, kind)
	end := n.span.End
	if !ok || kind == kindPage || end >= len(text) || text[end] < 'a' || text[end] > 'h' || !endsNumber(text, end+1) || !lex.IsDigit(rune(text[end-1])) {
		return anchorNo{}, false
	}
	n.part, n.weak, n.span.End = text[end:end+1], true, end+1
	return n, true
}

// endsNumber reports whether a number is whole: no letter, digit or further part
// follows.
func endsNumber(text string, at int) bool {
	if !endsToken(text, at) {
		return false
	}
	return at+1 >= len(text) || text[at] != '.' && text[at] != '\'' || !lex.IsDigit(rune(text[at+1]))
}

// anchorList reads the members of a list of anchors.
type anchorList struct {
	text     string
	word     anchorWord
	dotted   bool // the first number has parts
	mentions []mention
	before   int // how many of the mentions are not of the list
	end      int // of what was read
}

// add adds a number, or the range that it starts, as a mention that starts at
// the offset. It returns false if a hyphen makes something else of the number.
func (l *anchorList) add(start int, n anchorNo) bool {
	numbers, end := []string{n.text}, n.span.End
	if last, tight, ok := l.rangeEnd(n); ok {
		numbers, end = expand(n.text, last.text), last.span.End
		if numbers == nil {
			return false
		}
	} else if tight {
		return false
	}
	var numberAt core.Span
	if len(numbers) == 1 && n.part == "" {
		numberAt = n.inner()
	}
	for _, number := range numbers {
		l.mentions = append(l.mentions, mention{
			span: core.Span{Start: start, End: end}, kind: l.word.kind, number: number, part: n.part, numberAt: numberAt, weak: n.weak,
		})
	}
	l.end = end
	return true
}

// rangeEnd reads the end of a range. Without one, tight reports that a hyphen
// and a digit follow the number at once.
func (l *anchorList) rangeEnd(n anchorNo) (last anchorNo, tight, ok bool) {
	at := n.span.End
	if size := dash(l.text, at); size > 0 {
		last, ok = anchorNumber(l.text, at+size, l.word.kind)
		tight = at+size < len(l.text) && lex.IsDigit(rune(l.text[at+size]))
		return last, tight, ok
	}
	if !l.word.plural {
		return anchorNo{}, false, false
	}
	i := gap(l.text, at)
	if size := dash(l.text, i); size > 0 {
		i += size
	} else if end := asciiWord(l.text, i); lex.Has(rangeWords, l.text[i:end]) {
		i = end
	} else {
		return anchorNo{}, false, false
	}
	last, ok = anchorNumber(l.text, gap(l.text, i), l.word.kind)
	return last, false, ok
}

var rangeWords = lex.Set("to through")

// next reads the next member of the list. After a word in the singular only
// numbers like the first count: with parts, or in parentheses.
func (l *anchorList) next() bool {
	if len(l.mentions)-l.before >= maxList {
		return false
	}
	at := listGap(l.text, l.end)
	if at == l.end {
		return false
	}
	n, ok := anchorNumber(l.text, at, l.word.kind)
	if !ok || n.weak || measures(l.text, n.span.End) {
		return false
	}
	if !l.word.plural && !(l.dotted && strings.Contains(n.text, ".")) {
		return false
	}
	return l.add(n.span.Start, n)
}

// expand returns the numbers of a range, both ends included; only the ends if
// there are too many or they have different depths. It returns nil if the range
// does not ascend.
func expand(from, to string) []string {
	a, b := parts(from), parts(to)
	if compareParts(a, b) >= 0 {
		return nil
	}
	n := len(a)
	if n != len(b) || compareParts(a[:n-1], b[:n-1]) != 0 || b[n-1]-a[n-1] >= maxList {
		return []string{from, to}
	}
	prefix := from[:strings.LastIndexByte(from, '.')+1]
	var numbers []string
	for i := a[n-1]; i <= b[n-1]; i++ {
		last := strconv.Itoa(i)
		if n == 1 && isASCIILetter(from[0]) {
			last = string(rune('A' + i - letterPart))
		}
		numbers = append(numbers, prefix+last)
	}
	return numbers
}

// letterPart is the number that the part A counts as; it comes after all digits,
// as appendices come after sections.
const letterPart = 1000

// parts splits an anchor's number into comparable parts. What is no number
// counts by its first letter.
func parts(number string) []int {
	var ps []int
	for part := range strings.SplitSeq(number, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			r, _ := utf8.DecodeRuneInString(strings.ToUpper(part))
			n = letterPart + int(r-'A')
		}
		ps = append(ps, n)
	}
	return ps
}

// compareParts compares numbers part by part: 4.2 < 4.10 < A.
func compareParts(a, b []int) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] - b[i]
		}
	}
	return len(a) - len(b)
}

// titleBehind returns what is after a number and a colon, comma or dash, up to
// the end of the line or the clause: it may be the anchor's title.
func titleBehind(text string, at int) string {
	i := gap(text, at)
	if i >= len(text) {
		return ""
	}
	switch n := dash(text, i); {
	case text[i] == ':' || text[i] == ',':
		i++
	case n > 0 && i > at:
		i += n
	default:
		return ""
	}
	rest := text[i:min(len(text), i+maxBeside)]
	if end := strings.IndexAny(rest, ".;,()[]\n"); end >= 0 {
		rest = rest[:end]
	}
	return strings.Trim(rest, " \t\"'*_")
}

// maxBeside bounds what is in parentheses next to a number, in bytes.
const maxBeside = 120

// beside returns what is in parentheses right after the offset, on the same
// line: the K-PKE.KeyGen of "Algorithm 13 (K-PKE.KeyGen)"; and where they end.
func beside(text string, at int) (string, int) {
	i := gap(text, at)
	if i >= len(text) || text[i] != '(' {
		return "", at
	}
	depth := 0
	for end := i; end < len(text) && end-i < maxBeside && text[end] != '\n'; end++ {
		switch text[end] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.TrimSpace(text[i+1 : end]), end + 1
			}
		}
	}
	return "", at
}
