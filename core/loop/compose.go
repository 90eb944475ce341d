package loop

import (
	"regexp"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// repeated is the share of a sentence's words, the rare ones counting more, from which on
// what was said before says it already.
const repeated = 0.7

// compose leaves out what only repeats the sentences before it, and quotes each place once.
func (r *run) compose() {
	o := &r.outcome
	i := slices.IndexFunc(o.Claims, func(c core.Claim) bool { return c.Text == o.ShortAnswer && c.Side == "" })
	if i > 0 && !r.draft.Exact {
		first := o.Claims[i]
		o.Claims = slices.Insert(slices.Delete(slices.Clone(o.Claims), i, i+1), 0, first)
	}
	o.Claims = r.adding(o.Claims)
	claims, cs := answer.Gather(r.question.library, o.Claims, o.Citations)
	for i := range claims {
		claims[i].Verdict, claims[i].Rule = r.ports.Verifier.Verify(claims[i], cs)
	}
	if slices.ContainsFunc(claims, func(c core.Claim) bool { return !c.Verdict.Proved() }) {
		claims, cs = o.Claims, cited(o.Citations, o.Claims)
	}
	o.Claims, o.Citations = claims, cs
}

// adding are the claims less the statements whose words were nearly all said before.
func (r *run) adding(claims []core.Claim) []core.Claim {
	var out []core.Claim
	said := ""
	for _, c := range claims {
		if said != "" && c.Verdict == core.Stated {
			m := r.ports.Relevance.Measure(c.Text, false)
			if m.Share(m.Marks(said)) >= repeated && !newNumber(c.Text, said) {
				continue
			}
		}
		said += c.Text + "\n"
		out = append(out, c)
	}
	return out
}

var numbers = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// newNumber reports whether a text has a number that another has not.
func newNumber(text, said string) bool {
	before := numbers.FindAllString(said, -1)
	return slices.ContainsFunc(numbers.FindAllString(text, -1), func(n string) bool { return !slices.Contains(before, n) })
}
