package loop

import (
	"math"

	"github.com/pqcite/pqcite/core"
)

// Thresholds of confidence. They were set on the development questions; see
// docs/evaluation.md for the sample and for what they do on the test questions.
const (
	completeConfidence = 0.8 // enough to answer at once
	refineConfidence   = 0.6 // below it, another way of search pays more than another wording
	acceptConfidence   = 0.4 // below it, nothing is claimed
)

// weights are those of a logistic model of whether the answer is in the evidence.
// Fitted by "pqcite eval calibrate" on eval/questions/dev.jsonl.
var weights = struct{ bias, window, slots, evidence, rarest, facets, score float64 }{
	bias: -8.9, window: 1.0, slots: 2.2, evidence: 1.5, rarest: 0, facets: 5.5, score: 4.1,
}

// confidence is the calibrated share of questions with such signals that the
// evidence answers.
func confidence(s core.Signals) float64 {
	w := &weights
	z := w.bias + w.window*s.Window + w.slots*s.Slots + w.evidence*s.Evidence + w.rarest*s.Rarest + w.facets*s.Facets + w.score*s.Score
	return 1 / (1 + math.Exp(-z))
}

// signals measure a round's evidence.
func (r *run) signals(n *round, a *core.Assessment) core.Signals {
	best, all := n.evidence.Window(r.slots)
	s := core.Signals{Window: r.measure.Share(best), Evidence: r.measure.Share(all), Rarest: r.measure.Rarest(best), Facets: 1, Slots: r.measure.Within(best, r.slots)}
	if r.slots == (core.Marks{}) {
		s.Slots = s.Window
	}
	if total := len(a.Found) + len(a.Missing); total > 0 {
		s.Facets = float64(len(a.Found)) / float64(total)
	}
	for _, h := range n.hits {
		s.Score = max(s.Score, h.Support)
	}
	return s
}
