package loop

import (
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// round is the evidence of one retrieval, with what was gathered before it.
type round struct {
	number     int
	hits       []core.Hit
	evidence   *answer.Evidence
	window     core.Marks // what the best run of neighbouring units covers
	all        core.Marks // what all the evidence covers
	assessment core.Assessment
}

// betterThan reports whether a round is the better one: enough hits where the other
// has too few, fewer things missing, or as many and more confidence. A tie leaves
// the earlier one.
func (n *round) betterThan(o *round, minHits int) bool {
	if a, b := n.assessment.Hits >= minHits, o.assessment.Hits >= minHits; a != b {
		return a
	}
	if a, b := len(n.assessment.Missing), len(o.assessment.Missing); a != b {
		return a < b
	}
	return n.assessment.Confidence > o.assessment.Confidence
}

// maxQuotes is how many passages a model is shown.
const maxQuotes = 6

// quotes are the texts of the best passages.
func (n *round) quotes(l Library) []string {
	var out []string
	for _, h := range n.hits[:min(len(n.hits), maxQuotes)] {
		if doc := l.Document(h.Passage.DocID); doc != nil {
			out = append(out, doc.Quote(doc.Passages[h.Passage.Index].Span))
		}
	}
	return out
}

// join puts the hits of a later round between those of the earlier: first with
// first, each once, [plan.MaxHits] in all.
func join(before, after []core.Hit) []core.Hit {
	var out []core.Hit
	add := func(hits []core.Hit, i int) {
		if i < len(hits) && len(out) < plan.MaxHits &&
			!slices.ContainsFunc(out, func(h core.Hit) bool { return h.Passage == hits[i].Passage }) {
			out = append(out, hits[i])
		}
	}
	for i := range max(len(before), len(after)) {
		add(before, i)
		add(after, i)
	}
	return out
}
