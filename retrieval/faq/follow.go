package faq

import (
	"cmp"
	"math"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// What ranks the facts that a follow-up may ask for: the logit of a fact by the follow-up
// alone, by the last question and it together, and by the last question; whether it is from the
// document or a place of the fact that the last question asked for, or is that fact, which is
// seldom asked for again. Fitted on 109 follow-ups that name no subject, by which fact the same
// question in full words asks for: it comes first for 69 of them, and for 61 without the last
// three. leastFollowing is the sum of all but the last below which a follow-up goes on with something
// else.
const (
	byAlone, byTogether, byLast       = 0.4, 0.6, -0.18
	sameDocument, samePlace, sameFact = 1.5, 1, -1.5
	leastFollowing                    = -1.5
	// nobody counts against a fact that nobody asks for by who, where a follow-up does.
	nobody = -2
)

// followed is a fact with its logits.
type followed struct {
	scoredFact
	alone, together float64
	near            float64 // the logit, of the fact of the last question as of any other
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
		one := followed{f, a.scoreFact(f.fact).logit, b.scoreFact(f.fact).logit, 0}
		one.near = byAlone*one.alone + byTogether*one.together + byLast*c.scoreFact(f.fact).logit + c.nextTo(f.fact)
		one.logit = one.near
		if a.asksWho() && !a.askedByWho(f.fact) {
			one.near += nobody
			one.logit += nobody
		}
		if alone != together && len(c.facts) > 0 && f.fact == c.facts[0].fact {
			one.logit += sameFact
		}
		facts = append(facts, one)
	}
	slices.SortFunc(facts, func(f, g followed) int { return cmp.Or(cmp.Compare(g.logit, f.logit), cmp.Compare(f.fact, g.fact)) })
	if len(facts) == 0 || facts[0].near < leastFollowing || facts[0].together < facts[0].alone {
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

// asksWho reports whether the question of the last match asks for a person or a body.
func (s *scratch) asksWho() bool { return slices.Contains(s.query.tokens, whoType) }

// askedByWho reports whether a wording of a fact asks for a person or a body.
func (s *scratch) askedByWho(fact uint32) bool {
	at := s.model.facts[fact].wordings
	for i := int(at.from); i < int(at.to); i++ {
		if slices.Contains(s.model.wordings.lists.at(i), whoType) {
			return true
		}
	}
	return false
}

// nextTo is how much likelier a fact is by where it is, after a question that was matched.
func (s *scratch) nextTo(fact uint32) float64 {
	if len(s.facts) == 0 {
		return 0
	}
	last := s.facts[0].fact
	of, more := s.model.unitsOf(last), 0.0
	here := s.model.unitsOf(fact)
	in := func(same func(a, b core.UnitRef) bool) bool {
		return slices.ContainsFunc(here, func(a core.UnitRef) bool {
			return slices.ContainsFunc(of, func(b core.UnitRef) bool { return same(a, b) })
		})
	}
	if in(func(a, b core.UnitRef) bool { return a.DocID == b.DocID }) {
		more += sameDocument
	}
	if in(func(a, b core.UnitRef) bool { return a.DocID == b.DocID && a.Anchor == b.Anchor }) {
		more += samePlace
	}
	return more
}
