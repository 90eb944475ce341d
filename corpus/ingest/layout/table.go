package layout

import (
	"cmp"
	"math"
	"regexp"
	"slices"
)

// table is a table of one sheet; first and last are the lines it takes,
// captions included.
type table struct {
	number, title string
	captionAbove  []string
	captionBelow  []string
	first, last   int
	placed        map[int]bool // lines in the grid and the captions
	grid          grid
	bounds        block
}

var tableCaption = regexp.MustCompile(`^Table (\d+)[.:]\s+(\S.*)$`)

// caption is a table caption on a sheet.
type caption struct {
	number, title string
	first, last   int
	lines         []string
}

// captions finds the captions of tables; a line directly below one in the same style is
// its second line.
func (s *sheet) captions() []caption {
	var out []caption
	for i := range s.lines {
		m := tableCaption.FindStringSubmatch(s.lines[i].text())
		if m == nil || s.used[i] || !s.standsAlone(i) {
			continue
		}
		c := caption{number: m[1], title: m[2], first: i, last: i, lines: []string{s.lines[i].text()}}
		for j := i + 1; j < len(s.lines) && j < i+3 && s.lines[j-1].y-s.lines[j].y < 1.4*s.lines[j].size &&
			sameStyle(&s.lines[j], &s.lines[i]) && s.lines[j].continues(&s.lines[i]); j++ {
			c.last, c.title = j, c.title+" "+s.lines[j].text()
			c.lines = append(c.lines, s.lines[j].text())
		}
		out = append(out, c)
	}
	return out
}

// continues reports whether a line continues the one above: from the same edge, or
// centred, shorter and without the gaps of a table row.
func (l *line) continues(above *line) bool {
	if math.Abs(l.x0-above.x0) < 1 {
		return true
	}
	return l.x0 > above.x0 && math.Abs(l.x0+l.x1-above.x0-above.x1) < 2 && len(l.segments(cellGap)) == 1
}

// standsAlone reports whether a gap or a change of style separates the line from the
// one above it, unlike a sentence that begins with "Table 3."
func (s *sheet) standsAlone(i int) bool {
	if i == 0 || s.lines[i].bold() {
		return true
	}
	above := &s.lines[i-1]
	return above.y-s.lines[i].y > 1.4*s.lines[i].size
}

// tables finds the tables of a sheet. A table that continues the last one of the
// previous sheet has no caption and comes first.
func (s *sheet) tables(before *table) []table {
	captions := s.captions()
	var dividers []float64
	for _, c := range captions {
		dividers = append(dividers, s.lines[c.first].y)
	}
	for i := range s.used {
		if s.used[i] {
			dividers = append(dividers, s.lines[i].y)
		}
	}
	free := blocks(s.ruling, dividers)
	var out []table
	if before != nil {
		if t, ok := s.continued(free, before); ok {
			out = append(out, t)
			free = slices.DeleteFunc(free, func(b block) bool { return b.top == t.bounds.top })
		}
	}
	for _, p := range pair(s, captions, free) {
		if t, ok := s.readTable(p.caption, p.block); ok {
			out = append(out, t)
		}
	}
	return out
}

// pairing is a caption with its table's frame.
type pairing struct {
	caption caption
	block   block
}

// pair gives each caption the nearest frame that no nearer caption has, and makes a
// frame for a caption that gets none.
func pair(s *sheet, captions []caption, free []block) []pairing {
	takenC, takenB := map[int]bool{}, map[int]bool{}
	var out []pairing
	for _, c := range s.neighbours(captions, free) {
		if takenC[c.caption] || takenB[c.block] {
			continue
		}
		takenC[c.caption], takenB[c.block] = true, true
		out = append(out, pairing{captions[c.caption], s.reach(captions[c.caption], free[c.block])})
	}
	for i, c := range captions {
		if takenC[i] {
			continue
		}
		next := len(s.lines)
		if i+1 < len(captions) {
			next = captions[i+1].first
		}
		if b, ok := s.unframed(c, next); ok {
			out = append(out, pairing{c, b})
		} else if b, ok := s.unframedAbove(c); ok {
			out = append(out, pairing{c, b})
		}
	}
	slices.SortStableFunc(out, func(a, b pairing) int { return a.caption.first - b.caption.first })
	return out
}

// neighbourhood is a caption and a frame near it, by index.
type neighbourhood struct {
	caption, block int
	gap            float64
}

// neighbours lists the captions and frames that are near each other, the nearest first.
func (s *sheet) neighbours(captions []caption, free []block) []neighbourhood {
	var out []neighbourhood
	for ci, c := range captions {
		first, last := &s.lines[c.first], &s.lines[c.last]
		for bi := range free {
			b := &free[bi]
			if len(b.horizontal) < 2 {
				continue
			}
			gap := math.Min(b.gapTo(first.middle()), b.gapTo(last.middle()))
			if gap <= 0 || gap > maxCaptionGap {
				continue
			}
			if b.x1 < first.x0 || b.x0 > first.x1 {
				if !s.adjoins(c, b) {
					continue
				}
				gap += maxCaptionGap // above or below a caption is nearer than left or right of it
			}
			out = append(out, neighbourhood{ci, bi, gap})
		}
	}
	slices.SortStableFunc(out, func(a, b neighbourhood) int { return cmp.Compare(a.gap, b.gap) })
	return out
}

// adjoins reports whether there is no line between a caption and a frame: a caption at
// the left edge may have its table in the middle of the page.
func (s *sheet) adjoins(c caption, b *block) bool {
	inside := s.inside(b, c.first, c.last)
	return len(inside) > 0 && (inside[0] == c.last+1 || inside[len(inside)-1] == c.first-1)
}

// maxRowPitch is the distance of baselines, as a share of the size, up to which a row
// without a rule of its own belongs to the nearest rules.
const maxRowPitch = 2.2

// reach extends a frame over the rows outside its rules: a header over the only rules,
// which are drawn under rows, or rows under a header's rule.
func (s *sheet) reach(c caption, b block) block {
	inside := s.inside(&b, c.first, c.last)
	if len(inside) == 0 {
		return b
	}
	from, to := inside[0], inside[len(inside)-1]
	for k := from - 1; k >= 0 && s.lines[k].y-s.lines[k+1].y < maxRowPitch*s.lines[k].size && s.isRow(c, &b, k); k-- {
		b.top = s.lines[k].y + s.lines[k].size
	}
	for k := to + 1; k < len(s.lines) && s.lines[k-1].y-s.lines[k].y < maxRowPitch*s.lines[k].size && s.isRow(c, &b, k); k++ {
		b.bottom = s.lines[k].y - 0.3*s.lines[k].size
	}
	return b
}

// isRow reports whether an unclaimed line has cells, all between the sides of the
// frame.
func (s *sheet) isRow(c caption, b *block, k int) bool {
	l := &s.lines[k]
	return !s.used[k] && (k < c.first || k > c.last) && l.x0 >= b.x0-touching && l.x1 <= b.x1+touching && len(l.segments(cellGap)) > 1
}

// unframed makes a frame for a table without rules around it: the lines below the
// caption, down to a gap wider than its line spacing or the next caption.
func (s *sheet) unframed(c caption, next int) (block, bool) {
	first := c.last + 1
	if first+1 >= len(s.lines) || first+1 >= next {
		return block{}, false
	}
	pitch := s.lines[first].y - s.lines[first+1].y
	last := first
	for last+1 < min(len(s.lines), next) && s.lines[last].y-s.lines[last+1].y < 1.4*pitch {
		last++
	}
	split := 0
	b := block{x0: math.Inf(1), x1: math.Inf(-1)}
	for i := first; i <= last; i++ {
		l := &s.lines[i]
		b.extend(l.x0, l.x1, l.y, l.y)
		if len(l.segments(cellGap)) > 1 {
			split++
		}
	}
	if last == first || split == 0 {
		return block{}, false
	}
	b.ruleHeader(&s.lines[first], &s.lines[last])
	return b, true
}

// unframedAbove makes a frame for a table without rules whose caption is below it: the
// rows that end directly above the caption.
func (s *sheet) unframedAbove(c caption) (block, bool) {
	page := block{x0: math.Inf(-1), x1: math.Inf(1)}
	b := block{x0: math.Inf(1), x1: math.Inf(-1)}
	last, first := c.first-1, c.first
	for k := last; k >= 0 && s.isRow(c, &page, k) && (k == last || s.lines[k].y-s.lines[k+1].y < maxRowPitch*s.lines[k].size); k-- {
		first = k
		b.extend(s.lines[k].x0, s.lines[k].x1, s.lines[k].y, s.lines[k].y)
	}
	if last-first < 1 {
		return block{}, false
	}
	b.ruleHeader(&s.lines[first], &s.lines[last])
	return b, true
}

// ruleHeader gives a frame the rules that its table could have: around it, and under
// its first line.
func (b *block) ruleHeader(first, last *line) {
	b.top, b.bottom = first.y+first.size, last.y-0.3*last.size
	under := first.y - 0.3*first.size
	b.horizontal = []stroke{{b.top, b.x0, b.x1}, {under, b.x0, b.x1}, {b.bottom, b.x0, b.x1}}
}

// readTable reads the lines inside a frame.
func (s *sheet) readTable(c caption, b block) (table, bool) {
	inside := s.inside(&b, c.first, c.last)
	if len(inside) == 0 {
		return table{}, false
	}
	t := table{number: c.number, title: c.title, bounds: b, grid: readGrid(&b, s.pick(inside)), placed: map[int]bool{}}
	t.first, t.last = min(inside[0], c.first), max(inside[len(inside)-1], c.last)
	for _, k := range inside {
		t.placed[k] = true
	}
	for k := c.first; k <= c.last; k++ {
		t.placed[k] = true
	}
	if c.first < inside[0] {
		t.captionAbove = c.lines
	} else {
		t.captionBelow = c.lines
	}
	return t, len(t.grid.rows) > 0
}

// inside returns the unclaimed lines of a frame, without those of a caption.
func (s *sheet) inside(b *block, captionFirst, captionLast int) []int {
	var out []int
	for i := range s.lines {
		l := &s.lines[i]
		caption := i >= captionFirst && i <= captionLast
		if middle := l.middle(); !caption && !s.used[i] && middle < b.top && middle > b.bottom && l.x1 > b.x0 && l.x0 < b.x1 {
			out = append(out, i)
		}
	}
	return out
}

// pick returns the lines with the given indexes.
func (s *sheet) pick(indexes []int) []line {
	out := make([]line, len(indexes))
	for i, k := range indexes {
		out[i] = s.lines[k]
	}
	return out
}

// continued reads the frame at the top of a sheet as more rows of a table that ended
// the previous sheet, if both have the same columns.
func (s *sheet) continued(free []block, before *table) (table, bool) {
	for i := range free {
		b := &free[i]
		inside := s.inside(b, -1, -1)
		if len(inside) == 0 || inside[0] != 0 || !b.boxed() {
			continue
		}
		t := table{number: before.number, title: before.title, last: inside[len(inside)-1], bounds: *b, placed: map[int]bool{}}
		t.grid = readGrid(b, s.pick(inside))
		for _, k := range inside {
			t.placed[k] = true
		}
		same := slices.EqualFunc(t.grid.columns, before.grid.columns, func(x, y float64) bool { return math.Abs(x-y) <= touching })
		return t, same && len(t.grid.rows) > 0
	}
	return table{}, false
}
