package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/coretest"
)

// TestStates checks when a claim states the number or the date of what is asked.
func TestStates(t *testing.T) {
	docs := []*core.Document{{ID: "F3", Title: "Module-Lattice Standard"}, {ID: "IR", Title: "Status Report"}}
	kem := plan.Term{Name: "ML-KEM", Rank: plan.RankScheme, Standard: "F3", Expand: []string{"Module-Lattice"}}
	hqc := plan.Term{Name: "HQC", Rank: plan.RankScheme, Docs: []string{"IR"}, Expand: []string{"Hamming"}}
	wing := plan.Term{Name: "X-Wing"}
	set := plan.Term{Name: "ML-KEM-768", Rank: plan.RankSet, Docs: []string{"F3"}, Aliases: []string{"Kyber768"}}
	for _, tt := range []struct {
		question, claim, doc string
		intent               core.Intent
		terms                []plan.Term
		want                 bool
	}{
		{"how large is it", "It has 32 bytes.", "F3", core.IntentSize, nil, true},
		{"how large is it", "It has thirty-two bytes.", "F3", core.IntentSize, nil, true}, // two
		{"how large is it", "It is rather large.", "F3", core.IntentSize, nil, false},
		{"how large is it", "It follows SP800-38D.", "F3", core.IntentSize, nil, false}, // a number inside a name
		{"how large is it", "It has 2^256 elements.", "F3", core.IntentSize, nil, true},
		{"how large is it", "A 256-bit seed.", "F3", core.IntentSize, nil, true},
		{"how many rounds are there", "There are 24 rounds.", "F3", core.IntentSize, nil, true},
		{"how many rounds are there", "There are 24 of them.", "F3", core.IntentSize, nil, false}, // of what?
		{"how many bytes has it", "It has 32 bytes.", "F3", core.IntentSize, nil, true},
		{"its size in bytes", "It has 32 rows.", "F3", core.IntentSize, nil, false}, // a number of something else
		{"how large is an X-Wing key", "An X-Wing key has 1216 bytes.", "F3", core.IntentSize, []plan.Term{wing}, true},
		{"how large is an X-Wing key", "A key has 1216 bytes.", "F3", core.IntentSize, []plan.Term{wing}, false}, // whose?
		{"how large is a KEM key", "A key has 1216 bytes.", "F3", core.IntentSize, []plan.Term{{Name: "KEM"}}, true},
		{"when is it due", "It is due in 2030.", "F3", core.IntentDate, nil, true},
		{"when is it due", "It is due soon.", "F3", core.IntentDate, nil, false},
		{"when is it due", "It is due soon.", "F3", core.IntentReason, nil, true}, // no such thing is asked for
		{"size of ML-KEM-768", "ML-KEM-768 has 1184.", "F3", core.IntentSize, []plan.Term{set}, true},
		{"size of ML-KEM-768", "Kyber768 has 1184.", "IR", core.IntentSize, []plan.Term{set}, true},
		{"size of ML-KEM-768", "It has 1184.", "F3", core.IntentSize, []plan.Term{set}, false}, // which set?
		{"size of ML-KEM", "It has 1184.", "F3", core.IntentSize, []plan.Term{kem}, true},      // its own standard
		{"size of ML-KEM", "It has 1184.", "IR", core.IntentSize, []plan.Term{kem}, false},
		{"size of HQC", "It has 1184.", "IR", core.IntentSize, []plan.Term{hqc}, false}, // a report on many
		{"size of ML-KEM and HQC", "It has 1184.", "IR", core.IntentSize, []plan.Term{kem, hqc}, true},
	} {
		r := &run{
			ports: Ports{Library: &fake{docs: docs}}, settings: DefaultSettings(), question: tt.question,
			measure: coretest.Words{}.Measure(tt.question, false),
			plan:    &plan.Plan{Plan: core.Plan{Intent: tt.intent}, Mentioned: tt.terms},
		}
		c := core.Claim{Text: tt.claim, Citations: []string{"c1"}}
		if got := r.states([]core.Claim{c}, []core.Citation{{Key: "c1", Locator: core.Locator{DocID: tt.doc}}}, false); got != tt.want {
			t.Errorf("%q states what %q asks for: %v", tt.claim, tt.question, got)
		}
		r.settings.Features.Slots = false
		if why := r.unsaid(answer.Draft{}, []core.Claim{c}, 0); why != "" {
			t.Errorf("%q is refused where slots are off: %s", tt.claim, why)
		}
	}
}

// TestTogether checks that the one set a question names must stand beside the rest
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
		r := &run{
			ports: Ports{Library: &fake{docs: tt.docs}}, measure: coretest.Words{}.Measure(tt.question, false), plan: &plan.Plan{Plan: tt.plan},
		}
		if got := r.ambiguous(); got != tt.want {
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
		{"shares little", core.Plan{}, offCorpus - .01, true},
		{"shares enough", core.Plan{}, offCorpus, false},
		{"names a term by its name", core.Plan{Terms: []string{"ML-KEM"}}, 0, false},
	} {
		r := &run{plan: &plan.Plan{Plan: tt.plan}}
		if got := r.isOffCorpus(&core.Assessment{Signals: core.Signals{Window: tt.window}}); got != tt.want {
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
