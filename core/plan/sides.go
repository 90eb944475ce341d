package plan

import (
	"regexp"
	"slices"
	"strings"
)

// Side is one of the things that a question compares.
type Side struct {
	Name    string   // canonical
	Written string   // as the question writes it
	Names   []string // all that it is called, the canonical name first
	Docs    []string // ids of the documents that it is at home in
	Scheme  bool     // a scheme or a parameter set, which the usual aspects fit
}

// Aspect is a respect in which schemes are compared when a question asks for
// nothing but the difference.
type Aspect struct {
	Name  string
	Query string // the words of sentences about it
}

// Aspects are those in which any two schemes can be compared.
var Aspects = []Aspect{
	{"Security rests on", "security is based on the hardness of a problem, believed to be secure"},
	{"Parameter sets", "parameter sets, security strength category"},
}

var (
	// compares matches what asks for any two things side by side.
	compares = regexp.MustCompile(`(?i)\b(differ(s|ent|ence|ences)?|compare[ds]?|comparison|versus|vs\.?)\b|\b` + comparative + `\b.*\bor\b|\bor\b.*\b` + comparative + `\b`)
	// weighs matches what asks for two schemes or parameter sets side by side.
	weighs = regexp.MustCompile(`(?i)\b(both|` + comparative + `|than|or|and)\b`)
	// joint matches the text between two things that are asked about side by side.
	joint = regexp.MustCompile(`(?i)^\W*(?:\w+\W+){0,3}?(?:and|or|vs\.?|versus|with|than|from|to|over|against|,|/|&|\+)(?:\W+\w+){0,3}\W*$`)
	// comparing matches the words of a question that only say that it compares.
	comparing = regexp.MustCompile(`(?i)\b(what|which|how|do|does|is|are|the|between|differ(s|ent|ence|ences)?|compare[ds]?|comparison|versus|vs\.?|both|and|or|of|in|than|with|to)\b|[?.,]`)
)

// comparative matches words by which one thing is weighed against another.
const comparative = `(?:(?:larg|small|fast|slow|short|long|strong|weak|bett|bigg|heavi|light)er|worse)`

// compare finds the sides of a comparison, which then decide the intent.
func (p *Plan) compare() {
	sides := sidesOf(p.Query, p.Mentioned)
	if len(sides) < 2 || p.isOneName(sides) {
		return
	}
	p.Compared, p.Intent = sides, comparisonOf(p.Intent)
	for _, s := range sides {
		p.Sides = append(p.Sides, s.Name)
	}
}

// isOneName reports whether the sides are the parameter sets that one name in the question
// means: SLH-DSA-192f is that of SHA2 and that of SHAKE.
func (p *Plan) isOneName(sides []Side) bool {
	if hashFamily.MatchString(p.Question) {
		return false
	}
	name := hashFamily.ReplaceAllString(sides[0].Name, "")
	return !slices.ContainsFunc(sides[1:], func(s Side) bool { return hashFamily.ReplaceAllString(s.Name, "") != name })
}

// hashFamily matches what the names of parameter sets with the same values differ in.
var hashFamily = regexp.MustCompile(`(?i)\b(?:SHA-?2|SHAKE)\b-?`)

// sidesOf are the things that a question compares: terms at home in some document
// that are no part of each other. Without a word for comparing they must be of a
// kind, schemes with schemes or parameter sets with parameter sets.
func sidesOf(question string, terms []Term) []Side {
	alike := !compares.MatchString(question)
	if alike && !weighs.MatchString(question) {
		return nil
	}
	var out []Side
	for _, t := range terms {
		if len(t.Docs) == 0 || alike && t.Rank == RankNone || slices.ContainsFunc(out, func(s Side) bool { return s.Name == t.Name }) {
			continue
		}
		out = append(out, Side{
			Name: t.Name, Written: t.Written, Docs: t.Docs, Scheme: t.Rank != RankNone,
			Names: append([]string{t.Name, t.Written}, t.Expand...),
		})
	}
	if rank := highest(terms); rank != RankNone {
		out = slices.DeleteFunc(out, func(s Side) bool {
			return !slices.ContainsFunc(terms, func(t Term) bool { return t.Name == s.Name && t.Rank == rank })
		})
	}
	if len(out) < 2 || !joined(question, out) {
		return nil
	}
	return out
}

// joined reports whether two sides are next to each other in a question with a
// word between them that joins them: of "the NTT of ML-KEM" neither is a side.
func joined(question string, sides []Side) bool {
	for _, a := range sides {
		for _, b := range sides {
			i, j := strings.Index(question, a.Written), strings.Index(question, b.Written)
			if i < j && i+len(a.Written) <= j && joint.MatchString(question[i+len(a.Written):j]) {
				return true
			}
		}
	}
	return false
}

// highest is the rank of which a question names two terms, parameter sets before
// schemes; RankNone if there is none.
func highest(terms []Term) Rank {
	count := map[Rank]int{}
	for _, t := range terms {
		count[t.Rank]++
	}
	switch {
	case count[RankSet] > 1:
		return RankSet
	case count[RankScheme] > 1:
		return RankScheme
	}
	return RankNone
}

// AskedOfAll is the question without its sides and the words of comparing, "" if
// it asks for nothing but the difference.
func AskedOfAll(question string, sides []Side) string {
	text := question
	for _, s := range sides {
		for _, n := range append([]string{s.Written}, s.Names...) {
			text = strings.ReplaceAll(text, n, " ")
		}
	}
	return strings.Join(strings.Fields(comparing.ReplaceAllString(text, " ")), " ")
}

// textOf is the question without the names of the other sides.
func textOf(side Side, question string, all []Side) string {
	text := question
	for _, other := range all {
		if other.Name != side.Name {
			text = strings.ReplaceAll(text, other.Written, " ")
		}
	}
	return text
}
