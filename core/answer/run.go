package answer

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Shares of a piece's score.
const (
	ownShare  = 0.50 // what it covers of the question itself
	headShare = 0.20 // with its headings
	nearShare = 0.30 // with the pieces before and behind it as well
	rankDecay = 0.02 // how much each rank of its passage costs
	minScore  = 0.10 // below this it is no answer
	// hopeless is what no weight makes an answer of.
	hopeless = minScore / entryFactor
)

// Bounds of an answer in running text.
const (
	// MaxClaims bounds the sentences of an answer that is not one element.
	MaxClaims = 18
	// maxRuns is how many places an answer quotes.
	maxRuns = 7
	// runBytes is how long a run grows around its best piece, listBytes how long
	// where it is a list.
	// topBytes is how long one of the best passage grows.
	runBytes, listBytes, topBytes = 200, 600, 350
	maxSentence                   = 900 // longer runs are lists or formulas, not sentences
	// relative is the share of the first run's score that another one needs.
	relative = 0.3
)

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
	s.keepListing(e)
	size := r.pieces[e.best].size()
	room := runBytes
	if e.reading == 0 {
		room = topBytes
	}
	if p := &r.pieces[e.best]; p.list || announces(p.text) {
		room = max(room, listBytes)
	}
	for r.pieces[e.first].list && e.first > 0 && size+r.pieces[e.first-1].size() <= room {
		e.first--
		size += r.pieces[e.first].size()
	}
	for e.last+1 < len(r.pieces) && size+r.pieces[e.last+1].size() <= room {
		e.last++
		size += r.pieces[e.last].size()
	}
	for e.first > 0 && size+r.pieces[e.first-1].size() <= room {
		e.first--
		size += r.pieces[e.first].size()
	}
}

// size is what a piece takes of the room of a run: a listing is shown whole or not at
// all, and leaves the room to the sentences about it.
func (p *piece) size() int {
	if p.code {
		return 0
	}
	return len(p.text)
}

// keepListing takes a listing in with the sentence that announces it, or the caption
// below it.
func (s *scoring) keepListing(e *extent) {
	r := &s.readings[e.reading]
	if e.first > 0 && (r.pieces[e.best].code || r.pieces[e.first-1].code) {
		e.first--
	}
	if e.last+1 < len(r.pieces) && r.pieces[e.last+1].code && announcesListing(r.pieces[e.last].text) {
		e.last++
	}
}

// claimRun claims the pieces of a run. They share one citation where they stand
// together in the text. What has been said already is not said twice: its claim cites
// this place too, unless it is a cell, which speaks of one side alone.
func (d *Draft) claimRun(r *reading, e extent) {
	from, to := r.pieces[e.first].span, r.pieces[e.last].span
	whole := core.Span{Start: from.Start, End: to.End}
	for i := e.first; i <= e.last && len(d.Claims) < MaxClaims; i++ {
		p := &r.pieces[i]
		said := slices.IndexFunc(d.Claims, func(c core.Claim) bool { return c.Text == p.text })
		switch {
		case said < 0:
			d.claim(p.text, d.citePiece(r, p, within(r.doc, p, whole))...)
		case d.Claims[said].Side == "":
			c := &d.Claims[said]
			c.Citations = union(c.Citations, d.citePiece(r, p, within(r.doc, p, whole)))
		}
	}
}

// within is the run that a piece is quoted in, or the piece alone where something
// between the pieces could not be read.
func within(doc *core.Document, p *piece, run core.Span) core.Span {
	if core.Readable(doc.Quote(run)) {
		return run
	}
	return p.span
}

// citePiece cites the span that a piece is quoted in, and what gives it its meaning.
func (d *Draft) citePiece(r *reading, p *piece, in core.Span) []string {
	keys := []string{d.Cite(r.doc, in)}
	for _, s := range p.also {
		keys = append(keys, d.Cite(r.doc, s))
	}
	return keys
}

// union appends the keys that are not there yet.
func union(keys, more []string) []string {
	for _, k := range more {
		if !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}
