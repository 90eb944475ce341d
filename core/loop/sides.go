package loop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core/answer"
)

var (
	// compares matches what asks for any two things side by side.
	compares = regexp.MustCompile(`(?i)\b(differ(s|ent|ence|ences)?|compare[ds]?|comparison|versus|vs\.?)\b|\b` + comparative + `\b.*\bor\b|\bor\b.*\b` + comparative + `\b`)
	// weighs matches what asks for two schemes or parameter sets side by side.
	weighs = regexp.MustCompile(`(?i)\b(both|` + comparative + `|than|or|and)\b`)
)

// comparative matches words by which one thing is weighed against another.
const comparative = `(?:(?:larg|small|fast|slow|short|long|strong|weak|bett|bigg|heavi|light)er|worse)`

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
		out = append(out, answer.Side{
			Name: t.Name, Written: t.Written, Docs: t.Docs, Scheme: t.Rank != RankNone,
			Names: append([]string{t.Name, t.Written}, t.Expand...),
		})
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
