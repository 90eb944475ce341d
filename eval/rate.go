package eval

import "math"

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
	return Rate{Name: name, Count: count, N: n, Share: Figure(float64(count) / float64(n)), Low: low, High: high}
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
	return Figure(max(0, (centre-half)/scale)), Figure(min(1, (centre+half)/scale))
}
