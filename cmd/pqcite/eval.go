package main

import (
	"github.com/spf13/cobra"
)

func (a *app) evalCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "eval",
		Short: "Measure how well passages are found, questions answered and claims verified",
	}, a.evalRetrievalCommand(), a.evalCollectionCommand(), a.evalProofCommand(), a.evalShiftCommand(), a.evalAskCommand(), a.evalAblateCommand(), a.evalCalibrateCommand(), a.evalLearnCommand(), a.evalFeedbackCommand())
}
