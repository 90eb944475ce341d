package trace

import (
	"cmp"
	"iter"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Stats counts over runs. It keeps their times and no run.
func Stats(runs iter.Seq[Run]) *Summary {
	t := tally{
		took: map[core.State][]int64{}, rounds: map[int]int{},
		decisions: map[string]int{}, stops: map[string]int{}, refusals: map[string]int{}, repairs: map[string]int{},
		drafts: map[string]*Drafts{}, verdicts: map[ruling]*Verdicts{}, exchanges: map[request]*Exchanges{},
	}
	for r := range runs {
		t.run(r)
	}
	return t.summary()
}

// tally is a summary before it has an order.
type tally struct {
	runs, refused                       int
	took                                map[core.State][]int64
	rounds                              map[int]int
	decisions, stops, refusals, repairs map[string]int
	drafts                              map[string]*Drafts
	verdicts                            map[ruling]*Verdicts
	exchanges                           map[request]*Exchanges
}

type ruling struct {
	verdict core.Verdict
	rule    string
}

type request struct{ purpose, model string }

func (t *tally) run(r Run) {
	t.runs++
	t.stays(r)
	for i := range r {
		t.event(&r[i])
	}
}

// stays notes the time of every stay in a state: events in a row that have it.
func (t *tally) stays(r Run) {
	entered := int64(0)
	for i := range r {
		if i+1 < len(r) && r[i+1].State == r[i].State {
			continue
		}
		t.took[r[i].State] = append(t.took[r[i].State], r[i].AtUS-entered)
		entered = r[i].AtUS
	}
	t.took[wholeRun] = append(t.took[wholeRun], entered)
}

func (t *tally) event(e *core.Event) {
	switch {
	case e.Choice != nil:
		t.decisions[string(e.Choice.Decision)]++
	case e.Draft != nil:
		t.draft(e.Draft)
	case e.Check != nil:
		t.check(e.Check)
	case e.Repair != nil && e.Repair.Held:
		t.repairs["held"]++
	case e.Repair != nil:
		t.repairs["failed"]++
	case e.Exchange != nil:
		t.exchange(e.Exchange)
	case e.End != nil:
		t.end(e.End)
	}
}

func (t *tally) end(e *core.End) {
	t.rounds[e.Budget.Rounds]++
	t.stops[string(e.StopReason)]++
	if e.RefusalReason != core.RefusalNone {
		t.refused++
		t.refusals[string(e.RefusalReason)]++
	}
}

func (t *tally) draft(d *core.DraftEvent) {
	of := entry(t.drafts, d.Writer, Drafts{Writer: d.Writer})
	of.Drafts++
	if d.Claims == 0 {
		of.Empty++
	}
}

func (t *tally) check(c *core.ClaimCheck) {
	by := entry(t.verdicts, ruling{c.Verdict, c.Rule}, Verdicts{Verdict: c.Verdict, Rule: c.Rule})
	by.Claims++
	if c.Kept {
		by.Kept++
	}
}

func (t *tally) exchange(x *core.Exchange) {
	of := entry(t.exchanges, request{x.Purpose, x.Model}, Exchanges{Purpose: x.Purpose, Model: x.Model})
	of.Requests++
	if x.Failure != "" {
		of.Failed++
	}
}

// entry is the value at a key, put there if there is none.
func entry[K comparable, V any](m map[K]*V, key K, first V) *V {
	v := m[key]
	if v == nil {
		v = &first
		m[key] = v
	}
	return v
}

func (t *tally) summary() *Summary {
	return &Summary{
		Runs: t.runs, Answered: t.runs - t.refused, Refused: t.refused,
		Latency: t.latency(), Rounds: t.roundCounts(),
		Decisions: ordered(t.decisions), StopReasons: ordered(t.stops), RefusalReasons: ordered(t.refusals), Repairs: ordered(t.repairs),
		Writers: sorted(t.drafts, func(a, b Drafts) int {
			return cmp.Or(cmp.Compare(b.Drafts, a.Drafts), cmp.Compare(a.Writer, b.Writer))
		}),
		Verdicts: sorted(t.verdicts, func(a, b Verdicts) int {
			return cmp.Or(cmp.Compare(b.Claims, a.Claims), cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Rule, b.Rule))
		}),
		Exchanges: sorted(t.exchanges, func(a, b Exchanges) int {
			return cmp.Or(cmp.Compare(b.Requests, a.Requests), cmp.Compare(a.Model, b.Model), cmp.Compare(a.Purpose, b.Purpose))
		}),
	}
}

func (t *tally) latency() []Latency {
	out := []Latency{}
	for _, s := range append(slices.Clone(states), wholeRun) {
		took := t.took[s]
		if len(took) == 0 {
			continue
		}
		slices.Sort(took)
		out = append(out, Latency{
			State: s, Stays: len(took), P50: percentile(took, 50), P95: percentile(took, 95), Max: took[len(took)-1],
		})
	}
	return out
}

// percentile is the nearest-rank percentile of sorted values.
func percentile(sorted []int64, p int) int64 {
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1]
}

func (t *tally) roundCounts() []RoundCount {
	out := []RoundCount{}
	for rounds, runs := range t.rounds {
		out = append(out, RoundCount{rounds, runs})
	}
	slices.SortFunc(out, func(a, b RoundCount) int { return cmp.Compare(a.Rounds, b.Rounds) })
	return out
}

// ordered are counts with the most first.
func ordered(counts map[string]int) []Count {
	out := []Count{}
	for name, n := range counts {
		out = append(out, Count{name, n})
	}
	slices.SortFunc(out, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return out
}

func sorted[K comparable, V any](m map[K]*V, compare func(a, b V) int) []V {
	out := []V{}
	for _, v := range m {
		out = append(out, *v)
	}
	slices.SortFunc(out, compare)
	return out
}
