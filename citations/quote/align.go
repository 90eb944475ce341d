package quote

import "math"

// maxCells bounds the cells of all alignments of one search: about 40 ms of work
// and 8 MB of memory. A quote of 1,000 characters needs some 30,000.
const maxCells = 8 << 20

// hunk is a stretch of tokens in which a quote and a document differ.
type hunk struct {
	quote, doc [2]int // half-open ranges of token numbers
}

// alignment is a quote laid over a run of a document.
type alignment struct {
	first, last int // token numbers of the run in the document, half open
	hunks       []hunk
}

// The steps of an alignment.
const (
	stepPair   = iota // a token of the quote against one of the document
	stepQuote         // a token of the quote that the document lacks
	stepDoc           // a token of the document that the quote lacks
	stepOrigin        // the run of the document starts here
)

// aligner computes the cheapest alignment of a quote with a run of a document
// inside a band of diagonals. The cost is the characters to be inserted, removed
// or replaced; what is before and after the run is free.
type aligner struct {
	quote, doc         string
	quoteToks, docToks []token
	base, width        int // column k of row i is token i+base+k of the document
	steps              []uint8
}

// run aligns the quote and returns false if no run of the document is in reach.
func (a *aligner) run() (alignment, bool) {
	rows := len(a.quoteToks) + 1
	a.steps = make([]uint8, rows*a.width)
	prev, cur := make([]int32, a.width), make([]int32, a.width)
	for i := range rows {
		a.fill(i, prev, cur)
		prev, cur = cur, prev
	}
	best := 0
	for k := range prev {
		if prev[k] <= prev[best] { // of equal runs the longer one
			best = k
		}
	}
	if prev[best] >= unreachable {
		return alignment{}, false
	}
	return a.trace(rows-1, best), true
}

// unreachable is the cost of a cell outside the document.
const unreachable = math.MaxInt32 / 2

// fill computes one row. Cell (i, k) stands for i tokens of the quote read and
// the document read up to token i+base+k.
func (a *aligner) fill(i int, prev, cur []int32) {
	steps := a.steps[i*a.width : (i+1)*a.width]
	for k := range cur {
		j := i + a.base + k
		cur[k], steps[k] = unreachable, stepOrigin
		if j < 0 || j > len(a.docToks) {
			continue
		}
		if i == 0 {
			cur[k] = 0
			continue
		}
		if j > 0 {
			cur[k], steps[k] = prev[k]+a.pair(i-1, j-1), stepPair
		}
		if k+1 < a.width {
			if c := prev[k+1] + int32(a.quoteToks[i-1].len()); c < cur[k] {
				cur[k], steps[k] = c, stepQuote
			}
		}
		if k > 0 && j > 0 {
			if c := cur[k-1] + int32(a.docToks[j-1].len()); c < cur[k] {
				cur[k], steps[k] = c, stepDoc
			}
		}
	}
}

// pair returns the cost of reading one token as the other: what is left of the
// longer one without their common start and end, and one more if they have
// nothing in common: then leaving one out at an end is as good.
func (a *aligner) pair(i, j int) int32 {
	q, d := a.quoteToks[i], a.docToks[j]
	if q.id == d.id && q.id >= 0 {
		return 0
	}
	qs, ds := a.quote[q.start:q.end], a.doc[d.start:d.end]
	common := commonEnds(qs, ds)
	if common == 0 {
		common = -1
	}
	return int32(max(len(qs), len(ds)) - common)
}

// commonEnds returns the length of the common start and end of two words,
// without counting a byte twice.
func commonEnds(a, b string) int {
	n, start := min(len(a), len(b)), 0
	for start < n && a[start] == b[start] {
		start++
	}
	end := 0
	for end < n-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start + end
}

// trace walks back from a cell of the last row and gathers the hunks.
func (a *aligner) trace(i, k int) alignment {
	al := alignment{last: i + a.base + k}
	for {
		j := i + a.base + k
		switch a.steps[i*a.width+k] {
		case stepOrigin:
			al.first = j
			al.reverse()
			return al
		case stepPair:
			i--
			if a.quoteToks[i].id != a.docToks[j-1].id {
				al.extend(i, i+1, j-1, j)
			}
		case stepQuote:
			i, k = i-1, k+1
			al.extend(i, i+1, j, j)
		case stepDoc:
			k--
			al.extend(i, i, j-1, j)
		}
	}
}

// extend adds a difference, which is before all that were added so far.
func (al *alignment) extend(q0, q1, d0, d1 int) {
	if n := len(al.hunks); n > 0 {
		if last := &al.hunks[n-1]; last.quote[0] == q1 && last.doc[0] == d1 {
			last.quote[0], last.doc[0] = q0, d0
			return
		}
	}
	al.hunks = append(al.hunks, hunk{[2]int{q0, q1}, [2]int{d0, d1}})
}

func (al *alignment) reverse() {
	for i, j := 0, len(al.hunks)-1; i < j; i, j = i+1, j-1 {
		al.hunks[i], al.hunks[j] = al.hunks[j], al.hunks[i]
	}
}
