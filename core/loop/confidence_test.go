package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
)

// TestConfidenceFallsWithEverySignal holds that no signal makes up for being bad: a
// worse one never gives more confidence.
func TestConfidenceFallsWithEverySignal(t *testing.T) {
	good := core.Signals{Window: 1, Slots: 1, Facets: 1, Score: 1, Unit: 1, Mass: 1, Near: 1, FactOdds: 1, NeighbourSimilarity: 1}
	for which, w := range map[string]*weights{"faq": &faqModel.weights, "words": &wordsModel.weights} {
		if c := w.confidence(good); c < completeConfidence || c > 1 {
			t.Errorf("%s: the best signals give %v", which, c)
		}
		if c := w.confidence(core.Signals{OutOfVocabulary: 1, NegativeOdds: 1, NegativeOverlap: 1, NegativeSimilarity: 1}); c > 0.01 {
			t.Errorf("%s: the worst signals give %v", which, c)
		}
		for name, worse := range map[string]func(*core.Signals){
			"window": func(s *core.Signals) { s.Window = 0 }, "slots": func(s *core.Signals) { s.Slots = 0 },
			"facets": func(s *core.Signals) { s.Facets = 0 }, "score": func(s *core.Signals) { s.Score = 0 },
			"unit":              func(s *core.Signals) { s.Unit = 0 },
			"out_of_vocabulary": func(s *core.Signals) { s.OutOfVocabulary = 1 }, "mass": func(s *core.Signals) { s.Mass = 0 },
			"near": func(s *core.Signals) { s.Near = 0 }, "asked": func(s *core.Signals) { s.FactOdds = 0 }, "unanswered": func(s *core.Signals) { s.NegativeOdds = 1 },
			"agree": func(s *core.Signals) { s.NeighbourSimilarity = 0 }, "twin": func(s *core.Signals) { s.NegativeOverlap = 1 }, "against": func(s *core.Signals) { s.NegativeSimilarity = 1 },
		} {
			s := good
			if worse(&s); w.confidence(s) > w.confidence(good) {
				t.Errorf("%s: a worse %s gives %v, more than %v", which, name, w.confidence(s), w.confidence(good))
			}
		}
	}
}
