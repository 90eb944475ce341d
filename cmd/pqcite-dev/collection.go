package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

func (t *tools) collectionCommand() *cobra.Command {
	var asJSON, published bool
	var baseline, kind string
	var m embedding
	c := &cobra.Command{
		Use:   "collection DIR",
		Short: "Score the index on a public test collection",
		Long: `Indexes the documents of a public collection, title and text in one field as the
published runs do, runs its queries and scores the ranking as trec_eval does: a
check of the index against figures that others have published. With --published
the index works as theirs did: k1 0.9, b 0.4 and Lucene's 33 stop words. With
--embed-url the ranking is fused with one by vectors, as the engine's legs are.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			collection, err := eval.ReadCollection(eval.CollectionKind(kind), os.DirFS(args[0]))
			if err != nil {
				return err
			}
			r, err := rankCollection(cmd.Context(), collection, published, m)
			if err != nil {
				return err
			}
			if baseline != "" {
				if err := compareWith(r, baseline); err != nil {
					return err
				}
			}
			return t.print(r, asJSON)
		},
	}
	c.Flags().StringVar(&kind, "kind", "", `"cacm", "cacm-literal" or "scifact"`)
	c.Flags().BoolVar(&published, "published", false, "index with the settings of published runs")
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	c.Flags().StringVar(&baseline, "baseline", "", "a report made with --json to compare with")
	c.Flags().StringVar(&m.url, "embed-url", "", "server with a model that makes vectors; its key is in $PQCITE_EMBED_KEY")
	c.Flags().StringVar(&m.model, "embed-model", "", "the model's name on the server")
	c.Flags().StringVar(&m.cache, "embed-cache", "", "folder where vectors are kept")
	c.Flags().Float64Var(&m.weight, "embed-weight", 0.6, "what the ranks by vectors count, where those by words count 1; 0 for vectors alone")
	c.MarkFlagsRequiredTogether("embed-url", "embed-model", "embed-cache")
	if err := c.MarkFlagRequired("kind"); err != nil {
		panic(err) // the flag is defined above
	}
	return c
}

// rankCollection scores our index, or one with the settings of Anserini's published runs.
func rankCollection(ctx context.Context, c *eval.Collection, published bool, m embedding) (*eval.Report, error) {
	engine, analyzer, params := "lexical", analysis.Standard, lexical.DefaultParams()
	if published {
		engine, analyzer = engine+", published settings", analysis.Published
		params.K1, params.Body.B = 0.9, 0.4
	}
	tmp, err := os.MkdirTemp("", "pqcite-eval-")
	if err != nil {
		return nil, fmt.Errorf("create a temporary folder: %w", err)
	}
	defer os.RemoveAll(tmp)
	path := filepath.Join(tmp, "index")
	err = lexical.Build(analyzer, path, [32]byte{}, params, func(yield func(lexical.Entry) bool) {
		for _, it := range c.Items {
			if !yield(lexical.Entry{Body: it.Title + "\n" + it.Body}) {
				return
			}
		}
	})
	if err != nil {
		return nil, fmt.Errorf("index collection %q: %w", c.Name, err)
	}
	index, err := lexical.Open(path, [32]byte{})
	if err != nil {
		return nil, err
	}
	rank := func(ctx context.Context, query string, k int) ([]string, error) {
		hits, err := index.Search(ctx, lexical.TermsWith(analyzer, query), k, nil)
		ids := make([]string, len(hits))
		for i, h := range hits {
			ids[i] = c.Items[h.Entry].ID
		}
		return ids, err
	}
	if m.url != "" {
		engine += fmt.Sprintf(", vectors of %s × %g", m.model, m.weight)
		if rank, err = m.rank(ctx, c, rank); err != nil {
			return nil, err
		}
	}
	return eval.Ranking(ctx, c, rank, eval.Options{Engine: engine})
}

// compareWith compares a report with an earlier one.
func compareWith(r *eval.Report, baseline string) error {
	f, err := os.Open(baseline)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := r.CompareWith(f); err != nil {
		return fmt.Errorf("compare with %q: %w", baseline, err)
	}
	return nil
}
