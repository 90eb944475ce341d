package answer

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Shares of a unit's score.
const (
	ownShare  = 0.50 // what it covers of the question itself
	headShare = 0.20 // with its heading
	nearShare = 0.30 // with the units before and after it as well
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
	// runBytes is how long a run grows around its best unit, listBytes how long where
	// it is a list, and topBytes how long one of the best passage grows.
	runBytes, listBytes, topBytes = 200, 600, 350
	maxSentence                   = 900 // longer runs are lists or formulas, not sentences
	// relative is the share of the first run's score that another one needs.
	relative = 0.3
)

// run is neighbouring units of a passage, from first to last, both included.
type run struct {
	*scored
	rank              int // of the passage
	first, best, last int // best is the unit that it was grown around
	score             float64
}

// runs chooses the runs that an answer quotes, best first.
func (e *Evidence) runs(of weight, most int, context bool) []run {
	var out []run
	for _, c := range e.candidates(of) {
		if len(out) == most || c.score < minScore || len(out) > 0 && c.score < relative*out[0].score {
			break
		}
		if slices.ContainsFunc(out, func(r run) bool { return r.rank == c.rank && r.first <= c.at && c.at <= r.last }) {
			continue
		}
		r := run{scored: c.scored, rank: c.rank, first: c.at, best: c.at, last: c.at, score: c.score}
		if context {
			r.grow()
		}
		if r.first == r.best && r.needs(r.best) {
			r.first--
		}
		out = append(out, r.without(out))
	}
	return out
}

// without cuts off what other runs have already.
func (r run) without(others []run) run {
	for _, o := range others {
		if o.rank != r.rank {
			continue
		}
		if o.first > r.best {
			r.last = min(r.last, o.first-1)
		}
		if o.last < r.best {
			r.first = max(r.first, o.last+1)
		}
	}
	return r
}

// grow takes in what a unit needs to be understood: the list that it announces or
// belongs to, and the sentences around it.
func (r *run) grow() {
	if r.of.Kind == core.PassageTable {
		return
	}
	r.keepListing()
	best := &r.units[r.best]
	room := runBytes - best.size()
	if r.rank == 0 {
		room = topBytes - best.size()
	}
	if best.list || announces(best.text) {
		room = max(room, listBytes-best.size())
	}
	r.fill(room)
}

// fill takes in neighbouring units as long as they fit: the items before one of a list, then
// what follows, then what comes before.
func (r *run) fill(room int) {
	before := func(more func(*unit) bool) {
		for r.first > 0 && more(&r.units[r.first]) && r.units[r.first-1].size() <= room {
			r.first--
			room -= r.units[r.first].size()
		}
	}
	before(func(u *unit) bool { return u.list })
	for r.last+1 < len(r.units) && r.units[r.last+1].size() <= room {
		r.last++
		room -= r.units[r.last].size()
	}
	before(func(*unit) bool { return true })
}

// size is what a unit takes of the room of a run: a listing is shown whole or not at
// all, and leaves the room to the sentences about it.
func (u *unit) size() int {
	if u.code {
		return 0
	}
	return len(u.text)
}

// keepListing takes a listing in with the sentence that announces it, or the caption
// below it.
func (r *run) keepListing() {
	if r.first > 0 && (r.units[r.best].code || r.units[r.first-1].code) {
		r.first--
	}
	if r.last+1 < len(r.units) && r.units[r.last+1].code && announcesListing(r.units[r.last].text) {
		r.last++
	}
}

// lead is the best unit of a run, and of a listing the sentence that announces it.
func (r *run) lead() string {
	if r.units[r.best].code && r.first < r.best {
		return r.units[r.best-1].text
	}
	return r.units[r.best].said()
}

// claimRun claims the units of a passage from first to last. They share one citation
// where they are together in the text. What has been claimed already is not claimed
// twice: its claim cites this place too, unless it is a cell, which speaks of one side
// alone.
func (d *Draft) claimRun(p *passage, first, last int) {
	whole := core.Span{Start: p.units[first].span.Start, End: p.units[last].span.End}
	for i := first; i <= last && len(d.Claims) < MaxClaims; i++ {
		u := &p.units[i]
		text := u.said()
		if i < last && p.needs(i+1) {
			i++
			text += " " + p.units[i].text
		}
		keys := func() []string { return d.citeUnit(p, u, within(p.doc, u, whole)) }
		at := slices.IndexFunc(d.Claims, func(c core.Claim) bool { return c.Text == text })
		switch {
		case at < 0:
			d.claim(text, keys()...)
		case d.Claims[at].Side == "":
			c := &d.Claims[at]
			c.Citations = union(c.Citations, keys())
		}
	}
}

// within is the run that a unit is quoted in, or the unit alone where something
// between the units could not be read.
func within(doc *core.Document, u *unit, run core.Span) core.Span {
	if core.Readable(doc.Quote(run)) {
		return run
	}
	return u.span
}

// citeUnit cites the span that a unit is quoted in, and what gives it its meaning.
func (d *Draft) citeUnit(p *passage, u *unit, in core.Span) []string {
	keys := []string{d.Cite(p.doc, in)}
	if s, ok := p.announcing(u); ok && !in.Contains(s) {
		keys = append(keys, d.Cite(p.doc, s))
	}
	for _, s := range u.also {
		keys = append(keys, d.Cite(p.doc, s))
	}
	return keys
}

// announcing is the sentence that announces the list of an item.
func (p *passage) announcing(item *unit) (core.Span, bool) {
	if !item.list || item.code || !isProse(p.of.Kind) {
		return core.Span{}, false
	}
	for i := slices.IndexFunc(p.units, func(u unit) bool { return u.span == item.span }) - 1; i >= 0; i-- {
		if u := &p.units[i]; !u.list {
			return u.span, announces(u.text)
		}
	}
	return core.Span{}, false
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
