package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval/corruption"
)

func (t *tools) proofCommand() *cobra.Command {
	var asJSON bool
	perKind := 200
	c := &cobra.Command{
		Use:   "proof",
		Short: "Corrupt true claims and count how many are caught",
		Long: `Takes the sentences of the ingested documents and the summaries of the pack, changes
a digit, a unit, a name, a "shall", a negation in them, and counts what verification
lets pass; then changes typography alone, and counts what it takes for wrong.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if perKind < 1 {
				return fmt.Errorf("--cases is %d, must be at least 1", perKind)
			}
			lib, err := t.library(cmd.Context())
			if err != nil {
				return err
			}
			defer lib.Close()
			docs := slices.DeleteFunc(slices.Clone(lib.Corpus().Documents()), func(d *core.Document) bool { return d.Source() != core.SourceDocument })
			if len(docs) == 0 {
				return errors.New("no document of the library has its own text: ingest one with pqcite corpus add or pull")
			}
			r, err := corruption.Proofs(cmd.Context(), docs, lib.Corpus().Prover(), perKind)
			if err != nil {
				return err
			}
			return t.print(r, asJSON)
		},
	}
	c.Flags().IntVar(&perKind, "cases", perKind, "claims of each kind, at most")
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON, with examples of wrong decisions")
	return c
}
