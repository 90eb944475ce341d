package eval

import (
	"context"
	"fmt"
	"time"
)

// Ranker ranks the items of a collection for a query. It returns at most k ids,
// best first, none twice. It must give up when ctx is done.
type Ranker interface {
	Rank(ctx context.Context, query string, k int) ([]string, error)
}

// Build indexes the items of a collection.
type Build func(ctx context.Context, items []Item) (Ranker, error)

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
	{Measure{"map", rankingDepth}, AveragePrecision},
	{Measure{"ndcg", 10}, NDCGAt},
	{Measure{"mrr", 10}, ReciprocalRankAt},
	{Measure{"p", 10}, PrecisionAt},
	{Measure{"p", 30}, PrecisionAt},
	{Measure{"recall", 10}, RecallAt},
	{Measure{"recall", 100}, RecallAt},
	{Measure{"recall", rankingDepth}, RecallAt},
}

// Ranking builds an engine over the collection's items, runs its judged queries
// in order and scores them as trec_eval does, save that the engine's order is
// taken as it is where trec_eval would break ties of score by name.
func Ranking(ctx context.Context, c *Collection, build Build, opt Options) (*Report, error) {
	opt = opt.withDefaults()
	ranker, err := build(ctx, c.Items)
	if err != nil {
		return nil, fmt.Errorf("index collection %q: %w", c.Name, err)
	}
	items := make(map[string]bool, len(c.Items))
	for _, it := range c.Items {
		items[it.ID] = true
	}
	r := &Report{
		Task: TaskRanking, Engine: opt.Engine, Set: c.Name, Files: c.Files,
		Unit: ByDocument, K: rankingK, Depth: rankingDepth,
	}
	var took []time.Duration
	for _, q := range c.Queries {
		ids, d, err := rank(ctx, ranker, q.Text, opt)
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

func rank(ctx context.Context, r Ranker, text string, opt Options) ([]string, time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, opt.Timeout)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	start := opt.Now()
	ids, err := r.Rank(ctx, text, rankingDepth)
	return ids, opt.Now().Sub(start), err
}

func checkIDs(ids []string, items map[string]bool) error {
	if len(ids) > rankingDepth {
		return fmt.Errorf("%w: %d items, at most %d were asked for", ErrResults, len(ids), rankingDepth)
	}
	seen := make(map[string]bool, len(ids))
	for i, id := range ids {
		switch {
		case !items[id]:
			return fmt.Errorf("%w: rank %d has the unknown item %q", ErrResults, i+1, id)
		case seen[id]:
			return fmt.Errorf("%w: rank %d repeats the item %q", ErrResults, i+1, id)
		}
		seen[id] = true
	}
	return nil
}

func judgeTopic(q Topic, ids []string, judged map[string]int, took time.Duration) Result {
	res := Result{
		ID: q.ID, Text: q.Text, Scored: relevant(judged) > 0,
		Hits: make([]Hit, min(len(ids), rankingK)), Latency: took.Microseconds(),
	}
	for i := range res.Hits {
		res.Hits[i] = Hit{Rank: i + 1, DocID: ids[i]}
		if judged[ids[i]] > 0 {
			res.Hits[i].Match, res.Hits[i].Claimed = MatchStrict, true
		}
	}
	for _, m := range itemMeasures {
		res.Scores = append(res.Scores, Score{m.Measure, figure(m.value(ids, judged, m.K))})
	}
	return res
}
