// Package sentence cuts running text into sentences without copying it.
//
// It is made for standards: a point inside a section number, a decimal, an
// identifier or a well-known abbreviation ends nothing. It knows English
// punctuation only, and prefers a sentence too long to one cut in the middle.
package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a half-open range of byte offsets in the text that was split.
type Span struct{ Start, End int }

// abbreviations are the words after which a point does not end a sentence,
// without their point, in lower case.
var abbreviations = map[string]bool{
	"e.g": true, "i.e": true, "cf": true, "vs": true, "etc": true, "al": true, "approx": true, "resp": true,
	"sec": true, "secs": true, "alg": true, "algs": true, "eq": true, "eqs": true, "fig": true, "figs": true,
	"app": true, "no": true, "nos": true, "vol": true, "pp": true, "p": true, "ch": true, "ref": true, "refs": true,
	"dr": true, "mr": true, "ms": true, "prof": true, "st": true, "inc": true, "ltd": true, "dept": true, "u.s": true,
}

// Split returns the sentences of a text in order, each without white space
// around it. A blank line ends a sentence, unless the text goes on behind it in
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
		case (r == '.' || r == '?' || r == '!') && ends(text, start, i, next):
			next = skipClosers(text, next)
			out = appendTrimmed(out, text, start, next)
			start = next
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

// ends reports whether the mark at text[i:next] ends the sentence from start.
func ends(text string, start, i, next int) bool {
	after := skipClosers(text, next)
	if after < len(text) {
		r, _ := utf8.DecodeRuneInString(text[after:])
		if !unicode.IsSpace(r) {
			return false
		}
		follow := strings.TrimLeftFunc(text[after:], unicode.IsSpace)
		if f, _ := utf8.DecodeRuneInString(follow); unicode.IsLower(f) && f < 0x2000 {
			return false // mathematical letters are lower case by their looks only
		}
	}
	if text[i] != '.' {
		return true
	}
	word := lastWord(text[start:i])
	return !abbreviations[strings.ToLower(word)] && !isListMarker(text[start:i])
}

// isListMarker reports whether a sentence so far is only the number or letter
// of a list item.
func isListMarker(s string) bool {
	s = strings.TrimSpace(s)
	return utf8.RuneCountInString(s) <= 3 && strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

func lastWord(s string) string {
	i := strings.LastIndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == '[' || r == ',' })
	return s[i+1:]
}

// skipClosers moves past quotation marks and brackets that close after a mark.
func skipClosers(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !strings.ContainsRune(`"')]”’`, r) {
			break
		}
		i += size
	}
	return i
}

func appendTrimmed(out []Span, text string, start, end int) []Span {
	s := text[start:end]
	trimmed := strings.TrimLeftFunc(s, unicode.IsSpace)
	start = end - len(trimmed)
	trimmed = strings.TrimRightFunc(trimmed, unicode.IsSpace)
	if trimmed == "" {
		return out
	}
	return append(out, Span{start, start + len(trimmed)})
}
