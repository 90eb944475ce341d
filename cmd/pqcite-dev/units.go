package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/internal/visible"
)

func (t *tools) unitsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "units ID",
		Short: "List the units of a document, as facts name them",
		Long: `Prints each unit of a document of the library on a line: the page, the anchor and the checksum,
as they are written after "@ ", then its heading and its words, divided by tabs.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := t.library(cmd.Context())
			if err != nil {
				return err
			}
			defer lib.Close()
			doc := lib.Corpus().Document(args[0])
			if doc == nil || doc.Source() == core.SourcePack {
				return fmt.Errorf("list the units of %q: not in the library; add its PDF file", args[0])
			}
			for _, u := range answer.Units(doc) {
				if _, err := fmt.Fprintf(t.out, "%s\t%s\t%s\n", questions.FormatUnit(u.Ref), visible.Line(u.Heading), visible.Line(u.Text)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
