package plan

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/internal/lex"
)

var (
	// adjacent matches the words between a thing and what has it.
	adjacent = regexp.MustCompile(`(?i)^(?:'s|’s)?\s+$|^\s+(?:of|in|for|to)(?: the| an?)?\s+$`)
	// asksOf matches the question words of a question and its verb.
	asksOf = regexp.MustCompile(`(?i)^(?:(?:what|who|when|where|why|how(?: \w+)?|which(?: \w+)?)\s+)?(?:is|are|was|were|does|do|did|can|could|may|must|shall|should|will|would|has|have)?\s*(?:i|we|you|one)?\b\s*`)
)

// topic is what a question is about, as words for another question: what it asks of its
// subject together with that, "the ciphertext of ML-KEM-768".
func (f *frame) topic() string {
	subjects := nameOf(f.subjects())
	item, ok := f.item()
	if !ok || f.predicates(item) {
		if subjects == "" {
			return f.subject()
		}
		return subjects
	}
	name := item.text
	switch item.class {
	case classPart, classValue, classVariant:
		if !counted.MatchString(name) {
			name = "the " + name
		}
	}
	if subjects == "" {
		return name
	}
	for _, s := range f.subjects() {
		if s.at.End <= item.at.Start && adjacent.MatchString(f.text[s.at.End:item.at.Start]) && len(f.subjects()) == 1 {
			return "the " + s.name + " " + item.text
		}
	}
	if f.subjects()[0].class == classDocument {
		return name + " in " + subjects
	}
	if item.class == classPart || item.class == classValue || item.class == classVariant {
		return name + " of " + subjects
	}
	if first := f.subjects()[0]; item.class == classConcept && item.at.End <= first.at.Start && !within.MatchString(f.text[item.at.End:first.at.Start]) {
		return name // the question relates the two
	}
	return name + " in " + subjects
}

// within matches the words between a concept and the scheme that it is in.
var within = regexp.MustCompile(`(?i)^\s+(?:\w+ )?(?:in|of|for|from|by|with|to)(?: the| an?)?\s+$|\b(?:in|of|for)(?: the)?\s+$`)

// predicates reports whether the question asks if its subject is something: "is ML-KEM
// IND-CCA2 secure" is about ML-KEM.
func (f *frame) predicates(item slot) bool {
	s := f.subjects()
	return isForm.MatchString(f.text) && len(s) > 0 && s[0].at.End <= item.at.Start && (item.class == classConcept || item.class == classVariant)
}

// isForm matches a question whether something is something.
var isForm = regexp.MustCompile(`(?i)^(?:(?:why|how|when|since when) )?(?:is|are|was|were)\b`)

// subject is what a question that names no known thing is about, as far as its words show.
func (f *frame) subject() string {
	if s, ok := f.defined(); ok {
		return "the " + s
	}
	text := f.text[strings.LastIndex(f.text, ": ")+1:]
	if m := counting.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
		return "the " + m[1] + m[2]
	}
	words := strings.Fields(text[len(asksOf.FindString(text)):])
	const most = 5
	return strings.Join(words[:min(len(words), most)], " ")
}

// counting matches a question for some of many.
var counting = regexp.MustCompile(`(?i)^(?:(?:which|what|how many) ([a-z-]+(?: [a-z-]+)?) (?:is|are|do|does|can|must|should|may|have|has)\b|who [a-z]+ the (.+)$)`)

// defined is what the question asks the definition or value of.
func (f *frame) defined() (string, bool) {
	s := lex.Subject(f.text)
	return s, s != ""
}
