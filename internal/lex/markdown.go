package lex

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// Markdown yields the sentences of plain paragraphs or Markdown as they are found,
// without the white space around them. What skip passes after the end of a sentence, such
// as citation markers, belongs to that sentence; skip returns its offset where nothing
// follows, and may be nil.
//
// List items, rows of a table and fenced blocks are sentences of their own; headings,
// the header of a table and rules are none.
func Markdown(text string, skip func(text string, at int) int) iter.Seq[Span] {
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
	if strings.IndexFunc(s.text[span.Start:span.End], IsWordRune) >= 0 {
		s.settle()
		s.last, s.apart = block{span, whole}, false
	}
	s.open = -1
}

// onlyMarkers reports whether a line that follows a whole block has nothing
// but citation markers.
func (s *blockScanner) onlyMarkers(line string) bool {
	return s.open < 0 && s.last.whole && line[0] == '[' && s.skip != nil && s.skip(line, 0) == len(line)
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
	for n < len(line) && n < 3 && IsDigit(rune(line[n])) {
		n++
	}
	if n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' ' {
		return n + 1
	}
	return 0
}

// split yields the sentences of a paragraph, and returns false if nobody wants more.
func (m markdown) split(p Span, yield func(Span) bool) bool {
	text, par := m.text, m.text[p.Start:p.End]
	start := 0
	for i := listMarker(par); i < len(par); {
		r, size := utf8.DecodeRuneInString(par[i:])
		i += size
		if !isMark(r) {
			continue
		}
		end, ends := inDoubtCut.end(par, start, i, m.skip)
		if ends {
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
