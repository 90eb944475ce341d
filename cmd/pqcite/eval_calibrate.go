package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
)

func (a *app) evalCalibrateCommand() *cobra.Command {
	var features featureFlags
	var asJSON bool
	label := string(eval.LabelAnswerable)
	var signals []string
	c := &cobra.Command{
		Use:   "calibrate SET",
		Short: "Fit confidence to a question set",
		Long: `Asks a question set and fits a logistic model from the signals of each question's last
assessment to whether it is answerable (or answered rightly), cross-validated. Prints
the weights and thresholds as constants for core/loop.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if l := eval.Label(label); l != eval.LabelAnswerable && l != eval.LabelRight {
				return usageError{fmt.Errorf("--label is %q, must be %q or %q", label, eval.LabelAnswerable, eval.LabelRight)}
			}
			report, err := a.answers(cmd.Context(), args[0], features)
			if err != nil {
				return err
			}
			calibration, err := eval.Calibrate(report, eval.Label(label), signals...)
			if err != nil {
				return err
			}
			if asJSON {
				return calibration.WriteJSON(a.data)
			}
			return calibration.WriteText(a.out)
		},
	}
	features.add(c)
	c.Flags().StringVar(&label, "label", label, `what confidence is to say: "answerable" or "right"`)
	c.Flags().StringSliceVar(&signals, "signals", nil, "signals to fit, separated by commas; all where none is named")
	c.Flags().BoolVar(&asJSON, "json", false, "print the calibration as JSON")
	return c
}
