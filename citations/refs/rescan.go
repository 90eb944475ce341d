package refs

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/prose"
)

// A scan with a memory leaves marks. When the file was edited, the next scan goes on from
// the last mark that the edit can't have changed anything before, and ends at the first
// one after the edit at which it is as far as the last scan was. What it costs is what is
// read between the two, the comparison of the files, and a copy of the places found.

// progress is how far a scan has come between two blocks: with the text that follows, all
// that the judgement of it depends on.
type progress struct {
	cut    prose.Cut
	header namedDocs // of the file
	before *background
	spent  cost
	parts  int // of the findings
}

const (
	markGap = 8 << 10 // least bytes between two marks
	// lookBack is how many bytes before a constant its judgement depends on, besides its line.
	lookBack = maxConstants
)

// resume goes on from the old scan's last mark before the edit.
func (r *scan) resume(old *scan) {
	if old == nil || old.lang != r.lang || old.out.count > r.bounds.References || !r.ages.agree(&old.ages) {
		return
	}
	same := commonPrefix(old.file, r.file)
	r.old, r.tail = old, len(r.file)-commonSuffix(old.file[same:], r.file[same:])
	r.out.parts = make([]placed, 0, len(old.out.parts)+spareParts)
	n := len(old.marks)
	for n > 0 && !settles(r.file, old.marks[n-1].cut.At, same) {
		n--
	}
	if n == 0 {
		return
	}
	r.progress = old.marks[n-1]
	r.marks = append(r.marks, old.marks[:n]...)
	r.codeAt = max(r.codeAt, r.cut.At)
	r.take(old.out.parts[:r.parts], 0)
}

// take takes parts from the old scan that have moved by some bytes.
func (r *scan) take(parts []placed, by int) {
	for _, p := range parts {
		r.out.append(p.movedBy(by))
		r.ambiguous = r.ambiguous || p.judged.ambiguous
	}
}

// settles reports whether the text between a mark and the end of what is the same is so
// long that nothing before the mark depends on what follows: the rest of the line, and a
// line that is not blank.
func settles(file string, mark, same int) bool {
	if same-mark < prose.LookAhead {
		return false
	}
	_, rest, _ := strings.Cut(file[mark:same], "\n")
	return strings.Contains(strings.TrimLeft(rest, " \t\r\n"), "\n")
}

// advance goes on after a block, and reports whether all that follows is taken from the
// old scan.
func (r *scan) advance(cut prose.Cut) bool {
	if r.memory == nil || cut.At == 0 || cut.At >= len(r.file) {
		return false
	}
	r.cut, r.parts = cut, len(r.out.parts)
	if r.rejoin() {
		return true
	}
	if n := len(r.marks); n == 0 && cut.At >= markGap || n > 0 && cut.At-r.marks[n-1].cut.At >= markGap {
		r.marks = append(r.marks, r.progress)
	}
	return false
}

// rejoin takes what follows from the old scan, if that has a mark here and was as far.
func (r *scan) rejoin() bool {
	if r.old == nil || r.cut.At-r.tail < lookBack || strings.IndexByte(r.file[r.tail:r.cut.At], '\n') < 0 {
		return false
	}
	by := len(r.file) - len(r.old.file)
	n, found := slices.BinarySearchFunc(r.old.marks, r.cut.At-by, func(m progress, at int) int { return m.cut.At - at })
	if !found || !r.old.marks[n].meets(&r.progress, by) {
		return false
	}
	here, there := r.progress, r.old.marks[n]
	spent := here.spent.and(r.old.spent.less(there.spent))
	if r.bounds.broken(spent) != "" {
		return false
	}
	for _, m := range r.old.marks[n:] {
		m.cut.At += by
		m.parts += here.parts - there.parts
		m.spent = here.spent.and(m.spent.less(there.spent))
		r.marks = append(r.marks, m)
	}
	r.take(r.old.out.parts[there.parts:], by)
	r.progress = r.old.progress
	r.spent, r.codeAt = spent, len(r.file)
	return true
}

// meets reports whether a scan that is as far as the mark, which has moved, goes on as the
// one that left it.
func (p progress) meets(r *progress, by int) bool {
	p.cut.At += by
	return p.cut == r.cut && p.header == r.header && *p.before == *r.before
}

// commonPrefix is how many bytes two texts start with alike.
func commonPrefix(a, b string) int {
	n := 0
	for step := 4 << 10; step > 0; step /= 16 {
		for n+step <= min(len(a), len(b)) && a[n:n+step] == b[n:n+step] {
			n += step
		}
	}
	return n
}

// commonSuffix is how many bytes two texts end with alike.
func commonSuffix(a, b string) int {
	n := 0
	for step := 4 << 10; step > 0; step /= 16 {
		for n+step <= min(len(a), len(b)) && a[len(a)-n-step:len(a)-n] == b[len(b)-n-step:len(b)-n] {
			n += step
		}
	}
	return n
}
