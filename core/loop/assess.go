package loop

import (
	"context"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/sentence"
)

// assessment holds a round's evidence against the checklist of the plan.
func (r *run) assessment(n *round) core.Assessment {
	a := core.Assessment{Found: []core.Facet{}, Missing: []core.Facet{}, Gaps: []core.Gap{}, Hits: len(n.hits)}
	text := n.evidence.Text()
	n.window, n.all = n.evidence.Window(r.slots)
	check := checklist{run: r, round: n, text: text, low: strings.ToLower(text)}
	for _, f := range r.plan.Facets {
		if check.found(f) {
			a.Found = append(a.Found, f)
			continue
		}
		if r.isCircumstance(n, f) {
			continue
		}
		a.Missing = append(a.Missing, f)
		a.AddGap(gapOf(f.Kind))
	}
	a.Signals = r.signals(n, &a)
	a.Confidence = r.model(n).confidence(a.Signals)
	switch {
	case len(n.hits) == 0 && len(r.plan.Scope) > 0:
		a.AddGap(core.GapWrongDocument)
	case len(n.hits) == 0:
		a.AddGap(core.GapNoHits)
	case len(n.hits) < r.minHits():
		a.AddGap(core.GapFewHits)
	}
	if len(n.hits) > 0 && a.Confidence < completeConfidence {
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
	*run
	round *round
	text  string // of the evidence
	low   string // the same in lower case
}

func (c *checklist) found(f core.Facet) bool {
	switch f.Kind {
	case core.FacetAnchor:
		ref, ok := c.plan.Anchor(f)
		return ok && c.holdsAnchor(ref)
	case core.FacetTerm:
		return c.holdsTerm(f.Text)
	case core.FacetSide:
		return c.holdsSide(f.Text)
	case core.FacetPart:
		return c.holdsPart(f.Text)
	case core.FacetKindOf:
		holds, _ := answer.HoldsKind(c.plan.Intent, c.text)
		return holds
	case core.FacetUnit:
		if n := plan.NumberOf(f); n != "" && c.measure.Within(c.round.window, c.measure.Marks(n)) < 1 {
			return false
		}
		return c.together(f.Text) || len(c.plan.Compared) > 1 && c.cover(f.Text) == 1
	}
	return c.holdsName(f.Text)
}

// holdsAnchor reports whether a passage of the right document holds the anchor, or
// stands in it.
func (c *checklist) holdsAnchor(ref core.AnchorRef) bool {
	return slices.ContainsFunc(c.round.hits, func(h core.Hit) bool {
		doc := c.ports.Library.Document(h.Passage.DocID)
		if doc == nil || ref.DocID != "" && ref.DocID != doc.ID {
			return false
		}
		a := doc.Anchor(ref.ID())
		return a != nil && (a.Span.Overlaps(doc.Passages[h.Passage.Index].Span) || a.Span.Len() == 0)
	})
}

// holdsTerm reports whether the evidence has a term by any of its names.
func (c *checklist) holdsTerm(name string) bool {
	if c.plan.OnlySet() == name {
		return c.together(name)
	}
	for _, t := range c.plan.Mentioned {
		if t.Name != name {
			continue
		}
		for _, n := range t.Names() {
			if n != "" && strings.Contains(c.low, strings.ToLower(n)) {
				return true
			}
		}
	}
	share := c.cover(name)
	return share == 1 || share >= minPart && !isIdentifier(name)
}

// together reports whether words of the question stand in the best run, by
// themselves or by another word.
func (c *checklist) together(words string) bool {
	return c.measure.Within(c.round.window, c.measure.Marks(words)) >= minTogether
}

// minTogether lets another word stand for the one that was asked with.
const minTogether = 0.55

// cover is the share of a short text that the evidence covers.
func (c *checklist) cover(text string) float64 {
	m := c.ports.Relevance.Measure(text, false)
	return m.Share(m.Marks(c.text))
}

// holdsSide reports whether one side of a comparison has evidence: it is named, or
// a passage is of a document that it is at home in.
func (c *checklist) holdsSide(name string) bool {
	for _, s := range c.plan.Compared {
		if s.Name == name && slices.ContainsFunc(c.round.hits, func(h core.Hit) bool { return slices.Contains(s.Docs, h.Passage.DocID) }) {
			return true
		}
	}
	return c.holdsTerm(name)
}

// minPart is the share of a part of a question that its evidence covers at least.
const minPart = 0.5

func (c *checklist) holdsPart(part string) bool {
	return c.cover(part) >= minPart
}

// holdsName reports whether a name or number of the question stands in the
// evidence, or the canonical name of the term that it belongs to.
func (c *checklist) holdsName(name string) bool {
	if isProper(name) {
		one := strings.TrimSuffix(strings.ToLower(name), "s")
		return sentence.HasWord(c.low, one) || sentence.HasWord(c.low, one+"s")
	}
	if share := c.cover(name); share == 1 {
		return true
	}
	if parts := partsOf(name); len(parts) > 1 && c.cover(strings.Join(parts, " ")) >= minPart {
		return true
	}
	if s := subscripted(strings.ToLower(name)); s != "" {
		if share := c.cover(s); share == 1 {
			return true
		}
	}
	return slices.ContainsFunc(c.plan.Mentioned, func(t plan.Term) bool {
		return strings.Contains(strings.ToLower(t.Written), strings.ToLower(name)) && c.holdsTerm(t.Name)
	})
}

// grade lets a model lower the confidence, where that is switched on.
func (r *run) grade(ctx context.Context, n *round) {
	if !r.settings.Features.Grade || r.ports.Judge == nil || len(n.hits) == 0 {
		return
	}
	grade, exchange, err := r.ports.Judge.Grade(ctx, r.question, r.quotes(n))
	r.emitExchange(exchange)
	if err == nil && grade < n.assessment.Confidence {
		n.assessment.Confidence = max(0, grade)
	}
}

// quotes are the texts of the best passages of a round.
func (r *run) quotes(n *round) []string {
	var out []string
	for _, h := range n.hits[:min(len(n.hits), 6)] {
		if doc := r.ports.Library.Document(h.Passage.DocID); doc != nil {
			out = append(out, doc.Quote(doc.Passages[h.Passage.Index].Span))
		}
	}
	return out
}
