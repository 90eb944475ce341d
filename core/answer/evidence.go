package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Evidence is hits cut into what can be claimed, held against a question. It is
// made once for all that looks at the hits: the assessment and the writer.
type Evidence struct {
	Hits     []core.Hit
	measure  core.Measure
	readings []reading
	heads    []core.Marks   // of the heading of each reading
	marks    [][]core.Marks // of the pieces of each reading
	notes    Notes          // may be nil
	noted    []float64      // share of the question that the best note on each reading covers
	chances  [][]float64    // that each piece of a reading is what is asked for; nil where none is known to be
}

// Notes are what is said of an anchor outside its document: summaries in other words.
// They tell where an answer stands and are never quoted.
type Notes interface {
	Notes(docID, anchor string) []string
}

// NewEvidence reads hits and holds them against a measured question. What was read
// before is taken from the readings; these and the notes may be nil.
func NewEvidence(l Library, readings *Readings, notes Notes, faq core.FAQMatch, hits []core.Hit, m core.Measure) *Evidence {
	e := &Evidence{measure: m, notes: notes}
	for _, h := range hits {
		if doc := l.Document(h.Passage.DocID); doc != nil {
			e.Hits = append(e.Hits, h)
			r := readings.read(doc, h.Passage.Index)
			e.readings, e.chances = append(e.readings, r), append(e.chances, chancesOf(&r, faq))
		}
	}
	e.mark()
	return e
}

// What the rank of a passage weighs against what its text covers, and how far the
// first ranks are alike. They were chosen on the development questions, where a
// linear model found nothing else that pays.
const (
	rankWeight    = 13
	rankSmoothing = 10
)

// noteWeight is what a note that covers all of the question counts: half of a run of
// sentences that does, and half as much again for the pieces that it is on. On the
// questions of eval/questions a quarter and twice as much do about as well.
const noteWeight = 0.5

// Reorder puts the passages first that cover the question best beside their rank,
// and keeps the best of them: what the best run of sentences covers, and what of the
// question the passage has in other words, which no leg ranks by, and what the notes on
// it say.
func (e *Evidence) Reorder(keep int) {
	order := make([]int, len(e.readings))
	scores := make([]float64, len(e.readings))
	for i := range order {
		order[i] = i
		scores[i] = rankWeight/float64(rankSmoothing+i+1) + e.covered(i) + noteWeight*e.noted[i] + factWeight*e.chance(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	order = order[:min(len(order), keep)]
	sorted := Evidence{measure: e.measure, notes: e.notes}
	for _, i := range order {
		sorted.Hits = append(sorted.Hits, e.Hits[i])
		sorted.readings = append(sorted.readings, e.readings[i])
		sorted.heads = append(sorted.heads, e.heads[i])
		sorted.marks = append(sorted.marks, e.marks[i])
		sorted.noted = append(sorted.noted, e.noted[i])
		sorted.chances = append(sorted.chances, e.chances[i])
	}
	*e = sorted
}

// covered is the share of the question that the best run of a passage covers, and
// the share that the passage has another word for.
func (e *Evidence) covered(i int) float64 {
	all, window := e.heads[i], 0.0
	for j := range e.marks[i] {
		all = all.With(e.marks[i][j])
		window = max(window, e.measure.Share(e.heads[i].With(neighbours(e.marks[i], j))))
	}
	return window + e.measure.Share(all) - e.measure.Share(core.Marks{Own: all.Own})
}

// Under is the same evidence held against another question: what was read is not
// read again.
func (e *Evidence) Under(m core.Measure) *Evidence {
	other := &Evidence{Hits: e.Hits, readings: e.readings, measure: m, notes: e.notes, chances: e.chances}
	other.mark()
	return other
}

// mark holds the pieces, and the notes on them, against the measure.
func (e *Evidence) mark() {
	e.heads, e.marks = make([]core.Marks, len(e.readings)), make([][]core.Marks, len(e.readings))
	e.noted = make([]float64, len(e.readings))
	for i := range e.readings {
		e.noted[i] = e.notesOn(&e.readings[i])
		r := &e.readings[i]
		e.heads[i] = e.measure.Marks(r.heading)
		e.marks[i] = make([]core.Marks, len(r.pieces))
		for j := range r.pieces {
			e.marks[i][j] = e.measure.Marks(r.pieces[j].text)
		}
	}
}

// notesOn is the share of the question that the best note covers on the section of a
// reading, or on an element in it.
func (e *Evidence) notesOn(r *reading) float64 {
	if e.notes == nil {
		return 0
	}
	most := 0.0
	for _, anchor := range append([]string{r.passage.Section}, r.passage.Anchors...) {
		for _, note := range e.notes.Notes(r.doc.ID, anchor) {
			most = max(most, e.measure.Share(e.measure.Marks(note)))
		}
	}
	return most
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

// Naming is the share of some of the question's words that the best single piece
// covers which names a thing, headings aside.
func (e *Evidence) Naming(names func(text string) bool, of core.Marks) float64 {
	most := 0.0
	for i := range e.readings {
		for j, marks := range e.marks[i] {
			if share := e.measure.Within(marks, of); share > most && names(e.readings[i].pieces[j].text) {
				most = share
			}
		}
	}
	return most
}

// Unit is the share of some of the question's words that the best single unit covers
// with its headings.
func (e *Evidence) Unit(of core.Marks) float64 {
	most := 0.0
	for i := range e.readings {
		for _, marks := range e.marks[i] {
			most = max(most, e.measure.Within(marks.With(e.heads[i]), of))
		}
	}
	return most
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

// score orders the pieces of evidence by how they cover its question.
func (e *Evidence) score(of weight) scoring {
	m, heads, marks := e.measure, e.heads, e.marks
	s := scoring{Evidence: e}
	for i := range e.readings {
		prior := (1 - rankDecay*float64(min(i, 15))) * (1 + noteWeight*e.noted[i])
		for j := range marks[i] {
			own := m.Share(marks[i][j])
			chance := e.chanceOf(i, j)
			if own == 0 && chance == 0 {
				continue // it is there for its neighbour at most
			}
			score := ownShare*own + headShare*m.Share(marks[i][j].With(heads[i])) +
				nearShare*m.Share(heads[i].With(neighbours(marks[i], j)))
			if score < hopeless && chance == 0 {
				continue
			}
			f := of(&e.readings[i], &e.readings[i].pieces[j])
			if f == 0 && chance == 0 {
				continue
			}
			s.best = append(s.best, scored{reading: i, piece: j, score: f*prior*score + factShare*chance})
		}
	}
	slices.SortStableFunc(s.best, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	return s
}
