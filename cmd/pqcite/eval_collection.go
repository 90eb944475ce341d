package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

func (a *app) evalCollectionCommand() *cobra.Command {
	var asJSON bool
	var baseline, kind string
	c := &cobra.Command{
		Use:   "collection DIR",
		Short: "Score the index on a public test collection",
		Long: `Indexes the documents of a public collection, title and text in one field as the
published runs do, runs its queries and scores the ranking as trec_eval does: a
check of the index against figures that others have published.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			collection, err := eval.ReadCollection(eval.CollectionKind(kind), os.DirFS(args[0]))
			if err != nil {
				return err
			}
			tmp, err := os.MkdirTemp("", "pqcite-eval-")
			if err != nil {
				return fmt.Errorf("create a temporary folder: %w", err)
			}
			defer os.RemoveAll(tmp)
			build := func(_ context.Context, items []eval.Item) (eval.Ranker, error) {
				return newCollectionRanker(filepath.Join(tmp, "index"), items)
			}
			report, err := eval.Ranking(cmd.Context(), collection, build, eval.Options{Engine: profile})
			if err != nil {
				return err
			}
			return a.printReport(report, baseline, asJSON)
		},
	}
	c.Flags().StringVar(&kind, "kind", "", `"cacm", "cacm-literal" or "scifact"`)
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	c.Flags().StringVar(&baseline, "baseline", "", "a report made with --json to compare with")
	if err := c.MarkFlagRequired("kind"); err != nil {
		panic(err) // the flag is defined three lines above
	}
	return c
}

// collectionRanker ranks the items of a collection with the lexical index.
type collectionRanker struct {
	index *lexical.Index
	items []eval.Item
}

func newCollectionRanker(path string, items []eval.Item) (*collectionRanker, error) {
	var entries iter.Seq[lexical.Entry] = func(yield func(lexical.Entry) bool) {
		for _, it := range items {
			if !yield(lexical.Entry{Body: it.Title + "\n" + it.Body}) {
				return
			}
		}
	}
	if err := lexical.Build(path, [32]byte{}, lexical.DefaultParams(), entries); err != nil {
		return nil, err
	}
	index, err := lexical.Open(path, [32]byte{})
	if err != nil {
		return nil, err
	}
	return &collectionRanker{index, items}, nil
}

func (r *collectionRanker) Rank(ctx context.Context, query string, k int) ([]string, error) {
	hits, err := r.index.Search(ctx, lexical.Terms(query), k, nil)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = r.items[h.Entry].ID
	}
	return ids, nil
}
