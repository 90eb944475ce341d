package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// scribe is a scripted model writer.
type scribe struct {
	draft  answer.Draft
	err    error
	during func() // may be nil
	calls  int
}

func (s *scribe) Name() string { return "model" }

func (s *scribe) Write(context.Context, answer.Input) (answer.Draft, error) {
	s.calls++
	if s.during != nil {
		s.during()
	}
	s.draft.Exchange = &core.Exchange{Purpose: "write", Model: "scribe", Prompt: "p", Reply: "r"}
	return s.draft, s.err
}

// critic is a scripted judge. What it is asked is in asked.
type critic struct {
	grade   float64
	rewrite string
	gaps    []string
	err     error
	during  func() // may be nil
	asked   []string
}

func (c *critic) exchange(purpose string) core.Exchange {
	c.asked = append(c.asked, purpose)
	if c.during != nil {
		c.during()
	}
	return core.Exchange{Purpose: purpose, Model: "critic"}
}

func (c *critic) Grade(context.Context, string, []string) (float64, core.Exchange, error) {
	return c.grade, c.exchange("grade"), c.err
}

func (c *critic) Rewrite(context.Context, string, []core.Facet) (string, core.Exchange, error) {
	return c.rewrite, c.exchange("rewrite"), c.err
}

func (c *critic) Gaps(context.Context, string, []string) ([]string, core.Exchange, error) {
	return c.gaps, c.exchange("gaps"), c.err
}

func with(names ...string) Settings {
	s := DefaultSettings()
	for _, n := range names {
		if err := s.Features.Set(n, true); err != nil {
			panic(err)
		}
	}
	return s
}

func without(s Settings, name string) Settings {
	if err := s.Features.Set(name, false); err != nil {
		panic(err)
	}
	return s
}

// drafts are the drafts of a run: who wrote, how much, and the note.
func drafts(events []core.Event) []string {
	out := []string{}
	for _, e := range events {
		if e.Draft != nil {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %d %s", e.Draft.Writer, e.Draft.Claims, e.Draft.Note)))
		}
	}
	return out
}

func claimTexts(claims []core.Claim) []string {
	out := []string{}
	for _, c := range claims {
		out = append(out, c.Text)
	}
	return out
}

// lie is a claim that no passage makes.
var lie = core.Claim{Text: "The alpha is broken.", Citations: []string{"c1"}}

// TestModelWriter lets a model refuse, fail, lie and tell the truth. What it says is
// an answer only where it is proved; where nothing is left of it, quotes are.
func TestModelWriter(t *testing.T) {
	atOnce := [][]core.Hit{{hit(0, 1), hit(1, 1)}}
	refined := [][]core.Hit{{hit(1, .9), hit(2, .9)}, {hit(0, 1)}}
	quotes := newShelf(greek...).quoted([]core.Hit{hit(0, 1), hit(1, 1)})
	half := quotes
	half.Claims = []core.Claim{lie, quotes.Claims[1], {Text: greek[0], Citations: []string{"c9"}}}
	half.Short = "Much more."
	lies := quotes
	lies.Claims = []core.Claim{lie}
	tests := []struct {
		name     string
		model    scribe
		found    [][]core.Hit
		settings Settings
		drafts   []string
		claims   []string // nil: the quotes of the other writer
	}{
		{"refuses", scribe{draft: answer.Draft{Note: "it refused"}}, atOnce, with("model"), []string{"model 0 it refused", "fake 2"}, nil},
		{"fails", scribe{err: errors.New("server is down")}, atOnce, with("model"), []string{"model 0 server is down", "fake 2"}, nil},
		{"lies", scribe{draft: lies}, atOnce, with("model"), []string{"model 1", "fake 2"}, nil},
		{"lies, without a repair", scribe{draft: lies}, atOnce, without(with("model"), "repair"), []string{"model 1", "fake 2"}, nil},
		{"lies in a second round", scribe{draft: lies}, refined, with("model"), []string{"model 1", "fake 3"}, nil},
		{"half lies", scribe{draft: half}, atOnce, without(with("model"), "repair"), []string{"model 3"}, []string{greek[1]}},
		{"is honest", scribe{draft: quotes}, atOnce, with("model"), []string{"model 2"}, []string{greek[0], greek[1]}},
		{"is switched off", scribe{draft: quotes}, atOnce, DefaultSettings(), []string{"fake 2"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newShelf(greek...)
			f.found = tt.found
			question := "alpha beta"
			if len(tt.found) > 1 {
				question = askGreek
			}
			p := f.ports()
			p.Model = &tt.model
			o, events := watch(t, question, p, tt.settings)
			if o.Status != core.Answered {
				t.Fatalf("refused: %s", o.Detail)
			}
			if diff := cmp.Diff(tt.drafts, drafts(events)); diff != "" {
				t.Errorf("drafts (-want +got):\n%s", diff)
			}
			want := tt.claims
			if want == nil {
				want = claimTexts(f.quoted(f.written[0].Hits).Claims)
			}
			if diff := cmp.Diff(want, claimTexts(o.Claims)); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			if o.ShortAnswer == half.Short {
				t.Error("the short answer of a draft that was not wholly proved is said")
			}
			exchanges := slices.DeleteFunc(slices.Clone(events), func(e core.Event) bool { return e.Exchange == nil })
			if asked := tt.settings.Features.Model; (len(exchanges) == 1) != asked || (tt.model.calls == 1) != asked {
				t.Errorf("%d exchanges, %d calls; switched on: %v", len(exchanges), tt.model.calls, asked)
			}
		})
	}
}

// TestGrade checks that a judge lowers a confidence, and does nothing else.
func TestGrade(t *testing.T) {
	plain := func() (core.Outcome, []string) {
		f := newShelf(greek...)
		f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
		o, events := watch(t, "alpha beta", f.ports(), DefaultSettings())
		return o, decisions(events)
	}
	want, _ := plain()
	for _, tt := range []struct {
		name       string
		judge      critic
		confidence float64
		decisions  []string
		status     core.OutcomeStatus
	}{
		{"higher", critic{grade: 1}, want.Assessment.Confidence, []string{"complete@1"}, core.Answered},
		{"above one", critic{grade: 7}, want.Assessment.Confidence, []string{"complete@1"}, core.Answered},
		{"no number", critic{grade: math.NaN()}, want.Assessment.Confidence, []string{"complete@1"}, core.Answered},
		{"lower, but enough", critic{grade: .8}, .8, []string{"complete@1"}, core.Answered},
		{"lower", critic{grade: .6}, .6, []string{"refine@1", "accept_best@1"}, core.Answered},
		{"much lower", critic{grade: .45}, .45, []string{"widen@1", "refuse@1"}, core.Refused},
		{"nothing", critic{grade: 0}, 0, []string{"widen@1", "refuse@1"}, core.Refused},
		{"below nothing", critic{grade: -3}, 0, []string{"widen@1", "refuse@1"}, core.Refused},
		{"failed", critic{grade: 0, err: errors.New("server is down")}, want.Assessment.Confidence, []string{"complete@1"}, core.Answered},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := newShelf(greek...)
			f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
			p := f.ports()
			p.Judge = &tt.judge
			o, events := watch(t, "alpha beta", p, with("grade"))
			if o.Assessment.Confidence != tt.confidence || o.Status != tt.status || !slices.Equal(decisions(events), tt.decisions) {
				t.Errorf("%s with %v by %v, want %s with %v by %v", o.Status, o.Assessment.Confidence, decisions(events), tt.status, tt.confidence, tt.decisions)
			}
			if lower := tt.confidence < want.Assessment.Confidence; lower != (o.Confidence < want.Confidence) {
				t.Errorf("confidence %v, without a judge %v", o.Confidence, want.Confidence)
			}
			for i := range events {
				if a := events[i].Assessment; a != nil && a.Confidence > wordsModel.confidence(a.Signals) {
					t.Errorf("assessed at %v, more than %v by its signals", a.Confidence, wordsModel.confidence(a.Signals))
				}
			}
		})
	}
	t.Run("nothing to grade", func(t *testing.T) {
		f := newShelf(greek...)
		p, judge := f.ports(), &critic{}
		p.Judge = judge
		if watch(t, "alpha beta", p, with("grade")); len(judge.asked) > 0 {
			t.Errorf("asked for %v without a hit", judge.asked)
		}
	})
	t.Run("switched off", func(t *testing.T) {
		f := newShelf(greek...)
		f.found = [][]core.Hit{{hit(1, .9), hit(2, .9)}, {hit(0, 1)}}
		p, judge := f.ports(), &critic{rewrite: "omega", gaps: []string{"omega"}}
		p.Judge = judge
		if watch(t, askGreek, p, DefaultSettings()); len(judge.asked) > 0 {
			t.Errorf("asked for %v", judge.asked)
		}
	})
}

// TestJudgeRewords checks that what a judge says of a query is searched for, and
// said nowhere.
func TestJudgeRewords(t *testing.T) {
	outcome := func(features []string, judge Judge) (string, []core.Query) {
		f := newShelf(greek...)
		f.found = [][]core.Hit{{hit(1, .9), hit(2, .9)}, {hit(0, 1)}}
		p := f.ports()
		p.Judge = judge
		o, events := watch(t, askGreek, p, with(features...))
		if len(f.queries) != 2 || !slices.Equal(decisions(events), []string{"refine@1", "complete@2"}) {
			t.Fatalf("%d queries, %v", len(f.queries), decisions(events))
		}
		o.TimingUS = nil
		data, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		return string(data), f.queries
	}
	plain, queries := outcome(nil, nil)
	for _, tt := range []struct {
		name, text string
		features   []string
		judge      critic
		expand     []string
	}{
		{"rewritten", "omega psi", []string{"rewrite"}, critic{rewrite: "omega psi"}, nil},
		{"rewritten to nothing", queries[1].Text, []string{"rewrite"}, critic{}, nil},
		{"with gaps", queries[1].Text, []string{"gaps"}, critic{gaps: []string{"omega", "psi"}}, []string{"omega", "psi"}},
		{"both", "omega psi", []string{"rewrite", "gaps"}, critic{rewrite: "omega psi", gaps: []string{"chi"}}, []string{"chi"}},
		{"failed", queries[1].Text, []string{"rewrite", "gaps"}, critic{rewrite: "omega", gaps: []string{"psi"}, err: errors.New("server is down")}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, asked := outcome(tt.features, &tt.judge)
			if got != plain {
				t.Errorf("the outcome differs:\n%s\n%s", plain, got)
			}
			want := queries[1]
			want.Text, want.Expand = tt.text, tt.expand
			if diff := cmp.Diff([]core.Query{queries[0], want}, asked); diff != "" {
				t.Errorf("queries (-want +got):\n%s", diff)
			}
			if !slices.Equal(tt.judge.asked, tt.features) {
				t.Errorf("asked for %v, want %v", tt.judge.asked, tt.features)
			}
		})
	}
}

// TestRepair lets a writer cite the wrong passage. A claim that appears word for word
// where a search for it leads is kept with that place; any other is dropped.
func TestRepair(t *testing.T) {
	settings := DefaultSettings()
	broke := DefaultSettings()
	broke.Budget.ToolCalls = 1
	tired := DefaultSettings()
	tired.Budget.Steps = 6
	tests := []struct {
		name     string
		settings Settings
		repair   []core.Hit // what the search for the claim finds
		claims   []core.Claim
		want     []string // of the outcome; nil: refused
		held     []bool
	}{
		{"elsewhere", settings, []core.Hit{hit(3, 1), hit(0, 1)}, []core.Claim{{Text: greek[0], Citations: []string{"c2"}, Side: "alpha", Aspect: "what it is"}}, []string{greek[0]}, []bool{true}},
		{"nowhere", settings, []core.Hit{hit(0, 1), hit(3, 1)}, []core.Claim{lie}, nil, []bool{false}},
		{"beside one that holds", settings, []core.Hit{hit(3, 1)}, []core.Claim{lie, {Text: greek[1], Citations: []string{"c2"}}}, []string{greek[1]}, []bool{false}},
		{"two", settings, []core.Hit{hit(0, 1)}, []core.Claim{lie, {Text: greek[0], Citations: []string{"c9"}}}, []string{greek[0]}, []bool{false, true}},
		{"too far down", settings, []core.Hit{hit(1, 1), hit(2, 1), hit(3, 1), hit(1, 1), hit(0, 1)}, []core.Claim{{Text: greek[0], Citations: []string{"c2"}}}, nil, []bool{false}},
		{"of no document", settings, []core.Hit{{Passage: core.PassageRef{DocID: "V"}}}, []core.Claim{lie}, nil, []bool{false}},
		{"switched off", without(settings, "repair"), nil, []core.Claim{{Text: greek[0], Citations: []string{"c2"}}}, nil, nil},
		{"without a tool call left", broke, nil, []core.Claim{{Text: greek[0], Citations: []string{"c2"}}}, nil, nil},
		{"without two steps left", tired, nil, []core.Claim{{Text: greek[0], Citations: []string{"c2"}}}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newShelf(greek...)
			f.found = [][]core.Hit{{hit(0, 1), hit(1, 1)}, tt.repair}
			f.write = func(in answer.Input) answer.Draft {
				d := f.quoted(in.Hits)
				d.Claims, d.Short = tt.claims, tt.claims[0].Text
				return d
			}
			o, events := watch(t, "alpha beta", f.ports(), tt.settings)
			if want := tt.want; !slices.Equal(claimTexts(o.Claims), want) {
				t.Errorf("claims %q, want %q", claimTexts(o.Claims), want)
			}
			if tt.want == nil && (o.StopReason != core.StopUnverified || o.RefusalReason != core.RefusalUnverified) {
				t.Errorf("ended with %s, %s", o.StopReason, o.RefusalReason)
			}
			for _, c := range o.Claims {
				if standsThere(c, o.Citations) != core.Verbatim || c.Side != tt.claims[0].Side || c.Aspect != tt.claims[0].Aspect {
					t.Errorf("claim %+v, cited %+v", c, o.Citations)
				}
			}
			var held []bool
			for _, e := range events {
				if e.Repair != nil {
					held = append(held, e.Repair.Held)
				}
			}
			if !slices.Equal(held, tt.held) || len(f.queries) != 1+min(1, len(tt.held)) || o.Budget.Rounds != 1 {
				t.Errorf("repairs %v, want %v; %d searches in %d rounds", held, tt.held, len(f.queries), o.Budget.Rounds)
			}
		})
	}
}

// TestRepairTrustsOnlyQuotes checks that a claim that failed once must appear word
// for word where it is found: a verdict that would do for a draft does not.
func TestRepairTrustsOnlyQuotes(t *testing.T) {
	for verdict, want := range map[core.Verdict]core.OutcomeStatus{
		core.Verbatim: core.Answered, core.Supported: core.Refused, core.Partial: core.Refused, core.Contradicted: core.Refused, core.Unverifiable: core.Refused,
	} {
		f := newShelf(greek...)
		f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
		verified := 0
		f.prove = func(core.Claim, []core.Citation) core.Verdict {
			if verified++; verified <= 2 { // the draft
				return core.Unverifiable
			}
			return verdict
		}
		if o, _ := watch(t, "alpha beta", f.ports(), DefaultSettings()); o.Status != want {
			t.Errorf("%s by a claim that is %s, want %s", o.Status, verdict, want)
		}
	}
}

// TestCancelled ends the context at every stage of a run. The run stops there with
// the context's error; nothing after it is asked.
func TestCancelled(t *testing.T) {
	stages := []struct {
		name string
		at   func(cancel func(), f *fake, p *Ports)
	}{
		{"before it", func(cancel func(), _ *fake, p *Ports) { cancel(); p.Retriever = nil }},
		{"by the search", func(cancel func(), f *fake, p *Ports) { f.during = cancel; p.Judge = nil }},
		{"by the judge", func(cancel func(), _ *fake, p *Ports) { p.Judge = &critic{grade: 1, during: cancel}; p.Model = nil }},
		{"by the model", func(cancel func(), _ *fake, p *Ports) { p.Model = &scribe{err: context.Canceled, during: cancel} }},
		{"by a model that writes", func(cancel func(), f *fake, p *Ports) {
			p.Model = &scribe{draft: f.quoted([]core.Hit{hit(0, 1)}), during: cancel}
			p.Verifier = nil
		}},
		{"by the verifier of a model's lie", func(cancel func(), f *fake, p *Ports) {
			d := f.quoted([]core.Hit{hit(0, 1)})
			d.Claims = []core.Claim{lie}
			p.Model = &scribe{draft: d}
			f.prove = func(core.Claim, []core.Citation) core.Verdict { cancel(); return core.Unverifiable }
		}},
	}
	for _, s := range stages {
		for _, repair := range []bool{true, false} {
			t.Run(s.name, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				f := newShelf(greek...)
				f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
				p := f.ports()
				p.Writer = unwanted{t}
				s.at(cancel, f, &p)
				settings := with("model", "grade")
				settings.Features.Repair = repair
				var last core.Event
				settings.Observer = func(e core.Event) { last = e }
				o, err := Ask(ctx, "alpha beta", p, settings)
				if !errors.Is(err, context.Canceled) || o.Status != "" {
					t.Errorf("%q, error %v, want %v", o.Status, err, context.Canceled)
				}
				if last.Kind == core.EventEnd {
					t.Error("the trace of a run that was cut off has an end")
				}
			})
		}
	}
}

// TestWriterFails checks that a writer that may not fail ends a run with an error.
func TestWriterFails(t *testing.T) {
	f := newShelf(greek...)
	f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
	p := f.ports()
	p.Writer = &scribe{err: errors.New("no ink")}
	if o, err := Ask(t.Context(), "alpha beta", p, DefaultSettings()); err == nil || !strings.Contains(err.Error(), "no ink") || o.Status != "" {
		t.Errorf("%q, error %v", o.Status, err)
	}
}

// TestOutcomeHash checks what the hash at the end of a trace depends on: on all that
// is printed, and not on the times.
func TestOutcomeHash(t *testing.T) {
	run := func(change func(*fake)) (string, int64) {
		f := newShelf(greek...)
		f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
		change(f)
		o, events := watch(t, "alpha beta", f.ports(), DefaultSettings())
		return events[len(events)-1].End.OutcomeSHA256, o.TimingUS["retrieve"]
	}
	plain, _ := run(func(*fake) {})
	slow, took := run(func(f *fake) { f.during = func() { time.Sleep(3 * time.Millisecond) } })
	if took < 3000 || slow != plain {
		t.Errorf("a search of %d µs makes the hash %s of %s", took, slow, plain)
	}
	for name, change := range map[string]func(*fake){
		"a verdict":    func(f *fake) { f.prove, f.verdict = nil, core.Supported },
		"a claim":      func(f *fake) { f.hits = f.hits[:1] },
		"a page label": func(f *fake) { f.docs[0].Pages[0].Label = "v" },
		"confidence":   func(f *fake) { f.hits[0].Support, f.hits[1].Support = .9, .9 },
		"a refusal":    func(f *fake) { f.hits = nil },
	} {
		if got, _ := run(change); got == plain {
			t.Errorf("another outcome by %s has the same hash", name)
		}
	}
}

// TestTraceKinds checks the whole order of three traces.
func TestTraceKinds(t *testing.T) {
	f := newShelf(greek...)
	f.found = [][]core.Hit{{hit(1, .9), hit(2, .9)}, {hit(0, 1)}}
	search := []core.EventKind{core.EventRetrieval, core.EventAssess, core.EventDecide}
	for question, want := range map[string][]core.EventKind{
		askGreek: slices.Concat([]core.EventKind{core.EventStart, core.EventPlan}, search, search,
			[]core.EventKind{core.EventDraft, core.EventVerify, core.EventVerify, core.EventVerify, core.EventEnd}),
		"omega": slices.Concat([]core.EventKind{core.EventStart, core.EventPlan}, search, search, []core.EventKind{core.EventEnd}),
		" ?? ":  {core.EventStart, core.EventEnd},
	} {
		f.queries = nil
		_, events := watch(t, question, f.ports(), DefaultSettings())
		if diff := cmp.Diff(want, kinds(events)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", question, diff)
		}
	}
}

// TestCited checks that of several citations with one key only the first is said,
// which is the one that was proved, and none that no claim uses.
func TestCited(t *testing.T) {
	all := []core.Citation{{Key: "c1", Quote: "proved"}, {Key: "c2"}, {Key: "c1", Quote: "forged"}, {Key: "c3"}}
	claims := []core.Claim{{Citations: []string{"c3", "c1"}}, {Citations: []string{"c1"}}}
	if diff := cmp.Diff([]core.Citation{all[0], all[3]}, cited(all, claims)); diff != "" {
		t.Errorf("citations (-want +got):\n%s", diff)
	}
}
