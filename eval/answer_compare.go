package eval

import (
	"errors"
	"fmt"
	"slices"
)

// AnswerComparison compares a run with an earlier one over the same questions.
type AnswerComparison struct {
	Baseline System   `json:"baseline"`
	Measures []Paired `json:"measures"`
	// Changed counts the questions of which a reader sees anything else.
	Changed int `json:"changed"`
}

// Paired is how one measure changed, question by question.
type Paired struct {
	Name     string   `json:"name"`
	N        int      `json:"n"`
	Baseline float64  `json:"baseline"` // shares
	Now      float64  `json:"now"`
	Delta    float64  `json:"delta"` // now minus baseline
	Low      float64  `json:"low"`   // bootstrap interval of the delta
	High     float64  `json:"high"`
	Gained   []string `json:"gained"` // qids of questions that became better
	Lost     []string `json:"lost"`
	P        float64  `json:"p"` // two-sided exact sign test, not corrected for many measures
}

// compareAnswers pairs the questions of two reports over the same files. Whatever
// else differs between the runs, the library too, is what the comparison is about.
func compareAnswers(baseline, now *AnswerReport) (*AnswerComparison, error) {
	if err := checkAnswerPair(baseline, now); err != nil {
		return nil, fmt.Errorf("%w: %w", errNotComparable, err)
	}
	c := &AnswerComparison{Baseline: baseline.System, Measures: []Paired{}}
	for _, m := range answerMeasures {
		p, err := pair(m, baseline.Questions, now.Questions)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNotComparable, err)
		}
		if p.N > 0 {
			c.Measures = append(c.Measures, p)
		}
	}
	for i := range now.Questions {
		if baseline.Questions[i].Outcome != now.Questions[i].Outcome {
			c.Changed++
		}
	}
	return c, nil
}

// Of returns the pair of a measure; its N is 0 if there is none.
func (c *AnswerComparison) Of(name string) Paired {
	for _, p := range c.Measures {
		if p.Name == name {
			return p
		}
	}
	return Paired{Name: name}
}

func checkAnswerPair(a, b *AnswerReport) error {
	if !slices.EqualFunc(a.Files, b.Files, func(f, g File) bool { return f.SHA256 == g.SHA256 }) {
		return fmt.Errorf("they are over different files: %q and %q", a.Set, b.Set)
	}
	same := func(q, p AnswerResult) bool { return q.ID == p.ID && q.Kind == p.Kind }
	if !slices.EqualFunc(a.Questions, b.Questions, same) {
		return errors.New("their questions differ")
	}
	return nil
}

func pair(m answerMeasure, before, after []AnswerResult) (Paired, error) {
	p := Paired{Name: m.Name, Gained: []string{}, Lost: []string{}, P: 1}
	var was, is, deltas []float64
	for i := range after {
		then, now := m.of(&before[i]), m.of(&after[i])
		if (then == nil) != (now == nil) {
			return p, fmt.Errorf("only one of them counts %q for %s", after[i].ID, m.Name)
		}
		if now == nil {
			continue
		}
		was, is = append(was, truth(*then)), append(is, truth(*now))
		deltas = append(deltas, truth(*now)-truth(*then))
		switch {
		case *then == *now:
		case *now != m.Lower:
			p.Gained = append(p.Gained, after[i].ID)
		default:
			p.Lost = append(p.Lost, after[i].ID)
		}
	}
	if p.N = len(deltas); p.N == 0 {
		return p, nil
	}
	p.Baseline, p.Now, p.Delta = mean(was), mean(is), mean(deltas)
	p.Low, p.High = bootstrap(deltas)
	p.P = signTest(len(p.Gained), len(p.Lost))
	return p, nil
}
