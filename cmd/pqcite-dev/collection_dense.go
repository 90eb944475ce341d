package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/llm"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/retrieval/dense"
)

// embedding says which model makes vectors of a collection, and what they count.
type embedding struct {
	url, model, cache string
	weight            float64 // of the ranks by vectors, where the ranks by words have 1; 0 for vectors alone
}

// rank returns a ranking by vectors, fused with that by words.
func (m *embedding) rank(ctx context.Context, c *eval.Collection, byWords ranking) (ranking, error) {
	model, err := llm.NewEmbedder(llm.Config{BaseURL: m.url, Model: m.model, Key: secret.Key(os.Getenv("PQCITE_EMBED_KEY"))})
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(c.Items))
	for i, it := range c.Items {
		texts[i] = it.Title + "\n" + it.Body
		texts[i] = texts[i][:min(len(texts[i]), 2000)]
	}
	_, err = dense.Make(ctx, m.cache, model, texts, false, func(done, total int) { fmt.Fprintf(os.Stderr, "\rvectors %d/%d", done, total) })
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return nil, err
	}
	vectors, err := dense.Read(m.cache, model.Name())
	if err != nil {
		return nil, err
	}
	index := dense.NewIndex(model, vectors, texts)
	byVectors := func(ctx context.Context, query string, k int) ([]string, error) {
		hits, err := index.Search(ctx, query, k, func(uint32) bool { return true })
		ids := make([]string, len(hits))
		for i, h := range hits {
			ids[i] = c.Items[h.Entry].ID
		}
		return ids, err
	}
	if m.weight == 0 {
		return byVectors, nil
	}
	return func(ctx context.Context, query string, k int) ([]string, error) {
		words, err := byWords(ctx, query, k)
		if err != nil {
			return nil, err
		}
		near, err := byVectors(ctx, query, k)
		return fused(words, near, m.weight, k), err
	}, nil
}

// ranking ranks the documents of a collection.
type ranking = func(ctx context.Context, query string, k int) ([]string, error)

// smoothing is that of the engine's own fusion.
const smoothing = 10

// fused are the best k of two rankings by weighted reciprocal rank.
func fused(a, b []string, weight float64, k int) []string {
	score := make(map[string]float64)
	for i, id := range a {
		score[id] += 1 / float64(smoothing+i+1)
	}
	for i, id := range b {
		score[id] += weight / float64(smoothing+i+1)
	}
	ids := make([]string, 0, len(score))
	for id := range score {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(x, y string) int { return cmp.Or(cmp.Compare(score[y], score[x]), cmp.Compare(x, y)) })
	return ids[:min(k, len(ids))]
}
