package faq

import (
	"strings"
	"unicode"
)

// kinds are what questions ask for, each with the phrases that it shows in,
// separated by semicolons. A phrase is words in a row: "a|b" is either, "a*" any
// word that begins with a, and "^" before the first wants the question to begin
// with it. A question may be of several kinds or of none.
var kinds = [...][]phrase{
	phrases("how many|long|big|large|much|wide|small|high|low; size|length|bytes|bits|count; number|value of"),
	phrases("why; reason*; rationale*; motivat*; purpose*; because; what for; how come"),
	phrases("when; year; date; deadline*; until; how soon; by what time"),
	phrases("who|whose; which company|people|team|agency"),
	phrases("how do|does|can|should|is|are|to|would; step|steps; procedure*"),
	phrases(`^can|may|must|is|are|does|do|should|will|has|have|could|would;
		allowed|permitted|required|mandatory; ok|need|have to; must i|we`),
	phrases("where; which section|document|publication|table|appendix|standard; what section|document"),
}

const kindCount = len(kinds)

// phrase is, for each of its words, the forms that it may have.
type phrase struct {
	first bool // stands at the beginning
	words [][]string
}

func phrases(list string) []phrase {
	var out []phrase
	for text := range strings.SplitSeq(list, ";") {
		text, first := strings.CutPrefix(strings.TrimSpace(text), "^")
		p := phrase{first: first}
		for word := range strings.FieldsSeq(text) {
			p.words = append(p.words, strings.Split(word, "|"))
		}
		out = append(out, p)
	}
	return out
}

// appendKinds appends the rows of the kinds of question that the text is.
func appendKinds(rows []Token, text string) []Token {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for kind, phrases := range kinds {
		for _, p := range phrases {
			if p.in(words) {
				rows = append(rows, Token(kind))
				break
			}
		}
	}
	return rows
}

func (p phrase) in(words []string) bool {
	last := len(words) - len(p.words)
	if p.first {
		last = min(last, 0)
	}
	for at := range last + 1 {
		if p.at(words[at:]) {
			return true
		}
	}
	return false
}

func (p phrase) at(words []string) bool {
	for i, forms := range p.words {
		if !isAny(words[i], forms) {
			return false
		}
	}
	return true
}

func isAny(word string, forms []string) bool {
	for _, form := range forms {
		stem, any := strings.CutSuffix(form, "*")
		if word == form || any && strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}
