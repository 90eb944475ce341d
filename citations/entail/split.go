package entail

import (
	"regexp"
	"strings"
)

// joins matches what is between two propositions of a claim.
var joins = regexp.MustCompile(`(?i)[.;] +(?:and |but )?|, (?:and|but|while|whereas|which|so|yet|although|though) |: | (?:while|whereas|although|but) `)

// pronoun matches a proposition that begins with a pronoun, or with a verb.
var pronoun = regexp.MustCompile(`(?i)^(?:it|they|this|these|that)\b`)

var its = regexp.MustCompile(`(?i)\b(?:its|their)\b`)

// minWords is how many words a proposition has at least.
const minWords = 3

// split cuts a claim into its propositions. What a later one leaves to the first is put in:
// its subject.
func split(claim string) []string {
	claim = strings.TrimSpace(claim)
	var out []string
	at := 0
	for _, m := range joins.FindAllStringIndex(claim, -1) {
		out = append(out, claim[at:m[0]])
		at = m[1]
	}
	out = append(out, claim[at:])
	subject := subjectOf(out[0])
	var parts []string
	before := "" // what is too short to be a proposition, as the number of an item
	for i, p := range out {
		p = strings.TrimSpace(p)
		if before != "" {
			p = before + " " + p
		}
		if before = ""; len(strings.Fields(p)) < minWords {
			if len(parts) > 0 {
				parts[len(parts)-1] += ", " + p
			} else {
				before = p
			}
			continue
		}
		if i > 0 && subject != "" {
			if pronoun.MatchString(p) {
				p = pronoun.ReplaceAllString(p, subject)
			} else if finite.MatchString(p) {
				p = subject + " " + p
			} else if its.MatchString(p) {
				p = its.ReplaceAllString(p, subject+"'s")
			} else if name := firstName(subject); name != "" && firstName(p) == "" {
				p = name + ": " + p
			}
		}
		parts = append(parts, p)
	}
	return parts
}

// firstName is the first name of a text; "" if it has none.
func firstName(text string) string {
	for _, t := range tokens(text) {
		if isName(t.text) {
			return t.text
		}
	}
	return ""
}

// finite matches a proposition without a subject.
var finite = regexp.MustCompile(`(?i)^(?:is|are|was|were|has|have|had|does|do|did|can|could|may|must|shall|should|will|not|[a-z]+(?:s|ed))\b`)

var verb = regexp.MustCompile(`(?i) (?:is|are|was|were|has|have|had|does|do|did|can|cannot|could|may|must|shall|should|will|uses|takes|consists|contains|needs|requires|returns|provides|specifies|defines|describes|became|becomes|signs|rests|relies|derives)\b`)

// subjectOf is what is before the first verb of a sentence.
func subjectOf(s string) string {
	if at := verb.FindStringIndex(s); at != nil {
		return s[:at[0]]
	}
	return ""
}
