package eval

import (
	"errors"
	"math"
)

// logistic is a model of the chance that a label is true, in terms of values that
// were brought to mean 0 and standard deviation 1.
type logistic struct {
	base    float64
	weights []float64
	means   []float64
	devs    []float64 // 0 of a value that never varies; its weight is 0
}

// errSingular can't happen while the penalty is positive, which makes the matrix
// definite.
var errSingular = errors.New("solve for weights: matrix is singular")

// Bounds of a fit. Newton's method needs about six steps.
const (
	maxSteps    = 100
	smallStep   = 1e-12
	maxHalvings = 40
)

// fitLogistic minimises the sum of log losses plus half the penalty times the
// squares of the weights; the base is not penalised. The minimum is unique, so the
// same samples give the same model.
func fitLogistic(xs [][]float64, ys []bool, penalty float64) (*logistic, error) {
	m := &logistic{weights: make([]float64, len(xs[0]))}
	m.means, m.devs = moments(xs)
	zs := make([][]float64, len(xs))
	for i, x := range xs {
		zs[i] = m.standard(x)
	}
	w := make([]float64, len(xs[0])+1) // the base last
	loss := penalisedLoss(zs, ys, w, penalty)
	for range maxSteps {
		step, err := newtonStep(zs, ys, w, penalty)
		if err != nil {
			return nil, err
		}
		next, lower := descend(zs, ys, w, step, penalty, loss)
		if lower >= loss {
			break
		}
		moved := loss - lower
		w, loss = next, lower
		if moved < smallStep {
			break
		}
	}
	copy(m.weights, w)
	m.base = w[len(w)-1]
	return m, nil
}

// descend takes the step, or the longest half, quarter, … of it that lowers the
// loss.
func descend(zs [][]float64, ys []bool, w, step []float64, penalty, loss float64) ([]float64, float64) {
	next := make([]float64, len(w))
	scale := 1.0
	for range maxHalvings {
		for i := range w {
			next[i] = w[i] - scale*step[i]
		}
		if lower := penalisedLoss(zs, ys, next, penalty); lower < loss {
			return next, lower
		}
		scale /= 2
	}
	return w, loss
}

// standard is a sample in units of standard deviations from the mean.
func (m *logistic) standard(x []float64) []float64 {
	z := make([]float64, len(x))
	for i := range x {
		if m.devs[i] > 0 {
			z[i] = (x[i] - m.means[i]) / m.devs[i]
		}
	}
	return z
}

// chance is the model's answer for a sample.
func (m *logistic) chance(x []float64) float64 {
	return sigmoid(dot(m.standard(x), append(m.weights[:len(m.weights):len(m.weights)], m.base)))
}

// raw are the base and weights for values as they are.
func (m *logistic) raw() (base float64, weights []float64) {
	base, weights = m.base, make([]float64, len(m.weights))
	for i := range weights {
		if m.devs[i] > 0 {
			weights[i] = m.weights[i] / m.devs[i]
			base -= weights[i] * m.means[i]
		}
	}
	return base, weights
}

// moments are the mean and the standard deviation of each value. Deviations of
// less than a billionth are rounding.
func moments(xs [][]float64) (means, devs []float64) {
	n := float64(len(xs))
	means, devs = make([]float64, len(xs[0])), make([]float64, len(xs[0]))
	for i := range means {
		for _, x := range xs {
			means[i] += x[i] / n
		}
		for _, x := range xs {
			devs[i] += square(x[i]-means[i]) / n
		}
		if devs[i] = math.Sqrt(devs[i]); devs[i] < 1e-9 {
			devs[i] = 0
		}
	}
	return means, devs
}

func sigmoid(t float64) float64 { return 1 / (1 + math.Exp(-t)) }

// dot is the sum of a sample's values times the weights, and of the base, which is
// the last weight.
func dot(z, w []float64) float64 {
	sum := w[len(z)]
	for i := range z {
		sum += z[i] * w[i]
	}
	return sum
}

func penalisedLoss(zs [][]float64, ys []bool, w []float64, penalty float64) float64 {
	sum := 0.0
	for i, z := range zs {
		t := dot(z, w)
		if ys[i] {
			t = -t
		}
		// log(1 + e^t), without overflow
		sum += max(t, 0) + math.Log1p(math.Exp(-math.Abs(t)))
	}
	for _, v := range w[:len(w)-1] {
		sum += penalty / 2 * v * v
	}
	return sum
}

// newtonStep is the inverse of the second derivatives times the first.
func newtonStep(zs [][]float64, ys []bool, w []float64, penalty float64) ([]float64, error) {
	n := len(w)
	rows := make([][]float64, n) // second derivatives, and the first in the last column
	for i := range rows {
		rows[i] = make([]float64, n+1)
		if i < n-1 {
			rows[i][i], rows[i][n] = penalty, penalty*w[i]
		}
	}
	for k, z := range zs {
		p := sigmoid(dot(z, w))
		v := append(z[:len(z):len(z)], 1)
		for i := range v {
			for j := range v {
				rows[i][j] += p * (1 - p) * v[i] * v[j]
			}
			rows[i][n] += (p - truth(ys[k])) * v[i]
		}
	}
	return solve(rows)
}

// solve is Gauss's elimination with pivots over rows that end in the right side.
func solve(rows [][]float64) ([]float64, error) {
	n := len(rows)
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		if math.Abs(rows[c][c]) < 1e-300 {
			return nil, errSingular
		}
		for r := range n {
			if r == c {
				continue
			}
			f := rows[r][c] / rows[c][c]
			for k := c; k <= n; k++ {
				rows[r][k] -= f * rows[c][k]
			}
		}
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = rows[i][n] / rows[i][i]
	}
	return out, nil
}
