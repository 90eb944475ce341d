package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) removeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "remove DOCUMENT...",
		Short: "Remove documents from the library",
		Args:  atLeast(1),
		RunE: func(cmd *cobra.Command, ids []string) error {
			home, err := a.existingHome()
			if err != nil {
				return err
			}
			err = store.Update(cmd.Context(), home, func(tx *store.Tx) error {
				for _, id := range ids {
					if err := tx.Remove(id); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return withRemedy(err)
			}
			for _, id := range ids {
				fmt.Fprintf(a.out, "removed    %s\n", visible.Line(id))
			}
			return nil
		},
	}
}
