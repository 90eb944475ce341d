package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Evidence is hits read as passages and scored against a question. It is made once
// for all that look at the hits: the assessment and the writer.
type Evidence struct {
	measure  core.Measure
	notes    Notes // may be nil
	passages []scored
}

// scored is a passage with what it covers of the question.
type scored struct {
	passage
	hit     core.Hit
	head    core.Marks   // of the heading
	marks   []core.Marks // of each unit
	noted   float64      // share of the question that the best note on it covers
	chances []float64    // that each unit is what is asked for; nil where none is known to be
}

// Notes are what is said of an anchor outside its document: summaries in other words.
// They lead to an answer and are never quoted.
type Notes interface {
	Notes(docID, anchor string) []string
}

// NewEvidence reads hits and scores them against a measured question. Passages that
// were read before come from the cache; that and the notes may be nil.
func NewEvidence(l Library, cache *Passages, notes Notes, faq core.FAQMatch, hits []core.Hit, m core.Measure) *Evidence {
	e := &Evidence{measure: m, notes: notes}
	for _, h := range hits {
		if doc := l.Document(h.Passage.DocID); doc != nil {
			p := cache.of(doc, h.Passage.Index)
			e.passages = append(e.passages, e.score(scored{passage: p, hit: h, chances: chancesOf(&p, faq)}))
		}
	}
	return e
}

// Under is the same evidence scored against another question.
func (e *Evidence) Under(m core.Measure) *Evidence {
	other := &Evidence{measure: m, notes: e.notes}
	for _, p := range e.passages {
		other.passages = append(other.passages, other.score(p))
	}
	return other
}

// score measures a passage and the notes on it.
func (e *Evidence) score(p scored) scored {
	p.head, p.marks, p.noted = e.measure.Marks(p.heading), make([]core.Marks, len(p.units)), 0
	for i := range p.units {
		p.marks[i] = e.measure.Marks(p.units[i].text)
	}
	if e.notes == nil {
		return p
	}
	for _, anchor := range append([]string{p.of.Section}, p.of.Anchors...) {
		for _, note := range e.notes.Notes(p.doc.ID, anchor) {
			p.noted = max(p.noted, e.measure.Share(e.measure.Marks(note)))
		}
	}
	return p
}

// Hits are the hits, in the order of the passages.
func (e *Evidence) Hits() []core.Hit {
	hits := make([]core.Hit, len(e.passages))
	for i := range e.passages {
		hits[i] = e.passages[i].hit
	}
	return hits
}

// What the rank of a passage weighs against what its text covers, and how far the
// first ranks are alike. They were chosen on the development questions, where a
// linear model found nothing else that pays.
const (
	rankWeight    = 13
	rankSmoothing = 10
)

// noteWeight is what a note that covers all of the question counts: half of a run of
// sentences that does, and half as much again for the units that it is on. On the
// questions of eval/questions a quarter and twice as much do about as well.
const noteWeight = 0.5

// Rerank puts the passages first that cover the question best besides their rank, and
// keeps the best of them. It counts what the best run of sentences covers, what the
// passage covers by other words, which no leg ranks by, and what the notes on it say.
func (e *Evidence) Rerank(keep int) {
	type ranked struct {
		scored
		score float64
	}
	order := make([]ranked, len(e.passages))
	for i, p := range e.passages {
		order[i] = ranked{p, rankWeight/float64(rankSmoothing+i+1) + e.covered(&p) + noteWeight*p.noted + factWeight*p.bestChance()}
	}
	slices.SortStableFunc(order, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	e.passages = e.passages[:min(len(order), keep)]
	for i := range e.passages {
		e.passages[i] = order[i].scored
	}
}

// covered is the share of the question that the best run of a passage covers, and the
// share that the passage covers by other words.
func (e *Evidence) covered(p *scored) float64 {
	all, window := p.head, 0.0
	for i := range p.marks {
		all = all.With(p.marks[i])
		window = max(window, e.measure.Share(p.window(i)))
	}
	return window + e.measure.Share(all) - e.measure.Share(core.Marks{Own: all.Own})
}

// window are the marks of a unit with those of the units before and after it and of
// the heading.
func (p *scored) window(unit int) core.Marks {
	marks := p.head
	for i := max(unit-1, 0); i <= min(unit+1, len(p.marks)-1); i++ {
		marks = marks.With(p.marks[i])
	}
	return marks
}

// Window returns the marks of the three neighbouring units that cover the question
// best, with their heading, and the marks of all the evidence together. What the slots
// name counts twice.
func (e *Evidence) Window(slots core.Marks) (best, all core.Marks) {
	most := -1.0
	for i := range e.passages {
		p := &e.passages[i]
		all = all.With(p.head)
		for j := range p.marks {
			all = all.With(p.marks[j])
			window := p.window(j)
			if share := e.measure.Share(window) + e.measure.Within(window, slots); share > most {
				best, most = window, share
			}
		}
	}
	return best, all
}

// Naming is the share of some of the question's words that the best single unit which
// names a thing covers, without its heading.
func (e *Evidence) Naming(names func(text string) bool, of core.Marks) float64 {
	return e.bestUnit(func(p *scored, i int) float64 {
		if share := e.measure.Within(p.marks[i], of); share > 0 && names(p.units[i].text) {
			return share
		}
		return 0
	})
}

// Unit is the share of some of the question's words that the best single unit covers
// with its heading.
func (e *Evidence) Unit(of core.Marks) float64 {
	return e.bestUnit(func(p *scored, i int) float64 { return e.measure.Within(p.marks[i].With(p.head), of) })
}

func (e *Evidence) bestUnit(value func(p *scored, unit int) float64) float64 {
	most := 0.0
	for i := range e.passages {
		for j := range e.passages[i].units {
			most = max(most, value(&e.passages[i], j))
		}
	}
	return most
}

// Text is all that the evidence says, with its headings.
func (e *Evidence) Text() string {
	var b strings.Builder
	for i := range e.passages {
		p := &e.passages[i]
		b.WriteString(p.heading + "\n" + p.doc.Quote(p.of.Span) + "\n")
	}
	return b.String()
}

// candidate is a unit of the evidence with its score.
type candidate struct {
	*scored
	rank  int // of the passage, from 0
	at    int // into its units
	score float64
}

// weight is a factor on the score of a unit.
type weight func(p *passage, u *unit) float64

// candidates are the units that cover something of the question, best first.
func (e *Evidence) candidates(of weight) []candidate {
	var out []candidate
	share := e.measure.Share
	for rank := range e.passages {
		p := &e.passages[rank]
		prior := (1 - rankDecay*float64(min(rank, 15))) * (1 + noteWeight*p.noted)
		for i, marks := range p.marks {
			own, chance := share(marks), p.chance(i)
			if own == 0 && chance == 0 {
				continue // it is there for its neighbour at most
			}
			score := ownShare*own + headShare*share(marks.With(p.head)) + nearShare*share(p.window(i))
			if score < hopeless && chance == 0 {
				continue
			}
			factor := of(&p.passage, &p.units[i]) * p.soundness(&p.units[i])
			if factor == 0 && chance == 0 {
				continue
			}
			out = append(out, candidate{p, rank, i, factor*prior*score + factShare*chance})
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return out
}
