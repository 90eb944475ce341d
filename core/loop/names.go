package loop

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// isIdentifier reports whether a term's name is written like one, so that half of
// it is another thing.
func isIdentifier(name string) bool { return !strings.Contains(name, " ") }

// isMade reports whether a name is made like those of standards: with a digit, an
// underscore or a point in it, or a capital after a small letter. Such a name is
// what is asked about; a word in capitals may only say what the asker uses.
func isMade(name string) bool {
	if strings.ContainsAny(name, "0123456789_.") {
		return true
	}
	small := false
	for _, r := range name {
		if small && unicode.IsUpper(r) {
			return true
		}
		small = unicode.IsLower(r)
	}
	return false
}

// isProper reports whether a name is written as a word: its stem is not enough, for
// "Excel" is nothing excellent.
func isProper(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// partsOf are the words of a name that names nothing by itself: a compound with an
// ordinary word in it ("112-bit"), or what is written in small letters as code has
// to ("sample_ntt", "tls1.3"). "ML-KEM-2048", "SHAKE512" and "hqc-512" have none.
func partsOf(name string) []string {
	if strings.Contains(name, "-") {
		if parts := strings.Split(name, "-"); slices.ContainsFunc(parts, isPlainWord) {
			return parts
		}
		return nil
	}
	if name != strings.ToLower(name) {
		return nil
	}
	return strings.FieldsFunc(betweenKinds.ReplaceAllString(name, "$1 $2"), func(r rune) bool { return r == '_' || r == ' ' })
}

// betweenKinds matches where letters end and digits begin.
var betweenKinds = regexp.MustCompile(`([a-z])([0-9])`)

// isPlainWord reports whether a part of a compound is an ordinary word.
func isPlainWord(part string) bool {
	if part == "bit" || part == "byte" {
		return true
	}
	return len(part) > 3 && strings.IndexFunc(part, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

// subscripted writes eta2 as eta_2, as documents do; "" for a word that is not
// letters followed by digits.
func subscripted(word string) string {
	i := strings.IndexFunc(word, unicode.IsDigit)
	if i <= 0 || strings.Trim(word[:i], "abcdefghijklmnopqrstuvwxyz") != "" || strings.Trim(word[i:], "0123456789") != "" {
		return ""
	}
	return word[:i] + "_" + word[i:]
}
