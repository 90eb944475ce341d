package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The bootstrap's constants: the percentile method over whole questions. A fixed
// seed makes the interval a function of the scores alone.
const (
	resamples     = 2000
	bootstrapSeed = 1
	intervalLevel = 0.95
)

// Interval says how the low and high ends of means were found.
type Interval struct {
	Level     float64 `json:"level"` // share of resampled means between the ends
	Resamples int     `json:"resamples"`
	Seed      uint64  `json:"seed"`
}

// bootstrap returns the percentile interval of the mean of values, of which
// there must be at least one: the means of resamples drawn with replacement,
// without the lowest and the highest 2.5 %.
func bootstrap(values []float64) (low, high float64) {
	rng := rand.New(rand.NewPCG(bootstrapSeed, 0))
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[rng.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	cut := int(math.Round(resamples * (1 - intervalLevel) / 2))
	return figure(means[cut]), figure(means[resamples-1-cut])
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return figure(sum / float64(len(values)))
}

// signTest returns the two-sided exact p-value of the sign test: how often a
// fair coin would split better+worse at least as unevenly. Equal pairs say
// nothing and are left out, as usual; without a difference p is 1.
func signTest(better, worse int) float64 {
	n, few := better+worse, min(better, worse)
	tail := 0.0
	for i := range few + 1 {
		tail += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return figure(min(1, 2*tail))
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// Rate is a share of questions with its Wilson interval.
type Rate struct {
	Name  string  `json:"name"`
	Count int     `json:"count"`
	N     int     `json:"n"` // questions that could count
	Share float64 `json:"share"`
	Low   float64 `json:"low"` // ends of the 95 % interval
	High  float64 `json:"high"`
}

// Rates are rates by name.
type Rates []Rate

// Of returns the rate of a name; its N is 0 if there is none.
func (rs Rates) Of(name string) Rate {
	for _, r := range rs {
		if r.Name == name {
			return r
		}
	}
	return Rate{Name: name}
}

// NewRate is the share that count is of n; the zero rate where n is 0.
func NewRate(name string, count, n int) Rate {
	if n == 0 {
		return Rate{Name: name}
	}
	low, high := wilson(count, n)
	return Rate{Name: name, Count: count, N: n, Share: figure(float64(count) / float64(n)), Low: low, High: high}
}

// z95 is the 97.5 % quantile of the standard normal distribution.
const z95 = 1.959963984540054

// wilson returns the 95 % score interval of a share; n is at least 1. Unlike the
// interval by the normal distribution it has a width where all or none count.
func wilson(count, n int) (low, high float64) {
	p, m := float64(count)/float64(n), float64(n)
	centre := p + z95*z95/(2*m)
	half := z95 * math.Sqrt(p*(1-p)/m+z95*z95/(4*m*m))
	scale := 1 + z95*z95/m
	return figure(max(0, (centre-half)/scale)), figure(min(1, (centre+half)/scale))
}
