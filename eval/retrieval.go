package eval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/pqcite/pqcite/core"
)

// Ranked is one result of a search: its pages and its score.
type Ranked struct {
	PageSpan
	Score float64 // finite; only reported
}

// Search finds pages for a question. It returns at most q.K results, best first; with
// core.ByPage each is one page and no page comes twice. It must give up when ctx is done.
type Search func(ctx context.Context, q core.Query) ([]Ranked, error)

// Options are the conditions of a run.
type Options struct {
	Engine string // names what is measured, for readers of the report

	// K is the headline cutoff, 1 to Depth; measures are also taken at 1, 3 and
	// 5 below it. Depth is how many results to ask for, at most maxDepth; 0 means
	// K. An engine may draw its candidates from a pool that grows with the depth,
	// so figures at the same K but another depth are not comparable.
	// Unit is what counts as one result. Ranking ignores these three.
	K     int
	Depth int
	Unit  core.Granularity

	Timeout time.Duration    // for one search; 0 means defaultTimeout
	Now     func() time.Time // the clock for latencies; nil means time.Now
}

// Bounds of a run.
const (
	maxDepth       = 1000
	defaultTimeout = 30 * time.Second
)

// errOptions is wrapped by the errors for options out of range.
var errOptions = errors.New("invalid evaluation options")

// errResults is wrapped by the errors for results that break an engine's
// contract: scoring them would give a figure that means something else.
var errResults = errors.New("invalid results")

func (o Options) withDefaults() Options {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Depth == 0 {
		o.Depth = o.K
	}
	return o
}

func (o Options) validate() error {
	switch {
	case o.K < 1 || o.Depth < o.K || o.Depth > maxDepth:
		return fmt.Errorf("%w: k is %d and depth %d, want 1 ≤ k ≤ depth ≤ %d", errOptions, o.K, o.Depth, maxDepth)
	case o.Unit != core.ByPage && o.Unit != core.ByPassage:
		return fmt.Errorf("%w: unit is %q, want %q or %q", errOptions, o.Unit, core.ByPage, core.ByPassage)
	}
	return nil
}

// cutoffs are the ranks at which measures are taken, ascending, K last.
func (o Options) cutoffs() []int {
	var ks []int
	for _, k := range []int{1, 3, 5} {
		if k < o.K {
			ks = append(ks, k)
		}
	}
	return append(ks, o.K)
}

// Retrieval asks every question of the set, in order, and scores the answerable
// ones that have gold. One failed search fails the run: a mean over the rest
// would be over another set.
func Retrieval(ctx context.Context, set *QuestionSet, search Search, opt Options) (*Report, error) {
	opt = opt.withDefaults()
	if err := opt.validate(); err != nil {
		return nil, err
	}
	r := &Report{
		Task: TaskRetrieval, Engine: opt.Engine, Set: set.File.Name, Files: []File{set.File},
		Unit: opt.Unit, K: opt.K, Depth: opt.Depth,
	}
	var took []time.Duration
	for i := range set.Questions {
		q := &set.Questions[i]
		ranked, d, err := timed(ctx, opt.Timeout, opt.Now, func(ctx context.Context) ([]Ranked, error) {
			return search(ctx, core.Query{Text: q.Text, K: opt.Depth, Granularity: opt.Unit})
		})
		if err == nil {
			err = checkRanked(ranked, opt)
		}
		if err != nil {
			return nil, fmt.Errorf("evaluate question %q: %w", q.ID, err)
		}
		r.Questions = append(r.Questions, judgeQuestion(q, ranked, d, opt))
		took = append(took, d)
	}
	if err := r.summarise(took); err != nil {
		return nil, err
	}
	return r, nil
}

// timed does something within a timeout and says how long it took.
func timed[T any](ctx context.Context, timeout time.Duration, now func() time.Time, do func(context.Context) (T, error)) (out T, took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return out, 0, err
	}
	start := now()
	out, err = do(ctx)
	return out, now().Sub(start), err
}

// checkRanked refuses results that would make the report's unit or depth untrue.
func checkRanked(ranked []Ranked, opt Options) error {
	if len(ranked) > opt.Depth {
		return fmt.Errorf("%w: %d hits, at most %d were asked for", errResults, len(ranked), opt.Depth)
	}
	seen := make(map[PageSpan]bool, len(ranked))
	for i, h := range ranked {
		if err := h.validate(); err != nil {
			return fmt.Errorf("%w: hit %d: %w", errResults, i+1, err)
		}
		if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) {
			return fmt.Errorf("%w: hit %d has the score %v", errResults, i+1, h.Score)
		}
		if opt.Unit == core.ByPage && (h.StartPage != h.EndPage || seen[h.PageSpan]) {
			return fmt.Errorf("%w: hit %d, pages %d to %d of %q, is no page of its own",
				errResults, i+1, h.StartPage, h.EndPage, h.DocID)
		}
		seen[h.PageSpan] = true
	}
	return nil
}

func judgeQuestion(q *Question, ranked []Ranked, took time.Duration, opt Options) Result {
	spans := make([]PageSpan, len(ranked))
	for i, h := range ranked {
		spans[i] = h.PageSpan
	}
	j := judge(spans, q.Gold)
	res := Result{
		ID: q.ID, Text: q.Text, Scored: q.Scored(), Gold: q.Gold,
		Hits: make([]Hit, len(ranked)), Latency: took.Microseconds(),
	}
	for i, h := range ranked {
		res.Hits[i] = Hit{
			Rank: i + 1, DocID: h.DocID, StartPage: h.StartPage, EndPage: h.EndPage,
			Score: figure(h.Score), Match: j.matches[i], Claimed: j.claims[i],
		}
	}
	if res.Scored {
		res.Scores = pageScores(j, opt.cutoffs())
	}
	return res
}

// The measures of a retrieval report, in its order.
var pageMeasures = []struct {
	name  string
	value func(j *judgement, k int) float64
}{
	{"recall", (*judgement).recall},
	{"mrr", (*judgement).reciprocalRank},
	{"ndcg", (*judgement).ndcg},
	{"strict_hit", hitRate(matchStrict)},
	{"near_hit", hitRate(matchNear)},
	{"doc_hit", hitRate(matchDoc)},
}

func hitRate(m Match) func(*judgement, int) float64 {
	return func(j *judgement, k int) float64 { return truth(j.hit(k, m)) }
}

func pageScores(j *judgement, ks []int) []Score {
	var out []Score
	for _, m := range pageMeasures {
		for _, k := range ks {
			out = append(out, Score{Measure{m.name, k}, figure(m.value(j, k))})
		}
	}
	return out
}
