package faq

import (
	"math"
	"runtime"
	"sync"
)

// The constants of Adam (Kingma, Ba: ICLR 2015), which are its authors'.
const (
	keepMean   = 0.9
	keepSquare = 0.999
	adamTiny   = 1e-8
)

// moments are Adam's memory of some numbers.
type moments struct{ mean, square []float32 }

func newMoments(n int) moments { return moments{make([]float32, n), make([]float32, n)} }

// learningRate is what a step is scaled by: the rate with the bias corrections of the
// means.
type learningRate struct{ rate, square float32 }

// schedule is the learning rate of a step, counted from 1 to steps: it falls as a cosine.
func schedule(rate float64, step, steps int) learningRate {
	rate *= (1 + math.Cos(math.Pi*float64(step-1)/float64(steps))) / 2
	return learningRate{
		rate:   float32(rate / (1 - math.Pow(keepMean, float64(step)))),
		square: float32(1 / (1 - math.Pow(keepSquare, float64(step)))),
	}
}

// step moves the numbers that begin at an offset of the memory against their
// gradient.
func (m moments) step(p learningRate, at int, numbers, slopes []float32) {
	mean, square := m.mean[at:at+len(numbers)], m.square[at:at+len(numbers)]
	slopes = slopes[:len(numbers)]
	for i, g := range slopes {
		mean[i] = keepMean*mean[i] + (1-keepMean)*g
		square[i] = keepSquare*square[i] + (1-keepSquare)*g*g
		numbers[i] -= p.rate * mean[i] / (float32(math.Sqrt(float64(square[i]*p.square))) + adamTiny)
	}
}

// optimizer changes a model by gradients. Adam moves vectors of any length, of which
// the model's are the directions.
type optimizer struct {
	model   *model
	lengths []float32 // by row: of the vector that Adam moves

	vectors, gains, weights moments
	sum                     []float32 // of the gradients by vectors, and by gains behind them
}

func newOptimizer(m *model) *optimizer {
	rows := m.rows()
	l := &optimizer{
		model: m, lengths: make([]float32, rows), sum: make([]float32, rows*(dim+1)),
		vectors: newMoments(rows * dim), gains: newMoments(rows), weights: newMoments(len(m.weights.list())),
	}
	for i := range l.lengths {
		l.lengths[i] = 1
	}
	return l
}

// step changes the model by the mean gradient of n examples, which are summed in
// their order.
func (l *optimizer) step(p learningRate, gradients []*gradient, n int) {
	workers := runtime.GOMAXPROCS(0)
	rows := l.model.rows()
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for row := rows * w / workers; row < rows*(w+1)/workers; row++ {
				l.stepRow(p, gradients, row, 1/float32(n))
			}
		})
	}
	wg.Wait()
	var sum weights
	for _, g := range gradients {
		for i, w := range g.weights.list() {
			*sum.list()[i] += *w / float32(n)
		}
	}
	for i, w := range l.model.weights.list() {
		at := [1]float32{*w}
		l.weights.step(p, i, at[:], []float32{*sum.list()[i]})
		*w = bound(at[0], maxWeight)
	}
	l.model.prepare(len(l.model.facts))
}

// stepRow moves a row also where no gradient touches it: it has momentum.
func (l *optimizer) stepRow(p learningRate, gradients []*gradient, row int, scale float32) {
	slopes := l.sum[row*(dim+1) : (row+1)*(dim+1)]
	clear(slopes)
	for _, g := range gradients {
		if g.marked[row] {
			addScaled(slopes[:dim], g.row(row), scale)
			slopes[dim] += scale * g.gains[row]
		}
	}
	gain := l.model.gains[row : row+1]
	slopes[dim] += 2 * gainDecay * gain[0] / float32(len(l.lengths))
	l.gains.step(p, row, gain, slopes[dim:])
	gain[0] = bound(gain[0], maxGain)

	v := l.model.vector(row, nil)
	tangent(slopes[:dim], v, l.lengths[row])
	for i := range v {
		v[i] *= l.lengths[row]
	}
	l.vectors.step(p, row*dim, v, slopes[:dim])
	l.lengths[row] = normalize(v)
}

// gainDecay is what the mean square of the gains costs.
const gainDecay = 1e-3

// tangent makes the gradient by a unit vector that by the vector of a length whose
// direction it is: what is along it changes nothing.
func tangent(slopes, v []float32, length float32) {
	var along float32
	for i := range v {
		along += slopes[i] * v[i]
	}
	for i := range v {
		slopes[i] = (slopes[i] - along*v[i]) / length
	}
}

func bound(x, most float32) float32 { return max(-most, min(x, most)) }
