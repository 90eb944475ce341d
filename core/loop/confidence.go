package loop

import (
	"github.com/pqcite/pqcite/core"
)

// Thresholds of confidence that all models share.
const (
	completeConfidence = 0.75 // enough to answer at once
	refineConfidence   = 0.5  // below it, another way of search pays more than another wording
)

// typedConfidence is the confidence in an answer by typed facts: its question was read to
// the last word, and its values were found in their cells. Of the development questions
// that are answered so none is answered wrongly; the rest is for what those do not ask.
const typedConfidence = 0.99

// model says whether evidence answers a question: a logistic model of signals, and the
// confidences that it takes.
type model struct {
	weights
	accept  float64 // below it no answer is tried, nor said of what was written
	unnamed float64 // the same for a question that names nothing of the library
}

// weights are those of signals, and what is added whatever they are. Only signals are
// in a model whose weight has the sign that its meaning asks for, so that a bad one
// lowers.
type weights struct {
	bias, slots, facets, score, unit, outOfVocabulary, mass, near, factOdds, negativeOdds, neighbours, negativeOverlap, negativeSimilarity float64
}

// wordsModel judges by words alone. It was fitted by "pqcite-dev calibrate --without
// faq --signals slots,facets,score,unit,out_of_vocabulary,mass,near" to 736 of the 745
// questions of dev and test in eval/questions, those for which evidence was gathered;
// held out in ten folds its AUROC is .91. Its thresholds are about the lowest at which
// the most outcomes are as they should be.
var wordsModel = model{
	weights: weights{bias: -7.54, slots: 0.87, facets: 4.5, score: 2.53, unit: 1.52, outOfVocabulary: -3.23, mass: 4.08, near: 5.36},
	accept:  0.4, unnamed: 0.5,
}

// faqModel judges where there are frequently asked questions on the documents. It was fitted by
// "pqcite-dev calibrate --signals
// slots,facets,out_of_vocabulary,near,fact_odds,negative_odds,neighbour_similarity,negative_overlap,negative_similarity" to 2,015 of the 2,121
// questions of dev and test to test5, those with evidence of such documents that compare
// nothing; held out in ten folds its AUROC is .985. At 0.6 a quarter more of the answerable
// are refused, and a sixth fewer of the others are answered.
var faqModel = model{
	weights: weights{bias: -11.68, slots: 1.66, facets: 3.75, outOfVocabulary: -4.18, near: 3.45, factOdds: 9.86, negativeOdds: -4.87, neighbours: 23.46, negativeOverlap: -6.30, negativeSimilarity: -12.80},
	accept:  0.5, unnamed: 0.5,
}

// confidence is the calibrated share of questions with such signals that the
// evidence answers.
func (w *weights) confidence(s core.Signals) float64 {
	z := w.bias + w.slots*s.Slots + w.facets*s.Facets + w.score*s.Score + w.unit*s.Unit + w.outOfVocabulary*s.OutOfVocabulary + w.mass*s.Mass + w.near*s.Near +
		w.factOdds*s.FactOdds + w.negativeOdds*s.NegativeOdds + w.neighbours*s.NeighbourSimilarity + w.negativeOverlap*s.NegativeOverlap + w.negativeSimilarity*s.NegativeSimilarity
	return logistic(z)
}

// signals measure a round's evidence, for an assessment whose facets are known.
func signals(q *question, n *round, a *core.Assessment) core.Signals {
	s := core.Signals{Facets: 1, Unit: n.evidence.Unit(q.measure.Words().Content), OutOfVocabulary: outOfVocabulary(q, n)}
	if total := len(a.Found) + len(a.Missing); total > 0 {
		s.Facets = float64(len(a.Found)) / float64(total)
	}
	for _, h := range n.hits {
		s.Score = max(s.Score, h.Support)
	}
	cover(q, n.window, &s)
	if q.hasFAQ(n) {
		matched(&q.match, &s)
	}
	return s
}

// cover measures how much of the question marks cover.
func cover(q *question, m core.Marks, s *core.Signals) {
	s.Window = q.measure.Share(m)
	if s.Slots = q.measure.Within(m, q.slots); q.slots == (core.Marks{}) {
		s.Slots = s.Window
	}
	mass := q.measure.Words().Mass
	s.Mass = saturated(mass * q.measure.Share(core.Marks{Own: m.Own}))
	s.Near = saturated(mass * q.measure.Share(core.Marks{Own: m.Near &^ m.Own}))
}

// massHalf is the idf, in nats, of covered words at which a signal of mass is one
// half: four or five rare words.
const massHalf = 15

func saturated(mass float64) float64 { return mass / (mass + massHalf) }

// outOfVocabulary is the share of the question that no document has a word for. Words
// that only describe the situation of whoever asks do not count, where it is known which
// these are.
func outOfVocabulary(q *question, n *round) float64 {
	words := q.measure.Words().OutOfVocabulary.Own &^ n.all.Near
	if words != 0 && q.hasFAQ(n) {
		words &^= circumstances(q).Own
	}
	return q.measure.Share(core.Marks{Own: words})
}
