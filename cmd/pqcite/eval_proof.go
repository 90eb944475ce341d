package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/sentence"
)

func (a *app) evalProofCommand() *cobra.Command {
	var asJSON bool
	perKind := 200
	c := &cobra.Command{
		Use:   "proof",
		Short: "Corrupt true claims and count how many are caught",
		Long: `Takes the sentences of the ingested documents and the summaries of the pack, changes
a digit, a unit, a name, a "shall", a negation in them, and counts what verification
lets pass; then changes typography alone, and counts what it takes for wrong.`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if perKind < 1 {
				return usageError{fmt.Errorf("--cases is %d, must be at least 1", perKind)}
			}
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			docs := ingested(lib)
			if len(docs) == 0 {
				return errors.New("no document of the library has its own text: ingest one with pqcite corpus add or pull")
			}
			report, err := eval.Proofs(cmd.Context(), docs, summaryClaims(docs), perKind)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(report)
			}
			return writeProofs(a.out, report)
		},
	}
	c.Flags().IntVar(&perKind, "cases", perKind, "claims of each kind, at most")
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON, with examples of wrong decisions")
	return c
}

// ingested returns the documents of a library that have their own text.
func ingested(lib *corpus.Library) []*core.Document {
	var out []*core.Document
	for _, d := range lib.Documents() {
		if d.Source() == core.SourceDocument {
			out = append(out, d)
		}
	}
	return out
}

// summaryClaims are the sentences of the pack's summaries of documents' elements.
func summaryClaims(docs []*core.Document) []eval.CitedClaim {
	var out []eval.CitedClaim
	for _, d := range docs {
		for _, e := range standards.Structure(d.ID) {
			s, ok := standards.SummaryOf(standards.Place(d.ID + "#" + e.ID))
			if !ok {
				continue
			}
			if len(s.Pages) == 0 {
				for p := e.Page; p <= e.Last; p++ {
					s.Pages = append(s.Pages, p)
				}
			}
			for _, span := range sentence.Split(s.Text) {
				out = append(out, eval.CitedClaim{DocID: d.ID, Text: s.Text[span.Start:span.End], Pages: s.Pages})
			}
		}
	}
	return out
}

func writeProofs(out io.Writer, r *eval.ProofReport) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, t := range []struct {
		name string
		*eval.ProofTable
	}{{"quotes", &r.Quotes}, {"paraphrases", &r.Paraphrases}} {
		fmt.Fprintf(w, "%s\tcases\theld\tcontradicted\t\n", t.name)
		for _, row := range slices.Concat([]eval.ProofRow{t.Sound}, t.Corruptions, t.Harmless) {
			if row.Cases == 0 {
				fmt.Fprintf(w, "  %s\t0\t-\t-\t\n", row.Kind)
				continue
			}
			fmt.Fprintf(w, "  %s\t%d\t%.1f %%\t%d\t\n", row.Kind, row.Cases, 100*row.Share(), row.Contradicted)
		}
	}
	return w.Flush()
}
