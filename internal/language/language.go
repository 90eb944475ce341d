// Package language tells text in another language from English.
//
// It knows languages by their scripts, and those of the Latin script by their function
// words: the small words that every question has and that the words of a trade replace
// nowhere. It is made to be right where it says that a text is not English: a few names,
// formulas, identifiers or keywords without any small word are never said to be another
// language, and so it is silent about short text that is. It does not tell which language a
// text is in.
package language

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The weights of words. Other wants enough of them, and one that is whole: a word that is
// not English beside half of another, or one that no English has.
const (
	half   = 1
	whole  = 2
	strong = 3
	enough = 3
)

//go:embed words.txt
var list string

// lexicon is the words of the languages with their weights: English apart.
type lexicon struct {
	english map[string]bool
	weak    map[string]bool // no English, and nothing that tells of another language
	others  []map[string]int
}

var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{english: make(map[string]bool), weak: make(map[string]bool)}
	for line := range strings.Lines(list) {
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

// Other reports whether a text is in another language than English. What has as much
// English in it as of another language is English; so is what has too little of either.
func Other(text string) bool {
	l := words()
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

// tokensOf are the words of a text in lower case: those that may be of a language. What
// has a digit, an underscore or a capital behind its first letter is a name of something.
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

// accents counts the words with a letter that English has not. A name with one, so with a
// capital, is counted too: half a word can't decide.
func accents(tokens []string) (n int) {
	for _, w := range tokens {
		if strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Latin, r) }) {
			n++
		}
	}
	return n
}

// minScript is how many letters of another script make a word of it: fewer are a symbol,
// or a letter for another.
const minScript = 2

// otherScript reports whether a text has words in another script than the Latin one. Greek
// and Cyrillic letters are also signs and look-alikes, so only whole words in them are
// counted, and two letters of Greek are none.
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
