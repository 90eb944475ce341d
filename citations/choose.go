package citations

import (
	"slices"
)

// contextShare is what a word in the headings counts against one in the unit.
const contextShare = 0.25

// Bounds of a window.
const (
	windowUnits = 3 // units that prove one claim
	windowReach = 4 // units between the first and the others
)

// window returns the indexes of the units that cover the claim best, the best
// first, of those that may. An algorithm is shown whole, so all its lines count
// with the best one.
func (j *Judge) window(e *evidence, c *statement, may scope) []int {
	best, bestScore := -1, 0.0
	for i := range e.units {
		if score := e.score(&e.units[i], c); score > bestScore && may(&e.units[i]) {
			best, bestScore = i, score
		}
	}
	if best < 0 {
		return nil
	}
	chosen := []int{best}
	if whole := e.units[best].whole; whole.Len() > 0 {
		for i := range e.units {
			if i != best && e.units[i].whole == whole {
				chosen = append(chosen, i)
			}
		}
		return chosen
	}
	return j.widen(e, c, chosen, may)
}

// widen adds the units near the best one that cover more of the claim. Rows go
// with rows of their table.
func (j *Judge) widen(e *evidence, c *statement, chosen []int, may scope) []int {
	best := chosen[0]
	covered := make(map[string]bool)
	e.cover(covered, best, c)
	for len(chosen) < windowUnits {
		next, gain := -1, 0.0
		for i := max(0, best-windowReach); i <= min(len(e.units)-1, best+windowReach); i++ {
			if g := e.gain(covered, i, c); g > gain && e.alike(best, i) && may(&e.units[i]) {
				next, gain = i, g
			}
		}
		if next < 0 {
			break
		}
		chosen = append(chosen, next)
		e.cover(covered, next, c)
	}
	return chosen
}

// alike reports whether two units are both prose, or rows of one table.
func (e *evidence) alike(i, j int) bool {
	a, b := &e.units[i], &e.units[j]
	return a.isRow() == b.isRow() && (!a.isRow() || a.Of == b.Of)
}

func (e *evidence) score(u *unit, c *statement) float64 {
	score := 0.0
	for _, s := range c.order {
		switch {
		case u.stems[s]:
			score += e.weight(s)
		case u.context.stems[s]:
			score += contextShare * e.weight(s)
		}
	}
	return score
}

func (e *evidence) cover(covered map[string]bool, i int, c *statement) {
	for _, s := range c.order {
		if e.units[i].stems[s] {
			covered[s] = true
		}
	}
}

func (e *evidence) gain(covered map[string]bool, i int, c *statement) float64 {
	gain := 0.0
	for _, s := range c.order {
		if !covered[s] && e.units[i].stems[s] {
			gain += e.weight(s)
		}
	}
	return gain
}

// scope says which units a claim may rest on.
type scope func(*unit) bool

// onPages are the units on some pages; all for none.
func (j *Judge) onPages(pages []int) scope {
	return func(u *unit) bool {
		if len(pages) == 0 {
			return true
		}
		first, last := j.doc.PageAt(u.Span.Start).Number, j.doc.PageAt(u.Span.End-1).Number
		return slices.ContainsFunc(pages, func(p int) bool { return first <= p && p <= last })
	}
}
