package loop

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/coretest"
)

// fake is a strict stand-in for all ports: one document, words compared by case.
type fake struct {
	lies    bool // its short answer says more than it cites
	docs    []*core.Document
	refs    []plan.Reference
	terms   []plan.Term
	hits    []core.Hit
	err     error
	draft   answer.Draft
	verdict core.Verdict
	asked   core.Query

	found   [][]core.Hit                                   // by each search in turn, the last by all that follow; nil: hits
	prove   func(core.Claim, []core.Citation) core.Verdict // nil: verdict
	write   func(answer.Input) answer.Draft                // nil: draft
	during  func()                                         // called by each search; may be nil
	queries []core.Query                                   // all that were searched for
	written []answer.Input                                 // all that was written from
}

func (f *fake) Plain(question string) string       { return question }
func (f *fake) References(string) []plan.Reference { return f.refs }
func (f *fake) Terms(string) []plan.Term           { return f.terms }
func (f *fake) Documents() []*core.Document        { return f.docs }
func (f *fake) Digest() string                     { return "d" }

func (f *fake) Document(id string) *core.Document {
	for _, d := range f.docs {
		if d.ID == id {
			return d
		}
	}
	return nil
}

func (f *fake) Search(_ context.Context, q core.Query) ([]core.Hit, error) {
	f.asked = q
	f.queries = append(f.queries, q)
	if f.during != nil {
		f.during()
	}
	if len(f.found) > 0 {
		return f.found[min(len(f.queries), len(f.found))-1], f.err
	}
	return f.hits, f.err
}

func (f *fake) Name() string { return "fake" }

func (f *fake) Write(_ context.Context, in answer.Input) (answer.Draft, error) {
	f.written = append(f.written, in)
	if f.write != nil {
		return f.write(in), nil
	}
	return f.draft, nil
}

func (f *fake) Verify(claim core.Claim, citations []core.Citation) (core.Verdict, string) {
	if f.prove != nil {
		return f.prove(claim, citations), "fake"
	}
	return f.verdict, "fake"
}

func (f *fake) Sums(string, []core.Citation) bool { return !f.lies }

func (f *fake) ports() Ports {
	return Ports{Reader: f, Library: f, Retriever: f, Relevance: coretest.Words{}, Writer: f, Verifier: f}
}

func newFake() *fake {
	text := "1 Widgets\n\nA widget is a small part.\n\n"
	doc := &core.Document{
		ID: "W", Label: "W 1", Identity: core.IdentityPublished, Text: text, Pages: []core.Page{{Number: 1, Label: "iv", Span: core.Span{End: len(text)}}},
		Anchors: []core.Anchor{
			{ID: "section-1", Kind: core.KindSection, Number: "1", Title: "Widgets", Span: core.Span{End: len(text)}, StartPage: 1, EndPage: 1},
			{ID: "algorithm-1", Kind: core.KindAlgorithm, Number: "1", Title: "MakeWidget", StartPage: 1, EndPage: 1},
		},
		Passages:   []core.Passage{{Kind: core.PassageProse, Section: "section-1", Span: core.Span{End: len(text)}, StartPage: 1, EndPage: 1}},
		Algorithms: []core.Algorithm{{Anchor: "algorithm-1", Name: "MakeWidget"}},
	}
	span := core.Span{Start: 11, End: 36}
	return &fake{
		docs: []*core.Document{doc}, hits: []core.Hit{{Passage: core.PassageRef{DocID: "W"}, Score: 1, Support: 1, Page: 1}}, verdict: core.Verbatim,
		draft: answer.Draft{
			Short:     "A widget is a small part.",
			Claims:    []core.Claim{{Text: "A widget is a small part.", Citations: []string{"c1"}}},
			Citations: []core.Citation{{Key: "c1", Locator: core.Locator{DocID: "W", Span: span}}, {Key: "c2", Locator: core.Locator{DocID: "W"}}},
		},
	}
}

func ask(t *testing.T, f *fake, question string) core.Outcome {
	t.Helper()
	o, err := Ask(t.Context(), question, f.ports(), DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestAnswered(t *testing.T) {
	o := ask(t, newFake(), "what is a widget?")
	if o.Status != core.Answered || o.StopReason != core.StopSufficient || o.RefusalReason != core.RefusalNone {
		t.Fatalf("outcome %+v", o)
	}
	if len(o.Citations) != 1 || o.Citations[0].Key != "c1" {
		t.Errorf("citations %+v, want the one that is used", o.Citations)
	}
	if o.Claims[0].Verdict != core.Verbatim || o.Claims[0].Rule != "fake" {
		t.Errorf("claim %+v", o.Claims[0])
	}
	if want := (core.Spent{Steps: 5, ToolCalls: 1, Rounds: 1}); o.Budget != want {
		t.Errorf("spent %+v, want %+v", o.Budget, want)
	}
}

// TestShortAnswerThatSaysMore checks that a short answer that its citations do not
// hold is replaced by what they do.
func TestShortAnswerThatSaysMore(t *testing.T) {
	f := newFake()
	f.draft.Short = "Much more."
	if o := ask(t, f, "widget"); o.ShortAnswer != "Much more." {
		t.Errorf("short answer %q, want the writer's", o.ShortAnswer)
	}
	f.lies = true
	if o := ask(t, f, "widget"); o.ShortAnswer != o.Claims[0].Text {
		t.Errorf("short answer %q, want the first claim %q", o.ShortAnswer, o.Claims[0].Text)
	}
}

// TestShortAnswerHasTheDate checks that who asks for a date reads it first.
func TestShortAnswerHasTheDate(t *testing.T) {
	f := newShelf("The widget became a standard.", "The widget became a standard in 2024.")
	f.hits = []core.Hit{hit(0, 1), hit(1, 1)}
	f.write = func(in answer.Input) answer.Draft {
		d := f.quoted([]core.Hit{hit(0, 1), hit(1, 1)})
		d.Short = d.Claims[0].Text
		return d
	}
	for question, want := range map[string]string{
		"when was the widget made a standard":    "The widget became a standard in 2024.",
		"was the widget ever made a standard so": "The widget became a standard.",
	} {
		if o, _ := watch(t, question, f.ports(), DefaultSettings()); o.ShortAnswer != want || o.Claims[0].Text != want {
			t.Errorf("%q: %q of %d claims (%s), want %q", question, o.ShortAnswer, len(o.Claims), o.Detail, want)
		}
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name, question string
		change         func(*fake)
		stop           core.StopReason
		why            core.RefusalReason
	}{
		{"no documents", "what is a widget?", func(f *fake) { f.docs = nil }, core.StopInsufficient, core.RefusalEmptyLibrary},
		{"no word", "?!", func(*fake) {}, core.StopInvalid, core.RefusalInvalidQuestion},
		{"control character", "what\x00is", func(*fake) {}, core.StopInvalid, core.RefusalInvalidQuestion},
		{"invalid UTF-8", "what \xff is", func(*fake) {}, core.StopInvalid, core.RefusalInvalidQuestion},
		{"a book", strings.Repeat("what ", 1000), func(*fake) {}, core.StopInvalid, core.RefusalInvalidQuestion},
		{"no hits", "what is a widget?", func(f *fake) { f.hits = nil }, core.StopInsufficient, core.RefusalOffCorpus},
		{"section of an unknown document", "Section 2 of X 9", func(f *fake) {
			f.refs = []plan.Reference{{Text: "Section 2 of X 9", Doc: "X 9", Anchor: core.AnchorRef{Kind: core.KindSection, Number: "2"}}}
		}, core.StopInsufficient, core.RefusalOffCorpus},
		{"missing anchor", "Algorithm 9 of W 1", func(f *fake) {
			f.refs = []plan.Reference{{Doc: "W", Known: true, Dangling: true, Anchor: core.AnchorRef{DocID: "W", Kind: core.KindAlgorithm, Number: "9"},
				Nearest: []core.Nearest{{DocID: "W", Anchor: "algorithm-1"}}}}
		}, core.StopInsufficient, core.RefusalMissingAnchor},
		{"unknown name", "is a widget a Gizmo7", func(*fake) {}, core.StopRounds, core.RefusalMissingTerm},
		{"nothing written", "what is a widget?", func(f *fake) { f.draft = answer.Draft{} }, core.StopInsufficient, core.RefusalMissingFact},
		{"nothing proved", "what is a widget?", func(f *fake) { f.verdict = core.Partial }, core.StopUnverified, core.RefusalUnverified},
		{"too little covered", "colours seldom seen under water widget", func(f *fake) { f.hits[0].Support = 0.1 }, core.StopRounds, core.RefusalOffCorpus},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake()
			tt.change(f)
			o := ask(t, f, tt.question)
			if o.Status != core.Refused || o.StopReason != tt.stop || o.RefusalReason != tt.why {
				t.Errorf("got %s, %s, %s (%s); want %s, %s", o.Status, o.StopReason, o.RefusalReason, o.Detail, tt.stop, tt.why)
			}
			if len(o.Claims) > 0 || len(o.Citations) > 0 || o.Detail == "" {
				t.Errorf("a refusal with claims %v, citations %v, detail %q", o.Claims, o.Citations, o.Detail)
			}
		})
	}
}

func TestLongQuestionIsNotRepeatedWhole(t *testing.T) {
	if o := ask(t, newFake(), strings.Repeat("é", 1<<20)); len(o.Question) > plan.MaxQuestion+len("…") {
		t.Errorf("the outcome repeats %d bytes", len(o.Question))
	}
}

func TestKnownUnderAnotherName(t *testing.T) {
	f := newFake()
	f.terms = []plan.Term{{Name: "Widget-7", Written: "Gizmo7", Expand: []string{"widget"}, Docs: []string{"W"}}}
	if o := ask(t, f, "what small part is a Gizmo7 ?"); o.Status != core.Answered {
		t.Errorf("refused: %s", o.Detail)
	}
	if diff := cmp.Diff([]string{"widget"}, f.asked.Expand); diff != "" {
		t.Errorf("expansions (-want +got):\n%s", diff)
	}
}

func TestErrors(t *testing.T) {
	f := newFake()
	f.err = errors.New("engine is down")
	if _, err := Ask(t.Context(), "widget", f.ports(), DefaultSettings()); !errors.Is(err, f.err) {
		t.Errorf("error = %v, want %v", err, f.err)
	}
	if _, err := Ask(t.Context(), "widget", f.ports(), Settings{}); !errors.Is(err, core.ErrBudget) {
		t.Errorf("error = %v, want %v", err, core.ErrBudget)
	}
}

// FuzzAsk asks arbitrary text: it is answered or refused, never both.
func FuzzAsk(f *testing.F) {
	for _, s := range []string{"what is a widget?", "", "\x00", "Algorithm 1", "define", strings.Repeat("?", 5000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, question string) {
		o, err := Ask(t.Context(), question, newFake().ports(), DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		answered := o.Status == core.Answered
		if answered != (len(o.Claims) > 0) || answered != (o.RefusalReason == core.RefusalNone) || o.StopReason == "" {
			t.Fatalf("outcome %+v", o)
		}
	})
}
