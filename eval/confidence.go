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
// refusal counts as wrong, at its own confidence.
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
		c.Points = append(c.Points, RiskPoint{outcomes[start].confidence, figure(float64(end) / float64(n)), figure(risks[end-1])})
		start = end
	}
	c.AURC = mean(risks)
	c.Excess = max(0, figure(c.AURC-bestArea(n, int(math.Round(errors)))))
	for _, share := range curveCoverages {
		k := int(math.Ceil(share * float64(n)))
		c.At = append(c.At, CoverageAt{share, k, figure(1 - risks[k-1])})
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

// reliabilityBins is how many bins of equal width confidence is cut into.
const reliabilityBins = 10

// Reliability says how far confidence is the share of answers that are right. It
// is over the answers that were given: a refusal is none that could be right, and
// an answer to an unanswerable question is wrong.
type Reliability struct {
	N     int     `json:"n"`
	ECE   float64 `json:"ece"`   // mean distance of a bin's confidence from its accuracy, by its answers
	Brier float64 `json:"brier"` // mean square of the distance of a confidence from 0 or 1
	Bins  []Bin   `json:"bins"`  // those with answers, rising
}

// Bin is the answers with a confidence from Low up to High; the last takes in 1.
type Bin struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	N          int     `json:"n"`
	Confidence float64 `json:"confidence"` // mean
	Accuracy   float64 `json:"accuracy"`
}

func reliabilityOf(results []AnswerResult) Reliability {
	var answers []graded
	for i := range results {
		r := &results[i]
		switch {
		case !r.answered():
		case !r.answerable():
			answers = append(answers, graded{r.Confidence, false})
		case r.Right != nil:
			answers = append(answers, graded{r.Confidence, *r.Right})
		}
	}
	return newReliability(answers)
}

func newReliability(answers []graded) Reliability {
	r := Reliability{N: len(answers), Bins: []Bin{}}
	if r.N == 0 {
		return r
	}
	var bins [reliabilityBins][]graded
	for _, a := range answers {
		i := min(int(a.confidence*reliabilityBins), reliabilityBins-1)
		bins[i] = append(bins[i], a)
		r.Brier += square(a.confidence - truth(a.right))
	}
	for i, in := range bins {
		if len(in) == 0 {
			continue
		}
		b := newBin(i, in)
		r.ECE += float64(b.N) * math.Abs(b.Confidence-b.Accuracy)
		r.Bins = append(r.Bins, b)
	}
	r.ECE, r.Brier = figure(r.ECE/float64(r.N)), figure(r.Brier/float64(r.N))
	return r
}

func newBin(i int, in []graded) Bin {
	b := Bin{Low: figure(float64(i) / reliabilityBins), High: figure(float64(i+1) / reliabilityBins), N: len(in)}
	for _, a := range in {
		b.Confidence += a.confidence
		b.Accuracy += truth(a.right)
	}
	b.Confidence, b.Accuracy = figure(b.Confidence/float64(b.N)), figure(b.Accuracy/float64(b.N))
	return b
}

func truth(right bool) float64 {
	if right {
		return 1
	}
	return 0
}

func square(x float64) float64 { return x * x }
