package faq

import (
	"strings"
	"unicode"
)

// questionForms are the types of questions, what they ask for, each with its phrases,
// separated by semicolons. A phrase is words in a row: "a|b" is either, "a*" any
// word that begins with a, and "^" before the first wants the question to begin
// with it. A question may be of several types or of none.
var questionForms = [...][]phrase{
	phrases("how many|long|big|large|much|wide|small|high|low; size|length|bytes|bits|count; number|value of"),
	phrases("why; reason*; rationale*; motivat*; purpose*; because; what for; how come"),
	phrases("when; year; date; deadline*; until; how soon; by what time"),
	phrases("who|whose; which company|people|team|agency"),
	phrases("how do|does|can|should|is|are|to|would; step|steps; procedure*"),
	phrases(`^can|may|must|is|are|does|do|should|will|has|have|could|would;
		allowed|permitted|required|mandatory; ok|need|have to; must i|we`),
	phrases("where; which section|document|publication|table|appendix|standard; what section|document"),
}

const questionTypes = len(questionForms)

// whoType is the row of the type that asks for a person or a body.
const whoType token = 3

// phrase is, for each of its words, the forms that it may have.
type phrase struct {
	first bool // only at the beginning of a question
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

// typedPhrase is a phrase of a type of question.
type typedPhrase struct {
	phrase
	kind int
}

// phrasesByWord are the phrases by each form of their first word, those of a prefix by "*".
var phrasesByWord = func() map[string][]typedPhrase {
	all := map[string][]typedPhrase{}
	for kind, list := range questionForms {
		for _, p := range list {
			for _, form := range p.words[0] {
				if strings.HasSuffix(form, "*") {
					form = "*"
				}
				all[form] = append(all[form], typedPhrase{p, kind})
			}
		}
	}
	return all
}()

// appendTypes appends the rows of the types that a question has.
func appendTypes(rows tokens, text string) tokens {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	var found [questionTypes]bool
	for at, word := range words {
		for _, key := range [...]string{word, "*"} {
			for _, p := range phrasesByWord[key] {
				found[p.kind] = found[p.kind] || p.at(words, at)
			}
		}
	}
	for kind, is := range found {
		if is {
			rows = append(rows, token(kind))
		}
	}
	return rows
}

func (p phrase) at(words []string, at int) bool {
	if p.first && at > 0 || at+len(p.words) > len(words) {
		return false
	}
	for i, forms := range p.words {
		if !isAny(words[at+i], forms) {
			return false
		}
	}
	return true
}

func isAny(word string, forms []string) bool {
	for _, form := range forms {
		stem, isPrefix := strings.CutSuffix(form, "*")
		if word == form || isPrefix && strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}
