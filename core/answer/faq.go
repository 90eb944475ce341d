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
	// claimedChance is the chance from which on the unit of a fact is part of an answer
	// whatever else that says.
	claimedChance = 0.3
)

// Find returns the passage of a document that has the unit, and where the unit is, or false.
func (p *Passages) Find(doc *core.Document, at core.UnitRef) (passage int, span core.Span, ok bool) {
	got, index, unit := p.find(doc, at)
	if unit < 0 {
		return 0, core.Span{}, false
	}
	return index, got.units[unit].span, true
}

// find returns the passage of a document that has the unit, its index, and that of the unit
// in it, which is -1 where there is none.
func (p *Passages) find(doc *core.Document, at core.UnitRef) (in passage, index, unit int) {
	for i := range doc.Passages {
		of := &doc.Passages[i]
		if of.StartPage > at.Page || at.Page > of.EndPage || !of.Retrieved() {
			continue
		}
		got := p.of(doc, i)
		if unit := got.unit(at); unit >= 0 {
			return got, i, unit
		}
	}
	return passage{}, 0, -1
}

// unit is the index of a unit, -1 if the passage does not have it.
func (p *passage) unit(at core.UnitRef) int {
	return slices.IndexFunc(p.units, func(u unit) bool { return p.denotes(at, &u) })
}

// denotes reports whether a reference denotes a unit of a passage: the very unit, or
// where the sentences are not the document's own, one of the element around it.
func (p *passage) denotes(at core.UnitRef, u *unit) bool {
	if p.doc.ID != at.DocID {
		return false
	}
	if p.doc.Source() == core.SourcePack && isProse(p.of.Kind) {
		return at.Anchor != "" && (p.of.Section == at.Anchor || slices.Contains(p.of.Anchors, at.Anchor))
	}
	return u.sum == at.Sum
}

// chancesOf are the chances that the units of a passage are what is asked for, nil if
// no fact denotes one.
func chancesOf(p *passage, faq core.FAQMatch) []float64 {
	var out []float64
	for _, f := range faq.Facts {
		for _, at := range f.Units {
			if at.DocID != p.doc.ID {
				continue
			}
			for i := range p.units {
				if !p.denotes(at, &p.units[i]) {
					continue
				}
				if out == nil {
					out = make([]float64, len(p.units))
				}
				out[i] = min(1, out[i]+f.Chance)
			}
		}
	}
	return out
}

// chance is the chance that a unit is what is asked for.
func (p *scored) chance(unit int) float64 {
	if p.chances == nil {
		return 0
	}
	return p.chances[unit]
}

// bestChance is the best of the chances of its units.
func (p *scored) bestChance() float64 {
	if p.chances == nil {
		return 0
	}
	return slices.Max(p.chances)
}

// recall adds the units of the facts that a question asks for, where an answer from
// elsewhere lacks them. An answer by cells has its rows: that of another parameter set
// is asked for by questions that are much alike.
func (w *Extractive) recall(d *Draft, in Input) {
	e := in.evidence(w)
	for rank := range e.passages {
		p := &e.passages[rank]
		if d.Exact && p.of.Kind == core.PassageTable {
			continue
		}
		for i := range p.units {
			if p.chance(i) < claimedChance || d.cites(p.doc.ID, p.units[i].span) {
				continue
			}
			r := run{scored: p, rank: rank, first: i, best: i, last: i}
			if in.Context {
				r.grow()
			}
			d.claimRun(&p.passage, r.first, r.last)
		}
	}
}

// cites reports whether a citation holds a span of a document.
func (d *Draft) cites(docID string, s core.Span) bool {
	return slices.ContainsFunc(d.Citations, func(c core.Citation) bool { return c.DocID == docID && c.Span.Contains(s) })
}
