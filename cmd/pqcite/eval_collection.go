package main

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

func (a *app) evalCollectionCommand() *cobra.Command {
	var asJSON, published bool
	var baseline, kind string
	c := &cobra.Command{
		Use:   "collection DIR",
		Short: "Score the index on a public test collection",
		Long: `Indexes the documents of a public collection, title and text in one field as the
published runs do, runs its queries and scores the ranking as trec_eval does: a
check of the index against figures that others have published. With --published
the index works as theirs did: k1 0.9, b 0.4 and Lucene's 33 stop words.`,
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
			settings := ownSettings()
			if published {
				settings = publishedSettings()
			}
			build := func(_ context.Context, items []eval.Item) (eval.Ranker, error) {
				return newCollectionRanker(settings, filepath.Join(tmp, "index"), items)
			}
			report, err := eval.Ranking(cmd.Context(), collection, build, eval.Options{Engine: settings.engine})
			if err != nil {
				return err
			}
			return a.printReport(cmd.Context(), report, baseline, asJSON)
		},
	}
	c.Flags().StringVar(&kind, "kind", "", `"cacm", "cacm-literal" or "scifact"`)
	c.Flags().BoolVar(&published, "published", false, "index with the settings of published runs")
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	c.Flags().StringVar(&baseline, "baseline", "", "a report made with --json to compare with")
	if err := c.MarkFlagRequired("kind"); err != nil {
		panic(err) // the flag is defined three lines above
	}
	return c
}

// collectionSettings are how the index of a collection is made.
type collectionSettings struct {
	engine   string // their name in the report
	analyzer *analysis.Analyzer
	params   lexical.Params
}

func ownSettings() collectionSettings {
	return collectionSettings{profile, analysis.Standard, lexical.DefaultParams()}
}

// publishedSettings returns those of Anserini's runs: k1 = 0.9, b = 0.4.
func publishedSettings() collectionSettings {
	params := lexical.DefaultParams()
	params.K1, params.Body.B = 0.9, 0.4
	return collectionSettings{profile + ", published settings", analysis.Published, params}
}

// collectionRanker ranks the items of a collection with the lexical index.
type collectionRanker struct {
	analyzer *analysis.Analyzer
	index    *lexical.Index
	items    []eval.Item
}

func newCollectionRanker(s collectionSettings, path string, items []eval.Item) (*collectionRanker, error) {
	var entries iter.Seq[lexical.Entry] = func(yield func(lexical.Entry) bool) {
		for _, it := range items {
			if !yield(lexical.Entry{Body: it.Title + "\n" + it.Body}) {
				return
			}
		}
	}
	if err := lexical.Build(s.analyzer, path, [32]byte{}, s.params, entries); err != nil {
		return nil, err
	}
	index, err := lexical.Open(path, [32]byte{})
	if err != nil {
		return nil, err
	}
	return &collectionRanker{s.analyzer, index, items}, nil
}

func (r *collectionRanker) Rank(ctx context.Context, query string, k int) ([]string, error) {
	hits, err := r.index.Search(ctx, lexical.TermsWith(r.analyzer, query), k, nil)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = r.items[h.Entry].ID
	}
	return ids, nil
}
