package lexical

import (
	"context"
	"fmt"
	"slices"
)

// Hit is an entry with its score, above 0.
type Hit struct {
	Entry uint32 // 0-based, in the order of the build
	Score float64
}

// checkEvery is how many postings or entries are read between two looks at the
// context: about 0.2 ms.
const checkEvery = 1 << 14

// Search returns the k entries that score best for the terms, best first and
// the earlier entry first among equals. Entries that accept refuses are left
// out; nil accepts all. Equal terms count together. It fails with the error of
// the context, with ErrCorrupt and with ErrClosed.
func (x *Index) Search(ctx context.Context, terms []Term, k int, accept func(entry uint32) bool) ([]Hit, error) {
	if err := x.acquire(); err != nil {
		return nil, err
	}
	defer x.release()
	if k < 1 || x.entries == 0 {
		return nil, ctx.Err()
	}
	pooled := x.accumulators.Get().(*[]float64)
	s := search{Index: x, ctx: ctx, scores: *pooled, first: x.entries}
	defer func() {
		s.clear()
		x.accumulators.Put(pooled)
	}()
	for _, t := range ordered(terms) {
		if err := s.add(t); err != nil {
			return nil, err
		}
	}
	return s.best(min(k, int(x.entries)), accept)
}

// ordered returns the terms as Terms does.
func ordered(terms []Term) []Term {
	for i := 1; i < len(terms); i++ {
		if terms[i-1].Text >= terms[i].Text {
			return merge(slices.Clone(terms))
		}
	}
	return terms
}

// search is one search under way.
type search struct {
	*Index
	ctx         context.Context
	scores      []float64
	first, last uint32 // the entries that may have a score, both included
}

func (s *search) clear() {
	if s.first <= s.last {
		clear(s.scores[s.first : s.last+1])
	}
}

// add adds what a term scores to each entry that has it.
func (s *search) add(t Term) error {
	if !(t.Boost > 0) {
		return nil
	}
	found, err := s.lookup(t.Text)
	if err != nil {
		return err
	}
	weight := t.Boost * s.idf(found.entries)
	for n := range found.entries {
		if n%checkEvery == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		entry, tf, ok := found.postings.next()
		if !ok {
			return fmt.Errorf("%w: postings of term %q end after %d of %d", ErrCorrupt, t.Text, n, found.entries)
		}
		s.scores[entry] += float64(weight * s.saturate(s.occurrences(s.lengthsOf(entry), tf)))
		s.first, s.last = min(s.first, entry), max(s.last, entry)
	}
	return nil
}

// best collects the k best of the entries with a score.
func (s *search) best(k int, accept func(uint32) bool) ([]Hit, error) {
	top := topHits{limit: k}
	for e := s.first; e <= s.last && e < s.entries; e++ {
		if e%checkEvery == 0 && s.ctx.Err() != nil {
			return nil, s.ctx.Err()
		}
		if h := (Hit{Entry: e, Score: s.scores[e]}); top.wants(h) && (accept == nil || accept(e)) {
			top.add(h)
		}
	}
	return top.sorted(), s.ctx.Err()
}
