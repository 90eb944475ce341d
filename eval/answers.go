package eval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/pqcite/pqcite/core"
)

// Asker answers a question, in its conversation, or refuses it, and hands the events of its run to the observer.
// It must give up when ctx is done.
type Asker func(ctx context.Context, q *Question, o core.Observer) (core.Outcome, error)

// System says what answered: whatever of it differs, the figures may.
type System struct {
	Preset   string   `json:"preset"`   // the preset that the features began from
	Features []string `json:"features"` // those that are on, in the order of a run
	Library  string   `json:"library"`  // digest of the documents
}

// AnswerOptions are the conditions of a run of [Answers].
type AnswerOptions struct {
	System  System
	Timeout time.Duration    // for one question; 0 means defaultTimeout
	Now     func() time.Time // the clock for latencies; nil means time.Now
}

func (o AnswerOptions) withDefaults() AnswerOptions {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// AnswerResult is the outcome of one question, judged. A verdict that the
// question gives no ground for is nil.
type AnswerResult struct {
	ID         string             `json:"qid"`
	Text       string             `json:"question"`
	Kind       QuestionKind       `json:"kind"`
	Type       string             `json:"type"`
	Status     core.OutcomeStatus `json:"status"`
	Facts      *bool              `json:"facts"`                // it says every fact; nil without facts to say
	Page       *bool              `json:"page"`                 // it cites a gold page; nil without gold
	First      *bool              `json:"first_line,omitempty"` // its first line says all that it must; nil without facts for that
	Right      *bool              `json:"right"`                // all of these, as far as there are any; nil with none
	Confidence float64            `json:"confidence"`
	Signals    *core.Signals      `json:"signals,omitempty"` // of the last assessment; nil if evidence was never assessed
	Refusal    core.RefusalReason `json:"refusal_reason"`
	Claims     int                `json:"claims"`
	Words      int                `json:"words"`
	Missing    []string           `json:"missing"` // facts that it does not say
	Cited      []PageSpan         `json:"cited"`
	Short      string             `json:"short_answer"`
	Detail     string             `json:"detail"` // of a refusal
	Outcome    string             `json:"outcome_sha256"`
	Latency    int64              `json:"latency_us"`
}

// Answers asks every question of the set, in order, and judges what comes out.
// One question that fails fails the run: figures over the rest would be over
// another set.
func Answers(ctx context.Context, set *QuestionSet, ask Asker, opt AnswerOptions) (*AnswerReport, error) {
	opt = opt.withDefaults()
	if len(set.Questions) == 0 {
		return nil, fmt.Errorf("%w in %q", errNothingAsked, set.File.Name)
	}
	r := &AnswerReport{Task: TaskAnswers, System: opt.System, Set: set.File.Name, Files: []File{set.File}}
	var took []time.Duration
	for i := range set.Questions {
		q := &set.Questions[i]
		var signals *core.Signals
		watch := func(e core.Event) {
			if e.Kind == core.EventAssess && e.Assessment != nil {
				last := e.Assessment.Signals
				signals = &last
			}
		}
		o, d, err := timed(ctx, opt.Timeout, opt.Now, func(ctx context.Context) (core.Outcome, error) { return ask(ctx, q, watch) })
		if err != nil {
			return nil, fmt.Errorf("evaluate question %q: %w", q.ID, err)
		}
		result, err := judgeOutcome(q, &o, signals)
		if err != nil {
			return nil, fmt.Errorf("evaluate question %q: %w", q.ID, err)
		}
		result.Latency = d.Microseconds()
		r.Questions = append(r.Questions, result)
		took = append(took, d)
	}
	r.summarise(took)
	return r, nil
}

// judgeOutcome judges an outcome by its question. What breaks the contract of
// an outcome is an error: scoring it would give a figure that means something else.
func judgeOutcome(q *Question, o *core.Outcome, signals *core.Signals) (AnswerResult, error) {
	switch {
	case o.Status != core.Answered && o.Status != core.Refused:
		return AnswerResult{}, fmt.Errorf("%w: status is %q", errResults, o.Status)
	case !(o.Confidence >= 0 && o.Confidence <= 1): // NaN fails both
		return AnswerResult{}, fmt.Errorf("%w: confidence is %v", errResults, o.Confidence)
	}
	r := AnswerResult{
		ID: q.ID, Text: q.Text, Kind: q.Kind, Type: q.Type, Status: o.Status,
		Confidence: figure(o.Confidence), Signals: rounded(signals), Refusal: o.RefusalReason,
		Claims: len(o.Claims), Missing: []string{}, Cited: citedPages(o), Short: o.ShortAnswer, Detail: o.Detail,
	}
	var err error
	if r.Outcome, err = outcomeHash(*o); err != nil {
		return AnswerResult{}, err
	}
	texts := said(o)
	for _, t := range texts {
		r.Words += len(strings.Fields(t))
	}
	if q.Answerable {
		r.judge(q, texts)
	}
	return r, nil
}

// judge decides about the answer to an answerable question. A refusal says
// nothing and cites nothing, so nothing about it is right.
func (r *AnswerResult) judge(q *Question, texts []string) {
	answered := r.Status == core.Answered
	for _, f := range q.Must {
		if !answered || !slices.ContainsFunc(texts, f.In) {
			r.Missing = append(r.Missing, f.String())
		}
	}
	right := answered
	if len(q.Must) > 0 {
		facts := len(r.Missing) == 0
		r.Facts, right = &facts, right && facts
	}
	if len(q.First) > 0 {
		first := answered && !slices.ContainsFunc(q.First, func(f Fact) bool { return !f.In(r.Short) })
		r.First, right = &first, right && first
	}
	if len(q.Gold) > 0 {
		page := answered && slices.ContainsFunc(r.Cited, func(c PageSpan) bool { return meets(c, q.Gold) })
		r.Page, right = &page, right && page
	}
	if r.Facts != nil || r.First != nil || r.Page != nil {
		r.Right = &right
	}
}

// rounded is a copy with the values of a report.
func rounded(s *core.Signals) *core.Signals {
	if s == nil {
		return nil
	}
	out := *s
	for v, i := reflect.ValueOf(&out).Elem(), 0; i < v.NumField(); i++ {
		v.Field(i).SetFloat(figure(v.Field(i).Float()))
	}
	return &out
}

func meets(c PageSpan, gold []PageSpan) bool {
	return slices.ContainsFunc(gold, func(g PageSpan) bool { return c.within(g, 0) })
}

// said are the texts of an answer, each once: the claims, and the short answer
// where no claim is the same.
func said(o *core.Outcome) []string {
	var out []string
	for _, c := range o.Claims {
		out = append(out, c.Text)
	}
	if o.ShortAnswer != "" && !slices.Contains(out, o.ShortAnswer) {
		out = append(out, o.ShortAnswer)
	}
	return out
}

// citedPages are the pages of the citations, each span once.
func citedPages(o *core.Outcome) []PageSpan {
	out := []PageSpan{}
	for _, c := range o.Citations {
		s := PageSpan{DocID: c.DocID, StartPage: c.StartPage, EndPage: c.EndPage}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// outcomeHash is the SHA-256 of all that a reader sees of an outcome. The plan,
// what was spent and the times are left out: they can differ where the words
// don't.
func outcomeHash(o core.Outcome) (string, error) {
	o.Plan, o.Budget, o.TimingUS = core.Plan{}, core.Spent{}, nil
	raw, err := json.Marshal(o)
	if err != nil {
		return "", fmt.Errorf("hash outcome: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}
