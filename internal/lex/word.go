package lex

import "strings"

// HasWord reports whether a text in lower case has a word, or words one after the other,
// as a whole: "ml-kem" is no word of "ml-kem-768".
func HasWord(low, word string) bool {
	for from := 0; ; {
		i := strings.Index(low[from:], word)
		if i < 0 || word == "" {
			return false
		}
		start, end := from+i, from+i+len(word)
		if (start == 0 || !isWordByte(low[start-1])) && (end == len(low) || !isWordByte(low[end])) {
			return true
		}
		from = start + 1
	}
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
