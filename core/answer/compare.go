package answer

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
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
	var d Draft
	e := in.evidence(w)
	if plan.AskedOfAll(in.Question, in.Sides) == "" {
		for _, s := range in.Sides {
			d.addCell(s, aspectDefinition, w.definingUnit(e, s))
		}
	}
	for _, a := range aspectsOf(in) {
		m := w.Relevance.Measure(a.Query, in.Thesaurus)
		for _, s := range in.Sides {
			d.addCell(s, a.Name, bestOfSide(e, m, s, &d))
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

// statedComparison says the difference in the words of a statement, and what each side is below
// it: the further rows of the table are only as near as their words.
func (w *Extractive) statedComparison(in Input) Draft {
	d := w.statements(in, minStated)
	table := w.compare(in)
	table.Claims = slices.DeleteFunc(table.Claims, func(c core.Claim) bool { return c.Aspect != aspectDefinition })
	if len(d.Claims) == 0 || len(table.Claims) < len(in.Sides) || table.Claims[0].Text == table.Claims[1].Text {
		return d
	}
	for _, c := range table.Claims {
		keys := make([]string, len(c.Citations))
		for i, key := range c.Citations {
			keys[i] = d.adopt(table.citation(key))
		}
		c.Citations = keys
		d.Claims = append(d.Claims, c)
	}
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

// minEntry is how many words an entry of a glossary has that says more than what
// an acronym stands for.
const minEntry = 8

// filling is a unit that fills a cell of a comparison; the zero value is empty.
type filling struct {
	*passage
	*unit
}

// definingUnit finds the sentence that defines a side, in a document that it is at
// home in. Of several that look like it, the one that says what the name stands for:
// "ML-KEM is a key-encapsulation mechanism", not what else it is.
func (w *Extractive) definingUnit(e *Evidence, s plan.Side) (best filling) {
	m := w.Relevance.Measure(strings.Join(s.Names, "\n"), false)
	most, named := lex.About, 0.0
	for i := range e.passages {
		p := &e.passages[i].passage
		if !isProse(p.of.Kind) || !slices.Contains(s.Docs, p.doc.ID) {
			continue
		}
		for j := range p.units {
			u := &p.units[j]
			v := defines(p.doc, u, s.Names)
			if v < most || v == lex.About {
				continue
			}
			if share := m.Share(m.Marks(u.text)); v > most || share > named {
				best, most, named = filling{p, u}, v, share
			}
		}
	}
	return best
}

// defines is how much a unit looks like a definition of what has the names.
func defines(doc *core.Document, u *unit, names []string) float64 {
	most := lex.About
	for _, n := range names {
		if isEntry(doc, u.span, n) && len(strings.Fields(u.text)) > minEntry {
			return entryFactor
		}
		most = max(most, lex.Defines(u.text, n))
	}
	return most
}

// bestOfSide finds the unit that covers what is asked of a side best: one of its
// documents, or one that names it.
func bestOfSide(e *Evidence, m core.Measure, s plan.Side, taken *Draft) (best filling) {
	most := 0.0
	for rank := range e.passages {
		p := &e.passages[rank].passage
		head := m.Marks(p.heading)
		home := s.Scheme && slices.Contains(s.Docs[:min(1, len(s.Docs))], p.doc.ID)
		for j := range p.units {
			u := &p.units[j]
			named := mentionsAny(u.text, s.Names)
			if !home && !named || taken.claims(u.text) {
				continue
			}
			marks := m.Marks(u.text)
			score := (m.Share(marks) + m.Share(marks.With(head))) * (1 - rankDecay*float64(min(rank, 15)))
			if named {
				score *= kindBonus
			}
			if m.Share(marks) > 0 && score > most {
				best, most = filling{p, u}, score
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

func (d *Draft) addCell(s plan.Side, aspect string, of filling) {
	if of.unit == nil || len(d.Claims) >= MaxClaims {
		return
	}
	d.claim(of.text, d.citeUnit(of.passage, of.unit, of.span)...)
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
