package layout

import (
	"math"
	"sort"

	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// stroke is a horizontal or vertical rule: at is its y or x, from and to are
// its ends along the other axis.
type stroke struct{ at, from, to float64 }

func (s stroke) length() float64 { return s.to - s.from }

// covers reports whether the stroke covers the interval, except its ends.
func (s stroke) covers(from, to float64) bool {
	return s.from <= from+touching && s.to >= to-touching
}

// touching is the distance in points up to which rules count as one or as meeting:
// producers draw a border as several adjacent hairlines.
const touching = 4

// ruling is the rules of a page as merged horizontal and vertical strokes.
type ruling struct{ horizontal, vertical []stroke }

func rulingOf(rules []pdf.Rule) ruling {
	var r ruling
	for _, s := range rules {
		x0, x1 := math.Min(s.X0, s.X1), math.Max(s.X0, s.X1)
		y0, y1 := math.Min(s.Y0, s.Y1), math.Max(s.Y0, s.Y1)
		switch {
		case x1-x0 >= y1-y0 && x1-x0 > 1:
			r.horizontal = append(r.horizontal, stroke{(y0 + y1) / 2, x0, x1})
		case y1-y0 > 1:
			r.vertical = append(r.vertical, stroke{(x0 + x1) / 2, y0, y1})
		}
	}
	r.horizontal, r.vertical = mergeStrokes(r.horizontal), mergeStrokes(r.vertical)
	return r
}

// mergeStrokes joins strokes on the same line that meet.
func mergeStrokes(ss []stroke) []stroke {
	sort.Slice(ss, func(i, j int) bool {
		if ss[i].at != ss[j].at {
			return ss[i].at < ss[j].at
		}
		return ss[i].from < ss[j].from
	})
	var out []stroke
	for _, s := range ss {
		merged := false
		for i := len(out) - 1; i >= 0 && s.at-out[i].at <= touching; i-- {
			if s.from <= out[i].to+touching && s.to >= out[i].from-touching {
				out[i].from, out[i].to = math.Min(out[i].from, s.from), math.Max(out[i].to, s.to)
				merged = true
				break
			}
		}
		if !merged {
			out = append(out, s)
		}
	}
	return out
}

// clusterValues returns the centres of clusters of values within the distance,
// ascending.
func clusterValues(values []float64, distance float64) []float64 {
	sort.Float64s(values)
	var out []float64
	sum, n := 0.0, 0
	for i, v := range values {
		if n > 0 && v-values[i-1] > distance {
			out = append(out, sum/float64(n))
			sum, n = 0, 0
		}
		sum, n = sum+v, n+1
	}
	if n > 0 {
		out = append(out, sum/float64(n))
	}
	return out
}
