package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// TestOutside checks that what a document of others says is answered only by a
// sentence that names it.
func TestOutside(t *testing.T) {
	for name, tt := range map[string]struct {
		texts []string
		want  core.OutcomeStatus
	}{
		"told in a sentence that names it":  {[]string{"STD-9 permits alpha beta gamma."}, core.Answered},
		"spelt in another way":              {[]string{"Std 9 permits alpha beta gamma."}, core.Answered},
		"told of something else":            {[]string{"This standard permits alpha beta gamma."}, core.Refused},
		"named in a sentence of its own":    {[]string{"STD-9 exists. Here alpha beta gamma are permitted."}, core.Refused},
		"named beside a part of what asked": {[]string{"STD-9 permits alpha. Here beta gamma are permitted."}, core.Refused},
	} {
		f := newShelf(append(tt.texts, "Other words stand in this sentence.")...)
		f.refs = []plan.Reference{{Text: "STD 9", Doc: "STD9"}}
		f.hits = []core.Hit{hit(0, 1), hit(1, 0)}
		o, _ := watch(t, "are alpha beta gamma permitted", f.ports(), DefaultSettings())
		if o.Status != tt.want {
			t.Errorf("%s: %s (%s), want %s", name, o.Status, o.Detail, tt.want)
		}
		if tt.want == core.Refused && o.RefusalReason != core.RefusalMissingFact {
			t.Errorf("%s: refused for %s: %s", name, o.RefusalReason, o.Detail)
		}
	}
}

// TestCells checks that a cell of a table answers a question of which it and its
// headings cover most, and no other.
func TestCells(t *testing.T) {
	for question, want := range map[string]core.OutcomeStatus{
		"alpha beta size":              core.Answered,
		"alpha beta weight on harbour": core.Refused, // of which a row says nothing
	} {
		for _, exact := range []bool{true, false} {
			f := newShelf("The alpha beta size is 32 here.", "The weight of things on harbour grounds is with alpha beta.")
			f.write = func(in answer.Input) answer.Draft {
				d := f.quoted([]core.Hit{hit(0, 1)})
				d.Exact = exact
				return d
			}
			f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
			status := want
			if !exact {
				status = core.Answered
			}
			if o, _ := watch(t, question, f.ports(), DefaultSettings()); o.Status != status {
				t.Errorf("%q, exact %v: %s (%s), want %s", question, exact, o.Status, o.Detail, status)
			}
		}
	}
}

// TestReasonOfARow checks that a row of a table is no answer to why it is so.
func TestReasonOfARow(t *testing.T) {
	for question, want := range map[string]core.OutcomeStatus{
		"alpha beta size":        core.Answered,
		"why is alpha beta size": core.Refused,
	} {
		f := newShelf("The alpha beta | size 32", "Because alpha beta has the size of gamma.")
		f.hits = []core.Hit{hit(0, 1), hit(1, 0)}
		if o, _ := watch(t, question, f.ports(), DefaultSettings()); o.Status != want {
			t.Errorf("%q: %s (%s), want %s", question, o.Status, o.Detail, want)
		}
	}
}
