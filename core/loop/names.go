package loop

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// namesIn returns the words of a question that are written like names, with a
// digit or a capital that does not merely begin a sentence, and belong to no term
// or reference: what they name must stand in the evidence.
func (a *analysis) namesIn(question string) []string {
	var out []string
	begins := true
	for _, w := range strings.FieldsFunc(question, separates) {
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		bare = strings.TrimSuffix(strings.TrimSuffix(bare, "'s"), "’s")
		if isName(bare, begins) && !chatter[strings.ToLower(bare)] && !a.isKnown(bare) {
			out = append(out, bare)
		}
		begins = strings.ContainsAny(w[len(w)-1:], ".?!:;")
	}
	return out
}

// separates reports whether a character ends a name: white space, brackets and the
// like, and letters of scripts that standards have no names in.
func separates(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("()/=,;[]{}", r) || unicode.In(r,
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Arabic, unicode.Hebrew, unicode.Thai)
}

// isName reports whether a word is written like a name. One digit alone is a
// count, not a name.
func isName(word string, begins bool) bool {
	if len(word) < 2 || strings.Contains(word, "/") || ordinal.MatchString(word) {
		return false
	}
	rest := word
	if begins {
		rest = word[1:]
	}
	return strings.IndexFunc(rest, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) || r == '_' }) >= 0
}

// ordinal matches a number with what is counted: "2nd", "20yrs".
var ordinal = regexp.MustCompile(`^[0-9]+[a-z]+$`)

// isKnown reports whether a word is part of a term or a reference that the
// question names.
func (a *analysis) isKnown(word string) bool {
	low := strings.ToLower(word)
	for _, t := range a.terms {
		if strings.Contains(strings.ToLower(t.Written), low) {
			return true
		}
	}
	for _, ref := range a.named {
		if strings.Contains(strings.ToLower(ref.Text), low) {
			return true
		}
	}
	return slices.Contains(a.algorithms, nameWords(word))
}

// chatter are words in capitals that name nothing a standard could speak of.
var chatter = map[string]bool{
	"ok": true, "pm": true, "am": true, "fyi": true, "imo": true, "asap": true, "faq": true, "tldr": true, "tl;dr": true,
	"btw": true, "eta": true, "todo": true, "ci": true, "pr": true, "prs": true, "qa": true, "cto": true, "ceo": true,
	"i'm": true, "i’m": true, "i've": true, "i’ve": true, "i'd": true, "i’d": true, "i'll": true, "i’ll": true,
	"us": true, "ram": true, "cpu": true, "api": true, "apis": true, "sdk": true, "url": true, "pdf": true, "nist": true,
	"pq": true, "pqc": true, "rfc": true, "go": true, "java": true, "python": true, "rust": true, "iot": true,
}

// isIdentifier reports whether a term's name is written like one, so that half of
// it is another thing.
func isIdentifier(name string) bool { return !strings.Contains(name, " ") }

// isMade reports whether a name is made like those of standards: with a digit, an
// underscore or a point in it, or a capital behind a small letter. Such a name is
// what is asked about; a word in capitals may only say where somebody stands.
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

// containsWord reports whether a text in lower case has a word as a whole.
func containsWord(low, word string) bool {
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

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
