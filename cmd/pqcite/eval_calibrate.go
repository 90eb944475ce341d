package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/eval/calibration"
)

func (a *app) evalCalibrateCommand() *cobra.Command {
	var features featureFlags
	var asJSON bool
	label := string(calibration.Answerable)
	var signals []string
	c := &cobra.Command{
		Use:   "calibrate SET",
		Short: "Fit confidence to a question set",
		Long: `Asks a question set and fits a logistic model from the signals of each question's last
assessment to whether it is answerable (or answered rightly), cross-validated. Prints
the weights and thresholds as constants for core/loop.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if l := calibration.Label(label); l != calibration.Answerable && l != calibration.Right {
				return usageError{fmt.Errorf("--label is %q, must be %q or %q", label, calibration.Answerable, calibration.Right)}
			}
			report, err := a.answers(cmd.Context(), args[0], features)
			if err != nil {
				return err
			}
			fitted, err := calibration.Fit(report, calibration.Label(label), signals...)
			if err != nil {
				return err
			}
			if asJSON {
				return eval.WriteJSON(a.data, fitted)
			}
			return fitted.WriteText(a.out)
		},
	}
	features.add(c)
	c.Flags().StringVar(&label, "label", label, `what confidence is to say: "answerable" or "right"`)
	c.Flags().StringSliceVar(&signals, "signals", nil, "signals to fit, separated by commas; all where none is named")
	c.Flags().BoolVar(&asJSON, "json", false, "print the calibration as JSON")
	return c
}
