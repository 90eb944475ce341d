package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// lexicon is a reader of a few terms, as they are written, and of the references that it
// is given.
type lexicon struct{ refs []Reference }

func (lexicon) Plain(question string) string    { return question }
func (l lexicon) References(string) []Reference { return l.refs }

var lexiconTerms = []Term{
	{Name: "ML-KEM-768", Rank: RankSet, Docs: []string{"F3"}}, {Name: "ML-KEM-512", Rank: RankSet, Docs: []string{"F3"}},
	{Name: "ML-KEM", Rank: RankScheme, Docs: []string{"F3"}}, {Name: "ML-DSA", Rank: RankScheme, Docs: []string{"F4"}},
	{Name: "SLH-DSA", Rank: RankScheme, Docs: []string{"F5"}}, {Name: "HQC", Rank: RankScheme, Docs: []string{"IR"}},
	{Name: "NTT", Docs: []string{"F3", "F4"}}, {Name: "key confirmation", Docs: []string{"SP"}}, {Name: "decapsulation", Docs: []string{"F3"}},
	{Name: "lattice"}, // at home nowhere
}

// Terms finds the longest names, in the order of the question.
func (lexicon) Terms(question string) []Term {
	type found struct {
		at int
		t  Term
	}
	var all []found
	for _, t := range lexiconTerms {
		at := strings.Index(question, t.Name)
		if at < 0 || slices.ContainsFunc(all, func(f found) bool { return f.at == at }) {
			continue
		}
		t.Written = t.Name
		all = append(all, found{at, t})
	}
	slices.SortFunc(all, func(a, b found) int { return a.at - b.at })
	var out []Term
	for _, f := range all {
		out = append(out, f.t)
	}
	return out
}

// shelf is a library of the documents.
type shelf []*core.Document

func (s shelf) Documents() []*core.Document { return s }

// widgets is a document with one algorithm.
func widgets() *core.Document {
	return &core.Document{
		ID: "W", Label: "W 1",
		Anchors:    []core.Anchor{{ID: "algorithm-1", Kind: core.KindAlgorithm, Number: "1", Title: "MakeWidget"}},
		Algorithms: []core.Algorithm{{Anchor: "algorithm-1", Name: "MakeWidget"}},
	}
}

// TestPlan reads a question whole.
func TestPlan(t *testing.T) {
	p := Planner{Reader: lexicon{}, Library: shelf{widgets()}, Features: core.DefaultFeatures()}
	got := p.Plan("Hi, how large are ML-KEM and HQC?", Context{Scope: []string{"F3"}})
	want := core.Plan{
		Question: "Hi, how large are ML-KEM and HQC?", Query: "how large are ML-KEM and HQC?", Intent: core.IntentSize, Terms: []string{"ML-KEM", "HQC"}, References: []core.AnchorRef{},
		Scope: []string{"F3"}, Parts: []string{}, Sides: []string{"ML-KEM", "HQC"},
		Facets: []core.Facet{
			{Kind: core.FacetTerm, Text: "ML-KEM"}, {Kind: core.FacetTerm, Text: "HQC"},
			{Kind: core.FacetSide, Text: "ML-KEM"}, {Kind: core.FacetSide, Text: "HQC"},
		},
	}
	if diff := cmp.Diff(want, got.Plan); diff != "" {
		t.Errorf("plan (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"F3"}, got.Within); diff != "" {
		t.Errorf("kept to (-want +got):\n%s", diff)
	}
}

// TestPlanWithout switches the features of planning off: terms are what is written, and
// nothing is compared.
func TestPlanWithout(t *testing.T) {
	p := Planner{Reader: lexicon{}, Library: shelf{}}
	got := p.Plan("how large are ML-KEM and HQC?", Context{})
	if len(got.Compared) > 0 || len(got.Sides) > 0 || got.Intent != core.IntentSize {
		t.Errorf("compares %v, intent %s", got.Sides, got.Intent)
	}
	for _, m := range got.Mentioned {
		if m.Rank != RankNone || m.Name != m.Written || len(m.Docs) == 0 {
			t.Errorf("term %+v, want what is written and its documents", m)
		}
	}
}

// FuzzPlan plans arbitrary text: no list is nil, and no facet appears twice.
func FuzzPlan(f *testing.F) {
	p := Planner{Reader: lexicon{}, Library: shelf{widgets()}, Features: core.DefaultFeatures()}
	for _, s := range []string{"what is a widget?", "Algorithm 1", "compare ML-KEM and HQC; why? when?", "\xff", "a level 3 or level 3 MakeWidget2 in 9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, question string) {
		question, err := Clean(question)
		if err != nil {
			t.Skip()
		}
		got := p.Plan(question, Context{})
		if got.Intent == "" || got.Query == "" || got.Terms == nil || got.References == nil || got.Scope == nil || got.Facets == nil || got.Parts == nil || got.Sides == nil {
			t.Fatalf("plan of %q: %+v", question, got.Plan)
		}
		seen := map[core.Facet]bool{}
		for _, facet := range got.Facets {
			if seen[facet] {
				t.Fatalf("%q: facet %v appears twice", question, facet)
			}
			seen[facet] = true
		}
	})
}

func TestKeepTo(t *testing.T) {
	t.Parallel()
	at := func(doc string) core.AnchorRef {
		return core.AnchorRef{DocID: doc, Kind: core.KindAlgorithm, Number: "1"}
	}
	sides := []Side{{Name: "a", Docs: []string{"A", "W"}}, {Name: "b", Docs: []string{"B"}}}
	for _, test := range []struct {
		name  string
		named []string // documents of the question
		scope []string
		want  core.Plan
		docs  [][]string // of the sides

		confined bool
	}{
		{"no scope", nil, nil, core.Plan{References: []core.AnchorRef{at("A"), at("B"), at("")}}, [][]string{{"A", "W"}, {"B"}}, false},
		{"scope", nil, []string{"A"}, core.Plan{Scope: []string{"A"}, References: []core.AnchorRef{at("A"), at("")}}, [][]string{{"A"}, {}}, false},
		{
			"the question names another", []string{"B"}, []string{"A"},
			core.Plan{Scope: []string{"B"}, References: []core.AnchorRef{at("A"), at("B"), at("")}}, [][]string{{"A", "W"}, {"B"}}, false,
		},
		{
			"the question names another, and may not", []string{"B"}, []string{"A"},
			core.Plan{Scope: []string{"A"}, References: []core.AnchorRef{at("A"), at("")}}, [][]string{{"A"}, {}}, true,
		},
	} {
		p := Plan{Plan: core.Plan{Scope: test.named, References: []core.AnchorRef{at("A"), at("B"), at("")}}, Compared: slices.Clone(sides)}
		p.keepTo(Context{Scope: test.scope, Confined: test.confined})
		if diff := cmp.Diff(test.want, p.Plan); diff != "" {
			t.Errorf("%s: the plan differs (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.docs, [][]string{p.Compared[0].Docs, p.Compared[1].Docs}); diff != "" {
			t.Errorf("%s: the documents of the sides differ (-want +got):\n%s", test.name, diff)
		}
	}
	if len(sides[0].Docs) != 2 {
		t.Error("the sides that were handed in are changed")
	}
}
