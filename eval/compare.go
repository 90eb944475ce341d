package eval

import (
	"errors"
	"fmt"
	"slices"
)

// Comparison compares a run with an earlier one over the same questions, pair
// by pair, at the headline cutoff.
type Comparison struct {
	Baseline  string   `json:"baseline"` // the earlier report's engine
	Measures  []Delta  `json:"measures"`
	Questions []Change `json:"questions"` // only those where a measure differs
}

// Delta is how the mean of one measure changed.
type Delta struct {
	Measure
	Baseline float64 `json:"baseline"`
	Now      float64 `json:"now"`
	Delta    float64 `json:"delta"` // now minus baseline
	Low      float64 `json:"low"`   // bootstrap interval of the delta
	High     float64 `json:"high"`
	Better   int     `json:"better"` // questions that gained
	Worse    int     `json:"worse"`
	Equal    int     `json:"equal"`
	P        float64 `json:"p"` // two-sided exact sign test, not corrected for many measures
}

// Change is how the measures of one question changed.
type Change struct {
	ID     string  `json:"qid"`
	Deltas []Score `json:"deltas"` // now minus baseline; those that differ
}

// errNotComparable is wrapped by the errors of comparisons.
var errNotComparable = errors.New("reports are not comparable")

// compare pairs the scored questions of two reports. Both must be of the same
// task, files, unit, cutoff, depth and measures; whatever else differs between
// the runs is what the comparison is about.
func compare(baseline, now *Report) (*Comparison, error) {
	if err := checkPair(baseline, now); err != nil {
		return nil, fmt.Errorf("%w: %w", errNotComparable, err)
	}
	then, today := baseline.scored(), now.scored()
	c := &Comparison{Baseline: baseline.Engine, Questions: []Change{}}
	changes := make([]Change, len(today))
	for i, m := range now.Means {
		if now.Task == TaskRetrieval && m.K != now.K {
			continue
		}
		deltas := make([]float64, len(today))
		for q := range today {
			deltas[q] = figure(today[q].Scores[i].Value - then[q].Scores[i].Value)
			if deltas[q] != 0 {
				changes[q].Deltas = append(changes[q].Deltas, Score{m.Measure, deltas[q]})
			}
		}
		c.Measures = append(c.Measures, delta(m.Measure, baseline.Means[i].Value, m.Value, deltas))
	}
	for q, change := range changes {
		if change.ID = today[q].ID; len(change.Deltas) > 0 {
			c.Questions = append(c.Questions, change)
		}
	}
	return c, nil
}

func checkPair(a, b *Report) error {
	for _, r := range []*Report{a, b} {
		if err := r.validate(); err != nil {
			return err
		}
	}
	switch {
	case a.Task != b.Task:
		return fmt.Errorf("one is of %s, the other of %s", a.Task, b.Task)
	case !slices.EqualFunc(a.Files, b.Files, func(f, g File) bool { return f.SHA256 == g.SHA256 }):
		return fmt.Errorf("they are over different files: %q and %q", a.Set, b.Set)
	case a.Unit != b.Unit:
		return fmt.Errorf("one counts by %s, the other by %s", a.Unit, b.Unit)
	case a.K != b.K || a.Depth != b.Depth:
		return fmt.Errorf("one has k %d and depth %d, the other %d and %d", a.K, a.Depth, b.K, b.Depth)
	}
	sameMeasure := func(m, n Mean) bool { return m.Measure == n.Measure }
	if !slices.EqualFunc(a.Means, b.Means, sameMeasure) {
		return errors.New("their measures differ")
	}
	sameQuestion := func(q, p *Result) bool { return q.ID == p.ID }
	if !slices.EqualFunc(a.scored(), b.scored(), sameQuestion) {
		return errors.New("their scored questions differ")
	}
	return nil
}

func delta(m Measure, baseline, now float64, deltas []float64) Delta {
	d := Delta{Measure: m, Baseline: baseline, Now: now, Delta: mean(deltas)}
	d.Low, d.High = bootstrap(deltas)
	for _, x := range deltas {
		switch {
		case x > 0:
			d.Better++
		case x < 0:
			d.Worse++
		default:
			d.Equal++
		}
	}
	d.P = signTest(d.Better, d.Worse)
	return d
}
