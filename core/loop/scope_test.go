package loop

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

func TestKeepTo(t *testing.T) {
	t.Parallel()
	at := func(doc string) core.AnchorRef {
		return core.AnchorRef{DocID: doc, Kind: core.KindAlgorithm, Number: "1"}
	}
	sides := []answer.Side{{Name: "a", Docs: []string{"A", "W"}}, {Name: "b", Docs: []string{"B"}}}
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
		a := analysis{plan: core.Plan{Scope: test.named, References: []core.AnchorRef{at("A"), at("B"), at("")}}, sides: append([]answer.Side{}, sides...)}
		a.keepTo(test.scope, test.confined)
		if diff := cmp.Diff(test.want, a.plan); diff != "" {
			t.Errorf("%s: the plan differs (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.docs, [][]string{a.sides[0].Docs, a.sides[1].Docs}); diff != "" {
			t.Errorf("%s: the documents of the sides differ (-want +got):\n%s", test.name, diff)
		}
	}
	if len(sides[0].Docs) != 2 {
		t.Error("the sides that were handed in are changed")
	}
}

// TestScopeOfRun asks within a scope: it is searched, shown and part of the trace.
func TestScopeOfRun(t *testing.T) {
	t.Parallel()
	f := newFake()
	settings := DefaultSettings()
	settings.Scope = []string{"W"}
	var start *core.Start
	settings.Observer = func(e core.Event) {
		if e.Start != nil {
			start = e.Start
		}
	}
	o, err := Ask(t.Context(), "what is a widget?", f.ports(), settings)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]string{"plan": o.Plan.Scope, "searched": o.Searched, "query": f.asked.Docs, "trace": start.Scope} {
		if diff := cmp.Diff([]string{"W"}, got); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", name, diff)
		}
	}
}
