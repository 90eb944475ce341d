package lexical

import (
	"fmt"

	"github.com/pqcite/pqcite/core"
)

// Explain returns the arithmetic of the score of an entry for the terms. The
// value of the root has the same bits as the score that Search gives.
func (x *Index) Explain(terms []Term, entry uint32) (*core.Explanation, error) {
	if err := x.acquire(); err != nil {
		return nil, err
	}
	defer x.release()
	root := newExplanation()
	for _, t := range ordered(terms) {
		e, err := x.explainTerm(t, entry)
		if err != nil {
			return nil, err
		}
		if e != nil {
			addTo(root, e)
		}
	}
	return root, nil
}

func newExplanation() *core.Explanation {
	return &core.Explanation{What: "BM25F, sum over the terms found"}
}

func addTo(root, e *core.Explanation) {
	root.Value += e.Value
	root.From = append(root.From, e)
}

// explainTerm explains what a term scores, or returns nil if it scores nothing.
func (x *Index) explainTerm(t Term, entry uint32) (*core.Explanation, error) {
	if !(t.Boost > 0) {
		return nil, nil
	}
	found, err := x.lookup(t.Text)
	if err != nil {
		return nil, err
	}
	for n := range found.entries {
		at, tf, ok := found.postings.next()
		if !ok {
			return nil, fmt.Errorf("%w: postings of term %q end after %d of %d", ErrCorrupt, t.Text, n, found.entries)
		}
		if at == entry {
			return x.explainPosting(t, found.entries, x.lengthsOf(entry), tf), nil
		}
		if at > entry {
			break
		}
	}
	return nil, nil
}

func (s *scorer) explainPosting(t Term, entries uint32, lengths []byte, tf counts) *core.Explanation {
	idf, occurrences := s.idf(entries), s.occurrences(lengths, tf)
	weight, share := t.Boost*idf, s.saturate(occurrences)
	return &core.Explanation{
		Value: float64(weight * share), What: fmt.Sprintf("term %q = boost × idf × t / (k1 + t)", t.Text),
		From: []*core.Explanation{
			{Value: t.Boost, What: "boost"},
			{Value: idf, What: fmt.Sprintf("idf, in %d of %d entries", entries, s.entries)},
			{Value: s.params.K1, What: "k1"},
			{Value: occurrences, What: "t, weighted occurrences", From: s.explainFields(lengths, tf)},
		},
	}
}

func (s *scorer) explainFields(lengths []byte, tf counts) []*core.Explanation {
	var from []*core.Explanation
	for f := range fieldCount {
		count := *tf.field(f)
		if count == 0 {
			continue
		}
		n, words := &s.norms[f], length(lengths, f)
		from = append(from, &core.Explanation{
			Value: float64(float64(count) * n.of(words)),
			What: fmt.Sprintf("%s: %d × weight %g, b %g, length %d of %.4g on average",
				f, count, n.params.Weight, n.params.B, words, n.mean),
		})
	}
	return from
}
