package sentence

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/internal/lex"
)

// Markdown yields the sentences of a text of plain paragraphs or Markdown as they are
// found, without the white space around them. What skip passes, as from the end of a
// sentence to the end of the citation markers after it, belongs to the sentence; skip
// returns the offset that it is given where nothing follows, and may be nil.
//
// List items, rows of a table and fenced blocks are sentences of their own;
// headings, the header of a table and rules are none. The splitter knows
// abbreviations, numbers and initials; where a full stop could be either, it
// splits, since a sentence that is joined to the next could hide behind its
// marker.
func Markdown(text string, skip func(text string, at int) int) iter.Seq[Span] {
	if skip == nil {
		skip = func(_ string, at int) int { return at }
	}
	m := markdown{text: text, skip: skip}
	return func(yield func(Span) bool) {
		for b := range m.blocks() {
			if b.whole && !yield(b.span) || !b.whole && !m.split(b.span, yield) {
				return
			}
		}
	}
}

// markdown is a text to be split.
type markdown struct {
	text string
	skip func(text string, at int) int
}

// block is a paragraph, or something that is one sentence as a whole.
type block struct {
	span  Span
	whole bool
}

// blocks splits a text at blank lines and by the Markdown blocks that matter for
// sentences.
func (m markdown) blocks() iter.Seq[block] {
	return func(yield func(block) bool) {
		s := blockScanner{markdown: m, open: -1, yield: yield}
		for at := 0; at < len(m.text) && !s.ended; {
			end := len(m.text)
			if i := strings.IndexByte(m.text[at:], '\n'); i >= 0 {
				end = at + i
			}
			s.line(at, end)
			at = end + 1
		}
		s.flush(len(m.text), s.fence != "")
		s.settle()
	}
}

type blockScanner struct {
	markdown
	last  block  // that markers may still be attached to; empty if there is none
	apart bool   // something else comes after it
	open  int    // start of the paragraph or fenced block under way, -1 if none
	fence string // what ends the fenced block under way
	yield func(block) bool
	ended bool // nobody wants more
}

// settle hands the last block on.
func (s *blockScanner) settle() {
	if s.last.span.End > s.last.span.Start && !s.ended {
		s.ended = !s.yield(s.last)
	}
	s.last = block{}
}

func (s *blockScanner) line(start, end int) {
	line := strings.TrimSpace(s.text[start:end])
	switch {
	case s.fence != "":
		if strings.HasPrefix(line, s.fence) {
			s.fence = ""
			s.flush(end, true)
		}
	case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
		s.flush(start, false)
		s.open, s.fence = start, line[:3]
	case line == "":
		s.flush(start, false)
	case strings.HasPrefix(line, "#") && isHeading(line):
		s.flush(start, false)
	case line[0] == '|':
		s.flush(start, false)
		if !isRule(line) && !isRule(s.lineAfter(end)) {
			s.open = start
			s.flush(end, true)
		}
	case s.onlyMarkers(line):
		s.attach(start, end)
	default:
		if listMarker(line) > 0 {
			s.flush(start, false)
		}
		if s.open < 0 {
			s.open = start
		}
	}
}

// flush ends the block under way.
func (s *blockScanner) flush(end int, whole bool) {
	if s.open < 0 {
		return
	}
	span := trimSpan(s.text, Span{Start: s.open, End: end})
	if strings.IndexFunc(s.text[span.Start:span.End], lex.IsWordRune) >= 0 {
		s.settle()
		s.last, s.apart = block{span, whole}, false
	}
	s.open = -1
}

// onlyMarkers reports whether a line that follows a whole block holds nothing
// but citation markers.
func (s *blockScanner) onlyMarkers(line string) bool {
	return s.open < 0 && s.last.whole && line[0] == '[' && s.skip(line, 0) == len(line)
}

func (s *blockScanner) attach(start, end int) {
	last := &s.last.span
	if s.apart = s.apart || strings.TrimSpace(s.text[last.End:start]) != ""; !s.apart {
		last.End = trimSpan(s.text, Span{Start: start, End: end}).End
	}
}

func (s *blockScanner) lineAfter(end int) string {
	rest := s.text[min(end+1, len(s.text)):]
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// isHeading reports whether a line that starts with # is an ATX heading.
func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	return len(line)-len(rest) <= 6 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// isRule reports whether a line is the rule under a table's header.
func isRule(line string) bool {
	return strings.HasPrefix(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|-: \t") == ""
}

// listMarker returns the length of the list marker that a line starts with.
func listMarker(line string) int {
	if n := len(line) - len(strings.TrimLeft(line, "-*+")); n == 1 || strings.HasPrefix(line, "•") {
		_, n := utf8.DecodeRuneInString(line)
		if n < len(line) && line[n] == ' ' {
			return n
		}
		return 0
	}
	n := 0
	for n < len(line) && n < 3 && lex.IsDigit(rune(line[n])) {
		n++
	}
	if n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ' {
		return n + 1
	}
	return 0
}

func trimSpan(text string, s Span) Span {
	inside := text[s.Start:s.End]
	left := strings.TrimLeftFunc(inside, unicode.IsSpace)
	s.Start += len(inside) - len(left)
	s.End = s.Start + len(strings.TrimRightFunc(left, unicode.IsSpace))
	return s
}

// split yields the sentences of a paragraph, and returns false if nobody wants more.
func (m markdown) split(p Span, yield func(Span) bool) bool {
	text, par := m.text, m.text[p.Start:p.End]
	start := 0
	for i := listMarker(par); i < len(par); {
		r, size := utf8.DecodeRuneInString(par[i:])
		i += size
		if r != '.' && r != '!' && r != '?' && r != '…' {
			continue
		}
		end, ok := m.sentenceEnd(par, start, i)
		if ok {
			if !yield(trimSpan(text, Span{Start: p.Start + start, End: p.Start + end})) {
				return false
			}
			start = end
		}
		i = max(i, end)
	}
	rest := trimSpan(text, Span{Start: p.Start + start, End: p.End})
	return rest.Start == rest.End || yield(rest)
}

// sentenceEnd decides about the terminator that ends at the offset: where the
// sentence ends if it does, with the marks and markers behind it.
func (m markdown) sentenceEnd(par string, start, at int) (end int, ok bool) {
	end = at
	for end < len(par) && (par[end] == '.' || par[end] == '!' || par[end] == '?') {
		end++
	}
	dots := end - at
	for end < len(par) {
		r, size := utf8.DecodeRuneInString(par[end:])
		if !strings.ContainsRune("\"')*_`”’»", r) {
			break
		}
		end += size
	}
	bare := end == at
	end = m.skip(par, end)
	if end == len(par) {
		return end, true
	}
	next, _ := utf8.DecodeRuneInString(par[end:])
	if !unicode.IsSpace(next) {
		return end, false
	}
	follow := strings.TrimLeftFunc(par[end:], unicode.IsSpace)
	r, _ := utf8.DecodeRuneInString(follow)
	switch {
	case dots > 0 || strings.HasSuffix(par[:at], "…"):
		return end, !unicode.IsLower(r) && !unicode.IsDigit(r)
	case par[at-1] == '.' && bare:
		return end, !abbreviates(par[start:at-1], follow)
	}
	return end, true
}

// fixed are the words whose full stop ends no sentence.
var fixed = lex.Set("e.g i.e cf vs viz resp approx incl dr prof mr mrs ms")

// numbered are the words that are abbreviations if a number follows.
var numbered = lex.Set("sec secs sect alg algs algo app apps fig figs eq eqs eqn eqns def defs defn tab " +
	"no nos vol pp p ch chap ref refs rev ver v cl para lem thm prop cor")

// openEnded are the abbreviations that can also end a sentence: a capital tells.
var openEnded = lex.Set("etc al ed eds inc ltd")

// maxAbbreviation bounds the letters and inner points of an abbreviation.
const maxAbbreviation = 8

// abbreviates reports whether the full stop behind the text belongs to an
// abbreviation or an initial, given what follows.
func abbreviates(text, follow string) bool {
	from := len(text)
	for from > 0 && len(text)-from <= maxAbbreviation {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if !unicode.IsLetter(r) && r != '.' {
			break
		}
		from -= size
	}
	word := text[from:]
	lower := strings.ToLower(word)
	next, size := utf8.DecodeRuneInString(follow)
	switch {
	case fixed[lower]:
		return true
	case numbered[lower]:
		return lex.IsDigit(next) || strings.ContainsRune("(§#[", next) ||
			unicode.IsUpper(next) && !startsWithLetter(follow[size:])
	case openEnded[lower]:
		return !unicode.IsUpper(next)
	}
	return isInitial(word, text[:from])
}

// isInitial reports whether a word is an initial of a name or a row of them
// ("U.S", "D" at the start or behind "by").
func isInitial(word, before string) bool {
	r, size := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(r) {
		return false
	}
	if size == len(word) {
		// Only what is next to it is looked at: there may be many initials.
		before = strings.TrimRightFunc(before, unicode.IsSpace)
		head, by := strings.CutSuffix(before, "by")
		return before == "" || by && (strings.HasSuffix(head, " ") || strings.TrimRightFunc(head, unicode.IsSpace) == "")
	}
	return len(word) == 3 && word[1] == '.' && unicode.IsUpper(rune(word[2]))
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}
