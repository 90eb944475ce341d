package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// The texts of a shelf that a question for "alpha beta gamma delta" is asked of.
var greek = []string{
	"Here the alpha and the beta are with the gamma and the delta.", "Here the alpha is with the beta.",
	"Here the gamma is with the delta.", "Other words stand in this sentence.",
}

const (
	askGreek = "tell alpha beta gamma delta" // "tell" is nowhere: nothing covers it all
	askParts = "is alpha with beta? is gamma with delta?"
)

func on(names ...string) core.Features {
	var f core.Features
	for _, n := range names {
		if err := f.Set(n, true); err != nil {
			panic(err)
		}
	}
	return f
}

// TestDecisions scripts what each search finds and checks what is decided, about
// which round, and what the run ends with.
func TestDecisions(t *testing.T) {
	tests := []struct {
		name, question string
		features       core.Features
		found          [][]core.Hit
		want           []string
		because        string // of the first decision
		states         []core.State
		stop           core.StopReason
		why            core.RefusalReason
	}{
		{"enough at once", "alpha beta", core.DefaultFeatures(), [][]core.Hit{{hit(0, 1), hit(1, 1)}},
			[]string{"complete@1"}, "nothing missing", []core.State{core.StateAnswer, core.StateVerify}, core.StopSufficient, ""},
		{"refined to enough", askGreek, core.DefaultFeatures(), [][]core.Hit{{hit(1, .9), hit(2, .9)}, {hit(0, 1)}},
			[]string{"refine@1", "complete@2"}, "not all of the question is covered", []core.State{core.StateRefine, core.StateAnswer}, core.StopSufficient, ""},
		{"refined in vain", askGreek, core.DefaultFeatures(), [][]core.Hit{{hit(1, .9), hit(2, .9)}, {hit(3, 0)}},
			[]string{"refine@1", "accept_best@1"}, "not all of the question is covered", []core.State{core.StateRefine, core.StateAnswer}, core.StopBest, ""},
		{"refined for a name", "alpha beta Gizmo7", core.DefaultFeatures(), [][]core.Hit{{hit(0, 1), hit(1, 1)}, {hit(3, 1)}},
			[]string{"refine@1", "refuse@1"}, "something named is missing", []core.State{core.StateRefine}, core.StopRounds, core.RefusalMissingTerm},
		{"decomposed for a part", askParts, core.DefaultFeatures(), [][]core.Hit{{hit(1, .9), hit(3, .9)}, {hit(2, 1)}},
			[]string{"decompose@1", "complete@2"}, "it asks several things", []core.State{core.StateDecompose, core.StateAnswer}, core.StopSufficient, ""},
		{"widened where nothing is found", "alpha beta", core.DefaultFeatures(), [][]core.Hit{nil, {hit(0, 1), hit(1, 1)}},
			[]string{"widen@1", "complete@2"}, "too little was found", []core.State{core.StateWiden, core.StateAnswer}, core.StopSufficient, ""},
		{"widened where too few are found", "alpha beta", core.DefaultFeatures(), [][]core.Hit{{hit(0, 1)}, {hit(0, 1), hit(1, 1)}},
			[]string{"widen@1", "complete@2"}, "too little was found", []core.State{core.StateWiden, core.StateAnswer}, core.StopSufficient, ""},
		{"widened where little is covered", askGreek, core.DefaultFeatures(), [][]core.Hit{{hit(1, .3), hit(3, 0)}, {hit(0, 1), hit(1, 1)}},
			[]string{"widen@1", "complete@2"}, "little of the question is covered", []core.State{core.StateWiden, core.StateAnswer}, core.StopSufficient, ""},
		{"widened where refining is off", askGreek, on("widen", "slots"), [][]core.Hit{{hit(1, .9), hit(2, .9)}, {hit(0, 1), hit(1, 1)}},
			[]string{"widen@1", "complete@2"}, "not all of the question is covered", []core.State{core.StateWiden, core.StateAnswer}, core.StopSufficient, ""},
		{"accepted where no search is on", askGreek, on("slots"), [][]core.Hit{{hit(1, .9), hit(2, .9)}},
			[]string{"accept_best@1"}, "no search is left", []core.State{core.StateAnswer}, core.StopBest, ""},
		{"refused where no search is on", "alpha beta Gizmo7", on("slots"), [][]core.Hit{{hit(0, 1), hit(1, 1)}},
			[]string{"refuse@1"}, "gaps [missing_name", []core.State{core.StateRefuse}, core.StopInsufficient, core.RefusalMissingTerm},
		{"refused for nothing at all", "alpha beta", core.DefaultFeatures(), [][]core.Hit{nil, nil},
			[]string{"widen@1", "refuse@1"}, "too little was found", []core.State{core.StateWiden, core.StateRefuse}, core.StopInsufficient, core.RefusalOffCorpus},
		{"refused for little", "omega psi chi phi alpha", core.DefaultFeatures(), [][]core.Hit{{hit(1, .1), hit(3, 0)}},
			[]string{"widen@1", "refuse@1"}, "little of the question is covered", []core.State{core.StateWiden, core.StateRefuse}, core.StopRounds, core.RefusalOffCorpus},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newShelf(greek...)
			f.found = tt.found
			o, events := watch(t, tt.question, f.ports(), Settings{Budget: core.DefaultBudget(), Features: tt.features})
			if diff := cmp.Diff(tt.want, decisions(events)); diff != "" {
				t.Errorf("decisions (-want +got):\n%s", diff)
			}
			if because := firstChoice(events).Because; !strings.Contains(because, tt.because) {
				t.Errorf("because %q, want %q", because, tt.because)
			}
			if o.StopReason != tt.stop || o.RefusalReason != tt.why {
				t.Errorf("ended with %s, %s (%s); want %s, %s", o.StopReason, o.RefusalReason, o.Detail, tt.stop, tt.why)
			}
			for _, s := range tt.states {
				if _, entered := o.TimingUS[string(s)]; !entered && events[len(events)-1].State != s {
					t.Errorf("never in the state %s: %v", s, o.TimingUS)
				}
			}
			checkRounds(t, events)
		})
	}
}

func firstChoice(events []core.Event) core.Choice {
	for _, e := range events {
		if e.Choice != nil {
			return *e.Choice
		}
	}
	return core.Choice{}
}

// checkRounds checks that each action searches once and is assessed again, unless
// the steps end between the two.
func checkRounds(t *testing.T, events []core.Event) {
	t.Helper()
	var asked core.Decision
	searched, assessed := 0, 0
	for _, e := range events {
		switch e.Kind {
		case core.EventRetrieval:
			if searched++; e.Retrieval.Round != searched || e.Retrieval.For != asked {
				t.Errorf("retrieval %d is of round %d for %q, want %q", searched, e.Retrieval.Round, e.Retrieval.For, asked)
			}
		case core.EventAssess:
			assessed++
		case core.EventDecide:
			asked = e.Choice.Decision
		}
	}
	if end := events[len(events)-1].End; searched != assessed && end.StopReason != core.StopSteps {
		t.Errorf("%d rounds, %d assessed", searched, assessed)
	}
}

// TestQueries checks what each action searches for.
func TestQueries(t *testing.T) {
	tests := []struct {
		name, question string
		change         func(*fake)
		first          []core.Hit
		check          func(first, second core.Query) string
	}{
		{"refine repeats the words that are missing", askGreek, nil, []core.Hit{hit(1, .9), hit(2, .9)}, func(_, q core.Query) string {
			return want(q.Text, "tell gamma delta "+askGreek, q.Profile, core.ProfileLexical)
		}},
		{"refine repeats a name that is missing", "alpha beta Gizmo7", nil, []core.Hit{hit(0, 1), hit(1, 1)}, func(_, q core.Query) string {
			return want(q.Text, "Gizmo7 alpha beta Gizmo7", q.Profile, core.ProfileLexical)
		}},
		{"refine adds words for a date", "when was alpha beta", nil, []core.Hit{hit(0, 1), hit(1, 1)}, func(first, q core.Query) string {
			return want(q.Text, first.Text, fmt.Sprint(q.Expand), "[date year after published]")
		}},
		{"refine goes for the side that is missing", "alpha versus omega", func(f *fake) {
			f.terms = []plan.Term{{Name: "alpha", Written: "alpha", Docs: []string{"W"}}, {Name: "omega", Written: "omega", Docs: []string{"V"}}}
		}, []core.Hit{hit(0, 1), hit(1, 1)}, func(_, q core.Query) string {
			return want(q.Text, "omega alpha versus omega", fmt.Sprint(q.Prefer, q.Topics == nil), "[V] true")
		}},
		{"decompose makes a topic of each part", askParts, nil, []core.Hit{hit(1, .9), hit(3, .9)}, func(_, q core.Query) string {
			return want(fmt.Sprint(q.Topics), "[{is alpha with beta []} {is gamma with delta []}]", q.K, plan.MaxHits)
		}},
		{"widen takes the other profile, more hits and every document", "alpha beta in W 1", func(f *fake) {
			f.refs = []plan.Reference{{Text: "W 1", Doc: "W", Known: true}}
		}, nil, func(first, q core.Query) string {
			if d := want(fmt.Sprint(first.Docs), "[W]", first.K, 2*evidenceHits); d != "" {
				return d
			}
			return want(q.Profile, core.ProfileMeaning, fmt.Sprint(q.K, q.Docs), fmt.Sprint(plan.MaxHits, []string(nil)))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newShelf(greek...)
			if tt.change != nil {
				tt.change(f)
			}
			f.found = [][]core.Hit{tt.first, {hit(0, 1), hit(1, 1)}}
			_, events := watch(t, tt.question, f.ports(), DefaultSettings())
			if len(f.queries) != 2 {
				t.Fatalf("%d searches: %v", len(f.queries), decisions(events))
			}
			if fault := tt.check(f.queries[0], f.queries[1]); fault != "" {
				t.Error(fault)
			}
		})
	}
}

func want(a, wantA, b, wantB any) string { return cmp.Diff([]any{wantA, wantB}, []any{a, b}) }

// TestScopeLeft checks that an outcome names every document that was searched,
// once a search has left those that the question names.
func TestScopeLeft(t *testing.T) {
	for name, found := range map[string][][]core.Hit{"left": {nil, {hit(0, 1), hit(1, 1)}}, "kept": {{hit(0, 1), hit(1, 1)}}} {
		f := newShelf(greek...)
		f.docs = append(f.docs, &core.Document{ID: "V"})
		f.refs = []plan.Reference{{Text: "W 1", Doc: "W", Known: true}}
		f.found = found
		want := []string{"W"}
		if name == "left" {
			want = append(want, "V")
		}
		if o, _ := watch(t, "alpha beta in W 1", f.ports(), DefaultSettings()); !slices.Equal(o.Searched, want) {
			t.Errorf("%s: searched %v, want %v", name, o.Searched, want)
		}
	}
}

// TestBestKept checks which round an answer is written from.
func TestBestKept(t *testing.T) {
	half := []core.Hit{hit(1, .5), hit(3, 0)} // covers two of five words: widened, which joins nothing
	for _, tt := range []struct {
		name   string
		second []core.Hit
		want   int // the first hit that is written from
		round  string
	}{
		{"a worse round", []core.Hit{hit(3, 0), hit(1, .4)}, 1, "accept_best@1"},
		{"a round with nothing", nil, 1, "accept_best@1"},
		{"a tie", []core.Hit{hit(2, .5), hit(3, 0)}, 1, "accept_best@1"},
		{"a better round", []core.Hit{hit(2, .6), hit(3, 0)}, 2, "accept_best@2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := newShelf(greek...)
			f.found, f.refs = [][]core.Hit{half, tt.second}, []plan.Reference{{Text: "W 1", Doc: "W", Known: true}}
			o, events := watch(t, askGreek, f.ports(), DefaultSettings())
			if d := decisions(events); !slices.Equal(d, []string{"widen@1", tt.round}) {
				t.Fatalf("decisions %v", d)
			}
			if len(f.written) != 1 || f.written[0].Hits[0].Passage.Index != tt.want {
				t.Errorf("written from %v, want the hit %d first", f.written[0].Hits, tt.want)
			}
			if o.Assessment == nil || o.Assessment.Hits != 2 {
				t.Errorf("assessment %+v", o.Assessment)
			}
		})
	}
}

// TestUnnamed checks that a question which names nothing of the library needs more
// confidence than one that does.
func TestUnnamed(t *testing.T) {
	for name, tt := range map[string]struct {
		refs []plan.Reference
		want core.OutcomeStatus
	}{
		"names a document": {[]plan.Reference{{Text: "W 1", Doc: "W", Known: true}}, core.Answered},
		"names nothing":    {nil, core.Refused},
	} {
		f := newShelf(greek...)
		f.hits, f.refs = []core.Hit{hit(1, .5), hit(3, 0)}, tt.refs
		o, _ := watch(t, askGreek, f.ports(), DefaultSettings())
		if c := o.Assessment.Confidence; c < wordsModel.accept || c >= wordsModel.unnamed {
			t.Errorf("%s: confidence %v tells nothing", name, c)
		}
		if o.Status != tt.want {
			t.Errorf("%s: %s (%s), want %s", name, o.Status, o.Detail, tt.want)
		}
	}
}

func TestBetterThan(t *testing.T) {
	of := func(missing int, confidence float64) *round {
		return &round{assessment: core.Assessment{Missing: make([]core.Facet, missing), Confidence: confidence}}
	}
	for _, tt := range []struct {
		now, before *round
		want        bool
	}{
		{of(0, .1), of(1, .9), true},  // fewer things missing
		{of(1, .9), of(0, .1), false}, // more
		{of(1, .6), of(1, .5), true},  // as many, more sure
		{of(1, .5), of(1, .6), false}, // less
		{of(1, .5), of(1, .5), false}, // a tie
	} {
		if got := tt.now.betterThan(tt.before, 0); got != tt.want {
			t.Errorf("%+v better than %+v: %v", tt.now.assessment, tt.before.assessment, got)
		}
	}
}

func TestJoin(t *testing.T) {
	numbers := func(hits []core.Hit) []int {
		out := []int{}
		for _, h := range hits {
			out = append(out, h.Passage.Index)
		}
		return out
	}
	many := func(from, to int) []core.Hit {
		var out []core.Hit
		for i := from; i < to; i++ {
			out = append(out, hit(i, 1))
		}
		return out
	}
	for _, tt := range []struct{ before, after, want []int }{
		{[]int{1, 2}, []int{3, 4, 5}, []int{1, 3, 2, 4, 5}},
		{[]int{1, 2}, []int{2, 1}, []int{1, 2}},
		{nil, []int{1}, []int{1}},
		{[]int{1}, nil, []int{1}},
	} {
		var before, after []core.Hit
		for _, i := range tt.before {
			before = append(before, hit(i, 1))
		}
		for _, i := range tt.after {
			after = append(after, hit(i, 1))
		}
		if got := numbers(join(before, after)); !slices.Equal(got, tt.want) {
			t.Errorf("join(%v, %v) = %v, want %v", tt.before, tt.after, got, tt.want)
		}
	}
	if got := join(many(0, 12), many(20, 40)); len(got) != plan.MaxHits {
		t.Errorf("%d hits of two rounds, want %d", len(got), plan.MaxHits)
	}
}

// unwanted is a writer that must not be called.
type unwanted struct{ t *testing.T }

func (unwanted) Name() string { return "unwanted" }

func (u unwanted) Write(context.Context, answer.Input) (answer.Draft, error) {
	u.t.Error("a writer was called in a run that its budget ended")
	return answer.Draft{}, errors.New("unwanted")
}

// TestBudgets gives runs less than they need: each stops at its bound, for that
// reason, and is never written.
func TestBudgets(t *testing.T) {
	refined := [][]core.Hit{{hit(1, .3), hit(3, 0)}, {hit(0, 1), hit(1, 1)}}
	for _, tt := range []struct {
		name, question string
		budget         core.Budget
		found          [][]core.Hit
		stop           core.StopReason
		spent          core.Spent
	}{
		{"one step", "alpha beta", core.Budget{Steps: 1, ToolCalls: 3, Rounds: 2}, refined[1:], core.StopSteps, core.Spent{Steps: 1}},
		{"no step to assess", "alpha beta", core.Budget{Steps: 2, ToolCalls: 3, Rounds: 2}, refined[1:], core.StopSteps, core.Spent{Steps: 2, ToolCalls: 1, Rounds: 1}},
		{"no step to answer", "alpha beta", core.Budget{Steps: 3, ToolCalls: 3, Rounds: 2}, refined[1:], core.StopSteps, core.Spent{Steps: 3, ToolCalls: 1, Rounds: 1}},
		{"no step to verify", "alpha beta", core.Budget{Steps: 4, ToolCalls: 3, Rounds: 2}, refined[1:], core.StopSteps, core.Spent{Steps: 3, ToolCalls: 1, Rounds: 1}},
		{"no step to search again", "alpha beta Gizmo7", core.Budget{Steps: 7, ToolCalls: 3, Rounds: 2}, refined[1:], core.StopSteps, core.Spent{Steps: 3, ToolCalls: 1, Rounds: 1}},
		{"one round", "alpha beta Gizmo7", core.Budget{Steps: 8, ToolCalls: 3, Rounds: 1}, refined[1:], core.StopRounds, core.Spent{Steps: 3, ToolCalls: 1, Rounds: 1}},
		{"two rounds", "alpha beta Gizmo7", core.Budget{Steps: 20, ToolCalls: 9, Rounds: 2}, refined[1:], core.StopRounds, core.Spent{Steps: 6, ToolCalls: 2, Rounds: 2}},
		{"one tool call", "alpha beta Gizmo7", core.Budget{Steps: 8, ToolCalls: 1, Rounds: 2}, refined[1:], core.StopToolCalls, core.Spent{Steps: 3, ToolCalls: 1, Rounds: 1}},
		{"one step, little covered", askGreek, core.Budget{Steps: 1, ToolCalls: 3, Rounds: 2}, refined, core.StopSteps, core.Spent{Steps: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.budget.MinHits = 2
			f := newShelf(greek...)
			f.found = tt.found
			p := f.ports()
			p.Writer, p.Model = unwanted{t}, unwanted{t}
			settings := Settings{Budget: tt.budget, Features: core.DefaultFeatures()}
			settings.Features.Model = true
			o, _ := watch(t, tt.question, p, settings)
			if o.Status != core.Refused || o.StopReason != tt.stop || o.Budget != tt.spent {
				t.Errorf("%s, %s, spent %+v; want refused, %s, %+v", o.Status, o.StopReason, o.Budget, tt.stop, tt.spent)
			}
		})
	}
}

// TestEveryBudget tries every small budget on runs of every sort: what a run spends
// is within it, and a run that it ends has written nothing.
func TestEveryBudget(t *testing.T) {
	scripts := [][][]core.Hit{
		{{hit(0, 1), hit(1, 1)}}, {{hit(1, .9), hit(2, .9)}, {hit(3, 0)}}, {{hit(1, .3), hit(3, 0)}, {hit(0, 1), hit(1, 1)}}, {nil, nil},
	}
	ended := map[core.StopReason]int{}
	for steps := 1; steps <= 9; steps++ {
		for calls := 1; calls <= 4; calls++ {
			for rounds := 1; rounds <= 3; rounds++ {
				for _, found := range scripts {
					for _, question := range []string{"alpha beta", askGreek, askParts, "alpha beta Gizmo7"} {
						f := newShelf(greek...)
						f.found = found
						b := core.Budget{Steps: steps, ToolCalls: calls, Rounds: rounds, MinHits: 2}
						o, events := watch(t, question, f.ports(), Settings{Budget: b, Features: core.DefaultFeatures()})
						checkRounds(t, events)
						ended[o.StopReason]++
						switch o.StopReason {
						case core.StopSteps, core.StopToolCalls, core.StopRounds:
							if len(f.written) > 0 {
								t.Errorf("%+v, %q: written, then refused for %s", b, question, o.StopReason)
							}
						}
					}
				}
			}
		}
	}
	for _, stop := range []core.StopReason{core.StopSufficient, core.StopBest, core.StopInsufficient, core.StopSteps, core.StopToolCalls, core.StopRounds} {
		if ended[stop] == 0 {
			t.Errorf("no run ended with %s: %v", stop, ended)
		}
	}
}

// TestRefusalOfUnit checks that a refusal for what is counted names that, and no
// confidence that would have been enough.
func TestRefusalOfUnit(t *testing.T) {
	f := newShelf(greek...)
	f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
	o, _ := watch(t, "alpha beta gamma delta in joules", f.ports(), DefaultSettings())
	if o.RefusalReason != core.RefusalMissingFact || !strings.Contains(o.Detail, `"joules"`) || strings.Contains(o.Detail, "confidence") {
		t.Errorf("%s: %s", o.RefusalReason, o.Detail)
	}
}
