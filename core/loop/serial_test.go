package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// TestSerial checks that who asks for the number that something is known by is told
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
		r := &run{settings: DefaultSettings(), question: tt.question, plan: &plan.Plan{Mentioned: tt.terms}}
		if got := r.statesSerial([]core.Claim{{Text: tt.claim}}); got != tt.want {
			t.Errorf("%q states what %q asks for: %v", tt.claim, tt.question, got)
		}
		if why := r.unsaid(answer.Draft{}, []core.Claim{{Text: tt.claim}}, 0); (why == "") != tt.want {
			t.Errorf("%q to %q is refused with %q", tt.claim, tt.question, why)
		}
	}
}

// TestNumberedUnit checks that what is told apart by its number is not found by its
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
