package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
)

// A fact that is surely asked for, by itself or with others of the same unit, names terms that
// the evidence may write otherwise.
func TestNamesInFact(t *testing.T) {
	unit := []core.UnitRef{{DocID: "d", Page: 1, Sum: 7}}
	fact := func(chance float64, statement string) core.Fact {
		return core.Fact{Units: unit, Chance: chance, Statement: statement, Wording: "how often does the loop run?"}
	}
	for name, tt := range map[string]struct {
		facts []core.Fact
		term  string
		want  bool
	}{
		"alone":          {[]core.Fact{fact(0.6, "The W-65 loop runs 5 times.")}, "W-65", true},
		"with others":    {[]core.Fact{fact(0.3, "Level 3 runs 5 times."), fact(0.3, "The w-65 loop runs 5 times.")}, "W-65", true},
		"not likely":     {[]core.Fact{fact(0.3, "The W-65 loop runs 5 times.")}, "W-65", false},
		"another":        {[]core.Fact{fact(0.9, "The W-65 loop runs 5 times.")}, "W-87", false},
		"part of a name": {[]core.Fact{fact(0.9, "The W-65 loop runs 5 times.")}, "W", false},
	} {
		if got := namesInFact(core.FAQMatch{Facts: tt.facts}, tt.term); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// A number in words next to what a thing is for is no value alone; one in digits is.
func TestIsValueAlone(t *testing.T) {
	for text, want := range map[string]bool{
		"Such schemes stay secure if at least one component is secure: a hedge against flaws in it.": false,
		"The W-65 key takes 32 bytes.":                      true,
		"Section 3 of FIPS 204 describes the signing loop.": false,
	} {
		if got := isValueAlone(core.Claim{Text: text, Verdict: core.Stated}); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
