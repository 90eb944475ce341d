package eval

import (
	"cmp"
	"math"
	"slices"
)

// Curve says how the share of wrong outcomes grows with the share of questions
// that are answered, the most confident first.
type Curve struct {
	Over string  `json:"over"` // the questions it counts: "answerable", or "all"
	N    int     `json:"n"`
	AURC float64 `json:"aurc"` // area under the curve: the mean risk over all coverages
	// Excess is the area above that of the best order with the same errors.
	Excess float64      `json:"excess"`
	At     []CoverageAt `json:"at"`
	Points []RiskPoint  `json:"points"` // one for each confidence that occurs, falling
}

// CoverageAt is the accuracy where a share of the questions is answered.
type CoverageAt struct {
	Coverage float64 `json:"coverage"`
	N        int     `json:"n"` // questions answered: the share of all, rounded up
	Accuracy float64 `json:"accuracy"`
}

// RiskPoint is the curve where all questions of at least a confidence are
// answered.
type RiskPoint struct {
	Confidence float64 `json:"confidence"`
	Coverage   float64 `json:"coverage"`
	Risk       float64 `json:"risk"` // share of the answered that is wrong
}

var curveCoverages = []float64{0.5, 0.8, 1}

// graded is an outcome with its confidence and whether it is right.
type graded struct {
	confidence float64
	right      bool
}

// answerableGrades are the outcomes of the questions that "right" counts. A
// refusal stands at the confidence that it carries itself and is wrong.
func answerableGrades(results []AnswerResult) []graded {
	var out []graded
	for i := range results {
		if r := &results[i]; r.Right != nil {
			out = append(out, graded{r.Confidence, *r.Right})
		}
	}
	return out
}

// allGrades are those and the unanswerable questions, which nothing can answer
// rightly: an order is good that leaves them for the end.
func allGrades(results []AnswerResult) []graded {
	out := answerableGrades(results)
	for i := range results {
		if r := &results[i]; !r.answerable() {
			out = append(out, graded{r.Confidence, false})
		}
	}
	return out
}

// newCurve is the risk-coverage curve of at least one outcome. Outcomes of the
// same confidence have no order among themselves, so errors are spread evenly
// over them: the figures are those that any order of theirs has on average.
func newCurve(over string, outcomes []graded) Curve {
	slices.SortStableFunc(outcomes, func(a, b graded) int { return cmp.Compare(b.confidence, a.confidence) })
	n := len(outcomes)
	c := Curve{Over: over, N: n}
	risks := make([]float64, 0, n) // at coverage 1/n, 2/n, …
	errors := 0.0
	for start := 0; start < n; {
		end := start
		wrong := 0.0
		for end < n && outcomes[end].confidence == outcomes[start].confidence {
			if !outcomes[end].right {
				wrong++
			}
			end++
		}
		for k := start; k < end; k++ {
			errors += wrong / float64(end-start)
			risks = append(risks, errors/float64(k+1))
		}
		c.Points = append(c.Points, RiskPoint{outcomes[start].confidence, Figure(float64(end) / float64(n)), Figure(risks[end-1])})
		start = end
	}
	c.AURC = mean(risks)
	c.Excess = max(0, Figure(c.AURC-bestArea(n, int(math.Round(errors)))))
	for _, share := range curveCoverages {
		k := int(math.Ceil(share * float64(n)))
		c.At = append(c.At, CoverageAt{share, k, Figure(1 - risks[k-1])})
	}
	return c
}

// bestArea is the area of an order that leaves all errors for the end.
func bestArea(n, errors int) float64 {
	sum := 0.0
	for k := n - errors + 1; k <= n; k++ {
		sum += float64(k-(n-errors)) / float64(k)
	}
	return sum / float64(n)
}
