package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) removeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "remove DOCUMENT...",
		Short: "Remove documents from the library",
		Long: `Removes documents from the library: all that are named or, if one is not there, none. A
document is named by its id, its label or its title, or by the beginning of one that no
other begins with.`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, names []string) error {
			home, err := a.existingHome()
			if err != nil {
				return err
			}
			ids, err := storedIDs(cmd.Context(), home, names)
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

// storedIDs are the ids of stored documents that are named, each once. A library that can't
// be read is left to the removal, which goes by ids alone: it is what mends it.
func storedIDs(ctx context.Context, home string, names []string) ([]string, error) {
	lib, err := store.Open(ctx, home)
	if err != nil {
		return names, ctx.Err()
	}
	resolver := refs.NewResolver(lib.Documents())
	var ids []string
	for _, name := range names {
		d, err := corpus.Named(resolver, lib.Documents(), name)
		if err != nil {
			return nil, named(err)
		}
		if !slices.Contains(ids, d.ID) {
			ids = append(ids, d.ID)
		}
	}
	return ids, nil
}
