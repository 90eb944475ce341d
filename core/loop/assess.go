package loop

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// assessment holds a round's evidence against the checklist of the plan.
func (r *run) assessment(n *round) core.Assessment {
	a := core.Assessment{Found: []core.Facet{}, Missing: []core.Facet{}, Gaps: []core.Gap{}, Hits: len(n.hits)}
	text := n.evidence.Text()
	window, _ := n.evidence.Window(r.slots)
	check := checklist{run: r, round: n, text: text, low: strings.ToLower(text), window: window}
	for _, f := range r.analysis.plan.Facets {
		if check.found(f) {
			a.Found = append(a.Found, f)
			continue
		}
		a.Missing = append(a.Missing, f)
		a.AddGap(gapOf(f.Kind))
	}
	a.Signals = r.signals(n, &a)
	a.Confidence = confidence(a.Signals)
	switch {
	case len(n.hits) == 0 && len(r.analysis.plan.Scope) > 0:
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
	// window is what the best run of neighbouring pieces covers.
	window core.Marks
}

func (c *checklist) found(f core.Facet) bool {
	switch f.Kind {
	case core.FacetAnchor:
		return slices.ContainsFunc(c.analysis.plan.References, func(ref core.AnchorRef) bool {
			return anchorFacet(ref) == f && c.holdsAnchor(ref)
		})
	case core.FacetTerm:
		return c.holdsTerm(f.Text)
	case core.FacetSide:
		return c.holdsSide(f.Text)
	case core.FacetPart:
		return c.holdsPart(f.Text)
	case core.FacetKindOf:
		holds, _ := answer.HoldsKind(c.analysis.plan.Intent, c.text)
		return holds
	case core.FacetUnit:
		return c.together(f.Text) || len(c.analysis.sides) > 1 && c.cover(f.Text) == 1
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
	if c.analysis.onlySet() == name {
		return c.together(name)
	}
	for _, t := range c.analysis.terms {
		if t.Name != name {
			continue
		}
		for _, n := range append([]string{t.Name, t.Written}, append(t.Expand, t.Aliases...)...) {
			if n != "" && strings.Contains(c.low, strings.ToLower(n)) {
				return true
			}
		}
	}
	share := c.cover(name)
	return share == 1 || share >= minPart && !isIdentifier(name)
}

// isIdentifier reports whether a term's name is written like one, so that half of
// it is another thing.
func isIdentifier(name string) bool { return !strings.Contains(name, " ") }

// together reports whether words of the question stand in the best run, by
// themselves or by another word.
func (c *checklist) together(words string) bool {
	return c.measure.Within(c.window, c.measure.Marks(words)) >= minTogether
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
	for _, s := range c.analysis.sides {
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
		return containsWord(c.low, strings.TrimSuffix(strings.ToLower(name), "s"))
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
	return slices.ContainsFunc(c.analysis.terms, func(t Term) bool {
		return strings.Contains(strings.ToLower(t.Written), strings.ToLower(name)) && c.holdsTerm(t.Name)
	})
}

// isProper reports whether a name is written as a word: its stem is not enough, for
// "Excel" is nothing excellent.
func isProper(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// containsWord reports whether a text in lower case has a word, or its plural.
func containsWord(low, word string) bool {
	for from := 0; ; {
		i := strings.Index(low[from:], word)
		if i < 0 || word == "" {
			return false
		}
		start, end := from+i, from+i+len(word)
		if end < len(low) && low[end] == 's' {
			end++
		}
		if (start == 0 || !isWordByte(low[start-1])) && (end == len(low) || !isWordByte(low[end])) {
			return true
		}
		from = start + 1
	}
}

// partsOf are the words of a name that names nothing by itself: a compound with an
// ordinary word in it ("112-bit"), or what is written in small letters as code has
// to ("sample_ntt", "tls1.3"). "ML-KEM-2048", "SHAKE512" and "hqc-512" have none.
func partsOf(name string) []string {
	if strings.Contains(name, "-") {
		if parts := strings.Split(name, "-"); slices.ContainsFunc(parts, isPlainWord) {
			return parts
		}
		return nil
	}
	if name != strings.ToLower(name) {
		return nil
	}
	return strings.FieldsFunc(betweenKinds.ReplaceAllString(name, "$1 $2"), func(r rune) bool { return r == '_' || r == ' ' })
}

// betweenKinds matches where letters end and digits begin.
var betweenKinds = regexp.MustCompile(`([a-z])([0-9])`)

// isPlainWord reports whether a part of a compound is an ordinary word.
func isPlainWord(part string) bool {
	if part == "bit" || part == "byte" {
		return true
	}
	return len(part) > 3 && strings.IndexFunc(part, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
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
