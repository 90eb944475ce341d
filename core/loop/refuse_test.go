package loop

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// refusedFor is the outcome of a run whose best evidence is of a confidence and lacks
// facets.
func refusedFor(t *testing.T, terms []string, a core.Assessment) core.Outcome {
	t.Helper()
	f, p := newFake(), &plan.Plan{Plan: core.NewPlan()}
	p.Terms = terms
	r := &run{ports: f.ports(), question: newQuestion(p, f.ports(), DefaultSettings()), best: &round{evidence: &answer.Evidence{}, assessment: a}}
	if acceptable(r.question, r.best) {
		t.Fatalf("confidence %.4f without %v is accepted", a.Confidence, a.Missing)
	}
	if next, err := r.refuse(t.Context()); next != ended || err != nil {
		t.Fatalf("a refusal leads to %q, %v", next, err)
	}
	return r.outcome
}

// TestReasonIsTrue: what a refusal says is why it refuses.
func TestReasonIsTrue(t *testing.T) {
	covered := core.Signals{Window: 1}
	lacking := func(confidence float64, fs ...core.Facet) core.Assessment {
		return core.Assessment{Confidence: confidence, Hits: 5, Signals: covered, Missing: fs}
	}
	for name, tt := range map[string]struct {
		terms  []string
		a      core.Assessment
		why    core.RefusalReason
		detail string
	}{
		"above what a named subject needs": {nil, lacking(.45), core.RefusalMissingFact,
			"No passage that was found states what was asked: confidence 0.45, needed 0.50. The question names no scheme, algorithm or document of the library."},
		"next to what is needed": {nil, lacking(.49999), core.RefusalMissingFact,
			"No passage that was found states what was asked: confidence 0.49, needed 0.50. The question names no scheme, algorithm or document of the library."},
		"of something else": {nil, lacking(.004), core.RefusalOffCorpus,
			"No passage that was found states what was asked: confidence 0.00, needed 0.50. The question names no scheme, algorithm or document of the library."},
		"of a term": {[]string{"ML-KEM", "key", "seed"}, lacking(.3), core.RefusalMissingFact,
			"The documents speak of ML-KEM and key, but no passage that was found states what was asked: confidence 0.30, needed 0.40."},
		"sure, but a name that binds is missing": {[]string{"ML-KEM"}, lacking(.9, core.Facet{Kind: core.FacetTerm, Text: "public key"}, core.Facet{Kind: core.FacetName, Text: "Gizmo7"}),
			core.RefusalMissingTerm, `No passage that was found mentions "Gizmo7".`},
		"sure, but a unit is missing": {[]string{"ML-KEM"}, lacking(.9, core.Facet{Kind: core.FacetUnit, Text: "joules"}),
			core.RefusalMissingFact, `No passage that was found speaks of this together with "joules".`},
		"sure, but an element is missing": {[]string{"ML-KEM"}, lacking(.9, core.Facet{Kind: core.FacetAnchor, Text: "Table 9"}),
			core.RefusalMissingAnchor, `Table 9 was not found in the documents searched.`},
	} {
		if o := refusedFor(t, tt.terms, tt.a); o.RefusalReason != tt.why || o.Detail != tt.detail {
			t.Errorf("%s: %s, %q; want %s, %q", name, o.RefusalReason, o.Detail, tt.why, tt.detail)
		}
	}
}

// TestOtherLanguage: a question in another language is refused because it must be English,
// whatever else is missing, unless what it found is in another language too.
func TestOtherLanguage(t *testing.T) {
	for name, tt := range map[string]struct {
		question, text string
		hits           int
		why            core.RefusalReason
	}{
		"answered by English":    {"Was ist ein widget?", "A widget is a small part.", 1, core.RefusalOtherLanguage},
		"answered by no passage": {"Was ist ein widget?", "A widget is a small part.", 0, core.RefusalOtherLanguage},
		"answered by German":     {"Was ist ein Dings?", "Was ist ein Dings? Ein Dings ist ein kleines Teil und nicht mehr.", 1, core.RefusalNone},
		"asked in English":       {"What is a widget?", "A widget is a small part.", 1, core.RefusalNone},
		"English, and not found": {"What is a widget?", "A widget is a small part.", 0, core.RefusalOffCorpus},
	} {
		f := newShelf(tt.text)
		f.hits = []core.Hit{hit(0, 1)}[:tt.hits]
		o := ask(t, f, tt.question)
		if o.RefusalReason != tt.why || (tt.why == core.RefusalNone) != (o.Status == core.Answered) {
			t.Errorf("%s: %s, refused for %q: %s", name, o.Status, o.RefusalReason, o.Detail)
		}
		if tt.why == core.RefusalOtherLanguage && (!strings.Contains(o.Detail, "must be in English") || o.RefusalKind != core.KindUnasked) {
			t.Errorf("%s: kind %q: %s", name, o.RefusalKind, o.Detail)
		}
	}
}
