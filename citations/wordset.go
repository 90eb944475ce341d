package citations

import (
	"strings"
	"unicode/utf8"
)

// wordSet is the set of words in lower case that a text lists.
func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// lookup is what a map of words in lower case has for a word as it is written. It
// allocates nothing: each word of a file may be asked for.
func lookup[V any](of map[string]V, word string) (v V, ok bool) {
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

// has reports whether a set has a word as it is written.
func has(set map[string]bool, word string) bool {
	in, _ := lookup(set, word)
	return in
}
