package eval

import (
	"context"
	"fmt"
	"time"
)

// Rank ranks the items of a collection for a query. It returns at most k ids, best first,
// none twice. It must give up when ctx is done.
type Rank func(ctx context.Context, query string, k int) ([]string, error)

// A ranking's depth is that of trec_eval's usual runs; the hits that a report
// lists are those above its headline cutoff.
const (
	rankingDepth = 1000
	rankingK     = 10
)

// The measures of a ranking report, in its order.
var itemMeasures = []struct {
	Measure
	value func(ranked []string, judged map[string]int, k int) float64
}{
	{Measure{"map", rankingDepth}, averagePrecision},
	{Measure{"ndcg", 10}, ndcgAt},
	{Measure{"mrr", 10}, reciprocalRankAt},
	{Measure{"p", 10}, precisionAt},
	{Measure{"p", 30}, precisionAt},
	{Measure{"recall", 10}, recallAt},
	{Measure{"recall", 100}, recallAt},
	{Measure{"recall", rankingDepth}, recallAt},
}

// Ranking runs a collection's judged queries in order and scores them as trec_eval does,
// save that the engine's order is taken as it is where trec_eval would break ties of score
// by name.
func Ranking(ctx context.Context, c *Collection, rank Rank, opt Options) (*Report, error) {
	opt = opt.withDefaults()
	items := make(map[string]bool, len(c.Items))
	for _, it := range c.Items {
		items[it.ID] = true
	}
	r := &Report{
		Task: TaskRanking, Engine: opt.Engine, Set: c.Name, Files: c.Files,
		Unit: byDocument, K: rankingK, Depth: rankingDepth,
	}
	var took []time.Duration
	for _, q := range c.Queries {
		ids, d, err := timed(ctx, opt.Timeout, opt.Now, func(ctx context.Context) ([]string, error) { return rank(ctx, q.Text, rankingDepth) })
		if err == nil {
			err = checkIDs(ids, items)
		}
		if err != nil {
			return nil, fmt.Errorf("evaluate query %q: %w", q.ID, err)
		}
		r.Questions = append(r.Questions, judgeTopic(q, ids, c.Qrels[q.ID], d))
		took = append(took, d)
	}
	if err := r.summarise(took); err != nil {
		return nil, err
	}
	return r, nil
}

func checkIDs(ids []string, items map[string]bool) error {
	if len(ids) > rankingDepth {
		return fmt.Errorf("%w: %d items, at most %d were asked for", errResults, len(ids), rankingDepth)
	}
	seen := make(map[string]bool, len(ids))
	for i, id := range ids {
		switch {
		case !items[id]:
			return fmt.Errorf("%w: rank %d has the unknown item %q", errResults, i+1, id)
		case seen[id]:
			return fmt.Errorf("%w: rank %d repeats the item %q", errResults, i+1, id)
		}
		seen[id] = true
	}
	return nil
}

func judgeTopic(q Topic, ids []string, judged map[string]int, took time.Duration) Result {
	res := Result{
		ID: q.ID, Text: q.Text, Scored: true,
		Hits: make([]Hit, min(len(ids), rankingK)), Latency: took.Microseconds(),
	}
	for i := range res.Hits {
		res.Hits[i] = Hit{Rank: i + 1, DocID: ids[i]}
		if judged[ids[i]] > 0 {
			res.Hits[i].Match, res.Hits[i].Claimed = matchStrict, true
		}
	}
	for _, m := range itemMeasures {
		res.Scores = append(res.Scores, Score{m.Measure, figure(m.value(ids, judged, m.K))})
	}
	return res
}
