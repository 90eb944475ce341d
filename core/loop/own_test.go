package loop

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// Of the user's own documents, what does not convince is quoted in a refusal that says so;
// what is exact, or defines what is asked for, is an answer.
func TestUncertain(t *testing.T) {
	for name, tt := range map[string]struct {
		identity core.Identity
		exact    bool
		question string
		want     core.RefusalReason
	}{
		"a standard":           {core.IdentityPublished, false, "tell alpha beta", ""},
		"of one's own":         {core.IdentityOwn, false, "tell alpha beta", core.RefusalUncertain},
		"a cell of a table":    {core.IdentityOwn, true, "tell alpha beta", ""},
		"a definition":         {core.IdentityOwn, false, "what is alpha?", ""},
		"a name that it lacks": {core.IdentityOwn, false, "tell alpha beta of Gizmo7", core.RefusalUncertain},
		"and of a standard":    {core.IdentityPublished, false, "tell alpha beta of Gizmo7", core.RefusalMissingTerm},
		"nothing of the kind":  {core.IdentityOwn, false, "omega psi chi phi alpha", core.RefusalOffCorpus},
	} {
		f := newShelf("Alpha is a kind of beta.", "Other words are in this sentence.")
		f.docs[0].Identity = tt.identity
		f.write = func(in answer.Input) answer.Draft {
			d := f.quoted([]core.Hit{hit(0, 1)})
			d.Exact = tt.exact
			return d
		}
		f.hits = []core.Hit{hit(0, .5), hit(1, .1)}
		o, _ := watch(t, tt.question, f.ports(), DefaultSettings())
		if o.RefusalReason != tt.want {
			t.Errorf("%s: refused for %q (%s), want %q", name, o.RefusalReason, o.Detail, tt.want)
		}
		if uncertain := tt.want == core.RefusalUncertain; uncertain != (len(o.Nearest) > 0 && strings.Contains(o.Nearest[0].Quote, o.Nearest[0].Lead) && o.Nearest[0].Lead == "Alpha is a kind of beta.") {
			t.Errorf("%s: nearest is %+v", name, o.Nearest)
		}
	}
}

// What a standard says is no answer where the user's own documents cover the question as well
// and it names nothing that they lack.
func TestCloseInOwn(t *testing.T) {
	for question, want := range map[string]core.RefusalReason{
		"tell alpha beta":         core.RefusalUncertain,
		"tell alpha beta gizmos":  "", // a heading has it
		"tell alpha beta theta":   "", // a term
		"alpha beta gamma delta?": "", // they have half of it
	} {
		f := newShelf("Tell alpha of beta, gizmos, gamma, delta and theta.")
		own := newShelf("One alpha will tell beta.").docs[0]
		own.ID, own.Identity = "V", core.IdentityOwn
		f.docs, f.docs[0].Anchors[0].Title = append(f.docs, own), "Gizmos"
		if strings.Contains(question, "theta") {
			f.terms = []plan.Term{{Name: "theta", Written: "theta"}}
		}
		f.write = func(in answer.Input) answer.Draft { return f.quoted([]core.Hit{hit(0, 1)}) }
		f.found = [][]core.Hit{{hit(0, .5)}, {{Passage: core.PassageRef{DocID: "V"}, Score: .1, Support: .1, Page: 1}}}
		settings := DefaultSettings()
		settings.Budget.MinHits = 1
		o, _ := watch(t, question, f.ports(), settings)
		if o.RefusalReason != want {
			t.Errorf("%q: refused for %q (%s), want %q", question, o.RefusalReason, o.Detail, want)
		}
		if want != "" && (len(o.Nearest) == 0 || o.Nearest[0].DocID != "V") {
			t.Errorf("%q: nearest is %+v", question, o.Nearest)
		}
	}
}

// A first line is in the words of a question only where it has its "not", and the number that
// is asked for besides its own; the words of a listing are its own where it announces one.
func TestInItsWords(t *testing.T) {
	for _, tt := range []struct {
		question, first string
		want            bool
	}{
		{"does alpha beat beta", "Alpha beats beta.", true},
		{"does alpha not beat beta", "Alpha beats beta.", false},
		{"does alpha not beat beta", "Alpha does not beat beta.", true},
		{"why doesn't alpha beat beta", "Alpha can’t beat beta. Why, doesn't say.", true},
		{"alpha beta gamma", "Alpha beats beta.", false},
		{"alpha beta gamma", "Alpha beats beta:", true},
		{"how many alpha are beta", "Alpha are beta.", false},
		{"how many alpha are beta", "7 alpha are beta.", true},
		{"how many alpha are beta of 1598", "Alpha are beta of 1598.", false},
		{"how many alpha are beta of 1598", "15 alpha are beta of 1598.", true},
	} {
		f := newShelf("Alpha is beta.")
		q := newQuestion(plan.Planner{Reader: f.ports().Reader, Library: f.ports().Library}.Plan(tt.question, plan.Context{}), f.ports(), DefaultSettings())
		if got := inItsWords(q, []core.Claim{{Text: tt.first}, {Text: "- gamma\n- delta"}}); got != tt.want {
			t.Errorf("%q in the words of %q: %t, want %t", tt.first, tt.question, got, tt.want)
		}
	}
}
