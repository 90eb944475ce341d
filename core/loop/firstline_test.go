package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/coretest"
)

// The confidence in a first line rises with the support, with the chance of its fact and with
// what it covers, and a model's grade that lowered the support bounds it.
func TestLineConfidence(t *testing.T) {
	of := func(verdict core.Verdict, exact bool, line string, chance, sure float64, graded bool) float64 {
		q := newQuestion(&plan.Plan{}, Ports{Library: &fake{}, Relevance: coretest.Words{}}, DefaultSettings())
		q.measure = coretest.Words{}.Measure("alpha beta gamma", false)
		q.match.Facts = []core.Fact{{Statement: line, Chance: chance}}
		n := &round{}
		if n.assessment.Confidence = q.model(n).confidence(n.assessment.Signals); graded {
			n.assessment.Confidence /= 2
		}
		r := &run{question: q, best: n, outcome: core.Outcome{ShortAnswer: line}}
		r.draft.kept, r.draft.Exact = []core.Claim{{Text: line, Verdict: verdict}}, exact
		return r.lineConfidence(sure)
	}
	const line = "Alpha is beta."
	base := of(core.Stated, false, line, .3, .8, false)
	for name, more := range map[string]float64{
		"more support":     of(core.Stated, false, line, .3, .95, false),
		"a likelier fact":  of(core.Stated, false, line, .6, .8, false),
		"a line with more": of(core.Stated, false, "Alpha is beta gamma.", .3, .8, false),
	} {
		if more <= base || more > 1 {
			t.Errorf("%s: %.3f, before %.3f", name, more, base)
		}
	}
	if quoted := of(core.Verbatim, false, line, 0, .8, false); quoted >= base {
		t.Errorf("a quote has %.3f, a statement %.3f", quoted, base)
	}
	if graded := of(core.Stated, false, line, .3, .2, true); graded > .2 {
		t.Errorf("graded, %.3f", graded)
	}
}
