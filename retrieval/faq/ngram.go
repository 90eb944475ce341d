package faq

import (
	"slices"
	"strings"
	"unicode"
)

// The marks of a word besides itself: its runs of markRunes characters, the ends of the
// word counted, and its first stemBytes bytes.
const (
	markRunes = 4
	stemBytes = 5
)

// Marks returns hashes of what a text is written with, each once, in ascending order:
// its words, their pairs of neighbours, with the beginning and the end, and of each
// word its runs of characters and its beginning, by which words of one stem and those
// with a typo are alike. There is always one, that of the end.
func Marks(text string) []uint64 {
	text = strings.ToLower(text[:min(len(text), MaxTextBytes)])
	marks := make([]uint64, 0, 2*len(text)+1)
	last, words := pairOf, 0
	for word := range strings.FieldsFuncSeq(text, isBetween) {
		word = strings.Trim(word, "-.")
		h := hashOf(wordOf, word)
		marks = append(marks, h, hashPair(last, h), hashOf(stemOf, word[:min(len(word), stemBytes)]))
		marks = appendRuns(marks, word)
		if last, words = h, words+1; words == maxRead {
			break
		}
	}
	marks = append(marks, hashPair(last, pairOf))
	slices.Sort(marks)
	return slices.Compact(marks)
}

func appendRuns(marks []uint64, word string) []uint64 {
	runes := []rune("<" + word + ">")
	for i := 0; i+markRunes <= len(runes); i++ {
		marks = append(marks, hashOf(runOf, string(runes[i:i+markRunes])))
	}
	return marks
}

// isBetween reports a character that no word has. Hyphens and points join: the name of a
// parameter set is one word, as is a version.
func isBetween(r rune) bool {
	return r != '_' && r != '-' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// Hashes are FNV-1a in 64 bits, each kind of mark from a beginning of its own.
const (
	wordOf   = uint64(14695981039346656037)
	stemOf   = wordOf ^ 0x7374656d
	runOf    = wordOf ^ 0x72756e
	pairOf   = wordOf ^ 0x70616972
	fnvPrime = 1099511628211
)

func hashOf(h uint64, text string) uint64 {
	for _, c := range []byte(text) {
		h = (h ^ uint64(c)) * fnvPrime
	}
	return mixed(h)
}

func hashPair(a, b uint64) uint64 { return mixed((a*fnvPrime ^ b) * fnvPrime) }

// mixed folds a hash, whose low bits alone mix badly.
func mixed(h uint64) uint64 { return h ^ h>>29 ^ h>>47 }
