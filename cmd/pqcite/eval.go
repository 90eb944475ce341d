package main

import (
	"github.com/spf13/cobra"
)

func (a *app) evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well passages are found, questions answered and claims verified",
		Args:  exactly(0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.evalRetrievalCommand(), a.evalCollectionCommand(), a.evalProofCommand(), a.evalShiftCommand(), a.evalAskCommand(), a.evalAblateCommand(), a.evalCalibrateCommand(), a.evalLearnCommand(), a.evalFeedbackCommand())
	return c
}
