package refs

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// lineNouns are before the numbers of an algorithm's lines.
var lineNouns = lex.Set("line lines ln step steps")

// maxLines bounds the words that name an algorithm's lines, in bytes: "lines 12 to 14 of
// the ".
const maxLines = 40

// linesOf reads the lines that are named with an algorithm, after it or before it, and
// returns the last one: 13 of "Algorithm 7, lines 5-13" and of "line 13 of Algorithm 7".
func linesOf(text string, start, end int, kind core.AnchorKind) (line int, at core.Span) {
	if kind != core.KindAlgorithm {
		return 0, core.Span{}
	}
	if n, stop := linesBehind(text, end); n > 0 {
		return n, core.Span{Start: end, End: stop}
	}
	from := max(0, start-maxLines)
	for i := from; i < start; i++ {
		if !isASCIILetter(text[i]) || i > 0 && isWordByte(text[i-1]) || i == from && i > 0 {
			continue
		}
		if n, stop := lineNumbers(text, i); n > 0 && ofWhat[strings.ToLower(lex.OneLine(text[stop:start]))] {
			return n, core.Span{Start: i, End: start}
		}
	}
	return 0, core.Span{}
}

// ofWhat is between the lines and their algorithm.
var ofWhat = glueSet("of", "in", "from", "of the", "of [", "in [", "in @[")

func linesBehind(text string, at int) (line, end int) {
	i := gap(text, at)
	if i < len(text) && strings.IndexByte(",:;(", text[i]) >= 0 {
		i = gap(text, i+1)
	}
	if i == at {
		return 0, at
	}
	return lineNumbers(text, i)
}

// lineNumbers reads "line 13", "lines 5-13", "Steps 2 and 3".
func lineNumbers(text string, at int) (last, end int) {
	end = asciiWord(text, at)
	if !lex.Has(lineNouns, text[at:end]) {
		return 0, at
	}
	next := markupGap(text, end)
	if next < len(text) && text[next] == '#' {
		next++
	}
	for next > end {
		stop := digits(text, next, 1, maxNumberDigits)
		if stop == next || !endsNumber(text, stop) {
			break
		}
		n, err := strconv.Atoi(text[next:stop])
		if err != nil {
			break
		}
		last, end = max(last, n), stop
		next = anotherLine(text, stop)
	}
	return last, end
}

// anotherLine returns where the next number of a list or range of lines starts, or the
// offset.
func anotherLine(text string, at int) int {
	i := gap(text, at)
	if n := dash(text, i); n > 0 {
		return gap(text, i+n)
	}
	if word := asciiWord(text, i); lex.Has(rangeWords, text[i:word]) {
		return gap(text, word)
	}
	return listGap(text, at)
}

// lineCounter knows how many lines the algorithms of publications have.
type lineCounter interface {
	// Lines is how many numbered lines an algorithm has, 0 if that is not known.
	Lines(docID, anchor string) int
}

// lines is how many numbered lines an algorithm has: by the document's own text, else
// as the register knows it. It is 0 where they are not numbered from 1 through.
func (s *Scanner) lines(t Target) int {
	if box := t.Document.Algorithm(t.Anchor.ID); box != nil {
		if n := box.Numbered(); n > 0 {
			return n
		}
	}
	if known, ok := s.register.(lineCounter); ok && t.Document.Identity == core.IdentityPublished {
		return known.Lines(t.Document.ID, t.Anchor.ID)
	}
	return 0
}

// follow looks for the line that a reference to an algorithm names.
func (o *Occurrence) follow(s *Scanner) {
	a := o.Target.Anchor
	if o.Line == 0 || a == nil || o.Status != Resolved || a.Kind != core.KindAlgorithm {
		return
	}
	if n := s.lines(o.Target); n > 0 && o.Line > n {
		o.Status = Dangling
		o.Note = a.Name() + " of " + o.Target.Document.Label + " has " + strconv.Itoa(n) + " lines"
	}
}

// takeLines makes the lines that do not exist a part of what is written.
func (o *Occurrence) takeLines(text string) {
	if o.Status == Dangling && o.Target.Anchor != nil && o.LineSpan.Len() > 0 {
		o.Span = core.Span{Start: min(o.Span.Start, o.LineSpan.Start), End: max(o.Span.End, o.LineSpan.End)}
		o.Text = text[o.Span.Start:o.Span.End]
	}
	o.LineSpan = core.Span{}
}

// lineWords say that a place is a line of an algorithm.
var lineWords = lex.Set("line lines step steps l ll")

// lined reports whether a line or step of the number's algorithm is named with it:
// "Algorithm 7, line 13", "step 3 of FIPS 203, Algorithm 13".
func (b *binder) lined(i int) bool {
	if b.pastLines(b.phrases[i].mentions[0].span.End) > 0 {
		return true
	}
	j := i
	for j > 0 && i-j < maxTitleWords && b.leadsTo(j-1) {
		j--
	}
	return linedBefore(b.text[max(0, b.phrases[j].start()-maxGlue):b.phrases[j].start()])
}

// pastLines returns where the lines end that are after a number, or 0.
func (b *binder) pastLines(at int) int {
	at = passLineGlue(b.text, at)
	end := asciiWord(b.text, at)
	if !lex.Has(lineWords, b.text[at:end]) {
		return 0
	}
	at = gap(b.text, min(len(b.text), end+prefixOf(b.text[end:], []string{"."})))
	start := at
	if at == len(b.text) || !lex.IsDigit(rune(b.text[at])) {
		return 0
	}
	for at < len(b.text) && at-start < maxMargin && (lex.IsDigit(rune(b.text[at])) || strings.IndexByte("-.", b.text[at]) >= 0 || strings.HasPrefix(b.text[at:], "–")) {
		at++
		if at < len(b.text) && b.text[at-1] >= utf8.RuneSelf {
			at += len("–") - 1
		}
	}
	return at
}

// passLineGlue passes what is between a number and its lines.
func passLineGlue(text string, at int) int {
	at = gap(text, at)
	for at < len(text) && strings.IndexByte(",:;(", text[at]) >= 0 {
		at = gap(text, at+1)
	}
	return at
}

// linedBefore reports whether a text ends with a line and "of".
func linedBefore(head string) bool {
	head = strings.TrimRight(head, " \t\n,([")
	for _, of := range []string{" of the", " of", " in", " from"} {
		if h, ok := strings.CutSuffix(head, of); ok {
			head = strings.TrimRight(h, " ")
			break
		}
	}
	rest := strings.TrimRight(head, "0123456789-–, and")
	if len(rest) == len(head) || !strings.ContainsFunc(head[len(rest):], lex.IsDigit) {
		return false
	}
	start := len(rest)
	for start > 0 && isASCIILetter(rest[start-1]) {
		start--
	}
	return lex.Has(lineWords, rest[start:])
}
