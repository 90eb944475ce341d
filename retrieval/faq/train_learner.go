package faq

import (
	"runtime"
	"sync"
)

// learner changes a model by gradients. Adam moves vectors of any length, of which
// the model's are the directions.
type learner struct {
	model   *Model
	lengths []float32 // by row: of the vector that Adam moves

	vectors, gains, weights moments
	sum                     []float32 // of the gradients by vectors, and by gains behind them
}

func newLearner(m *Model) *learner {
	rows := m.Rows()
	l := &learner{
		model: m, lengths: make([]float32, rows), sum: make([]float32, rows*(Dim+1)),
		vectors: newMoments(rows * Dim), gains: newMoments(rows), weights: newMoments(len(m.Weights.List())),
	}
	for i := range l.lengths {
		l.lengths[i] = 1
	}
	return l
}

// step changes the model by the mean gradient of n examples, which are summed in
// their order.
func (l *learner) step(p pace, gradients []*gradient, n int) {
	workers := runtime.GOMAXPROCS(0)
	rows := l.model.Rows()
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for row := rows * w / workers; row < rows*(w+1)/workers; row++ {
				l.stepRow(p, gradients, row, 1/float32(n))
			}
		})
	}
	wg.Wait()
	var sum Weights
	for _, g := range gradients {
		for i, w := range g.weights.List() {
			*sum.List()[i] += *w / float32(n)
		}
	}
	for i, w := range l.model.Weights.List() {
		at := [1]float32{*w}
		l.weights.step(p, i, at[:], []float32{*sum.List()[i]})
		*w = bound(at[0], MaxWeight)
	}
	l.model.Prepare()
}

// stepRow moves a row also where no gradient touches it: it has momentum.
func (l *learner) stepRow(p pace, gradients []*gradient, row int, scale float32) {
	slopes := l.sum[row*(Dim+1) : (row+1)*(Dim+1)]
	clear(slopes)
	for _, g := range gradients {
		if g.marked[row] {
			addScaled(slopes[:Dim], g.row(row), scale)
			slopes[Dim] += scale * g.gains[row]
		}
	}
	gain := l.model.Gains[row : row+1]
	slopes[Dim] += 2 * gainDecay * gain[0] / float32(len(l.lengths))
	l.gains.step(p, row, gain, slopes[Dim:])
	gain[0] = bound(gain[0], MaxGain)

	v := l.model.Vector(row)
	turn(slopes[:Dim], v, l.lengths[row])
	for i := range v {
		v[i] *= l.lengths[row]
	}
	l.vectors.step(p, row*Dim, v, slopes[:Dim])
	l.lengths[row] = unit(v)
}

// gainDecay is what the mean square of the gains costs.
const gainDecay = 1e-3

// turn makes the gradient by a unit vector that by the vector of a length whose
// direction it is: what is along it changes nothing.
func turn(slopes, v []float32, length float32) {
	var along float32
	for i := range v {
		along += slopes[i] * v[i]
	}
	for i := range v {
		slopes[i] = (slopes[i] - along*v[i]) / length
	}
}

func bound(x, most float32) float32 { return max(-most, min(x, most)) }
