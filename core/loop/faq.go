package loop

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// minChance is the chance from which on the units of a fact are looked at.
const minChance = 0.02

// matchFAQ matches a question, or a part of it, against the frequently asked ones.
func matchFAQ(q *question, asked string) core.FAQMatch {
	if q.faq == nil {
		return core.FAQMatch{}
	}
	return q.searched(q.faq.Match(asked))
}

// searched is a match without the facts of documents that are not searched. The odds are
// those of the best that is left.
func (q *question) searched(all core.FAQMatch) core.FAQMatch {
	match := all
	match.Facts = nil
	for _, f := range all.Facts {
		if len(f.Units) > 0 && q.searches(f.Units[0].DocID) {
			match.Facts = append(match.Facts, f)
		}
	}
	match.FactOdds += math.Log((best(match) + tiny) / (best(all) + tiny))
	return match
}

// following is what a follow-up that names no subject asks: itself, with the facts that the
// last question makes likely, or where nothing that it names is known, the last question and it
// read together.
func following(q *question, ports Ports, s Settings) *question {
	if q.faq == nil || q.typed.Sentence != "" || q.typed.Lacks != "" {
		return q
	}
	if q.After != "" {
		q.askMore()
	}
	if q.Together == nil {
		return q
	}
	words := q.Query
	if q.Bare {
		words = q.Together.Query
	}
	alone, together, follows := q.faq.Follow(words, q.Together.Query, q.Together.Last)
	switch {
	case !follows:
		return q
	case q.NamesNothing():
		both := newQuestion(q.Together, ports, s)
		both.match, both.typed = both.searched(together), core.TypedAnswer{}
		return both
	}
	q.Last, q.match = q.Together.Last, q.searched(alone)
	return q
}

// What a question that asks for more makes of the chance of a fact: of the one that the last
// question asked for, unless it asks for its reason, and then of one that is asked for by why.
const (
	askedAgain  = 0.1
	askedForWhy = 8
)

var whyAsked = regexp.MustCompile(`(?i)\b(?:why|how come|reasons?|rationale)\b`)

// askMore puts the facts first that say more than the last answer did, if there are any.
func (q *question) askMore() {
	last := q.faq.Match(q.After)
	if len(last.Facts) == 0 || len(q.match.Facts) == 0 {
		return
	}
	why := whyAsked.MatchString(q.Query)
	facts, total, rest := slices.Clone(q.match.Facts), 0.0, 1.0
	for i, f := range facts {
		rest -= f.Chance
		switch {
		case why && whyAsked.MatchString(f.Wording):
			facts[i].Chance *= askedForWhy
		case !why && f.Statement == last.Facts[0].Statement && slices.Equal(f.Units, last.Facts[0].Units):
			facts[i].Chance *= askedAgain
		}
		total += facts[i].Chance
	}
	slices.SortStableFunc(facts, func(a, b core.Fact) int { return cmp.Compare(b.Chance, a.Chance) })
	if facts[0].Statement == q.match.Facts[0].Statement || facts[0].Chance < minChance {
		return
	}
	for i := range facts {
		facts[i].Chance /= total + max(rest, 0)
	}
	q.match.Facts = facts
}

// best is the chance of the likeliest fact.
func best(m core.FAQMatch) float64 {
	if len(m.Facts) == 0 {
		return 0
	}
	return m.Facts[0].Chance
}

// surest is the best of the chances of facts, each with those of the others that share a unit
// with it: they ask for much the same.
func surest(m core.FAQMatch) float64 {
	most := 0.0
	for _, f := range m.Facts {
		most = max(most, chanceOfShared(m, f))
	}
	return most
}

// chanceOfShared is the chance of a fact with those of the others that share a unit with it.
func chanceOfShared(m core.FAQMatch, f core.Fact) float64 {
	sum := 0.0
	for _, g := range m.Facts {
		if slices.ContainsFunc(g.Units, func(at core.UnitRef) bool { return slices.Contains(f.Units, at) }) {
			sum += g.Chance
		}
	}
	return sum
}

// namesInFact reports whether a fact that is surely asked for names a term, in its statement or in
// the wording that matched.
func namesInFact(m core.FAQMatch, term string) bool {
	term = strings.ToLower(term)
	return slices.ContainsFunc(m.Facts, func(f core.Fact) bool {
		return chanceOfShared(m, f) >= sureChance && lex.HasWord(strings.ToLower(f.Statement+"\n"+f.Wording), term)
	})
}

// tiny keeps the logarithm of a ratio finite.
const tiny = 1e-6

// withFacts adds the passages of the matched facts to what was found. Where no passage
// has a word of the question nothing is added: what matches then is small talk.
func (r *run) withFacts(hits []core.Hit) []core.Hit {
	if len(hits) == 0 {
		return hits
	}
	for _, f := range r.question.match.Facts {
		if f.Chance < minChance {
			break
		}
		for _, at := range f.Units {
			if !r.question.searches(at.DocID) {
				continue
			}
			doc := r.ports.Library.Document(at.DocID)
			passage, _, ok := r.ports.Passages.Find(doc, at)
			ref := core.PassageRef{DocID: at.DocID, Index: passage}
			if ok && !slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Passage == ref }) {
				hits = append(hits, core.Hit{Passage: ref, Page: min(max(at.Page, doc.Passages[passage].StartPage), doc.Passages[passage].EndPage)})
			}
		}
	}
	return hits
}

// The log-odds are spread over the range of a signal: asked is nearly linear where
// most questions are, from -4 to 4; few have more than unansweredMost.
const (
	askedScale     = 3
	unansweredMost = 6
)

// matched puts a match into signals.
func matched(m *core.FAQMatch, s *core.Signals) {
	s.FactOdds = 1 / (1 + math.Exp(-m.FactOdds/askedScale))
	s.NegativeOdds = min(m.NegativeOdds/unansweredMost, 1)
	s.NeighbourSimilarity, s.NegativeOverlap, s.NegativeSimilarity = min(m.NeighbourSimilarity, 1), min(m.NegativeOverlap, 1), min(m.NegativeSimilarity, 1)
}

// isCircumstance reports whether a name only describes the situation of whoever asks:
// other questions that have an answer are asked with it too. No evidence needs it.
func isCircumstance(q *question, n *round, f core.Facet) bool {
	return f.Kind == core.FacetName && q.hasFAQ(n) && q.faq.Circumstance(f.Text)
}

// circumstances are the words of the question that only describe the situation of
// whoever asks.
func circumstances(q *question) core.Marks {
	var out core.Marks
	for w := range strings.FieldsSeq(q.Query) {
		if q.faq.Circumstance(w) {
			out = out.With(q.measure.Marks(w))
		}
	}
	return out
}
