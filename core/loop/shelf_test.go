package loop

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// newShelf is a fake with a document of one section for each text, whose writer
// quotes every hit and whose verifier holds each claim against what it cites.
func newShelf(texts ...string) *fake {
	doc := &core.Document{ID: "W", Label: "W 1", Title: "Parts", Identity: core.IdentityPublished}
	var b strings.Builder
	for i, text := range texts {
		from, number := b.Len(), fmt.Sprint(i+1)
		fmt.Fprintf(&b, "%s Part\n\n%s\n\n", number, text)
		span := core.Span{Start: from, End: b.Len()}
		id := core.AnchorID(core.KindSection, number)
		doc.Anchors = append(doc.Anchors, core.Anchor{ID: id, Kind: core.KindSection, Number: number, Title: "Part", Span: span, StartPage: 1, EndPage: 1})
		doc.Passages = append(doc.Passages, core.Passage{Kind: core.PassageProse, Section: id, Span: span, StartPage: 1, EndPage: 1})
	}
	doc.Text = b.String()
	doc.Pages = []core.Page{{Number: 1, Label: "iv", Span: core.Span{End: len(doc.Text)}}}
	f := &fake{docs: []*core.Document{doc}, prove: standsThere}
	f.write = func(in answer.Input) answer.Draft { return f.quoted(in.Hits) }
	return f
}

// hit is the n-th text of a shelf, found with so much support.
func hit(n int, support float64) core.Hit {
	return core.Hit{Passage: core.PassageRef{DocID: "W", Index: n}, Score: support, Support: support, Page: 1}
}

// quoted is a draft that quotes hits.
func (f *fake) quoted(hits []core.Hit) answer.Draft {
	var d answer.Draft
	for _, h := range hits {
		doc := f.Document(h.Passage.DocID)
		span := doc.Passages[h.Passage.Index].Span
		_, text, _ := strings.Cut(doc.Quote(span), "\n\n")
		text = strings.TrimSpace(text)
		d.Claims = append(d.Claims, core.Claim{Text: text, Citations: []string{d.Cite(doc, span)}})
		d.Short = d.Claims[0].Text
	}
	return d
}

// standsThere finds a claim verbatim where all that it cites has its words.
func standsThere(c core.Claim, citations []core.Citation) core.Verdict {
	held := 0
	for _, key := range c.Citations {
		i := slices.IndexFunc(citations, func(x core.Citation) bool { return x.Key == key })
		if i < 0 || !strings.Contains(citations[i].Quote, c.Text) {
			return core.Unverifiable
		}
		held++
	}
	if held == 0 {
		return core.Unverifiable
	}
	return core.Verbatim
}

// watch asks a question, records the events, and checks what must hold of every
// run whatever it ends with.
func watch(t *testing.T, question string, ports Ports, settings Settings) (core.Outcome, []core.Event) {
	t.Helper()
	var events []core.Event
	settings.Observer = func(e core.Event) { events = append(events, e) }
	o, err := Ask(t.Context(), question, ports, settings)
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	if err := errors.Join(lawful(&o, settings.Budget), orderly(&o, events)); err != nil {
		t.Errorf("%q: %v", question, err)
	}
	return o, events
}

// reasons are the closed sets of core, each stop with the statuses it can have.
var (
	stops = map[core.StopReason][]core.OutcomeStatus{
		core.StopSufficient: {core.Answered}, core.StopBest: {core.Answered},
		core.StopInsufficient: {core.Refused}, core.StopUnverified: {core.Refused}, core.StopInvalid: {core.Refused},
		core.StopSteps: {core.Refused}, core.StopToolCalls: {core.Refused}, core.StopRounds: {core.Refused},
	}
	refusals = map[core.RefusalReason]core.RefusalKind{
		core.RefusalEmptyLibrary: core.KindUnasked, core.RefusalInvalidQuestion: core.KindUnasked, core.RefusalOtherLanguage: core.KindUnasked,
		core.RefusalOffCorpus: core.KindOffCorpus, core.RefusalAmbiguous: core.KindAmbiguous,
		core.RefusalMissingAnchor: core.KindNearMiss, core.RefusalMissingTerm: core.KindNearMiss,
		core.RefusalMissingSide: core.KindNearMiss, core.RefusalMissingFact: core.KindNearMiss, core.RefusalUnverified: core.KindNearMiss,
		core.RefusalUncertain: core.KindUncertain,
	}
)

// lawful reports what an outcome must never be.
func lawful(o *core.Outcome, b core.Budget) error {
	answered := o.Status == core.Answered
	kind, known := refusals[o.RefusalReason]
	switch {
	case !slices.Contains(stops[o.StopReason], o.Status):
		return fmt.Errorf("%s with the stop reason %q", o.Status, o.StopReason)
	case answered && (o.RefusalReason != "" || o.RefusalKind != "" || o.Detail != ""):
		return fmt.Errorf("an answer with the refusal %q of kind %q: %q", o.RefusalReason, o.RefusalKind, o.Detail)
	case !answered && (!known || o.RefusalKind != kind):
		return fmt.Errorf("a refusal for %q of kind %q", o.RefusalReason, o.RefusalKind)
	case answered != (len(o.Claims) > 0), answered != (len(o.Citations) > 0), answered != (o.ShortAnswer != ""):
		return fmt.Errorf("%s with %d claims, %d citations, short answer %q", o.Status, len(o.Claims), len(o.Citations), o.ShortAnswer)
	case o.Confidence < 0 || o.Confidence > 1:
		return fmt.Errorf("confidence %v", o.Confidence)
	case o.Budget.Steps > b.Steps || o.Budget.ToolCalls > b.ToolCalls || o.Budget.Rounds > b.Rounds:
		return fmt.Errorf("spent %+v of %+v", o.Budget, b)
	}
	for _, c := range o.Claims {
		if len(c.Citations) == 0 || c.Verdict != core.Verbatim && c.Verdict != core.Supported {
			return fmt.Errorf("claim %q: %s, cites %v", c.Text, c.Verdict, c.Citations)
		}
	}
	return nil
}

// orderly reports in what a trace is not the record of a run: numbered from one,
// start and end once and at its ends, each kind in the state that makes it and
// after a kind that may go before it.
func orderly(o *core.Outcome, events []core.Event) error {
	n := len(events)
	if n < 2 || events[0].Kind != core.EventStart || events[n-1].Kind != core.EventEnd {
		return fmt.Errorf("the trace %v has no start or no end", kinds(events))
	}
	var last core.Event
	for i, e := range events {
		switch {
		case e.Seq != i+1:
			return fmt.Errorf("event %d has the number %d", i+1, e.Seq)
		case e.AtUS < last.AtUS:
			return fmt.Errorf("event %d is earlier than the one before it", e.Seq)
		case !slices.Contains(statesOf[e.Kind], e.State):
			return fmt.Errorf("event %d: %s in the state %s", e.Seq, e.Kind, e.State)
		case e.Kind != core.EventModel && last.Kind != core.EventModel && i > 0 && !slices.Contains(mayFollow[e.Kind], last.Kind):
			return fmt.Errorf("event %d: %s after %s", e.Seq, e.Kind, last.Kind)
		}
		last = e
	}
	end := last.End
	if end.StopReason != o.StopReason || end.RefusalReason != o.RefusalReason || end.Confidence != o.Confidence ||
		end.Budget != o.Budget || end.Claims != len(o.Claims) || end.Citations != len(o.Citations) || len(end.OutcomeSHA256) != 64 {
		return fmt.Errorf("the end %+v is not that of the outcome %+v", *end, *o)
	}
	return nil
}

var (
	statesOf = map[core.EventKind][]core.State{
		core.EventStart: {core.StateAnalyze}, core.EventPlan: {core.StateAnalyze}, core.EventFAQ: {core.StateAnalyze}, core.EventRetrieval: {core.StateRetrieve},
		core.EventAssess: {core.StateAssess}, core.EventDecide: {core.StateAssess},
		core.EventDraft: {core.StateAnswer, core.StateVerify}, core.EventVerify: {core.StateVerify}, core.EventRepair: {core.StateRepair},
		core.EventModel: {core.StateAssess, core.StateRefine, core.StateAnswer},
		core.EventEnd: {core.StateAnalyze, core.StateRetrieve, core.StateAssess, core.StateRefine, core.StateDecompose,
			core.StateWiden, core.StateAnswer, core.StateVerify, core.StateRepair, core.StateRefuse},
	}
	mayFollow = map[core.EventKind][]core.EventKind{
		core.EventPlan: {core.EventStart}, core.EventFAQ: {core.EventPlan}, core.EventRetrieval: {core.EventPlan, core.EventFAQ, core.EventDecide},
		core.EventAssess: {core.EventRetrieval}, core.EventDecide: {core.EventAssess},
		core.EventDraft:  {core.EventDecide, core.EventDraft, core.EventVerify, core.EventRepair},
		core.EventVerify: {core.EventDraft, core.EventVerify}, core.EventRepair: {core.EventVerify, core.EventRepair},
		core.EventEnd: {core.EventStart, core.EventPlan, core.EventFAQ, core.EventRetrieval, core.EventAssess, core.EventDecide,
			core.EventDraft, core.EventVerify, core.EventRepair},
	}
)

func kinds(events []core.Event) []core.EventKind {
	out := make([]core.EventKind, len(events))
	for i, e := range events {
		out[i] = e.Kind
	}
	return out
}

// decisions are those of a run, each with the round that it is about: "refine@1".
func decisions(events []core.Event) []string {
	out := []string{}
	for _, e := range events {
		if e.Choice != nil {
			out = append(out, fmt.Sprintf("%s@%d", e.Choice.Decision, e.Choice.Round))
		}
	}
	return out
}
