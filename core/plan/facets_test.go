package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestFacets(t *testing.T) {
	p := Planner{Reader: lexicon{}, Library: shelf{widgets()}, Features: core.DefaultFeatures()}
	for question, want := range map[string][]core.Facet{
		"What is ML-KEM?":                           {{Kind: core.FacetTerm, Text: "ML-KEM"}},
		"when was Gizmo7 published":                 {{Kind: core.FacetName, Text: "Gizmo7"}, {Kind: core.FacetKindOf, Text: "date"}},
		"why is it so":                              {{Kind: core.FacetKindOf, Text: "rationale"}},
		"may it be so":                              {{Kind: core.FacetKindOf, Text: "requirement"}},
		"how many cpu cycles and joules, cycles?":   {{Kind: core.FacetUnit, Text: "cycles"}, {Kind: core.FacetUnit, Text: "joules"}},
		"a second key, and 2 signatures per second": {{Kind: core.FacetUnit, Text: "per second"}},
		"what takes ten seconds":                    {{Kind: core.FacetUnit, Text: "seconds"}},
		"what level 3 asks for":                     {{Kind: core.FacetUnit, Text: "level 3"}},
		"is it in category 4 or phase 2":            {{Kind: core.FacetUnit, Text: "category 4"}, {Kind: core.FacetUnit, Text: "phase 2"}},
		"steps of MakeWidget":                       {{Kind: core.FacetAnchor, Text: "W Algorithm 1"}},
		"compare ML-KEM and HQC": {
			{Kind: core.FacetTerm, Text: "ML-KEM"}, {Kind: core.FacetTerm, Text: "HQC"}, {Kind: core.FacetSide, Text: "ML-KEM"}, {Kind: core.FacetSide, Text: "HQC"},
		},
		"is it small? does it fit?": {{Kind: core.FacetPart, Text: "is it small"}, {Kind: core.FacetPart, Text: "does it fit"}},
		"tell me of mountains":      {},
	} {
		got := p.Plan(question, Context{})
		if diff := cmp.Diff(want, got.Facets); diff != "" {
			t.Errorf("checklist of %q (-want +got):\n%s", question, diff)
		}
	}
}

// TestNamedTwice checks that what a question names twice is asked for once.
func TestNamedTwice(t *testing.T) {
	at := core.AnchorRef{DocID: "W", Kind: core.KindAlgorithm, Number: "1"}
	ref := Reference{Text: "Algorithm 1 of W 1", Doc: "W", Known: true, Anchor: at}
	p := Planner{Reader: lexicon{refs: []Reference{ref, ref}}, Library: shelf{widgets()}, Features: core.DefaultFeatures()}
	got := p.Plan("inputs of Algorithm 1 of W 1, outputs of Algorithm 1 of W 1", Context{}).Plan
	if !slices.Equal(got.References, []core.AnchorRef{at}) || len(got.Facets) != 1 || !slices.Equal(got.Scope, []string{"W"}) {
		t.Errorf("plan %+v", got)
	}
}

func TestNumberOf(t *testing.T) {
	for f, want := range map[core.Facet]string{
		{Kind: core.FacetUnit, Text: "category 5"}: "5",
		{Kind: core.FacetUnit, Text: "per second"}: "",
		{Kind: core.FacetName, Text: "level 5"}:    "",
	} {
		if got := NumberOf(f); got != want {
			t.Errorf("number of %v is %q, want %q", f, got, want)
		}
	}
}

func TestSlots(t *testing.T) {
	p := Plan{Mentioned: []Term{{Name: "ML-KEM-768"}}, Plan: core.Plan{Facets: []core.Facet{{Kind: core.FacetName, Text: "Gizmo7"}, {Kind: core.FacetTerm, Text: "x"}}}}
	for question, want := range map[string][]string{
		"how many clock cycles does it take":    {"clock cycles does", "cycles"},
		"which hash function":                   {"hash function"},
		"the number of rounds in 2 of 24 cases": {"rounds in 2", "2", "24"},
		"is it so":                              nil,
	} {
		want = append([]string{"ML-KEM-768", "Gizmo7"}, want...)
		p.Query = question
		if diff := cmp.Diff(want, strings.Split(p.Slots(), " \n")); diff != "" {
			t.Errorf("slots of %q (-want +got):\n%s", question, diff)
		}
	}
}
