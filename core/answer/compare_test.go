package answer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/coretest"
)

func side(scheme bool, name string, docs ...string) plan.Side {
	return plan.Side{Name: name, Written: name, Names: []string{name}, Docs: docs, Scheme: scheme}
}

func TestCompare(t *testing.T) {
	apple := sections("A", "An apple is a red fruit of trees. Its security is based on the hardness of a problem of trees.")
	plum := sections("B", "A plum is a blue fruit of bushes. Three parameter sets have a security strength category here.")
	comparing := func(question string, sides ...plan.Side) Input {
		return Input{Question: question, Plan: core.Plan{Intent: core.IntentComparison}, Sides: sides}
	}
	type cell struct{ Side, Aspect, Text string }
	tests := []struct {
		name string
		in   Input
		want []cell
	}{
		{
			"schemes, by the usual aspects", comparing("apple versus plum", side(true, "apple", "A"), side(true, "plum", "B")),
			[]cell{
				{"apple", aspectDefinition, "An apple is a red fruit of trees."}, {"plum", aspectDefinition, "A plum is a blue fruit of bushes."},
				{"apple", "Security rests on", "Its security is based on the hardness of a problem of trees."},
				{"plum", "Security rests on", "Three parameter sets have a security strength category here."},
			},
		},
		{
			"concepts have none", comparing("apple versus plum", side(false, "apple", "A"), side(false, "plum", "B")),
			[]cell{{"apple", aspectDefinition, "An apple is a red fruit of trees."}, {"plum", aspectDefinition, "A plum is a blue fruit of bushes."}},
		},
		{
			"what is asked of both", comparing("how do apple and plum differ in fruit", side(true, "apple", "A"), side(true, "plum", "B")),
			[]cell{{"apple", aspectAsked, "An apple is a red fruit of trees."}, {"plum", aspectAsked, "A plum is a blue fruit of bushes."}},
		},
		{"a side that nothing is said of", comparing("apple versus pear", side(true, "apple", "A"), side(true, "pear", "C")), nil},
		{"one side", comparing("apple", side(true, "apple", "A")), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &Extractive{Library: shelf{apple, plum}, Relevance: coretest.Words{}}
			tt.in.Hits = hitsIn(apple, plum)
			d := w.compare(tt.in)
			var got []cell
			for _, c := range d.Claims {
				got = append(got, cell{c.Side, c.Aspect, c.Text})
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("cells (-want +got):\n%s", diff)
			}
			checkProven(t, d, apple, plum)
		})
	}
}

// TestDefiningPiece checks that of sentences that all look like a definition the one
// is taken that says what the name stands for, wherever it was found.
func TestDefiningPiece(t *testing.T) {
	d := sections("A", "PFS is an approved alternative to plums. PFS is a red scheme of fruit. PFS is a thing of beauty.")
	s := side(true, "PFS", "A")
	s.Names = append(s.Names, "Pomaceous Fruit Scheme")
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	e := NewEvidence(shelf{d}, nil, nil, core.FAQMatch{}, hitsIn(d), coretest.Words{}.Measure("PFS", false))
	at := w.definingUnit(e, s)
	if at.unit == nil || at.text != "PFS is a red scheme of fruit." {
		t.Errorf("defined at %+v", at)
	}
}

func TestCompareRows(t *testing.T) {
	d := document()
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	in := Input{Question: "W-1 versus W-2x", Sides: []plan.Side{side(true, "W-1", "W"), side(true, "W-2x", "W")}, Hits: hitsIn(d)}
	got := w.compareRows(in)
	want := []core.Claim{
		{Text: "W-1, public key: 100 bytes", Side: "W-1", Aspect: "public key"},
		{Text: "W-2x, public key: 200 bytes", Side: "W-2x", Aspect: "public key"},
		{Text: "W-1, secret seed: 32 bytes", Side: "W-1", Aspect: "secret seed"},
		{Text: "W-2x, secret seed: 64 bytes", Side: "W-2x", Aspect: "secret seed"},
	}
	if diff := cmp.Diff(want, got.Claims, cmpopts.IgnoreFields(core.Claim{}, "Citations")); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
	if !got.Exact || got.Short != "W-1: public key 100 bytes, secret seed 32 bytes; W-2x: public key 200 bytes, secret seed 64 bytes." {
		t.Errorf("exact %t, short answer %q", got.Exact, got.Short)
	}
	checkProven(t, got, d)
	in.Sides[1] = side(true, "W-9", "W")
	if d := w.compareRows(in); len(d.Claims) > 0 {
		t.Errorf("cells %q without a row for each side", claims(d))
	}
}

// Cells beyond the bound of claims are left out, and no cell is put in the place of
// another.
func TestCompareManySides(t *testing.T) {
	var docs []*core.Document
	in := Input{Plan: core.Plan{Intent: core.IntentComparison}}
	for _, name := range []string{"apple", "plum", "pear", "quince", "cherry", "lemon"} {
		docs = append(docs, sections(name, "A "+name+" is a fruit of trees. The security of the "+name+" is based on the hardness of a problem. "+
			"The parameter sets of the "+name+" have a strength category."))
		in.Sides, in.Question = append(in.Sides, side(true, name, name)), in.Question+name+" versus "
	}
	in.Hits = hitsIn(docs...)
	w := &Extractive{Library: shelf(docs), Relevance: coretest.Words{}}
	d := w.compare(in)
	if len(d.Claims) != MaxClaims {
		t.Errorf("%d cells, want %d", len(d.Claims), MaxClaims)
	}
	for _, c := range d.Claims {
		if !strings.Contains(c.Text, c.Side) {
			t.Errorf("the cell of %s, %s reads %q", c.Side, c.Aspect, c.Text)
		}
	}
	checkProven(t, d, docs...)
}
