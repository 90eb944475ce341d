package plan

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/internal/lex"
)

// names returns the words of the question that are written like names, with a
// digit or a capital that does not merely begin a sentence, and belong to no term
// or reference: what they name must be in the evidence.
func (p *Plan) names() []string {
	var out []string
	begins := true
	for _, w := range strings.FieldsFunc(p.Query, separates) {
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		bare = strings.TrimSuffix(strings.TrimSuffix(bare, "'s"), "’s")
		if isName(bare, begins) && !chatter[strings.ToLower(bare)] && !p.Names(bare) {
			out = append(out, bare)
		}
		begins = strings.ContainsAny(w[len(w)-1:], ".?!:;")
	}
	return out
}

// separates reports whether a character ends a name: white space, brackets and the
// like, and letters of scripts in which standards write no names.
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

// chatter are words in capitals that name nothing a standard could be about.
var chatter = lex.Set(`ok pm am fyi imo asap faq tldr tl;dr btw eta todo ci pr prs qa cto ceo i'm i’m i've i’ve i'd i’d i'll i’ll us
ram cpu api apis sdk url pdf nist pq pqc rfc go java python rust iot`)

// Names reports whether a word is part of a term, reference or algorithm that the
// question names.
func (p *Plan) Names(word string) bool {
	return p.hasIn(word, func(Term) bool { return true })
}

// NamesStandard reports whether a word is part of a scheme, parameter set, algorithm or
// reference that the question names.
func (p *Plan) NamesStandard(word string) bool {
	return p.hasIn(word, func(t Term) bool { return t.Rank != RankNone || t.Standard != "" })
}

func (p *Plan) hasIn(word string, counts func(Term) bool) bool {
	low := strings.ToLower(word)
	return slices.ContainsFunc(p.Mentioned, func(t Term) bool { return counts(t) && strings.Contains(strings.ToLower(t.Written), low) }) ||
		slices.ContainsFunc(p.Cited, func(ref Reference) bool { return strings.Contains(strings.ToLower(ref.Text), low) }) ||
		slices.Contains(p.algorithms, nameWords(word))
}

// NamesNothing reports whether the question names no document, element or algorithm of
// the library and no term that is written like a name: it may be about anything.
func (p *Plan) NamesNothing() bool {
	return !p.namesElement() && !slices.ContainsFunc(p.Terms, func(t string) bool { return isName(t, false) })
}

// NamesAny reports whether the question names a document, element or algorithm of the
// library, or a term that counts.
func (p *Plan) NamesAny(counts func(Term) bool) bool {
	return p.namesElement() || slices.ContainsFunc(p.Mentioned, counts)
}

func (p *Plan) namesElement() bool {
	return len(p.References) > 0 || len(p.Scope) > 0 || len(p.algorithms) > 0
}

// OnlySet is the name of the parameter set that the question names, "" if it names none
// or several: those may be described in different places.
func (p *Plan) OnlySet() string {
	name := ""
	for _, t := range p.Mentioned {
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

// Schemes are the schemes and parameter sets that the question names; where it names
// none, the terms with a name of their own, which is not all in capitals: "X-Wing", and
// not "KEM".
func (p *Plan) Schemes() []Term {
	var ranked, proper []Term
	for _, t := range p.Mentioned {
		switch {
		case t.Rank != RankNone:
			ranked = append(ranked, t)
		case isName(t.Name, false) && strings.IndexFunc(t.Name, unicode.IsLower) >= 0:
			proper = append(proper, t)
		}
	}
	if len(ranked) > 0 {
		return ranked
	}
	return proper
}

// About is what the question names that the library knows: its first terms, else its
// first document or element; "" if it names none.
func (p *Plan) About() string {
	if len(p.Terms) > 0 {
		return strings.Join(p.Terms[:min(len(p.Terms), 2)], " and ")
	}
	for _, ref := range p.Cited {
		if ref.Known || ref.Doc == "" && !ref.Dangling {
			return ref.Text
		}
	}
	for _, ref := range p.References {
		if ref.Number != "" {
			return ref.Kind.Word() + " " + ref.Number
		}
	}
	return ""
}
