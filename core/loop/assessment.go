package loop

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

// assess compares a round's evidence with the checklist of the plan.
func assess(q *question, n *round) core.Assessment {
	a := core.Assessment{Found: []core.Facet{}, Missing: []core.Facet{}, Gaps: []core.Gap{}, Hits: len(n.hits)}
	check := newChecklist(q, n)
	for _, f := range q.Facets {
		switch {
		case check.found(f):
			a.Found = append(a.Found, f)
		case !isCircumstance(q, n, f):
			a.Missing = append(a.Missing, f)
			a.AddGap(gapOf(f.Kind))
		}
	}
	a.Signals = signals(q, n, &a)
	a.Confidence = q.model(n).confidence(a.Signals)
	switch {
	case a.Hits == 0 && len(q.Scope) > 0:
		a.AddGap(core.GapWrongDocument)
	case a.Hits == 0:
		a.AddGap(core.GapNoHits)
	case a.Hits < q.minHits:
		a.AddGap(core.GapFewHits)
	}
	if a.Hits > 0 && a.Confidence < completeConfidence {
		a.AddGap(core.GapLowSupport)
	}
	return a
}

func gapOf(k core.FacetKind) core.Gap {
	switch k {
	case core.FacetAnchor:
		return core.GapMissingAnchor
	case core.FacetSide:
		return core.GapMissingSide
	case core.FacetPart:
		return core.GapMissingPart
	case core.FacetKindOf:
		return core.GapMissingKind
	}
	return core.GapMissingName
}

// checklist looks for facets in a round's evidence.
type checklist struct {
	*question
	round *round
	text  string // of the evidence
	low   string // the same in lower case
}

func newChecklist(q *question, n *round) checklist {
	text := n.evidence.Text()
	return checklist{question: q, round: n, text: text, low: strings.ToLower(text)}
}

func (c *checklist) found(f core.Facet) bool {
	switch f.Kind {
	case core.FacetAnchor:
		ref, ok := c.Anchor(f)
		return ok && c.hasAnchor(ref)
	case core.FacetTerm:
		return c.hasTerm(f.Text) || c.hasFAQ(c.round) && namesInFact(c.match, f.Text)
	case core.FacetSide:
		return c.hasSide(f.Text)
	case core.FacetPart:
		return c.covered(f.Text) >= minPart
	case core.FacetKindOf:
		has, _ := answer.HoldsKind(c.Intent, c.text)
		return has
	case core.FacetUnit:
		return c.hasUnit(f)
	}
	return c.hasName(f.Text)
}

// hasAnchor reports whether a passage of the right document has the anchor in it, or
// is part of it.
func (c *checklist) hasAnchor(ref core.AnchorRef) bool {
	return slices.ContainsFunc(c.round.hits, func(h core.Hit) bool {
		doc := c.library.Document(h.Passage.DocID)
		if doc == nil || ref.DocID != "" && ref.DocID != doc.ID {
			return false
		}
		a := doc.Anchor(ref.ID())
		return a != nil && (a.Span.Overlaps(doc.Passages[h.Passage.Index].Span) || a.Span.Len() == 0)
	})
}

// hasTerm reports whether the evidence has a term by any of its names.
func (c *checklist) hasTerm(name string) bool {
	if c.OnlySet() == name {
		return c.together(name)
	}
	for _, t := range c.Mentioned {
		if t.Name != name {
			continue
		}
		for _, n := range t.Names() {
			if n != "" && strings.Contains(c.low, strings.ToLower(n)) {
				return true
			}
		}
	}
	share := c.covered(name)
	return share == 1 || share >= minPart && !isIdentifier(name)
}

// minTogether lets another word count for the one that was asked with.
const minTogether = 0.55

// together reports whether words of the question are in the best run, by themselves or
// by another word.
func (c *checklist) together(words string) bool {
	return c.measure.Within(c.round.window, c.measure.Marks(words)) >= minTogether
}

// covered is the share of a short text that the evidence covers.
func (c *checklist) covered(text string) float64 {
	m := c.relevance.Measure(text, false)
	return m.Share(m.Marks(c.text))
}

// hasSide reports whether one side of a comparison has evidence: it is named, or
// a passage is of a document that it is at home in.
func (c *checklist) hasSide(name string) bool {
	for _, s := range c.Compared {
		if s.Name == name && slices.ContainsFunc(c.round.hits, func(h core.Hit) bool { return slices.Contains(s.Docs, h.Passage.DocID) }) {
			return true
		}
	}
	return c.hasTerm(name)
}

// minPart is the share of a part of a question that its evidence covers at least.
const minPart = 0.5

// hasUnit reports whether what is counted or measured is in the best run, with its
// number if it has one; for a comparison, anywhere.
func (c *checklist) hasUnit(f core.Facet) bool {
	if n := plan.NumberOf(f); n != "" && c.measure.Within(c.round.window, c.measure.Marks(n)) < 1 {
		return false
	}
	return c.together(f.Text) || len(c.Compared) > 1 && c.covered(f.Text) == 1
}

// hasName reports whether a name or number of the question is in the evidence, or the
// canonical name of the term that it belongs to.
func (c *checklist) hasName(name string) bool {
	if isProper(name) {
		one := strings.TrimSuffix(strings.ToLower(name), "s")
		return lex.HasWord(c.low, one) || lex.HasWord(c.low, one+"s")
	}
	if c.covered(name) == 1 {
		return true
	}
	if parts := partsOf(name); len(parts) > 1 && c.covered(strings.Join(parts, " ")) >= minPart {
		return true
	}
	if s := subscripted(strings.ToLower(name)); s != "" && c.covered(s) == 1 {
		return true
	}
	return slices.ContainsFunc(c.Mentioned, func(t plan.Term) bool {
		return strings.Contains(strings.ToLower(t.Written), strings.ToLower(name)) && c.hasTerm(t.Name)
	})
}
