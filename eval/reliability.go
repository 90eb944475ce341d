package eval

import "math"

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
	r.ECE, r.Brier = Figure(r.ECE/float64(r.N)), Figure(r.Brier/float64(r.N))
	return r
}

func newBin(i int, in []graded) Bin {
	b := Bin{Low: Figure(float64(i) / reliabilityBins), High: Figure(float64(i+1) / reliabilityBins), N: len(in)}
	for _, a := range in {
		b.Confidence += a.confidence
		b.Accuracy += truth(a.right)
	}
	b.Confidence, b.Accuracy = Figure(b.Confidence/float64(b.N)), Figure(b.Accuracy/float64(b.N))
	return b
}

func truth(right bool) float64 {
	if right {
		return 1
	}
	return 0
}

func square(x float64) float64 { return x * x }
