package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// TestOutside checks that what a document of others says is answered only by a
// sentence that names it.
func TestOutside(t *testing.T) {
	for name, tt := range map[string]struct {
		texts []string
		want  core.OutcomeStatus
	}{
		"told in a sentence that names it":  {[]string{"STD-9 permits alpha beta gamma."}, core.Answered},
		"spelt in another way":              {[]string{"Std 9 permits alpha beta gamma."}, core.Answered},
		"told of something else":            {[]string{"This standard permits alpha beta gamma."}, core.Refused},
		"named in a sentence of its own":    {[]string{"STD-9 exists. Here alpha beta gamma are permitted."}, core.Refused},
		"named beside a part of what asked": {[]string{"STD-9 permits alpha. Here beta gamma are permitted."}, core.Refused},
	} {
		f := newShelf(append(tt.texts, "Other words stand in this sentence.")...)
		f.refs = []plan.Reference{{Text: "STD 9", Doc: "STD9"}}
		f.hits = []core.Hit{hit(0, 1), hit(1, 0)}
		o, _ := watch(t, "are alpha beta gamma permitted", f.ports(), DefaultSettings())
		if o.Status != tt.want {
			t.Errorf("%s: %s (%s), want %s", name, o.Status, o.Detail, tt.want)
		}
		if tt.want == core.Refused && o.RefusalReason != core.RefusalMissingFact {
			t.Errorf("%s: refused for %s: %s", name, o.RefusalReason, o.Detail)
		}
	}
}

// TestCells checks that a cell of a table answers a question of which it and its
// headings cover most, and no other.
func TestCells(t *testing.T) {
	for question, want := range map[string]core.OutcomeStatus{
		"alpha beta size":              core.Answered,
		"alpha beta weight on harbour": core.Refused, // of which a row says nothing
	} {
		for _, exact := range []bool{true, false} {
			f := newShelf("The alpha beta size is 32 here.", "The weight of things on harbour grounds is with alpha beta.")
			f.write = func(in answer.Input) answer.Draft {
				d := f.quoted([]core.Hit{hit(0, 1)})
				d.Exact = exact
				return d
			}
			f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
			status := want
			if !exact {
				status = core.Answered
			}
			if o, _ := watch(t, question, f.ports(), DefaultSettings()); o.Status != status {
				t.Errorf("%q, exact %v: %s (%s), want %s", question, exact, o.Status, o.Detail, status)
			}
		}
	}
}

// TestReasonOfARow checks that a row of a table is no answer to why it is so.
func TestReasonOfARow(t *testing.T) {
	for question, want := range map[string]core.OutcomeStatus{
		"alpha beta size":        core.Answered,
		"why is alpha beta size": core.Refused,
	} {
		f := newShelf("The alpha beta | size 32", "Because alpha beta has the size of gamma.")
		f.hits = []core.Hit{hit(0, 1), hit(1, 0)}
		if o, _ := watch(t, question, f.ports(), DefaultSettings()); o.Status != want {
			t.Errorf("%q: %s (%s), want %s", question, o.Status, o.Detail, want)
		}
	}
}

// TestReasonOfAValue checks that a statement of a value alone is no answer to why it is so.
func TestReasonOfAValue(t *testing.T) {
	for text, want := range map[string]bool{
		"omega is 80 in one set and 55 in another.":                 true,
		"omega is 80 because fewer would fail.":                     false,
		"omega is 80 to bound the signature.":                       false,
		"With omega at 80, signatures may fail.":                    false,
		"omega bounds the hint.":                                    false,
		"In Table 3 of FIPS 204, omega is what bounds the hint h.":  false,
		"zeta = 1753 is a 512th root of unity modulo 8380417 there": true,
	} {
		if got := isValueAlone(core.Claim{Text: text, Verdict: core.Stated}); got != want {
			t.Errorf("%q is a value alone: %v", text, got)
		}
	}
}

// TestStatementOfAnother checks that what a document of others says is answered by a
// statement that names it, where frequently asked questions convince.
func TestStatementOfAnother(t *testing.T) {
	for name, tt := range map[string]struct {
		text    string
		verdict core.Verdict
		docs    []string
		want    bool
	}{
		"a statement that names it": {"This is not the scheme of STD-9.", core.Stated, []string{"W"}, true},
		"one of something else":     {"This is not that scheme.", core.Stated, []string{"W"}, false},
		"a quote":                   {"This is not the scheme of STD-9.", core.Verbatim, []string{"W"}, false},
		"not convincing":            {"This is not the scheme of STD-9.", core.Stated, nil, false},
	} {
		p := newShelf("Alpha beta gamma.").ports()
		p.FAQ = recalling{docs: tt.docs}
		q := newQuestion(&plan.Plan{Unknown: []plan.Reference{{Text: "STD 9"}}}, p, DefaultSettings())
		q.measure = p.Relevance.Measure("is alpha the scheme of STD 9", false)
		n := &round{hits: []core.Hit{hit(0, 1)}}
		n.evidence = answer.NewEvidence(p.Library, nil, nil, core.FAQMatch{}, n.hits, q.measure)
		d := &draft{kept: []core.Claim{{Text: tt.text, Verdict: tt.verdict}}}
		if why := unsaid(q, n, d, completeConfidence); (why == "") != tt.want {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// TestSupportOfAStatement checks that what a statement covers counts half, and what quotes
// do whole.
func TestSupportOfAStatement(t *testing.T) {
	p := newShelf("Alpha beta gamma.").ports()
	p.FAQ = recalling{docs: []string{"W"}}
	q := newQuestion(&plan.Plan{}, p, DefaultSettings())
	q.measure = p.Relevance.Measure("alpha beta gamma", false)
	n := &round{hits: []core.Hit{hit(0, 1)}}
	n.assessment.Signals = core.Signals{Slots: 1, Facets: 1, Mass: 1, FactOdds: 0.5, NeighbourSimilarity: 0.5}
	n.assessment.Confidence = q.model(n).confidence(n.assessment.Signals)
	of := func(v core.Verdict) float64 {
		return support(q, n, &draft{kept: []core.Claim{{Text: "In other words.", Verdict: v}}})
	}
	if quoted, stated := of(core.Verbatim), of(core.Stated); !(quoted < stated && stated < n.assessment.Confidence) {
		t.Errorf("quoted %.3f, stated %.3f, of evidence with %.3f", quoted, stated, n.assessment.Confidence)
	}
}
