package dense

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
)

// Hit is a text that was found.
type Hit struct {
	Entry  uint32  // its place among the texts of the index
	Cosine float64 // of the angle between its vector and the query's
}

// Index finds texts by the vector of a query. It is safe for concurrent use.
type Index struct {
	by      Embedder
	vectors *Vectors
	rows    [][]float32 // by entry; nil where a text has no vector
	covered int

	mu      sync.Mutex // guards what follows
	queries map[string][]float32
}

// maxQueries bounds the vectors of queries that are kept: a conversation comes back to its own
// and a question has several searches.
const maxQueries = 256

// NewIndex is an index over the vectors of texts.
func NewIndex(by Embedder, v *Vectors, texts []string) *Index {
	x := &Index{by: by, vectors: v, rows: make([][]float32, len(texts)), queries: make(map[string][]float32)}
	for i, t := range texts {
		if x.rows[i] = v.Of(t); x.rows[i] != nil {
			x.covered++
		}
	}
	return x
}

// Covered is how many of the texts have a vector.
func (x *Index) Covered() int { return x.covered }

// Vector is that of an entry, nil if it has none.
func (x *Index) Vector(entry uint32) []float32 { return x.rows[entry] }

// Search returns the accepted texts whose vectors are nearest to the query's, at most k, the
// nearest first. It fails with the error of the model, and with ErrDimension.
func (x *Index) Search(ctx context.Context, query string, k int, accept func(entry uint32) bool) ([]Hit, error) {
	if x.covered == 0 || k < 1 {
		return nil, nil
	}
	q, err := x.query(ctx, query)
	if err != nil {
		return nil, err
	}
	best := make([]Hit, 0, min(k, x.covered))
	for i, row := range x.rows {
		if row == nil || !accept(uint32(i)) {
			continue
		}
		h := Hit{uint32(i), float64(cosine(row, q))}
		if len(best) == k {
			if byRank(h, best[k-1]) > 0 {
				continue
			}
			best = best[:k-1]
		}
		at, _ := slices.BinarySearchFunc(best, h, byRank)
		best = slices.Insert(best, at, h)
	}
	return best, nil
}

// byRank orders hits, the best first.
func byRank(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Entry, b.Entry))
}

// query is the vector of a query, of length 1.
func (x *Index) query(ctx context.Context, text string) ([]float32, error) {
	x.mu.Lock()
	known := x.queries[text]
	x.mu.Unlock()
	if known != nil {
		return known, nil
	}
	vectors, err := embed(ctx, x.by, []string{text})
	if err != nil {
		return nil, err
	}
	unit, err := x.vectors.unit(vectors[0])
	if err != nil {
		return nil, fmt.Errorf("model %q: %w", x.by.Name(), err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.queries) >= maxQueries {
		clear(x.queries)
	}
	x.queries[text] = unit
	return unit, nil
}
