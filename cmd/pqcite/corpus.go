package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/store"
)

func (a *app) corpusCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "corpus",
		Short: "The documents that answers are quoted from",
		Args:  exactly(0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.addCommand(), a.pullCommand(), a.listCommand(), a.showCommand(), a.removeCommand(), a.verifyCommand())
	return c
}

// openLibrary opens the library of the run, the pack in it.
func (a *app) openLibrary(ctx context.Context) (*corpus.Library, error) {
	home, err := a.libraryHome()
	if err != nil {
		return nil, err
	}
	lib, err := corpus.Open(ctx, home)
	if err != nil {
		return nil, withRemedy(err)
	}
	return lib, nil
}

// withRemedy adds what a person can do about a locked library; its other errors
// say so themselves.
func withRemedy(err error) error {
	if errors.Is(err, store.ErrLocked) {
		return hinted{err, "wait until the other pqcite is done, or end it, and try again"}
	}
	return err
}
