package pdf

import "math"

// matrix is a transformation [a b c d e f] (ISO 32000-1, 8.3.4).
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// times is m applied before n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return x*m[0] + y*m[2] + m[4], x*m[1] + y*m[3] + m[5]
}

// upright reports whether a horizontal line stays horizontal and left to right.
func (m matrix) upright() bool { return math.Abs(m[1]) <= 0.01*math.Abs(m[0]) && m[0] > 0 }

// straight reports whether boxes stay boxes.
func (m matrix) straight() bool {
	return m[1] == 0 && m[2] == 0 || m[0] == 0 && m[3] == 0
}
