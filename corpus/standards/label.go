package standards

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// ByLabel returns the document that a label denotes. Case does not matter; between
// series and number there may be a space, a hyphen, a point, an underscore or nothing,
// and "NIST" may come first: "FIPS 203", "fips-203", "FIPS203", "NIST.FIPS.203", "nist
// sp 800-227", "NISTIR 8547 ipd". A name that says "ipd" never means a final document.
func ByLabel(label string) (Standard, bool) {
	key := labelKey(label)
	if key == "" {
		return Standard{}, false
	}
	return found(listed().byLabel[key])
}

// labelKeys are the keys of the names that mean the document: those of its id
// and label, and for a draft the label followed by "ipd".
func (s *Standard) labelKeys() []string {
	keys := []string{labelKey(s.ID), labelKey(s.Label)}
	if s.Status == core.StatusDraft {
		keys = append(keys, labelKey(s.Label)+"-ipd")
	}
	return keys
}

// maxLabel bounds a label in bytes; the longest that means anything,
// "NIST Special Publication 800-227 (initial public draft)", has 55.
const maxLabel = 80

// seriesNames are long and old names of the series, as keys of labels start. The order
// matters: a longer name comes before its own prefix.
var seriesNames = []struct{ long, short string }{
	{"nistir-", "ir-"},
	{"nist-", ""},
	{"federal-information-processing-standard-", "fips-"},
	{"federal-information-processing-standards-", "fips-"},
	{"fips-publication-", "fips-"},
	{"fips-pub-", "fips-"},
	{"special-publication-", "sp-"},
	{"internal-report-", "ir-"},
	{"interagency-report-", "ir-"},
}

// labelKey brings a label to the form "sp-800-227": lower case, a hyphen between
// words and between letters and digits, the series by its short name. It is
// empty for what is no series and number.
func labelKey(label string) string {
	words := labelWords(label)
	key := strings.Join(words, "-")
	for _, s := range seriesNames {
		if rest, ok := strings.CutPrefix(key, s.long); ok {
			key = s.short + rest
		}
	}
	if base, ok := strings.CutSuffix(key, "-initial-public-draft"); ok {
		key = base + "-ipd"
	}
	series, number, _ := strings.Cut(key, "-")
	if !isLetter(first(series)) || !isDigit(first(number)) {
		return ""
	}
	return key
}

func first(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// labelWords splits a label into lower-case runs of letters and of digits. It returns
// nothing if there is anything but separators between them.
func labelWords(label string) []string {
	if len(label) > maxLabel {
		return nil
	}
	var words []string
	var last byte // the class of the byte before: letter, digit or separator
	for _, r := range strings.ToLower(label) {
		if isDash(r) || strings.ContainsRune(" ._\t\n()", r) || r == '\u00a0' {
			last = 0
			continue
		}
		class := labelClass(r)
		if class == 0 {
			return nil
		}
		if class != last {
			words = append(words, "")
		}
		words[len(words)-1] += string(r)
		last = class
	}
	return words
}

func labelClass(r rune) byte {
	switch {
	case r < 0x80 && isLetter(byte(r)):
		return 'a'
	case r < 0x80 && isDigit(byte(r)):
		return '0'
	}
	return 0
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
