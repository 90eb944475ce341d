package loop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

var (
	// compares matches what asks for any two things side by side.
	compares = regexp.MustCompile(`(?i)\b(differ(s|ent|ence|ences)?|compare[ds]?|comparison|versus|vs\.?|or)\b`)
	// weighs matches what asks for two schemes or parameter sets side by side.
	weighs = regexp.MustCompile(`(?i)\b(both|(larg|small|fast|slow|short|long|strong|weak|bett|wors|bigg|heavi|light)er|than|or|and)\b`)
)

// sides are the things that a question compares: terms at home in some document
// that are no part of each other. Without a word for comparing they must be of a
// kind, schemes with schemes or parameter sets with parameter sets.
func sides(question string, terms []Term) []answer.Side {
	alike := !compares.MatchString(question)
	if alike && !weighs.MatchString(question) {
		return nil
	}
	var out []answer.Side
	for _, t := range terms {
		if len(t.Docs) == 0 || alike && t.Rank == RankNone || slices.ContainsFunc(out, func(s answer.Side) bool { return s.Name == t.Name }) {
			continue
		}
		out = append(out, answer.Side{Name: t.Name, Written: t.Written, Docs: t.Docs, Names: append([]string{t.Name, t.Written}, t.Expand...), Scheme: t.Rank != RankNone})
	}
	if rank := highest(terms); rank != RankNone {
		out = slices.DeleteFunc(out, func(s answer.Side) bool {
			return !slices.ContainsFunc(terms, func(t Term) bool { return t.Name == s.Name && t.Rank == rank })
		})
	}
	if len(out) < 2 || !joined(question, out) {
		return nil
	}
	return out
}

// joint matches what stands between two things that are asked about side by side.
var joint = regexp.MustCompile(`(?i)^\W*(?:\w+\W+){0,3}?(?:and|or|vs\.?|versus|with|than|from|to|over|against|,|/|&|\+)(?:\W+\w+){0,3}\W*$`)

// joined reports whether two sides stand next to each other in a question with a
// word between them that joins them: of "the NTT of ML-KEM" neither is a side.
func joined(question string, sides []answer.Side) bool {
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

// sideText is the question without the names of the other sides.
func sideText(question string, side answer.Side, all []answer.Side) string {
	text := question
	for _, other := range all {
		if other.Name != side.Name {
			text = strings.ReplaceAll(text, other.Written, " ")
		}
	}
	return text
}

// seam matches where one question ends and the next begins.
var seam = regexp.MustCompile(`(?i)[?;]\s+|,?\s+and\s+(?:(?:also|then)\s+)?(what|how|why|when|which|who|where|is|are|does|do|can|may|must|should|will)\b`)

// asking matches words and marks that ask nothing by themselves.
var asking = regexp.MustCompile(`(?i)\b(why|not|how|what|when|where|who|which|is|are|it|so|and|or|then|too|that|this|come|ok)\b|[/?!.,;:-]`)

const (
	maxParts  = 4
	partWords = 3 // fewer are no question of their own
)

// parts splits a question that asks several things. A part that names none of the
// question's terms is asked about all of them.
func parts(question string, terms []string) []string {
	out := []string{}
	from := 0
	cut := func(end int) {
		p := strings.Trim(strings.TrimSpace(question[from:end]), "?;, ")
		if len(strings.Fields(p)) >= partWords && strings.TrimSpace(asking.ReplaceAllString(p, "")) != "" {
			out = append(out, p)
		}
	}
	for _, m := range seam.FindAllStringSubmatchIndex(question, -1) {
		cut(m[0])
		if from = m[1]; m[2] >= 0 {
			from = m[2]
		}
	}
	cut(len(question))
	if len(out) < 2 {
		return []string{}
	}
	out = out[:min(len(out), maxParts)]
	for i, p := range out {
		low := strings.ToLower(p)
		if !slices.ContainsFunc(terms, func(t string) bool { return strings.Contains(low, strings.ToLower(t)) }) {
			out[i] = strings.TrimSpace(p + " " + strings.Join(terms, " "))
		}
	}
	return out
}

// filler matches what makes a question of a query, and chat around it.
var filler = regexp.MustCompile(`(?i)^\s*((hey|hi|hello|ok|so|well|please|quick question|question)[,:!]?\s+)+|\b(can|could|would) (you|someone|anybody) (please )?(tell|explain|show)( me| us)?\b|\b(please|thanks|thank you|tia|cheers)\b[.!]?`)

// distill folds a question to its canonical form: without greeting and courtesy,
// and with the names that the documents use.
func distill(question string, ports Ports, features core.Features) string {
	d := strings.Join(strings.Fields(filler.ReplaceAllString(question, " ")), " ")
	if d == "" {
		d = question
	}
	if features.Terms {
		return ports.Reader.Plain(d)
	}
	return d
}

// focus matches what a question asks of the things that it names: the words behind
// its question word.
var focus = regexp.MustCompile(`(?i)\b(?:how many|how much|number of|count of|which|what|whose|what kind of)\s+((?:[\w-]+\s+){0,2}[\w-]+)`)

// unitWords matches words for a measure or a thing that texts rarely speak of by
// another name: who asks for cycles is not answered by bytes.
var unitWords = regexp.MustCompile(`(?i)\b((kilo|mega)?cycles?|(milli|micro|nano)?seconds?|(milli|micro)?joules?|watts?|dollars?|euros?|usd|luts?|patents?|licen[sc]ors?|releases?|round[- ]?trips?|oids?|object identifiers?|code ?points?|test vectors?|known answer|price|energy|throughput|latency)\b`)

// slots are the words of a question without which no text can answer it: what it
// names, what it asks of that, and its numbers.
func (a *analysis) slots(question string) string {
	var out []string
	for _, t := range a.terms {
		out = append(out, t.Name)
	}
	for _, f := range a.plan.Facets {
		if f.Kind == core.FacetName {
			out = append(out, f.Text)
		}
	}
	for _, m := range focus.FindAllStringSubmatch(question, -1) {
		out = append(out, m[1])
	}
	out = append(out, unitWords.FindAllString(question, -1)...)
	for w := range strings.FieldsSeq(question) {
		if strings.ContainsAny(w, "0123456789") {
			out = append(out, w)
		}
	}
	return strings.Join(out, " \n")
}
