// Package lex has the basics of reading English that several packages share: sets of words
// that are looked up without allocating, the characters that words are made of, text cut into
// sentences without copying it, what single sentences define, and whether a text is English.
package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Set is the set of words in lower case that a text lists.
func Set(list string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// Lookup is what a map of words in lower case has for a word as it is written. It
// allocates nothing for words of up to 32 ASCII letters.
func Lookup[V any](of map[string]V, word string) (v V, ok bool) {
	var lower [32]byte
	if len(word) > len(lower) {
		v, ok = of[strings.ToLower(word)]
		return v, ok
	}
	for i := range len(word) {
		b := word[i]
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		} else if b >= utf8.RuneSelf {
			v, ok = of[strings.ToLower(word)]
			return v, ok
		}
		lower[i] = b
	}
	v, ok = of[string(lower[:len(word)])]
	return v, ok
}

// Has reports whether a set has a word as it is written.
func Has(set map[string]bool, word string) bool {
	in, _ := Lookup(set, word)
	return in
}

// IsWordRune reports whether a character can be part of a word or a number: a letter, a
// digit or a combining mark.
func IsWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || IsDigit(r)
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// IsDigit reports whether a character is an ASCII digit.
func IsDigit(r rune) bool { return '0' <= r && r <= '9' }

// HasInnerCapital reports whether a letter after the first is a capital, as in
// ML, SampleNTT and dkPKE.
func HasInnerCapital(word string) bool {
	_, size := utf8.DecodeRuneInString(word)
	return strings.ContainsFunc(word[size:], unicode.IsUpper)
}

// OneLine is a text on one line, with a blank for each run of white space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Distance is how many bytes to insert, delete, replace or swap with the next one lead
// from a to b (optimal string alignment). It takes len(a) times len(b) steps.
func Distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
