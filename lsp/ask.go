package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/core/trace"
	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/lsp/markdown"
)

// askArgument is a question.
type askArgument struct {
	Question string   `json:"question"`
	Context  []string `json:"context,omitempty"` // the earlier questions of the conversation, oldest first
	Quiet    bool     `json:"quiet"`             // do not show the answer: the client will
}

// answered is the result of a question: the answer as data and as a document to open.
type answered struct {
	URI      uri.URI       `json:"uri"`
	Shown    bool          `json:"shown"`
	Markdown string        `json:"markdown"`
	Outcome  *core.Outcome `json:"outcome,omitzero"`
}

// ask answers a question, and shows the answer.
func ask(ctx context.Context, v *view, a *askArgument, token protocol.ProgressToken) (any, error) {
	if strings.TrimSpace(a.Question) == "" {
		return nil, badArgument(CommandAsk, `it needs a "question"`)
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	work := v.begin(ctx, token, "Asking the standards")
	defer work.end()
	var run trace.Run
	outcome, err := k.ask(work.ctx, a.Question, a.Context, recorded(&run, v.observer(work)))
	if err != nil {
		return nil, work.failed(ctx, err)
	}
	v.server.lastRun.set(run)
	body := markdown.Answer(&outcome, v.linked(k))
	work.end()
	out := &answered{Markdown: body, Outcome: &outcome}
	out.URI, out.Shown, err = v.showAnswer(ctx, body, a.Quiet)
	return out, err
}

// compareArgument is two things to compare.
type compareArgument struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Quiet bool   `json:"quiet"`
}

// compare asks for the differences between two things.
func compare(ctx context.Context, v *view, a *compareArgument, token protocol.ProgressToken) (any, error) {
	if strings.TrimSpace(a.A) == "" || strings.TrimSpace(a.B) == "" {
		return nil, badArgument(CommandCompare, `it needs "a" and "b"`)
	}
	return ask(ctx, v, &askArgument{Question: plan.Comparison(lex.OneLine(a.A), lex.OneLine(a.B)), Quiet: a.Quiet}, token)
}

// observer reports the events of a run as progress.
func (v *view) observer(p *progress) core.Observer {
	return func(e core.Event) {
		if message := eventMessage(&e); message != "" {
			p.report(message)
			v.server.logTrace(message, fmt.Sprintf("%s %s at %d µs", e.State, e.Kind, e.AtUS))
		}
	}
}

// eventMessage describes an event for a person who is waiting.
func eventMessage(e *core.Event) string {
	switch e.Kind {
	case core.EventPlan:
		return "Reading the question: " + strings.ReplaceAll(string(e.Plan.Intent), "_", " ")
	case core.EventRetrieval:
		return fmt.Sprintf("Searching, round %d: %d passages", e.Retrieval.Round, len(e.Retrieval.Hits))
	case core.EventAssess:
		return fmt.Sprintf("Assessing: confidence %.2f", e.Assessment.Confidence)
	case core.EventDraft:
		return fmt.Sprintf("Checking %d sentences against their pages", e.Draft.Claims)
	case core.EventModel:
		return "Waiting for the model"
	}
	return ""
}

// label is how a document is cited.
func (k *knowledge) label(docID string) string {
	if d := k.Corpus().Document(docID); d != nil {
		return d.Label
	}
	return docID
}

// linked is the library that answers link to, with the addresses at which its documents
// open in the client.
func (v *view) linked(k *knowledge) *markdown.Library {
	return &markdown.Library{Document: k.Corpus().Document, Open: func(docID string, at core.Span) string {
		s := k.standard(docID)
		if s == nil || at.End > len(s.doc.Text) {
			return ""
		}
		provided, err := v.provide(k, s)
		if err != nil {
			return "" // the official page is used instead
		}
		return fmt.Sprintf("%s#L%d", provided, s.text.LineAt(s.span(at).Start)+1)
	}}
}
