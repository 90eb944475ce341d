package layout

import (
	"math"
	"sort"
	"strings"
	"unicode"
)

// line is one line of a page, its runs from left to right.
type line struct {
	y, size float64 // baseline and size of its largest text
	x0, x1  float64
	runs    []run
}

// lines assembles runs into lines, from top to bottom. Larger runs start lines; smaller
// ones join the line whose baseline or neighbours are nearest, as scripts, or as parts
// of a fraction if one of the bars is between them.
func lines(rs []run, bars []stroke) []line {
	order := make([]int, len(rs))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return rs[order[a]].size > rs[order[b]].size+0.3 })
	sort.SliceStable(order, func(a, b int) bool { return !rs[order[a]].hangs() && rs[order[b]].hangs() })
	var out []*line
	for _, i := range order {
		r := rs[i]
		l := lineFor(out, &r)
		if l == nil {
			l = &line{y: r.y, size: r.size, x0: r.x0, x1: r.x1}
			out = append(out, l)
		} else if !r.hangs() && (r.size < smallSize*l.size || l.holdsScript(&r)) {
			r.shift = shiftOf(&r, l)
		}
		l.runs = append(l.runs, r)
		l.x0, l.x1 = math.Min(l.x0, r.x0), math.Max(l.x1, r.x1)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].y > out[j].y })
	for _, l := range out {
		sort.SliceStable(l.runs, func(a, b int) bool { return l.runs[a].x0 < l.runs[b].x0 })
		l.markNested()
	}
	out = stack(out, bars)
	sorted := make([]line, len(out))
	for i, l := range out {
		l.markFractions(bars)
		sorted[i] = *l
	}
	return sorted
}

// markNested marks scripts of scripts: they are smaller, touch the script, and may be
// on the baseline of the line.
func (l *line) markNested() {
	for i := 1; i < len(l.runs); i++ {
		r, base := &l.runs[i], &l.runs[i-1]
		if r.shift == 0 && base.shift != 0 && r.size < smallSize*base.size && math.Abs(r.x0-base.x1) < 0.2*base.size {
			r.shift = base.shift
		}
	}
}

func shiftOf(r *run, l *line) int {
	switch dy := r.y - l.y; {
	case dy > 0.15*l.size:
		return 1
	case dy < -0.08*l.size:
		return -1
	}
	return 0
}

// lineFor returns the line that the run belongs to, or nil.
func lineFor(ls []*line, r *run) *line {
	var best *line
	score := math.Inf(1)
	for _, l := range ls {
		if s := distance(l, r); s < score {
			best, score = l, s
		}
	}
	return best
}

// distance is how far a run is from belonging to a line; infinite if it cannot.
func distance(l *line, r *run) float64 {
	dy := r.y - l.y
	if r.hangs() {
		return hangingDistance(l, r, dy)
	}
	away := math.Abs(dy)
	switch {
	case r.size >= smallSize*l.size:
		if away < 0.25*l.size {
			return away
		}
		if l.holdsScript(r) {
			return away / l.size
		}
		return math.Inf(1)
	case away < 0.1*l.size: // small text on the baseline: step numbers, code
		return away
	case dy > 0.75*l.size || dy < -0.66*l.size:
		return math.Inf(1)
	}
	gap, under := neighbour(l, r, dy)
	if gap > 0.9*l.size {
		return math.Inf(1)
	}
	s := away/l.size + math.Max(gap, 0)/l.size
	if under {
		s += 0.5 // a limit under a big operator is more likely than a subscript of the line above
	}
	return s
}

// holdsScript reports whether a run hardly smaller than the line is a script
// nevertheless: raised or lowered, touching its base, with nothing above or below it.
// HTML's default style sets 2<sup>64</sup> at 89 % of the size.
func (l *line) holdsScript(r *run) bool {
	away := math.Abs(r.y - l.y)
	if r.size > largeScript*l.size || away < 0.25*l.size || away > 0.66*l.size {
		return false
	}
	touches := false
	for i := range l.runs {
		q := &l.runs[i]
		gap := math.Max(r.x0-q.x1, q.x0-r.x1)
		if q.shift == 0 && gap < -0.2*l.size {
			return false
		}
		touches = touches || r.x0 > q.x0 && gap < 0.2*l.size
	}
	return touches
}

// neighbour returns the gap to the nearest run of the line, and whether the run is
// directly under a full-size one.
func neighbour(l *line, r *run, dy float64) (gap float64, under bool) {
	gap = math.Inf(1)
	centre := (r.x0 + r.x1) / 2
	for i := range l.runs {
		q := &l.runs[i]
		under = under || dy < 0 && q.size > smallSize*l.size && centre > q.x0 && centre < q.x1
		gap = math.Min(gap, math.Max(r.x0-q.x1, q.x0-r.x1))
	}
	return gap, under
}

// bold reports whether all text of the line is bold, except symbols.
func (l *line) bold() bool {
	seen := false
	for i := range l.runs {
		r := &l.runs[i]
		if !strings.ContainsFunc(r.text, unicode.IsLetter) {
			continue
		}
		if !r.font.Bold && !mathRun(r) {
			return false
		}
		seen = seen || r.font.Bold
	}
	return seen
}

// mathRun reports whether a run is in a mathematics font, which has no bold.
func mathRun(r *run) bool {
	return strings.Contains(r.font.Name, "Math") || strings.HasPrefix(r.font.Name, "CM")
}

// artifact reports whether most of the line is marked as not being content.
func (l *line) artifact() bool {
	n, total := 0, 0
	for i := range l.runs {
		total += len(l.runs[i].text)
		if l.runs[i].artifact {
			n += len(l.runs[i].text)
		}
	}
	return 2*n > total
}

// middle is the height at which a line counts as inside a frame: half the height of a
// lower-case letter.
func (l *line) middle() float64 { return l.y + 0.25*l.size }

// text is the line as stored: scripts marked, words separated.
func (l *line) text() string { return joinRuns(l.runs, l.size) }

// segments cuts the line where the gap between two runs is wider than a share of its
// size.
func (l *line) segments(gap float64) []line {
	var out []line
	start := 0
	end := math.Inf(-1)
	for i := range l.runs {
		if i > start && l.runs[i].x0-end > gap*l.size {
			out = append(out, l.slice(start, i))
			start = i
		}
		end = math.Max(end, l.runs[i].x1)
	}
	if start < len(l.runs) {
		out = append(out, l.slice(start, len(l.runs)))
	}
	return out
}

// slice is a part of a line, from some of its runs.
func (l *line) slice(from, to int) line {
	part := line{y: l.y, size: l.size, x0: math.Inf(1), x1: math.Inf(-1), runs: l.runs[from:to]}
	for i := range part.runs {
		part.x0, part.x1 = math.Min(part.x0, part.runs[i].x0), math.Max(part.x1, part.runs[i].x1)
	}
	return part
}
