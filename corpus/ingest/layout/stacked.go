package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// operators are the big operators with limits above and below in a displayed formula.
const operators = "∑∏∐⨁⨂⨀⋃⋂⨆⨄⋀⋁∫∮"

// Where limits and the parts of a displayed fraction are, as shares of the size: how
// far from the baseline, and how far their middle may be from the middle of the
// operator or bar. TeX sets limits at 1.1 to 1.3 and numerators at 0.7 (D. Knuth, The
// TeXbook, appendix G, rules 13a and 15b).
const (
	leastBound  = 0.66 // nearer, it is already a script
	leastPart   = 0.3
	stackReach  = 1.5
	stackCentre = 0.35
	mathsAxis   = 0.25 // of a fraction's bar
	barSpace    = 0.12 // TeX's space next to a bar: 1.2 points
)

// stack moves what is above and below a place of a line into that line: the limits of
// operators, then the parts of fractions as large as the line. Emptied lines are
// dropped.
func stack(ls []*line, bars []stroke) []*line {
	for _, l := range ls {
		l.bound(ls)
	}
	for _, bar := range bars {
		if host := hostOf(ls, bar); host != nil {
			host.divide(ls, bar)
		}
	}
	return slices.DeleteFunc(ls, func(l *line) bool { return len(l.runs) == 0 })
}

// bound writes their limits at the operators of a line.
func (l *line) bound(ls []*line) {
	small := func(p part) bool { return p.line.size < smallSize*l.size }
	for i := range l.runs {
		op := &l.runs[i]
		if op.shift != 0 || strings.Trim(op.text, operators) != "" {
			continue
		}
		var bounds []run
		for _, least := range []float64{-leastBound, leastBound} {
			if p, ok := l.partAt(ls, op.x0, op.x1, least, small); ok {
				bounds = append(bounds, p.cut(int(math.Copysign(1, least)))...)
			}
		}
		var b strings.Builder
		writeScripts(&b, bounds, "")
		op.text += b.String()
	}
}

// part is some of the runs of a line.
type part struct {
	line       *line
	first, end int
}

func (p part) runs() []run { return p.line.runs[p.first:p.end] }

func (p part) width() float64 { return rightEdge(p.runs()) - p.runs()[0].x0 }

// cut takes the runs out of their line, as scripts of another.
func (p part) cut(shift int) []run {
	out := slices.Clone(p.runs())
	for i := range out {
		out[i].shift = shift
	}
	*p.line = p.line.slice(0, len(slices.Delete(p.line.runs, p.first, p.end)))
	return out
}

// partAt finds the nearest suitable part of another line above a stretch of l, or below
// if least is negative, that is centred on the stretch.
func (l *line) partAt(ls []*line, x0, x1, least float64, suits func(part) bool) (part, bool) {
	var best part
	nearest := stackReach * l.size
	for _, other := range ls {
		away := (other.y - l.y) * math.Copysign(1, least)
		if other == l || away < math.Abs(least)*l.size || away > nearest {
			continue
		}
		if p, ok := other.centred((x0+x1)/2, stackCentre*l.size); ok && suits(p) {
			best, nearest = p, away
		}
	}
	return best, best.line != nil
}

// centred returns the adjacent runs of a line with their middle at x.
func (l *line) centred(x, tolerance float64) (part, bool) {
	for first := 0; first < len(l.runs); {
		end, edge := first+1, l.runs[first].x1
		for end < len(l.runs) && l.runs[end].x0-edge < 0.6*l.size {
			edge = math.Max(edge, l.runs[end].x1)
			end++
		}
		if math.Abs((l.runs[first].x0+edge)/2-x) < tolerance {
			return part{l, first, end}, true
		}
		first = end
	}
	return part{}, false
}

// hostOf returns the line that a fraction with the bar belongs to, or nil: the bar is
// on the line's axis, in a gap, and next to its text.
func hostOf(ls []*line, bar stroke) *line {
	for _, l := range ls {
		if math.Abs(bar.at-l.y-mathsAxis*l.size) < 0.1*l.size && l.leaves(bar) {
			return l
		}
	}
	return nil
}

// leaves reports whether a line has a gap for the bar, and text next to it.
func (l *line) leaves(bar stroke) bool {
	beside := false
	for i := range l.runs {
		r := &l.runs[i]
		gap := math.Max(r.x0-bar.to, bar.from-r.x1)
		if r.shift == 0 && gap < -0.1*l.size {
			return false
		}
		beside = beside || gap < 0.6*l.size
	}
	return beside
}

// divide puts the fraction with the bar into its line. A fraction's bar is as long as
// the longer of its parts; a rule between table rows is longer.
func (l *line) divide(ls []*line, bar stroke) {
	fits := func(p part) bool {
		return p.line.size > smallSize*l.size && p.width() < bar.length()+3
	}
	over, ok := l.partAt(ls, bar.from, bar.to, leastPart, fits)
	if !ok {
		return
	}
	under, ok := l.partAt(ls, bar.from, bar.to, -leastPart, fits)
	if !ok || bar.length() > math.Max(over.width(), under.width())+stackCentre*l.size {
		return
	}
	first := over.runs()[0]
	first.text = bracketed(nested(over.cut(1))) + "/" + bracketed(nested(under.cut(-1)))
	first.x0, first.x1 = bar.from-barSpace*l.size, bar.to+barSpace*l.size
	first.y, first.size, first.shift, first.bar = l.y, l.size, 0, 0
	l.runs = append(l.runs, first)
	slices.SortStableFunc(l.runs, func(a, b run) int { return cmp.Compare(a.x0, b.x0) })
	*l = l.slice(0, len(l.runs))
}
