package loop

import (
	"math"

	"github.com/pqcite/pqcite/core"
)

// Thresholds of confidence. That of acceptance was chosen on the 745 questions of
// eval/questions, where it is about the lowest at which the most outcomes are as they
// should be; docs/evaluation.md says what others cost.
const (
	completeConfidence = 0.75 // enough to answer at once
	refineConfidence   = 0.5  // below it, another way of search pays more than another wording
	acceptConfidence   = 0.4  // below it, no answer is tried
	unnamedConfidence  = 0.5  // the same for a question that names nothing of the library
	sayConfidence      = 0.4  // below it, what was written of acceptable evidence is not said
)

// weights are those of a logistic model of whether the evidence answers a question,
// fitted by "pqcite eval calibrate --signals slots,facets,score,piece,strange,mass,near"
// on 736 of the 745 questions of eval/questions, those for which evidence was gathered.
// Held out in ten folds its AUROC is .91; fitted to either set alone, it does as well on
// the other. Of the signals only those are in it whose
// weight has the sign that its meaning asks for, so that a bad one lowers: the window
// and what all the evidence covers say nothing beside these, and get weights below 0.
var weights = struct{ bias, slots, facets, score, piece, strange, mass, near float64 }{
	bias: -7.54, slots: 0.87, facets: 4.5, score: 2.53, piece: 1.52, strange: -3.23, mass: 4.08, near: 5.36,
}

// confidence is the calibrated share of questions with such signals that the
// evidence answers.
func confidence(s core.Signals) float64 {
	w := &weights
	z := w.bias + w.slots*s.Slots + w.facets*s.Facets + w.score*s.Score + w.piece*s.Piece + w.strange*s.Strange + w.mass*s.Mass + w.near*s.Near
	return 1 / (1 + math.Exp(-z))
}

// signals measure a round's evidence.
func (r *run) signals(n *round, a *core.Assessment) core.Signals {
	s := core.Signals{
		Window: r.measure.Share(n.window), Evidence: r.measure.Share(n.all), Rarest: r.measure.Rarest(n.window),
		Slots: r.measure.Within(n.window, r.slots), Facets: 1,
	}
	if r.slots == (core.Marks{}) {
		s.Slots = s.Window
	}
	if total := len(a.Found) + len(a.Missing); total > 0 {
		s.Facets = float64(len(a.Found)) / float64(total)
	}
	for _, h := range n.hits {
		s.Score = max(s.Score, h.Support)
	}
	r.tell(&s, n)
	return s
}

// massHalf is the idf, in nats, of covered words at which a signal of mass is one
// half: four or five words that tell something apart.
const massHalf = 15

// tell measures what the words of the question that name something find.
func (r *run) tell(s *core.Signals, n *round) {
	w := r.measure.Words()
	s.Piece, s.Known = n.evidence.Piece(w.Telling), r.measure.Within(n.all, w.Telling)
	s.Strange = r.measure.Share(core.Marks{Own: w.Strange.Own &^ n.all.Near})
	r.weigh(s, n.window)
}

// weigh measures how much of the question marks stand for, whatever its length.
func (r *run) weigh(s *core.Signals, marks core.Marks) {
	mass := r.measure.Words().Mass
	s.Mass = saturated(mass * r.measure.Share(core.Marks{Own: marks.Own}))
	s.Near = saturated(mass * r.measure.Share(core.Marks{Own: marks.Near &^ marks.Own}))
}

func saturated(mass float64) float64 { return mass / (mass + massHalf) }
