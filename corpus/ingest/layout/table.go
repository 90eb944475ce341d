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
	placed        map[int]bool // lines that the grid and the captions hold
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

// captions finds the captions of tables; what follows a caption at once in the
// same style is its second line.
func (s *sheet) captions() []caption {
	var out []caption
	for i := range s.lines {
		m := tableCaption.FindStringSubmatch(s.lines[i].text())
		if m == nil || s.used[i] || !s.standsAlone(i) {
			continue
		}
		c := caption{number: m[1], title: m[2], first: i, last: i, lines: []string{s.lines[i].text()}}
		for j := i + 1; j < len(s.lines) && j < i+3 && s.lines[j-1].y-s.lines[j].y < 1.3*s.lines[j].size &&
			sameStyle(&s.lines[j], &s.lines[i]) && math.Abs(s.lines[j].x0-s.lines[i].x0) < 1; j++ {
			c.last, c.title = j, c.title+" "+s.lines[j].text()
			c.lines = append(c.lines, s.lines[j].text())
		}
		out = append(out, c)
	}
	return out
}

// standsAlone reports whether a gap or a change of style sets the line apart
// from the one above it, as a sentence that begins with "Table 3." is not.
func (s *sheet) standsAlone(i int) bool {
	if i == 0 || s.lines[i].bold() {
		return true
	}
	above := &s.lines[i-1]
	return above.y-s.lines[i].y > 1.4*s.lines[i].size
}

// tables finds the tables of a sheet. A table that continues the last one of
// the sheet before has no caption and stands first.
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

// pair gives each caption the nearest frame that no nearer caption has, and
// makes a frame for a caption that gets none.
func pair(s *sheet, captions []caption, free []block) []pairing {
	takenC, takenB := map[int]bool{}, map[int]bool{}
	var out []pairing
	for _, c := range s.neighbours(captions, free) {
		if takenC[c.caption] || takenB[c.block] {
			continue
		}
		takenC[c.caption], takenB[c.block] = true, true
		out = append(out, pairing{captions[c.caption], free[c.block]})
	}
	for i, c := range captions {
		if takenC[i] {
			continue
		}
		if b, ok := s.unframed(c); ok {
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

// neighbours lists the captions and frames that stand near each other, the
// nearest first.
func (s *sheet) neighbours(captions []caption, free []block) []neighbourhood {
	var out []neighbourhood
	for ci, c := range captions {
		first, last := &s.lines[c.first], &s.lines[c.last]
		for bi := range free {
			b := &free[bi]
			if b.x1 < first.x0 || b.x0 > first.x1 || len(b.horizontal) < 2 {
				continue
			}
			if gap := math.Min(b.gapTo(first.middle()), b.gapTo(last.middle())); gap > 0 && gap <= maxCaptionGap {
				out = append(out, neighbourhood{ci, bi, gap})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b neighbourhood) int { return cmp.Compare(a.gap, b.gap) })
	return out
}

// unframed makes a frame for a table without rules around it: the lines below
// the caption, down to a gap wider than its line spacing.
func (s *sheet) unframed(c caption) (block, bool) {
	first := c.last + 1
	if first+1 >= len(s.lines) {
		return block{}, false
	}
	pitch := s.lines[first].y - s.lines[first+1].y
	last := first
	for last+1 < len(s.lines) && s.lines[last].y-s.lines[last+1].y < 1.4*pitch {
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
	top := s.lines[first].y + s.lines[first].size
	under := s.lines[first].y - 0.3*s.lines[first].size
	b.top, b.bottom = top, s.lines[last].y-0.3*s.lines[last].size
	b.horizontal = []stroke{{top, b.x0, b.x1}, {under, b.x0, b.x1}, {b.bottom, b.x0, b.x1}}
	return b, true
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

// inside returns the lines of a frame that nothing else has taken, but for those
// of a caption.
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

// pick returns the lines with the indexes.
func (s *sheet) pick(indexes []int) []line {
	out := make([]line, len(indexes))
	for i, k := range indexes {
		out[i] = s.lines[k]
	}
	return out
}

// continued reads the frame at the top of a sheet as more rows of a table that
// ended the sheet before, if both have the same columns.
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
