package layout

import (
	"math"
	"strings"
)

// TeX's extension fonts draw their big delimiters, operators and roots below the
// baseline that they are set on, and TeX raises them until their middle is on the axis
// of the formula: \big( by 0.8 and \Bigg( by 1.8 times the size (D. Knuth, The TeXbook,
// appendix G, rules 13 and 19).
const (
	leastRise = 0.5
	mostRise  = 1.95
)

// hangs reports whether the run is drawn below its own baseline.
func (r *run) hangs() bool {
	name := r.font.Name
	return strings.HasPrefix(name, "CMEX") || strings.HasPrefix(name, "LMMathExtension") ||
		strings.HasPrefix(name, "CMSY") && strings.TrimLeft(r.text, "√") == ""
}

// hangingDistance is how far a hanging run is from belonging to a line: it is next to
// the line's text or inside it.
func hangingDistance(l *line, r *run, dy float64) float64 {
	if dy < leastRise*r.size || dy > mostRise*r.size || r.size > 1.3*l.size {
		return math.Inf(1)
	}
	gap, _ := neighbour(l, r, dy)
	if gap > l.size {
		return math.Inf(1)
	}
	return dy
}
