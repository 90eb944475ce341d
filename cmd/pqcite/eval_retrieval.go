package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
)

func (a *app) evalRetrievalCommand() *cobra.Command {
	var asJSON bool
	var baseline string
	var f searchFlags
	var depth int
	c := &cobra.Command{
		Use:   "retrieval SET",
		Short: "Score a question set with page labels",
		Long: `Asks every question of a set (JSON lines, docs/evaluation.md) and scores the pages
that are found against the labelled ones.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := f.options()
			if err != nil {
				return err
			}
			set, err := eval.ReadQuestions(args[0])
			if err != nil {
				return err
			}
			lib, err := a.openIndexed(cmd.Context(), nil)
			if err != nil {
				return err
			}
			defer lib.Close()
			search := func(ctx context.Context, q core.Query) ([]eval.Ranked, error) {
				hits, err := lib.Search(ctx, q.Text, pqcite.SearchOptions{Count: q.K, Unit: q.Granularity})
				out := make([]eval.Ranked, len(hits))
				for i, h := range hits {
					out[i] = eval.Ranked{PageSpan: eval.PageSpan{DocID: h.DocID, StartPage: h.StartPage, EndPage: h.EndPage}, Score: h.Score}
				}
				return out, err
			}
			report, err := eval.Retrieval(cmd.Context(), set, search, eval.Options{
				Engine: profile, K: o.Count, Depth: depth, Unit: o.Unit,
			})
			if err != nil {
				return err
			}
			return a.printReport(cmd.Context(), report, baseline, asJSON)
		},
	}
	a.servers.register(c.Flags())
	c.Flags().IntVarP(&f.count, "count", "k", 8, "the headline cutoff")
	c.Flags().IntVar(&depth, "depth", 0, "how many results to ask for (default: the cutoff)")
	c.Flags().StringVar(&f.unit, "unit", string(core.ByPage), `what counts as one result: "page" or "passage"`)
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	c.Flags().StringVar(&baseline, "baseline", "", "a report made with --json to compare with")
	return c
}

// printReport prints a report, compared with an earlier one if there is one.
func (a *app) printReport(ctx context.Context, report *eval.Report, baseline string, asJSON bool) error {
	if baseline != "" {
		if err := compareWith(ctx, report, baseline); err != nil {
			return err
		}
	}
	if asJSON {
		return eval.WriteJSON(a.data, report)
	}
	return report.WriteText(a.out)
}
