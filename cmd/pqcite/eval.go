package main

import (
	"github.com/spf13/cobra"
)

// evalCommand has what says whether pqcite suits somebody's own documents, questions and
// users; what decides about pqcite itself is in pqcite-dev.
func (a *app) evalCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "eval",
		Short: "Measure how well passages are found and questions answered",
	}, a.evalRetrievalCommand(), a.evalAskCommand(), a.evalFeedbackCommand())
}
