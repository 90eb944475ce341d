package layout

import (
	"math"
	"sort"
)

// block is a group of rules that belong together: the frame of a table.
type block struct {
	x0, x1      float64
	top, bottom float64
	ruling
}

// maxCaptionGap is the distance in points between a caption and its table.
const maxCaptionGap = 70

// blocks groups the rules of a page. Horizontal rules of the same extent belong
// together unless one of the dividers, the baselines of captions, is between them; a
// vertical rule joins what it touches.
func blocks(r ruling, dividers []float64) []block {
	n := len(r.horizontal)
	set := newDisjointSet(n + len(r.vertical))
	for i, h := range r.horizontal {
		for j, g := range r.horizontal[:i] {
			if math.Abs(h.from-g.from) <= 6 && math.Abs(h.to-g.to) <= 6 && !between(dividers, g.at, h.at) {
				set.join(i, j)
			}
		}
		for j, v := range r.vertical {
			if v.at >= h.from-touching && v.at <= h.to+touching && h.at >= v.from-touching && h.at <= v.to+touching {
				set.join(i, n+j)
			}
		}
	}
	byRoot := map[int]*block{}
	at := func(i int) *block {
		root := set.find(i)
		if byRoot[root] == nil {
			byRoot[root] = &block{x0: math.Inf(1), x1: math.Inf(-1), top: math.Inf(-1), bottom: math.Inf(1)}
		}
		return byRoot[root]
	}
	for i, h := range r.horizontal {
		b := at(i)
		b.horizontal = append(b.horizontal, h)
		b.extend(h.from, h.to, h.at, h.at)
	}
	for i, v := range r.vertical {
		b := at(n + i)
		b.vertical = append(b.vertical, v)
		b.extend(v.at, v.at, v.from, v.to)
	}
	out := make([]block, 0, len(byRoot))
	for _, b := range byRoot {
		out = append(out, *b)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].top != out[j].top {
			return out[i].top > out[j].top
		}
		return out[i].x0 < out[j].x0
	})
	return out
}

func (b *block) extend(x0, x1, y0, y1 float64) {
	b.x0, b.x1 = math.Min(b.x0, x0), math.Max(b.x1, x1)
	b.bottom, b.top = math.Min(b.bottom, y0), math.Max(b.top, y1)
}

// boxed reports whether vertical rules close the block on both sides.
func (b *block) boxed() bool {
	left, right := false, false
	for _, v := range b.vertical {
		left = left || math.Abs(v.at-b.x0) <= touching
		right = right || math.Abs(v.at-b.x1) <= touching
	}
	return left && right
}

// divided reports whether a vertical rule is between the sides of the block.
func (b *block) divided() bool {
	for _, v := range b.vertical {
		if v.at > b.x0+touching && v.at < b.x1-touching {
			return true
		}
	}
	return false
}

// empty reports whether there is no rule inside the block.
func (b *block) empty() bool {
	for _, h := range b.horizontal {
		if h.at > b.bottom+touching && h.at < b.top-touching {
			return false
		}
	}
	return !b.divided()
}

func between(ys []float64, a, b float64) bool {
	for _, y := range ys {
		if y > math.Min(a, b) && y < math.Max(a, b) {
			return true
		}
	}
	return false
}

// gapTo is the vertical distance from a height outside the block to it, 0 inside.
func (b *block) gapTo(y float64) float64 {
	switch {
	case y > b.top:
		return y - b.top
	case y < b.bottom:
		return b.bottom - y
	}
	return 0
}

// disjointSet is union-find over small integers.
type disjointSet []int

func newDisjointSet(n int) disjointSet {
	s := make(disjointSet, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s disjointSet) find(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s disjointSet) join(i, j int) { s[s.find(i)] = s.find(j) }
