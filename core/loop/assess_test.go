package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/coretest"
)

// TestTogether checks that the one set a question names must be next to the rest
// of it, and not elsewhere in the evidence.
func TestTogether(t *testing.T) {
	f := newShelf("The set W-512 is rather small.", "Other words stand in this sentence.", "The key of the thing has 32 bytes.", "The key of W-512 has 32 bytes here.")
	f.terms = []plan.Term{{Name: "W-512", Written: "W-512", Rank: plan.RankSet}}
	for name, tt := range map[string]struct {
		hits []core.Hit
		want core.OutcomeStatus
	}{
		"in one sentence": {[]core.Hit{hit(3, 1), hit(1, 0)}, core.Answered},
		"nowhere":         {[]core.Hit{hit(2, 1), hit(1, 0)}, core.Refused},
		"apart":           {[]core.Hit{hit(2, 1), hit(1, 0), hit(0, .1)}, core.Refused},
	} {
		f.hits, f.queries = tt.hits, nil
		if o, _ := watch(t, "key bytes of W-512", f.ports(), DefaultSettings()); o.Status != tt.want {
			t.Errorf("%s: %s (%s), want %s", name, o.Status, o.Detail, tt.want)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	two := []*core.Document{{ID: "F3"}, {ID: "F4"}}
	for _, tt := range []struct {
		question string
		plan     core.Plan
		docs     []*core.Document
		want     bool
	}{
		{"how large is the public key", core.Plan{Intent: core.IntentSize}, two, true},
		{"signature size in bytes", core.Plan{Intent: core.IntentSize}, two, true},
		{"how large is the public key", core.Plan{Intent: core.IntentSize}, two[:1], false},
		{"how large is the public key", core.Plan{Intent: core.IntentDefinition}, two, false},
		{"how large is the public key", core.Plan{Intent: core.IntentSize, Scope: []string{"F3"}}, two, false},
		{"how large is the public key", core.Plan{Intent: core.IntentSize, References: []core.AnchorRef{{Kind: core.KindTable, Number: "1"}}}, two, false},
		{"how large is the widget key", core.Plan{Intent: core.IntentSize}, two, false},
		{"what is the of", core.Plan{Intent: core.IntentSize}, two, false},
	} {
		q := newQuestion(&plan.Plan{Plan: tt.plan}, Ports{Library: &fake{docs: tt.docs}, Relevance: coretest.Words{}}, DefaultSettings())
		q.measure = coretest.Words{}.Measure(tt.question, false)
		if got := ambiguous(q); got != tt.want {
			t.Errorf("%q of %d documents, %+v: ambiguous %v", tt.question, len(tt.docs), tt.plan, got)
		}
	}
}

func TestOffCorpus(t *testing.T) {
	for _, tt := range []struct {
		name   string
		plan   core.Plan
		window float64
		want   bool
	}{
		{"shares little", core.Plan{}, minOfQuestion - .01, true},
		{"shares enough", core.Plan{}, minOfQuestion, false},
		{"names a term by its name", core.Plan{Terms: []string{"ML-KEM"}}, 0, false},
	} {
		n := &round{assessment: core.Assessment{Signals: core.Signals{Window: tt.window}}}
		if got := offCorpus(&question{Plan: &plan.Plan{Plan: tt.plan}}, n); got != tt.want {
			t.Errorf("%s: off corpus %v", tt.name, got)
		}
	}
}

func TestSubscripted(t *testing.T) {
	for word, want := range map[string]string{"eta2": "eta_2", "d12": "d_12", "eta": "", "2": "", "2eta": "", "eta2x": "", "Eta2": "", "": ""} {
		if got := subscripted(word); got != want {
			t.Errorf("subscripted(%q) = %q, want %q", word, got, want)
		}
	}
}
