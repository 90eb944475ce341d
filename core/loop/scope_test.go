package loop

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

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
