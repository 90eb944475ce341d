package loop

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
)

// facets is the checklist of what an answer must contain.
func (a *analysis) facets(question string) []core.Facet {
	out := []core.Facet{}
	add := func(k core.FacetKind, text string) {
		f := core.Facet{Kind: k, Text: text}
		for _, o := range out {
			if o == f {
				return
			}
		}
		out = append(out, f)
	}
	for _, t := range a.plan.Terms {
		add(core.FacetTerm, t)
	}
	for _, ref := range a.plan.References {
		out = append(out, anchorFacet(ref))
	}
	for _, s := range a.plan.Sides {
		add(core.FacetSide, s)
	}
	for _, p := range a.plan.Parts {
		add(core.FacetPart, p)
	}
	for _, n := range a.namesIn(question) {
		add(core.FacetName, n)
	}
	for _, u := range unitWords.FindAllString(question, -1) {
		add(core.FacetUnit, strings.ToLower(u))
	}
	for _, m := range numbered.FindAllString(question, -1) {
		add(core.FacetUnit, strings.ToLower(m))
	}
	switch a.plan.Intent {
	case core.IntentDate, core.IntentReason, core.IntentRule:
		add(core.FacetKindOf, string(a.plan.Intent))
	}
	return out
}

// numbered matches what is told apart by its number alone: that of another is
// something else.
var numbered = regexp.MustCompile(`(?i)\b(category|revision|version|phase)\s+[0-9]+\b`)

func anchorFacet(ref core.AnchorRef) core.Facet {
	return core.Facet{Kind: core.FacetAnchor, Text: strings.TrimSpace(ref.DocID + " " + ref.Kind.Word() + " " + ref.Number)}
}

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

// onlySet is the parameter set that a question names, "" if it names none or
// several: those may stand in different places.
func (a *analysis) onlySet() string {
	name := ""
	for _, t := range a.terms {
		if t.Rank != RankSet {
			continue
		}
		if name != "" && name != t.Name {
			return ""
		}
		name = t.Name
	}
	return name
}
