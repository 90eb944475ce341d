package lex

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The weights of words. A word that English shares counts half, an unmistakable one
// (starred in the list) strong, any other whole. OtherLanguage requires enough weight in all,
// and one word above half.
const (
	half   = 1
	whole  = 2
	strong = 3
	enough = 3
)

//go:embed words.txt
var languageList string

// lexicon is the words of the languages with their weights, English separately.
type lexicon struct {
	english map[string]bool
	weak    map[string]bool // not English, but no evidence of another language
	others  []map[string]int
}

var languages = sync.OnceValue(func() *lexicon {
	l := &lexicon{english: make(map[string]bool), weak: make(map[string]bool)}
	for line := range strings.Lines(languageList) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		weights := make(map[string]int)
		for _, w := range strings.Fields(rest) {
			bare := strings.TrimSuffix(w, "*")
			switch {
			case name == "en":
				l.english[bare] = true
			case name == "weak":
				l.weak[bare] = true
			case l.weak[bare] || l.english[bare]:
				weights[bare] = half
			case strings.HasSuffix(w, "*"):
				weights[bare] = strong
			case weights[bare] == 0:
				weights[bare] = whole
			}
		}
		if len(weights) > 0 {
			l.others = append(l.others, weights)
		}
	}
	return l
})

// OtherLanguage reports whether a text is in a language other than English. It knows languages
// by their scripts, and those in Latin script by their function words. It errs towards English:
// a text with as much English as other language is English, and so is one with too little of
// either, such as names, formulas and keywords. It does not identify the language.
func OtherLanguage(text string) bool {
	l := languages()
	tokens := tokensOf(text)
	english := 0
	for _, w := range tokens {
		if l.english[w] {
			english++
		}
	}
	if english == 0 && otherScript(text) {
		return true
	}
	accented := half * min(accents(tokens), 1)
	for _, weights := range l.others {
		score, best, against := 0, 0, 0
		for _, w := range tokens {
			score, best = score+weights[w], max(best, weights[w])
			switch {
			case l.english[w] && weights[w] > 0:
				against += half
			case l.english[w]:
				against += whole
			}
		}
		if best > half && score+accented >= enough && score > 2*against {
			return true
		}
	}
	return false
}

// tokensOf are the words of a text, in lower case, that may belong to a language. A
// word with a digit, an underscore or a capital after its first letter is a name.
func tokensOf(text string) []string {
	var out []string
	for field := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/()[]{}<>|=+\"“”„«»", r) }) {
		field = strings.TrimFunc(strings.ReplaceAll(field, "’", "'"), func(r rune) bool { return !unicode.IsLetter(r) })
		if field == "" || isName(field) {
			continue
		}
		out = append(out, strings.ToLower(field))
	}
	return out
}

// isName reports whether a word is written like a name: "ML-KEM", "DER", "skDecode", "H_msg".
func isName(word string) bool {
	_, first := utf8.DecodeRuneInString(word)
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsDigit(r) || r == '_' || r == '.' }) ||
		strings.ContainsFunc(word[first:], unicode.IsUpper)
}

// accents counts the words with letters that English does not have. Capitalised names
// count too: half a word cannot decide.
func accents(tokens []string) (n int) {
	for _, w := range tokens {
		if strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Latin, r) }) {
			n++
		}
	}
	return n
}

// minScript is how many letters of another script make a word: fewer are a symbol or a
// look-alike.
const minScript = 2

// otherScript reports whether a text has words in a script other than Latin. Greek and
// Cyrillic letters are also symbols and look-alikes, so only whole words count, and two
// Greek letters are not one.
func otherScript(text string) bool {
	for field := range strings.FieldsSeq(text) {
		count := make(map[*unicode.RangeTable]int)
		latin := 0
		for _, r := range field {
			switch {
			case unicode.Is(unicode.Latin, r):
				latin++
			case unicode.Is(unicode.Greek, r):
				count[unicode.Greek]++
			case unicode.Is(unicode.Cyrillic, r):
				count[unicode.Cyrillic]++
			case unicode.IsLetter(r) && !unicode.Is(unicode.Common, r):
				count[nil]++
			}
		}
		if count[nil] >= minScript || latin == 0 && (count[unicode.Cyrillic] >= minScript || count[unicode.Greek] > minScript) {
			return true
		}
	}
	return false
}
