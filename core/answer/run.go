package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Shares of a piece's score.
const (
	ownShare  = 0.50 // what it covers of the question itself
	headShare = 0.20 // with its headings
	nearShare = 0.30 // with the pieces before and behind it as well
	rankDecay = 0.04 // how much each rank of its passage costs
	minScore  = 0.10 // below this it is no answer
	// hopeless is what no weight makes an answer of.
	hopeless = minScore / entryFactor
)

// Bounds of an answer in running text.
const (
	// MaxClaims bounds the sentences of an answer that is not one element.
	MaxClaims = 14
	// maxRuns is how many places an answer quotes.
	maxRuns = 4
	// runBytes is how long a run grows around its best piece, listBytes how long
	// where it is a list.
	// topBytes is how long one of the best passage grows.
	runBytes, listBytes, topBytes = 250, 900, 1100
	maxSentence                   = 900 // longer runs are lists or formulas, not sentences
	// relative is the share of the first run's score that another one needs.
	relative = 0.4
)

// Evidence is hits cut into what can be claimed, held against a question. It is
// made once for all that looks at the hits: the assessment and the writer.
type Evidence struct {
	Hits     []core.Hit
	measure  core.Measure
	readings []reading
	heads    []core.Marks   // of the heading of each reading
	marks    [][]core.Marks // of the pieces of each reading
}

// NewEvidence reads hits and holds them against a measured question.
func NewEvidence(l Library, hits []core.Hit, m core.Measure) *Evidence {
	e := &Evidence{Hits: hits, measure: m}
	for _, h := range hits {
		if doc := l.Document(h.Passage.DocID); doc != nil {
			e.readings = append(e.readings, read(doc, h.Passage.Index))
		}
	}
	e.heads, e.marks = e.mark(m)
	return e
}

// mark holds the pieces against a measure.
func (e *Evidence) mark(m core.Measure) (heads []core.Marks, marks [][]core.Marks) {
	heads, marks = make([]core.Marks, len(e.readings)), make([][]core.Marks, len(e.readings))
	for i := range e.readings {
		r := &e.readings[i]
		heads[i] = m.Marks(r.heading)
		marks[i] = make([]core.Marks, len(r.pieces))
		for j := range r.pieces {
			marks[i][j] = m.Marks(r.pieces[j].text)
		}
	}
	return heads, marks
}

// Window returns the marks of the run of three neighbouring pieces that covers the
// question best, with its headings, and the marks of all the evidence together.
// What the slots name counts twice.
func (e *Evidence) Window(slots core.Marks) (best, all core.Marks) {
	most := -1.0
	for i := range e.readings {
		all = all.With(e.heads[i])
		for j := range e.marks[i] {
			all = all.With(e.marks[i][j])
			near := e.heads[i].With(neighbours(e.marks[i], j))
			if share := e.measure.Share(near) + e.measure.Within(near, slots); share > most {
				best, most = near, share
			}
		}
	}
	return best, all
}

// neighbours are the marks of a piece with those before and behind it.
func neighbours(marks []core.Marks, at int) core.Marks {
	near := marks[at]
	if at > 0 {
		near = near.With(marks[at-1])
	}
	if at+1 < len(marks) {
		near = near.With(marks[at+1])
	}
	return near
}

// Text is all that the evidence says, with its headings.
func (e *Evidence) Text() string {
	var b strings.Builder
	for i := range e.readings {
		r := &e.readings[i]
		b.WriteString(r.heading + "\n" + r.doc.Quote(r.passage.Span) + "\n")
	}
	return b.String()
}

// scored is a piece with its score, where it was found.
type scored struct {
	reading int // into Evidence.readings
	piece   int
	score   float64
}

// scoring is evidence with the pieces in the order of their scores.
type scoring struct {
	*Evidence
	best []scored // best first
}

// weight says what a piece counts beside how it covers the question.
type weight func(r *reading, p *piece) float64

// score orders the pieces of evidence by how they cover a query, nil for the
// question that the evidence was measured by.
func (e *Evidence) score(m core.Measure, of weight) scoring {
	heads, marks := e.heads, e.marks
	if m == nil {
		m = e.measure
	} else {
		heads, marks = e.mark(m)
	}
	s := scoring{Evidence: e}
	for i := range e.readings {
		prior := 1 - rankDecay*float64(min(i, 15))
		for j := range marks[i] {
			score := ownShare*m.Share(marks[i][j]) + headShare*m.Share(marks[i][j].With(heads[i])) +
				nearShare*m.Share(heads[i].With(neighbours(marks[i], j)))
			if score < hopeless {
				continue
			}
			f := of(&e.readings[i], &e.readings[i].pieces[j])
			if f == 0 {
				continue
			}
			s.best = append(s.best, scored{reading: i, piece: j, score: f * prior * score})
		}
	}
	slices.SortStableFunc(s.best, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	return s
}

// extent is a run of neighbouring pieces of one reading: from first to last, both
// included.
type extent struct {
	reading, first, last int
	best                 int // the piece that it was grown around
	score                float64
}

// runs chooses the runs that an answer quotes, best first.
func (s *scoring) runs(most int, context bool) []extent {
	var out []extent
	for _, c := range s.best {
		if len(out) == most || c.score < minScore || len(out) > 0 && c.score < relative*out[0].score {
			break
		}
		if slices.ContainsFunc(out, func(e extent) bool { return e.reading == c.reading && e.first <= c.piece && c.piece <= e.last }) {
			continue
		}
		e := extent{reading: c.reading, first: c.piece, last: c.piece, best: c.piece, score: c.score}
		if context {
			s.grow(&e)
		}
		out = append(out, e.without(out))
	}
	return out
}

// without cuts off what other runs hold already.
func (e extent) without(others []extent) extent {
	for _, o := range others {
		if o.reading != e.reading {
			continue
		}
		if o.first > e.best {
			e.last = min(e.last, o.first-1)
		}
		if o.last < e.best {
			e.first = max(e.first, o.last+1)
		}
	}
	return e
}

// grow takes in what a piece needs to be understood: the list that it announces or
// belongs to, and the sentences around it.
func (s *scoring) grow(e *extent) {
	r := &s.readings[e.reading]
	if r.passage.Kind == core.PassageTable {
		return
	}
	size := len(r.pieces[e.best].text)
	room := runBytes
	if e.reading == 0 {
		room = topBytes
	}
	if p := &r.pieces[e.best]; p.list || announces(p.text) {
		room = max(room, listBytes)
	}
	for r.pieces[e.first].list && e.first > 0 && size+len(r.pieces[e.first-1].text) <= room {
		e.first--
		size += len(r.pieces[e.first].text)
	}
	for e.last+1 < len(r.pieces) && size+len(r.pieces[e.last+1].text) <= room {
		e.last++
		size += len(r.pieces[e.last].text)
	}
	for e.first > 0 && size+len(r.pieces[e.first-1].text) <= room {
		e.first--
		size += len(r.pieces[e.first].text)
	}
}

// claimRun claims the pieces of a run. They share one citation where they stand
// together in the text.
func (d *Draft) claimRun(r *reading, e extent) {
	from, to := r.pieces[e.first].span, r.pieces[e.last].span
	whole := core.Span{Start: from.Start, End: to.End}
	for i := e.first; i <= e.last && len(d.Claims) < MaxClaims; i++ {
		p := &r.pieces[i]
		keys := []string{d.Cite(r.doc, whole)}
		for _, s := range p.also {
			keys = append(keys, d.Cite(r.doc, s))
		}
		d.claim(p.text, keys...)
	}
}
