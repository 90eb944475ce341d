package eval

import (
	"math"
	"slices"
)

// logistic is a model of the chance that a label is true, in terms of values that
// were brought to mean 0 and standard deviation 1. Newton's method over some twenty
// weights is shorter than the use of a library of linear algebra, and adds none.
type logistic struct {
	base    float64
	weights []float64
	means   []float64
	devs    []float64 // 0 of a value that never varies; its weight is 0
}

// Bounds of a fit. Newton's method needs about six steps.
const (
	maxSteps    = 100
	smallStep   = 1e-12
	maxHalvings = 40
)

// fitLogistic minimises the sum of log losses plus half the penalty, which is positive,
// times the squares of the weights; the base is not penalised. The minimum is unique, so
// the same examples give the same model.
func fitLogistic(xs [][]float64, ys []bool, penalty float64) *logistic {
	m := &logistic{}
	m.means, m.devs = moments(xs)
	zs := make([][]float64, len(xs))
	for i, x := range xs {
		zs[i] = m.standard(x)
	}
	w := make([]float64, len(xs[0])+1) // the base last
	loss := penalisedLoss(zs, ys, w, penalty)
	for range maxSteps {
		next, lower := descend(zs, ys, w, penalty, loss)
		gained := loss - lower
		if w, loss = next, lower; gained < smallStep {
			break
		}
	}
	m.weights, m.base = w[:len(w)-1], w[len(w)-1]
	return m
}

// descend takes a step of Newton's method, or the longest half, quarter, … of it that
// lowers the loss.
func descend(zs [][]float64, ys []bool, w []float64, penalty, loss float64) ([]float64, float64) {
	step := newtonStep(zs, ys, w, penalty)
	for range maxHalvings {
		next := slices.Clone(w)
		for i := range next {
			next[i] -= step[i]
			step[i] /= 2
		}
		if lower := penalisedLoss(zs, ys, next, penalty); lower < loss {
			return next, lower
		}
	}
	return w, loss
}

// standard is an example in units of standard deviations from the mean, and 1 for the base.
func (m *logistic) standard(x []float64) []float64 {
	z := make([]float64, len(x)+1)
	for i := range x {
		if m.devs[i] > 0 {
			z[i] = (x[i] - m.means[i]) / m.devs[i]
		}
	}
	z[len(x)] = 1
	return z
}

// chance is the model's answer for an example.
func (m *logistic) chance(x []float64) float64 {
	return sigmoid(dot(m.standard(x), append(slices.Clone(m.weights), m.base)))
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

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func penalisedLoss(zs [][]float64, ys []bool, w []float64, penalty float64) float64 {
	weights := w[:len(w)-1]
	sum := penalty / 2 * dot(weights, weights)
	for i, z := range zs {
		t := dot(z, w)
		if ys[i] {
			t = -t
		}
		sum += max(t, 0) + math.Log1p(math.Exp(-math.Abs(t))) // log(1 + e^t), without overflow
	}
	return sum
}

// newtonStep is the inverse of the second derivatives times the first.
func newtonStep(zs [][]float64, ys []bool, w []float64, penalty float64) []float64 {
	n := len(w)
	second, first := make([][]float64, n), make([]float64, n)
	for i := range second {
		second[i] = make([]float64, n)
		if i < n-1 {
			second[i][i], first[i] = penalty, penalty*w[i]
		}
	}
	for k, z := range zs {
		p := sigmoid(dot(z, w))
		for i := range z {
			for j := range i + 1 {
				second[i][j] += p * (1 - p) * z[i] * z[j]
			}
			first[i] += (p - truth(ys[k])) * z[i]
		}
	}
	return solve(second, first)
}

// solve returns the x for which a·x = b, by Cholesky's decomposition. The matrix is
// symmetric and positive definite; of it the lower half is read, and overwritten.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for j := range i {
			a[i][j] = (a[i][j] - dot(a[i][:j], a[j][:j])) / a[j][j]
		}
		a[i][i] = math.Sqrt(a[i][i] - dot(a[i][:i], a[i][:i]))
	}
	x := slices.Clone(b)
	for i := range x {
		x[i] = (x[i] - dot(a[i][:i], x[:i])) / a[i][i]
	}
	for i := range slices.Backward(x) {
		for k := i + 1; k < len(x); k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
