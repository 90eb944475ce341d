package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/pqcite/pqcite/core"
)

// Task says what a report is of.
type Task string

// The tasks.
const (
	TaskRetrieval Task = "retrieval" // page spans of the library's documents
	TaskRanking   Task = "ranking"   // whole documents of a test collection
	TaskAnswers   Task = "answers"   // outcomes of whole runs
)

// byDocument is the unit of a ranking report; a retrieval report has one of
// core's.
const byDocument core.Granularity = "document"

// reportFormat is raised when a field changes its meaning.
const reportFormat = 1

// Report is the outcome of a run. Its JSON form is described in
// docs/evaluation.md; field names stay as they are.
type Report struct {
	Format     int              `json:"format"`
	Task       Task             `json:"task"`
	Engine     string           `json:"engine"` // what was measured, in the runner's words
	Set        string           `json:"set"`
	Files      []File           `json:"files"`
	Unit       core.Granularity `json:"unit"`
	K          int              `json:"k"`     // headline cutoff
	Depth      int              `json:"depth"` // results asked for
	Asked      int              `json:"asked"` // questions or queries that were run
	N          int              `json:"n"`     // those that are scored: the means are over them
	Means      []Mean           `json:"means"`
	Interval   Interval         `json:"interval"`
	Latency    Latency          `json:"latency_us"`
	Questions  []Result         `json:"questions"`
	Comparison *Comparison      `json:"comparison,omitempty"`
}

// Measure is a measure and its cutoff.
type Measure struct {
	Name string `json:"name"` // "recall", "mrr", "ndcg", …
	K    int    `json:"k"`
}

// String is the usual short form: "recall@8".
func (m Measure) String() string { return fmt.Sprintf("%s@%d", m.Name, m.K) }

// Score is the value of a measure for one question, 0 to 1.
type Score struct {
	Measure
	Value float64 `json:"value"`
}

// Mean is the macro mean of a measure over the scored questions, with the ends
// of its bootstrap interval.
type Mean struct {
	Measure
	Value float64 `json:"mean"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Latency has percentiles of the time of a search, nearest rank, in
// microseconds.
type Latency struct {
	P50 int64 `json:"p50"`
	P99 int64 `json:"p99"`
}

// Result is the outcome of one question or query.
type Result struct {
	ID      string     `json:"qid"`
	Text    string     `json:"question"`
	Scored  bool       `json:"scored"`
	Gold    []PageSpan `json:"gold,omitempty"` // of a question set; a collection's are in its judgements
	Scores  []Score    `json:"scores,omitempty"`
	Hits    []Hit      `json:"hits"`
	Latency int64      `json:"latency_us"`
}

// Hit is one result of a search and how it fared.
type Hit struct {
	Rank      int     `json:"rank"`                 // 1-based
	DocID     string  `json:"doc_id"`               // a document of the library, or an item of the collection
	StartPage int     `json:"start_page,omitempty"` // 0 in a collection, which has no pages
	EndPage   int     `json:"end_page,omitempty"`
	Score     float64 `json:"score,omitempty"` // the engine's
	Match     Match   `json:"match"`
	Claimed   bool    `json:"claimed"` // it is the hit that a gold span is credited to
}

// errNothingScored means that a set has no question that a mean could be over.
var errNothingScored = errors.New("nothing to score: no answerable question with gold")

// summarise fills in everything that follows from the results.
func (r *Report) summarise(took []time.Duration) error {
	scored := r.scored()
	r.Format, r.Asked, r.N = reportFormat, len(r.Questions), len(scored)
	if r.N == 0 {
		return fmt.Errorf("%w in %q", errNothingScored, r.Set)
	}
	r.Interval = Interval{Level: intervalLevel, Resamples: resamples, Seed: bootstrapSeed}
	for i, s := range scored[0].Scores {
		values := column(scored, i)
		low, high := bootstrap(values)
		r.Means = append(r.Means, Mean{Measure: s.Measure, Value: mean(values), Low: low, High: high})
	}
	slices.Sort(took)
	r.Latency = Latency{P50: percentile(took, 50), P99: percentile(took, 99)}
	return nil
}

func (r *Report) scored() []*Result {
	var out []*Result
	for i := range r.Questions {
		if r.Questions[i].Scored {
			out = append(out, &r.Questions[i])
		}
	}
	return out
}

// column is the i-th score of every result.
func column(results []*Result, i int) []float64 {
	values := make([]float64, len(results))
	for n, r := range results {
		values[n] = r.Scores[i].Value
	}
	return values
}

// percentile is the nearest-rank percentile of sorted durations.
func percentile(sorted []time.Duration, p int) int64 {
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1].Microseconds()
}

// figure rounds a value to nine decimals, so that a report has the same bytes on
// processors whose logarithms differ in the last bit.
func figure(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// WriteJSON writes a report of any task as one indented JSON object.
func WriteJSON(w io.Writer, report any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(report); err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// ReadReport reads a report of retrieval or ranking that WriteJSON wrote.
func ReadReport(rd io.Reader) (*Report, error) { return readReport[Report](rd) }

// readReport reads a report and checks it.
func readReport[T any, R interface {
	*T
	validate() error
}](rd io.Reader) (R, error) {
	raw, err := io.ReadAll(&boundedReader{r: rd, left: maxReportBytes})
	if err != nil {
		return nil, fmt.Errorf("read report: %w", err)
	}
	r := R(new(T))
	if err := json.Unmarshal(raw, r); err != nil {
		return nil, fmt.Errorf("parse report: %w", err)
	}
	if err := r.validate(); err != nil {
		return nil, fmt.Errorf("read report: %w", err)
	}
	return r, nil
}

// CompareWith compares the report with an earlier one that WriteJSON wrote.
func (r *Report) CompareWith(baseline io.Reader) error {
	before, err := ReadReport(baseline)
	if err == nil {
		r.Comparison, err = compare(before, r)
	}
	return err
}

// validate checks what compare relies on: every scored question has the measures
// of the means, in their order.
func (r *Report) validate() error {
	if r.Format != reportFormat {
		return fmt.Errorf("format is %d, want %d: write the report anew", r.Format, reportFormat)
	}
	scored := r.scored()
	if len(scored) != r.N || r.N == 0 {
		return fmt.Errorf("%d questions are scored, the report says %d", len(scored), r.N)
	}
	for _, q := range scored {
		if len(q.Scores) != len(r.Means) {
			return fmt.Errorf("question %q has %d scores, want %d", q.ID, len(q.Scores), len(r.Means))
		}
		for i, s := range q.Scores {
			if s.Measure != r.Means[i].Measure {
				return fmt.Errorf("question %q has %s where the means have %s", q.ID, s.Measure, r.Means[i].Measure)
			}
		}
	}
	return nil
}
