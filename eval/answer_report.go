package eval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/pqcite/pqcite/core"
)

// errNothingAsked means that a set has no question.
var errNothingAsked = errors.New("nothing to ask")

// AnswerReport is the outcome of a run of [Answers]. Its JSON form is described
// in docs/evaluation.md; field names stay as they are.
type AnswerReport struct {
	Format      int               `json:"format"`
	Task        Task              `json:"task"`
	System      System            `json:"system"`
	Set         string            `json:"set"`
	Files       []File            `json:"files"`
	Asked       int               `json:"asked"`
	Rates       Rates             `json:"rates"`
	Types       []TypeRow         `json:"types"`
	Refusals    []RefusalRow      `json:"refusals"`
	Length      Length            `json:"length"`
	Curves      []Curve           `json:"curves"`
	Reliability Reliability       `json:"reliability"`
	Latency     AnswerLatency     `json:"latency_us"`
	Questions   []AnswerResult    `json:"questions"`
	Comparison  *AnswerComparison `json:"comparison,omitempty"`
}

// TypeRow is the rates over the questions of one type.
type TypeRow struct {
	Type  string `json:"type"`
	Asked int    `json:"asked"`
	Rates Rates  `json:"rates"`
}

// RefusalRow counts the questions of each kind that were refused for a reason.
type RefusalRow struct {
	Reason     core.RefusalReason `json:"refusal_reason"`
	Kind       core.RefusalKind   `json:"refusal_kind"`
	Answerable int                `json:"answerable"`
	NearMiss   int                `json:"near_miss"`
	OffCorpus  int                `json:"off_corpus"`
}

// Length is how much an answer says, on the mean over the answers given.
type Length struct {
	N      int     `json:"n"`
	Claims float64 `json:"claims"`
	Words  float64 `json:"words"` // of the claims, and of a short answer that is none of them
}

// AnswerLatency has percentiles of the time of a question, nearest rank, in
// microseconds.
type AnswerLatency struct {
	P50 int64 `json:"p50"`
	P95 int64 `json:"p95"`
	P99 int64 `json:"p99"`
	Max int64 `json:"max"`
}

// summarise fills in everything that follows from the results.
func (r *AnswerReport) summarise(took []time.Duration) {
	r.Format, r.Asked = reportFormat, len(r.Questions)
	r.Rates = rates(r.Questions)
	r.Types = typeRows(r.Questions)
	r.Refusals = refusalRows(r.Questions)
	r.Length = lengthOf(r.Questions)
	r.Curves = []Curve{}
	if grades := answerableGrades(r.Questions); len(grades) > 0 {
		r.Curves = append(r.Curves, newCurve("answerable", grades))
	}
	if grades := allGrades(r.Questions); len(grades) > 0 {
		r.Curves = append(r.Curves, newCurve("all", grades))
	}
	r.Reliability = reliabilityOf(r.Questions)
	slices.Sort(took)
	r.Latency = AnswerLatency{
		P50: percentile(took, 50), P95: percentile(took, 95), P99: percentile(took, 99), Max: percentile(took, 100),
	}
}

// typeRows are in the order in which the types come first.
func typeRows(results []AnswerResult) []TypeRow {
	rows := []TypeRow{}
	byType := map[string][]AnswerResult{}
	for _, r := range results {
		if byType[r.Type] == nil {
			rows = append(rows, TypeRow{Type: r.Type})
		}
		byType[r.Type] = append(byType[r.Type], r)
	}
	for i := range rows {
		of := byType[rows[i].Type]
		rows[i].Asked, rows[i].Rates = len(of), rates(of)
	}
	return rows
}

// refusalRows are by falling count, then by name.
func refusalRows(results []AnswerResult) []RefusalRow {
	rows := []RefusalRow{}
	for i := range results {
		r := &results[i]
		if r.answered() {
			continue
		}
		at := slices.IndexFunc(rows, func(row RefusalRow) bool { return row.Reason == r.Refusal })
		if at < 0 {
			at = len(rows)
			rows = append(rows, RefusalRow{Reason: r.Refusal, Kind: r.Refusal.Kind()})
		}
		rows[at].count(r.Kind)
	}
	slices.SortFunc(rows, func(a, b RefusalRow) int {
		return cmp.Or(cmp.Compare(b.total(), a.total()), cmp.Compare(a.Reason, b.Reason))
	})
	return rows
}

func (r *RefusalRow) count(kind QuestionKind) {
	switch kind {
	case KindAnswerable:
		r.Answerable++
	case KindNearMiss:
		r.NearMiss++
	case KindOffCorpus:
		r.OffCorpus++
	}
}

func (r *RefusalRow) total() int { return r.Answerable + r.NearMiss + r.OffCorpus }

func lengthOf(results []AnswerResult) Length {
	var l Length
	for i := range results {
		if r := &results[i]; r.answered() {
			l.N++
			l.Claims += float64(r.Claims)
			l.Words += float64(r.Words)
		}
	}
	if l.N > 0 {
		l.Claims, l.Words = figure(l.Claims/float64(l.N)), figure(l.Words/float64(l.N))
	}
	return l
}

// WriteQuestions writes one JSON line for each question.
func (r *AnswerReport) WriteQuestions(w io.Writer) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i := range r.Questions {
		if err := enc.Encode(&r.Questions[i]); err != nil {
			return fmt.Errorf("encode question %q: %w", r.Questions[i].ID, err)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// ReadAnswerReport reads a report of answers that WriteJSON wrote.
func ReadAnswerReport(rd io.Reader) (*AnswerReport, error) { return readReport[AnswerReport](rd) }

// validate checks what a comparison relies on.
func (r *AnswerReport) validate() error {
	switch {
	case r.Task != TaskAnswers:
		return fmt.Errorf("it is of %q, want %q", r.Task, TaskAnswers)
	case r.Format != reportFormat:
		return fmt.Errorf("format is %d, want %d: write the report anew", r.Format, reportFormat)
	case len(r.Questions) != r.Asked || r.Asked == 0:
		return fmt.Errorf("it has %d questions and says %d", len(r.Questions), r.Asked)
	}
	return nil
}

// CompareWith compares the report with an earlier one that WriteJSON wrote.
func (r *AnswerReport) CompareWith(baseline io.Reader) error {
	before, err := ReadAnswerReport(baseline)
	if err == nil {
		r.Comparison, err = compareAnswers(before, r)
	}
	return err
}
