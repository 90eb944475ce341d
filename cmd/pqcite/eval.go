package main

import (
	"github.com/spf13/cobra"
)

func (a *app) evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well passages are found and claims are verified",
		Args:  exactly(0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.evalRetrievalCommand(), a.evalCollectionCommand(), a.evalProofCommand())
	return c
}
