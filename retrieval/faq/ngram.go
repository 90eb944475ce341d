package faq

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Besides itself a word has its n-grams of ngramRunes characters, the ends of the word
// counted, and its first prefixBytes bytes.
const (
	ngramRunes  = 4
	prefixBytes = 5
)

// appendNgrams appends hashes of the words of a text, their bigrams, with the beginning and
// the end, and of each word its character n-grams and its prefix, by which words of one stem
// and those with a typo are similar; each once, in ascending order. There is always one,
// that of the end.
func appendNgrams(ngrams []uint64, text string) []uint64 {
	from := len(ngrams)
	text = strings.ToLower(text[:min(len(text), maxTextBytes)])
	ngrams = slices.Grow(ngrams, 2*len(text)+1)
	last, words := bigramSeed, 0
	for word := range strings.FieldsFuncSeq(text, isSeparator) {
		word = strings.Trim(word, "-.")
		h := hashOf(wordSeed, word)
		ngrams = append(ngrams, h, hashPair(last, h), hashOf(prefixSeed, word[:min(len(word), prefixBytes)]))
		ngrams = appendCharacterNgrams(ngrams, word)
		if last, words = h, words+1; words == maxRead {
			break
		}
	}
	ngrams = append(ngrams, hashPair(last, bigramSeed))
	slices.Sort(ngrams[from:])
	return ngrams[:from+len(slices.Compact(ngrams[from:]))]
}

func appendCharacterNgrams(ngrams []uint64, word string) []uint64 {
	var padded [maxPadded]byte
	var starts [maxPadded]int
	text := append(append(append(padded[:0], '<'), word...), '>')
	offsets := starts[:0]
	for i := 0; i < len(text); i++ {
		if utf8.RuneStart(text[i]) {
			offsets = append(offsets, i)
		}
	}
	offsets = append(offsets, len(text))
	for i := 0; i+ngramRunes < len(offsets); i++ {
		ngrams = append(ngrams, hashOf(characterSeed, text[offsets[i]:offsets[i+ngramRunes]]))
	}
	return ngrams
}

// maxPadded is the length of a word for which nothing is allocated.
const maxPadded = 64

// isSeparator reports a character that no word has. Hyphens and points join: the name of a
// parameter set is one word, as is a version.
func isSeparator(r rune) bool {
	return r != '_' && r != '-' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// Hashes are FNV-1a in 64 bits, with a seed for each kind.
const (
	wordSeed      = uint64(14695981039346656037)
	prefixSeed    = wordSeed ^ 0x7374656d
	characterSeed = wordSeed ^ 0x72756e
	bigramSeed    = wordSeed ^ 0x70616972
	fnvPrime      = 1099511628211
)

func hashOf[T string | []byte](h uint64, text T) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * fnvPrime
	}
	return mixed(h)
}

func hashPair(a, b uint64) uint64 { return mixed((a*fnvPrime ^ b) * fnvPrime) }

// mixed folds a hash, whose low bits alone mix badly.
func mixed(h uint64) uint64 { return h ^ h>>29 ^ h>>47 }
