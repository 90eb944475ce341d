package answer

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

// The weights of the chance that a question asks for a unit's fact: in the rank of its
// passage, and in its own next to how it covers the question. Chosen on the development
// questions of eval/questions, where 2 to 4 of either do about as well.
const (
	factWeight = 4.0
	factShare  = 2.5
	// saidChance is the chance from which on the unit of a fact is part of an answer
	// whatever else that says.
	saidChance = 0.3
)

// Find returns the passage of a document that has the unit, or false.
func (r *Readings) Find(doc *core.Document, at core.UnitRef) (passage int, ok bool) {
	for i := range doc.Passages {
		p := &doc.Passages[i]
		if p.StartPage > at.Page || at.Page > p.EndPage || !p.Retrieved() {
			continue
		}
		if got := r.read(doc, i); got.holds(at) {
			return i, true
		}
	}
	return 0, false
}

// holds reports whether a reading has a unit: the very piece, or where the sentences
// are not the document's own, the element around it.
func (r *reading) holds(at core.UnitRef) bool {
	return slices.ContainsFunc(r.pieces, func(p piece) bool { return r.isAt(&p, at) })
}

// isAt reports whether a piece of a reading is a unit.
func (r *reading) isAt(p *piece, at core.UnitRef) bool {
	if r.doc.ID != at.DocID {
		return false
	}
	if r.doc.Source() == core.SourcePack && isProse(r.passage.Kind) {
		return at.Anchor != "" && (r.passage.Section == at.Anchor || slices.Contains(r.passage.Anchors, at.Anchor))
	}
	return p.sum == at.Sum
}

// chancesOf are the chances that the pieces of a reading are what is asked for, nil
// if none is known.
func chancesOf(r *reading, faq core.FAQMatch) []float64 {
	var out []float64
	for _, f := range faq.Facts {
		for _, at := range f.Units {
			if at.DocID != r.doc.ID {
				continue
			}
			for j := range r.pieces {
				if !r.isAt(&r.pieces[j], at) {
					continue
				}
				if out == nil {
					out = make([]float64, len(r.pieces))
				}
				out[j] = min(1, out[j]+f.Chance)
			}
		}
	}
	return out
}

// chanceOf is the chance that a piece is what is asked for.
func (e *Evidence) chanceOf(reading, piece int) float64 {
	if e.chances[reading] == nil {
		return 0
	}
	return e.chances[reading][piece]
}

// chance is the best chance of the pieces of a reading.
func (e *Evidence) chance(reading int) float64 {
	if e.chances[reading] == nil {
		return 0
	}
	return slices.Max(e.chances[reading])
}

// recall adds the pieces that a question is known to ask for, where an answer from
// elsewhere lacks them. An answer by cells has its rows: that of another parameter set
// is asked for by questions that are much alike.
func (w *Extractive) recall(d *Draft, in Input) {
	e := in.evidence(w)
	for i := range e.readings {
		r := &e.readings[i]
		if d.Exact && r.passage.Kind == core.PassageTable {
			continue
		}
		for j := range r.pieces {
			if e.chanceOf(i, j) < saidChance || d.cites(r.doc.ID, r.pieces[j].span) {
				continue
			}
			x := extent{reading: i, first: j, last: j, best: j}
			s := scoring{Evidence: e}
			if in.Context {
				s.grow(&x)
			}
			d.claimRun(r, x)
		}
	}
}

// cites reports whether a citation holds a span of a document.
func (d *Draft) cites(docID string, s core.Span) bool {
	return slices.ContainsFunc(d.Citations, func(c core.Citation) bool { return c.DocID == docID && c.Span.Contains(s) })
}
