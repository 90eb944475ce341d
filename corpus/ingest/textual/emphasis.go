package textual

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark is a run of "*" or "_" that may open emphasis.
type mark struct {
	char        byte
	start, left int // left of the run's marks, from its start, are still unused
	count       int // length of the whole run
	closes      bool
}

// emphasis reads a run of marks: it closes what it can and may open more. A mark that
// is not emphasis stays in the text.
func (s *scan) emphasis(i int) int {
	n := runLength(s.text, i)
	opens, closes := flanks(s.text, i, n)
	used := 0
	for closes && used < n {
		k := s.opener(s.text[i], n, opens)
		if k < 0 {
			break
		}
		m := &s.marks[k]
		width := min(2, m.left, n-used)
		m.left -= width
		s.drop(m.start+m.left, m.start+m.left+width)
		s.drop(i+used, i+used+width)
		used += width
		s.marks = s.marks[:k+1]
		if m.left == 0 {
			s.marks = s.marks[:k]
		}
	}
	if opens && used < n {
		s.marks = append(s.marks, mark{char: s.text[i], start: i + used, left: n - used, count: n, closes: closes})
	}
	return i + n
}

// opener returns the nearest mark that a run of n marks can close, or -1. A run that
// both opens and closes does not pair with one whose length makes the sum a multiple of
// three, unless both are: CommonMark's rule for "*a**b*".
func (s *scan) opener(char byte, n int, opens bool) int {
	for k := len(s.marks) - 1; k >= max(0, len(s.marks)-maxOpen); k-- {
		m := &s.marks[k]
		odd := (opens || m.closes) && (m.count+n)%3 == 0 && (m.count%3 != 0 || n%3 != 0)
		if m.char == char && !odd {
			return k
		}
	}
	return -1
}

// flanks reports whether the run of n marks at i may open and may close emphasis: it is
// at the left or right of a word, and "_" never inside one.
func flanks(text string, i, n int) (opens, closes bool) {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+n:])
	if i == 0 {
		before = ' '
	}
	if i+n == len(text) {
		after = ' '
	}
	left := !unicode.IsSpace(after) && (!isMark(after) || unicode.IsSpace(before) || isMark(before))
	right := !unicode.IsSpace(before) && (!isMark(before) || unicode.IsSpace(after) || isMark(after))
	if text[i] == '*' {
		return left, right
	}
	return left && (!right || isMark(before)), right && (!left || isMark(after))
}

func isMark(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// apply returns the text with the edits made. Line breaks inside an edit stay, so that
// lines remain lines.
func (s *scan) apply() string {
	slices.SortFunc(s.edits, func(a, b edit) int { return a.start - b.start })
	var out strings.Builder
	at := 0
	for _, e := range s.edits {
		if e.start < at {
			continue
		}
		out.WriteString(s.text[at:e.start])
		out.WriteString(e.with)
		out.WriteString(strings.Repeat("\n", strings.Count(s.text[e.start:e.end], "\n")))
		at = e.end
	}
	out.WriteString(s.text[at:])
	return out.String()
}
