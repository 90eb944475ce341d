package loop

import (
	"math"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// minChance is the chance from which on the units of a fact are looked at.
const minChance = 0.02

// recall matches the question against the frequently asked ones. Facts of documents
// that are not searched are left out, and the odds are those of the best that is left.
func (r *run) recall() {
	if !r.settings.Features.Known || r.ports.FAQ == nil {
		return
	}
	match := r.ports.FAQ.Match(r.question)
	r.faq = match
	r.faq.Facts = nil
	for _, f := range match.Facts {
		if len(f.Units) > 0 && r.searches(f.Units[0].DocID) {
			r.faq.Facts = append(r.faq.Facts, f)
		}
	}
	r.faq.Asked += math.Log((best(r.faq) + tiny) / (best(match) + tiny))
	r.emit(core.Event{Kind: core.EventRecall, Recall: &r.faq})
}

// best is the chance of the likeliest fact.
func best(k core.FAQMatch) float64 {
	if len(k.Facts) == 0 {
		return 0
	}
	return k.Facts[0].Chance
}

// tiny keeps the logarithm of a ratio finite.
const tiny = 1e-6

// searches reports whether a document is in the library and in the question's scope.
func (r *run) searches(docID string) bool {
	scope := r.plan.Scope
	return r.ports.Library.Document(docID) != nil && (len(scope) == 0 || slices.Contains(scope, docID))
}

// withFacts adds the passages of the matched facts to what was found. Where no passage
// has a word of the question nothing is added: what matches then is small talk.
func (r *run) withFacts(hits []core.Hit) []core.Hit {
	if len(hits) == 0 {
		return hits
	}
	for _, f := range r.faq.Facts {
		if f.Chance < minChance {
			break
		}
		for _, at := range f.Units {
			if !r.searches(at.DocID) {
				continue
			}
			doc := r.ports.Library.Document(at.DocID)
			passage, ok := r.ports.Passages.Find(doc, at)
			ref := core.PassageRef{DocID: at.DocID, Index: passage}
			if ok && !slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Passage == ref }) {
				hits = append(hits, core.Hit{Passage: ref, Page: min(max(at.Page, doc.Passages[passage].StartPage), doc.Passages[passage].EndPage)})
			}
		}
	}
	return hits
}

// recalled measures what was recalled as signals.
func (r *run) recalled(s *core.Signals) {
	s.Asked = 1 / (1 + math.Exp(-r.faq.Asked/askedScale))
	s.Unanswered = min(r.faq.Unanswered/unansweredMost, 1)
	s.Agree, s.Twin, s.Against = min(r.faq.Agree, 1), min(r.faq.Twin, 1), min(r.faq.Against, 1)
}

// The log-odds are spread over the range of a signal: asked is nearly linear where
// most questions are, from -4 to 4; few have more than unansweredMost.
const (
	askedScale     = 3
	unansweredMost = 6
)

// isCircumstance reports whether a name only describes the situation of whoever asks:
// other questions that have an answer are asked with it too. No evidence needs it.
func (r *run) isCircumstance(n *round, f core.Facet) bool {
	return f.Kind == core.FacetName && r.hasFAQ(n) && r.ports.FAQ.Circumstance(f.Text)
}

// circumstances are the words of the question that only describe the situation of
// whoever asks.
func (r *run) circumstances() core.Marks {
	var out core.Marks
	for w := range strings.FieldsSeq(r.question) {
		if r.ports.FAQ.Circumstance(w) {
			out = out.With(r.measure.Marks(w))
		}
	}
	return out
}

// hasFAQ reports whether there are frequently asked questions on the document that the
// best evidence of a round is from. A comparison is made of many facts, and most pairs
// have no question.
func (r *run) hasFAQ(n *round) bool {
	return r.settings.Features.Known && r.ports.FAQ != nil && len(n.hits) > 0 && len(r.plan.Compared) < 2 &&
		slices.Contains(r.ports.FAQ.Documents(), n.hits[0].Passage.DocID)
}
