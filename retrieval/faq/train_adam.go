package faq

import "math"

// The constants of Adam (Kingma, Ba: ICLR 2015), which are its authors'.
const (
	keepMean   = 0.9
	keepSquare = 0.999
	adamTiny   = 1e-8
)

// moments are Adam's memory of some numbers.
type moments struct{ mean, square []float32 }

func newMoments(n int) moments { return moments{make([]float32, n), make([]float32, n)} }

// pace is what a step is scaled by: the rate with the corrections of the young
// means.
type pace struct{ rate, square float32 }

// paceAt is that of a step, counted from 1 to steps: the rate falls as a cosine.
func paceAt(rate float64, step, steps int) pace {
	rate *= (1 + math.Cos(math.Pi*float64(step-1)/float64(steps))) / 2
	return pace{
		rate:   float32(rate / (1 - math.Pow(keepMean, float64(step)))),
		square: float32(1 / (1 - math.Pow(keepSquare, float64(step)))),
	}
}

// step moves the numbers that begin at an offset of the memory against their
// gradient.
func (m moments) step(p pace, at int, numbers, slopes []float32) {
	mean, square := m.mean[at:at+len(numbers)], m.square[at:at+len(numbers)]
	slopes = slopes[:len(numbers)]
	for i, g := range slopes {
		mean[i] = keepMean*mean[i] + (1-keepMean)*g
		square[i] = keepSquare*square[i] + (1-keepSquare)*g*g
		numbers[i] -= p.rate * mean[i] / (float32(math.Sqrt(float64(square[i]*p.square))) + adamTiny)
	}
}
