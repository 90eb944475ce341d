package loop

import (
	"math"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// minChance is the chance from which on the places of a known fact are looked at.
const minChance = 0.02

// recall asks which known questions the question is like. What stands in documents
// that are not searched is left out, and the odds are those of the best that is left.
func (r *run) recall() {
	if !r.settings.Features.Known || r.ports.Known == nil {
		return
	}
	known := r.ports.Known.Match(r.question)
	r.known = known
	r.known.Facts = nil
	for _, f := range known.Facts {
		if len(f.Places) > 0 && r.searches(f.Places[0].DocID) {
			r.known.Facts = append(r.known.Facts, f)
		}
	}
	r.known.Asked += math.Log((best(r.known) + tiny) / (best(known) + tiny))
	r.emit(core.Event{Kind: core.EventRecall, Recall: &r.known})
}

// best is the chance of the likeliest fact.
func best(k core.Known) float64 {
	if len(k.Facts) == 0 {
		return 0
	}
	return k.Facts[0].Chance
}

// tiny keeps the logarithm of a ratio finite.
const tiny = 1e-6

// searches reports whether a document is in the library and in the question's scope.
func (r *run) searches(docID string) bool {
	scope := r.analysis.plan.Scope
	return r.ports.Library.Document(docID) != nil && (len(scope) == 0 || slices.Contains(scope, docID))
}

// withKnown adds the passages of known facts to what was found. Where no passage has a
// word of the question nothing is: what is alike then is talk.
func (r *run) withKnown(hits []core.Hit) []core.Hit {
	if len(hits) == 0 {
		return hits
	}
	for _, f := range r.known.Facts {
		if f.Chance < minChance {
			break
		}
		for _, at := range f.Places {
			if !r.searches(at.DocID) {
				continue
			}
			doc := r.ports.Library.Document(at.DocID)
			passage, ok := r.ports.Readings.Find(doc, at)
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
	s.Asked = 1 / (1 + math.Exp(-r.known.Asked/askedScale))
	s.Unanswered = min(r.known.Unanswered/unansweredMost, 1)
	s.Agree, s.Twin, s.Against = min(r.known.Agree, 1), min(r.known.Twin, 1), min(r.known.Against, 1)
}

// The log-odds are spread over the range of a signal: asked is nearly linear where
// most questions are, from -4 to 4; few have more than unansweredMost.
const (
	askedScale     = 3
	unansweredMost = 6
)

// isCircumstance reports whether a name only tells where somebody stands who asks: other
// questions that have an answer are asked with it too. No evidence must have it.
func (r *run) isCircumstance(n *round, f core.Facet) bool {
	return f.Kind == core.FacetName && r.knows(n) && r.ports.Known.Circumstance(f.Text)
}

// circumstances are the words of the question that only tell where somebody stands.
func (r *run) circumstances() core.Marks {
	var out core.Marks
	for w := range strings.FieldsSeq(r.question) {
		if r.ports.Known.Circumstance(w) {
			out = out.With(r.measure.Marks(w))
		}
	}
	return out
}

// knows reports whether questions are known on the document that the best evidence
// of a round is from. A comparison is made of many facts, and no question is known for
// most pairs.
func (r *run) knows(n *round) bool {
	return r.settings.Features.Known && r.ports.Known != nil && len(n.hits) > 0 && len(r.analysis.sides) < 2 &&
		slices.Contains(r.ports.Known.Documents(), n.hits[0].Passage.DocID)
}
