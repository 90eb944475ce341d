package faq

import (
	"cmp"
	"math"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// What ranks the facts that a follow-up may ask for: the logit of a fact by the follow-up
// alone, by the last question and it together, and by the last question, whose own fact is
// seldom asked for again. Fitted on 227 follow-ups that name no subject, by which fact the same
// question in full words asks for: it comes first for 111 of them, and for 89 by the follow-up
// alone. leastFollowing is the sum below which a follow-up goes on with something else.
const (
	byAlone, byTogether, byLast = 0.26, 0.67, -0.18
	leastFollowing              = -1.5
)

// followed is a fact with its logits.
type followed struct {
	scoredFact
	alone, together float64
}

// Follow finds the facts that a follow-up asks for which names no subject of its own: by the
// follow-up alone, by the last question and it together, and by the last question. The first
// match has the odds of the follow-up, the second those of both questions; their facts are the
// same. Where nothing shows that it goes on with the last question, follows is false.
func (m *Matcher) Follow(alone, together, last string) (byItself, both core.FAQMatch, follows bool) {
	a, b, c := m.scratch.Get().(*scratch), m.scratch.Get().(*scratch), m.scratch.Get().(*scratch)
	defer func() { m.scratch.Put(a); m.scratch.Put(b); m.scratch.Put(c) }()
	byItself, both = a.match(alone), b.match(together)
	c.match(last)
	var facts []followed
	for _, f := range slices.Concat(a.facts, b.facts) {
		if slices.ContainsFunc(facts, func(o followed) bool { return o.fact == f.fact }) {
			continue
		}
		one := followed{f, a.scoreFact(f.fact).logit, b.scoreFact(f.fact).logit}
		one.logit = byAlone*one.alone + byTogether*one.together + byLast*c.scoreFact(f.fact).logit
		facts = append(facts, one)
	}
	slices.SortFunc(facts, func(f, g followed) int { return cmp.Or(cmp.Compare(g.logit, f.logit), cmp.Compare(f.fact, g.fact)) })
	if len(facts) == 0 || facts[0].logit < leastFollowing || facts[0].together < facts[0].alone {
		return core.FAQMatch{}, core.FAQMatch{}, false
	}
	scored := make([]scoredFact, len(facts))
	for i, f := range facts {
		scored[i] = f.scoredFact
	}
	none := math.Pow(a.oddsOfNone(), byAlone) * math.Pow(b.oddsOfNone(), byTogether) * math.Pow(c.oddsOfNone(), byLast)
	byItself.Facts = a.likeliest(scored, none)
	both.Facts = byItself.Facts
	return byItself, both, true
}
