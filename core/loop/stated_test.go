package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/coretest"
)

// askedFor is a question of an intent that names terms.
func askedFor(text string, i core.Intent, terms []plan.Term) *question {
	p := &plan.Plan{Plan: core.Plan{Query: text, Intent: i}, Mentioned: terms}
	return newQuestion(p, Ports{Library: &fake{}, Relevance: coretest.Words{}}, DefaultSettings())
}

// TestStates checks when a claim states the number or the date of what is asked.
func TestStates(t *testing.T) {
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
		q := askedFor(tt.question, tt.intent, tt.terms)
		c := core.Claim{Text: tt.claim, Citations: []string{"c1"}}
		if got := states(q, []core.Claim{c}, []core.Citation{{Key: "c1", Locator: core.Locator{DocID: tt.doc}}}, false); got != tt.want {
			t.Errorf("%q states what %q asks for: %v", tt.claim, tt.question, got)
		}
		q.strict = false
		if why := unsaid(q, &round{}, &draft{kept: []core.Claim{c}}, 0); why != "" {
			t.Errorf("%q is refused where slots are off: %s", tt.claim, why)
		}
	}
}

// TestSerial checks that a question for the number that something is known by gets
// that number, and nothing else with a number in it.
func TestSerial(t *testing.T) {
	kem := plan.Term{Name: "ML-KEM", Rank: plan.RankScheme}
	for _, tt := range []struct {
		question, claim string
		terms           []plan.Term
		want            bool
	}{
		{"which FIPS number has ML-KEM", "ML-KEM is specified in FIPS 203.", []plan.Term{kem}, true},
		{"which FIPS number has ML-KEM", "ML-KEM is a FIPS.", []plan.Term{kem}, false},
		{"which FIPS number has ML-KEM", "FIPS 204 has another one.", []plan.Term{kem}, false}, // of what?
		{"the patent numbers", "Two patents, US 123456 among them, may matter.", nil, true},
		{"the patent numbers", "There are 2 patents that may matter.", nil, false},
		{"which RFC is it in", "It is in RFC 9180.", nil, true},
		{"which RFC is it in", "It is in Section 12.", nil, false},
		{"what RFCs are there", "None is known.", nil, false},
		{"what number is it", "It is nine.", nil, true}, // no kind is asked for
		{"the maximum number of rounds", "There are few.", nil, true},
		{"which section number", "It is here.", nil, true},
		{"is it so", "It is so.", nil, true},
	} {
		q := askedFor(tt.question, core.IntentGeneral, tt.terms)
		claims := []core.Claim{{Text: tt.claim}}
		if got := statesSerial(q.Plan, claims); got != tt.want {
			t.Errorf("%q states what %q asks for: %v", tt.claim, tt.question, got)
		}
		if why := unsaid(q, &round{}, &draft{kept: claims}, 0); (why == "") != tt.want {
			t.Errorf("%q to %q is refused with %q", tt.claim, tt.question, why)
		}
	}
}

// TestNumberedUnit checks that what its number distinguishes is not found by its
// name alone.
func TestNumberedUnit(t *testing.T) {
	f := newShelf("The parts of category 5 are alpha and beta.", "Other words stand in this sentence.")
	f.hits = []core.Hit{hit(0, 1), hit(1, 0)}
	for question, want := range map[string]core.OutcomeStatus{
		"alpha and beta parts of category 5": core.Answered,
		"alpha and beta parts of category 6": core.Refused,
	} {
		if o, _ := watch(t, question, f.ports(), DefaultSettings()); o.Status != want {
			t.Errorf("%q: %s (%s), want %s", question, o.Status, o.Detail, want)
		}
	}
}
