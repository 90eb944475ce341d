package answer

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/sentence"
)

// The aspects of a comparison that are not those of a query.
const (
	aspectDefinition = "What it is"
	aspectAsked      = "On the question"
)

// compare answers with a table: a row an aspect, a column a side, and a citation
// in every cell. It is one only if every side has a cell.
func (w *Extractive) compare(in Input) Draft {
	if len(in.Sides) < 2 {
		return Draft{}
	}
	if d := w.compareRows(in); len(d.Claims) > 0 {
		return d
	}
	var d Draft
	e := in.evidence(w)
	for _, s := range in.Sides {
		d.addCell(e, s, aspectDefinition, w.definingPiece(e, s))
	}
	for _, a := range aspectsOf(in) {
		m := w.Relevance.Measure(a.Query, in.Thesaurus)
		for _, s := range in.Sides {
			d.addCell(e, s, a.Name, bestOfSide(e, m, s, &d))
		}
	}
	if !d.hasAllSides(in.Sides) {
		return Draft{}
	}
	var short []string
	for _, s := range in.Sides {
		short = append(short, d.firstOf(s.Name))
	}
	d.Short = strings.Join(short, " ")
	return d
}

// aspectsOf are the rows of a comparison after the first: what the question asks
// of all sides, or the usual ones.
func aspectsOf(in Input) []plan.Aspect {
	if asked := plan.AskedOfAll(in.Question, in.Sides); asked != "" {
		return []plan.Aspect{{Name: aspectAsked, Query: asked}}
	}
	if slices.ContainsFunc(in.Sides, func(s plan.Side) bool { return !s.Scheme }) {
		return nil
	}
	return plan.Aspects
}

// spot is a piece by its place in evidence.
type spot struct{ reading, piece int }

var nowhere = spot{-1, -1}

// minEntry is how many words an entry of a glossary has that says more than what
// an acronym stands for.
const minEntry = 8

// definingPiece finds the sentence that defines a side, in a document that it is
// at home in. Of several that look like it, the one that says what the name stands
// for: "ML-KEM is a key-encapsulation mechanism", not what else it is.
func (w *Extractive) definingPiece(e *Evidence, s plan.Side) spot {
	m := w.Relevance.Measure(strings.Join(s.Names, "\n"), false)
	best, most, named := nowhere, sentence.About, 0.0
	for i := range e.readings {
		r := &e.readings[i]
		if !isProse(r.passage.Kind) || !slices.Contains(s.Docs, r.doc.ID) {
			continue
		}
		for j, p := range r.pieces {
			v := defines(r, &p, s.Names)
			if v < most || v == sentence.About {
				continue
			}
			if share := m.Share(m.Marks(p.text)); v > most || share > named {
				best, most, named = spot{i, j}, v, share
			}
		}
	}
	return best
}

// defines is how much a piece looks like a definition of what has the names.
func defines(r *reading, p *piece, names []string) float64 {
	most := sentence.About
	for _, n := range names {
		if isEntry(r.doc, p.span, n) && len(strings.Fields(p.text)) > minEntry {
			return entryFactor
		}
		most = max(most, sentence.Defines(p.text, n))
	}
	return most
}

// bestOfSide finds the piece that covers what is asked of a side best: one of its
// documents, or one that names it.
func bestOfSide(e *Evidence, m core.Measure, s plan.Side, taken *Draft) spot {
	best, most := nowhere, 0.0
	for i := range e.readings {
		r := &e.readings[i]
		head := m.Marks(r.heading)
		home := s.Scheme && slices.Contains(s.Docs[:min(1, len(s.Docs))], r.doc.ID)
		for j, p := range r.pieces {
			named := mentionsAny(p.text, s.Names)
			if !home && !named || taken.claims(p.text) {
				continue
			}
			marks := m.Marks(p.text)
			score := (m.Share(marks) + m.Share(marks.With(head))) * (1 - rankDecay*float64(min(i, 15)))
			if named {
				score *= kindBonus
			}
			if m.Share(marks) > 0 && score > most {
				best, most = spot{i, j}, score
			}
		}
	}
	return best
}

func mentionsAny(text string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return n != "" && strings.Contains(strings.ToLower(text), strings.ToLower(n)) })
}

func (d *Draft) claims(text string) bool {
	return slices.ContainsFunc(d.Claims, func(c core.Claim) bool { return c.Text == text })
}

func (d *Draft) addCell(e *Evidence, s plan.Side, aspect string, where spot) {
	if where == nowhere || len(d.Claims) >= MaxClaims {
		return
	}
	r := &e.readings[where.reading]
	p := &r.pieces[where.piece]
	d.claim(p.text, d.citePiece(r, p, p.span)...)
	c := &d.Claims[len(d.Claims)-1]
	c.Side, c.Aspect = s.Name, aspect
}

func (d *Draft) hasAllSides(sides []plan.Side) bool {
	return !slices.ContainsFunc(sides, func(s plan.Side) bool { return d.firstOf(s.Name) == "" })
}

// firstOf is the text of the first cell of a side, "" if it has none.
func (d *Draft) firstOf(side string) string {
	for _, c := range d.Claims {
		if c.Side == side {
			return c.Text
		}
	}
	return ""
}
