package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// fact is a fact with a statement, of units of the document D.
func fact(chance float64, statement string, texts ...string) core.Fact {
	f := knownAt(chance, texts...)
	f.Statement = statement
	return f
}

func TestStatements(t *testing.T) {
	const apples, pears, plums = "Apples are red fruit here.", "Pears are green fruit here.", "Plums of category 3 are blue fruit here."
	d := sections("D", apples+" "+pears+" "+plums)
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	for _, c := range []struct {
		name, question string
		terms          []string
		facts          []core.Fact
		want           []string // the claims
		quotes         int
	}{
		{"likely", "", nil, []core.Fact{fact(0.9, "An apple is red.", apples)}, []string{"An apple is red."}, 1},
		{"unlikely", "", nil, []core.Fact{fact(0.4, "An apple is red.", apples)}, nil, 0},
		{"of several units", "", nil, []core.Fact{fact(0.9, "None is white.", apples, pears, plums)}, []string{"None is white."}, 3},
		{"a unit that the document does not have", "", nil, []core.Fact{fact(0.9, "None is white.", apples, "Grapes are white.")}, nil, 0},
		{"without a statement", "", nil, []core.Fact{fact(0.9, "", apples)}, nil, 0},
		{"one that is asked for as well", "", nil, []core.Fact{fact(0.6, "A.", apples), fact(0.3, "B.", pears), fact(0.1, "C.", plums)}, []string{"A.", "B."}, 2},
		{"two wordings of one", "", nil, []core.Fact{fact(0.3, "A.", apples), fact(0.3, "A.", pears)}, []string{"A."}, 1},
		{"two that begin with one unit", "", nil, []core.Fact{fact(0.3, "A.", apples), fact(0.3, "B.", apples, pears)}, []string{"A."}, 1},
		{"the number that is asked about", "plums of category 3", nil, []core.Fact{fact(0.9, "A plum is blue.", plums)}, []string{"A plum is blue."}, 1},
		{"another number", "plums of category 4", nil, []core.Fact{fact(0.9, "A plum is blue.", plums)}, nil, 0},
		{"part of a number", "plums of category 33", nil, []core.Fact{fact(0.9, "A plum is blue.", plums)}, nil, 0},
		{"another parameter set", "ML-KEM-512 plums", []string{"ML-KEM-512"}, []core.Fact{fact(0.9, "A plum of ML-KEM-768 is blue.", plums)}, nil, 0},
		{"all parameter sets", "ML-KEM-512 plums", []string{"ML-KEM-512"}, []core.Fact{fact(0.9, "A plum is blue.", plums)}, []string{"A plum is blue."}, 1},
		{"all parameter sets, asked of another", "ML-KEM-512 plums", []string{"ML-KEM-512"}, []core.Fact{{Chance: 0.9, Units: fact(0.9, "", plums).Units, Wording: "ML-KEM-768 plums", Statement: "A plum is blue."}}, []string{"A plum is blue."}, 1},
		{"another strength", "plums of 128 bits", nil, []core.Fact{fact(0.9, "A plum of 112 bits is blue.", plums)}, nil, 0},
		{"the strength", "plums of 112-bit strength", nil, []core.Fact{fact(0.9, "A plum of 112 bits is blue.", plums)}, []string{"A plum of 112 bits is blue."}, 1},
	} {
		got := w.statements(Input{Question: c.question, Plan: core.Plan{Terms: c.terms}, Facts: c.facts}, sureStated)
		var claims []string
		for _, claim := range got.Claims {
			claims = append(claims, claim.Text)
			if claim.Verdict != core.Stated || len(claim.Citations) == 0 {
				t.Errorf("%s: %+v is not stated, or cites nothing", c.name, claim)
			}
		}
		if diff := cmp.Diff(c.want, claims); diff != "" || len(got.Citations) != c.quotes {
			t.Errorf("%s: %d quotes, want %d; claims (-want +got):\n%s", c.name, len(got.Citations), c.quotes, diff)
		}
	}
}

// TestStatementsOfParts checks that each part of a question is answered.
func TestStatementsOfParts(t *testing.T) {
	const apples, pears = "Apples are red fruit here.", "Pears are green fruit here."
	d := sections("D", apples+" "+pears)
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	in := Input{
		Question: "what are apples and what are pears", Plan: core.Plan{Parts: []string{"what are apples", "what are pears"}},
		Facts:     []core.Fact{fact(0.6, "Apples are red.", apples)},
		PartFacts: [][]core.Fact{{fact(0.9, "Apples are red.", apples)}, {fact(0.4, "Pears are green.", pears)}},
	}
	if got := w.statements(in, sureStated); len(got.Claims) != 2 || got.Claims[1].Text != "Pears are green." || got.Short != "Apples are red." {
		t.Errorf("%+v", got)
	}
	in.PartFacts[1][0].Chance = 0.1
	if got := w.statements(in, sureStated); len(got.Claims) != 1 {
		t.Errorf("an unlikely fact is said: %+v", got.Claims)
	}
}
