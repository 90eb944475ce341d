package lex

import (
	"unicode"
	"unicode/utf8"
)

// FNV-1a, 32 bits: the offset basis and the prime of RFC 9923, section 5.
const (
	sumBasis = 2166136261
	sumPrime = 16777619
)

// Sum is a checksum of the letters and digits of a text, in lower case: it stays
// the same where white space, hyphens and line ends change.
func Sum(text string) uint32 {
	sum := uint32(sumBasis)
	var buf [utf8.UTFMax]byte
	for _, c := range text {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			continue
		}
		for _, b := range buf[:utf8.EncodeRune(buf[:], unicode.ToLower(c))] {
			sum = (sum ^ uint32(b)) * sumPrime
		}
	}
	return sum
}
