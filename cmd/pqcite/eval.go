package main

import (
	"github.com/spf13/cobra"
)

func (a *app) evalCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "eval",
		Short: "Measure how well passages are found and questions answered",
	}, a.evalRetrievalCommand(), a.evalAskCommand(), a.evalAblateCommand(), a.evalCalibrateCommand(), a.evalFeedbackCommand())
}
