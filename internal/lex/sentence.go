package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences are cut by English punctuation: a point inside a section number, a decimal or an
// identifier ends nothing, and neither does that of a well-known abbreviation. Split is for
// the text of documents, Markdown for what somebody writes about them; they differ in what
// separates paragraphs, and in what they do in doubt.

// Span is a half-open range of byte offsets in the text that was split.
type Span struct{ Start, End int }

// doubt is what happens at a mark that may or may not end a sentence.
type doubt bool

const (
	// inDoubtJoin is for documents: half a sentence can say the opposite of the whole,
	// and one too long only says more than was needed.
	inDoubtJoin doubt = false
	// inDoubtCut is for what is to be proved: a sentence that is joined to the next
	// could pass as cited.
	inDoubtCut doubt = true
)

// Split returns the sentences of a document's text in order, each without the white
// space around it. A blank line ends a sentence, unless the text goes on after it in
// lower case, as a paragraph does that runs over a page.
func Split(text string) []Span {
	var out []Span
	start := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch {
		case r == '\n' && strings.HasPrefix(text[next:], "\n") && !goesOn(text[start:i], text[next:]):
			out = appendTrimmed(out, text, start, i)
			start = next
		case isMark(r):
			if end, ends := inDoubtJoin.end(text, start, next, nil); ends {
				out = appendTrimmed(out, text, start, end)
				start, next = end, end
			}
		}
		i = next
	}
	return appendTrimmed(out, text, start, len(text))
}

// goesOn reports whether text after a blank line continues the sentence before
// it: that one has no end yet, and the next begins with a small letter.
func goesOn(before, after string) bool {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	after = strings.TrimLeftFunc(after, unicode.IsSpace)
	if before == "" || after == "" || strings.ContainsAny(before[len(before)-1:], ".?!:;") {
		return false
	}
	return after[0] >= 'a' && after[0] <= 'z'
}

// isMark reports whether a character can end a sentence.
func isMark(r rune) bool { return r == '.' || r == '?' || r == '!' || r == '…' }

// end decides about the mark before the offset at, in the sentence from start: whether
// it ends there, and where, with the marks after it and what skip passes, which may be
// nil.
func (d doubt) end(text string, start, at int, skip func(text string, at int) int) (end int, ends bool) {
	end = at
	for end < len(text) && isMark(rune(text[end])) {
		end++
	}
	ellipsis := strings.HasSuffix(text[:at], "…")
	dots := end - at
	end = skipClosers(text, end)
	bare := end == at
	if skip != nil {
		end = skip(text, end)
	}
	if end == len(text) {
		return end, true
	}
	if next, _ := utf8.DecodeRuneInString(text[end:]); !unicode.IsSpace(next) {
		return end, false
	}
	follow := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
	r, _ := utf8.DecodeRuneInString(follow)
	switch {
	case d == inDoubtJoin && unicode.IsLower(r) && r < 0x2000: // mathematical letters only look like lower case
		return end, false
	case d == inDoubtJoin && ellipsis: // that of a sequence
		return end, false
	case d == inDoubtCut && (ellipsis || dots > 0):
		return end, !unicode.IsLower(r) && !unicode.IsDigit(r)
	case text[at-1] == '.' && bare:
		return end, !d.abbreviates(text[start:at-1], follow)
	}
	return end, true
}

// skipClosers moves past quotation marks and brackets that close after a mark.
func skipClosers(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !strings.ContainsRune("\"')]*_`”’»", r) {
			break
		}
		i += size
	}
	return i
}

var (
	// fixed are the words whose full stop ends no sentence.
	fixed = Set("e.g i.e cf vs viz resp approx incl dept dr prof mr mrs ms st")
	// numbered are abbreviations if a number follows.
	numbered = Set("sec secs sect alg algs algo app apps fig figs eq eqs eqn eqns def defs defn tab " +
		"no nos vol pp p ch chap ref refs rev ver v cl para thm prop cor")
	// openEnded are abbreviations that can also end a sentence, before a capital.
	openEnded = Set("etc al ed eds inc ltd")
)

// maxAbbreviation bounds the letters and inner points of an abbreviation.
const maxAbbreviation = 8

// abbreviates reports whether the full stop after a text belongs to an abbreviation, an
// initial or the number of a list item, given what follows.
func (d doubt) abbreviates(text, follow string) bool {
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
		return d == inDoubtJoin || IsDigit(next) || strings.ContainsRune("(§#[", next) ||
			unicode.IsUpper(next) && !startsWithLetter(follow[size:])
	case openEnded[lower]:
		return d == inDoubtJoin || !unicode.IsUpper(next)
	}
	return isInitial(word, text[:from]) || d == inDoubtJoin && isListMarker(text)
}

// isInitial reports whether a word is an initial of a name or a row of them ("U.S", or
// "D" at the start or after "by").
func isInitial(word, before string) bool {
	r, size := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(r) || !unicode.Is(unicode.Latin, r) { // "by Π" names no author
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

// isListMarker reports whether a sentence so far is only the number or letter
// of a list item.
func isListMarker(s string) bool {
	s = strings.TrimSpace(s)
	return utf8.RuneCountInString(s) <= 3 && strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func appendTrimmed(out []Span, text string, start, end int) []Span {
	if s := trimSpan(text, Span{start, end}); s.Start < s.End {
		out = append(out, s)
	}
	return out
}

func trimSpan(text string, s Span) Span {
	inside := text[s.Start:s.End]
	left := strings.TrimLeftFunc(inside, unicode.IsSpace)
	s.Start += len(inside) - len(left)
	s.End = s.Start + len(strings.TrimRightFunc(left, unicode.IsSpace))
	return s
}
