package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
)

func (t *tools) calibrateCommand() *cobra.Command {
	var asJSON bool
	label := string(eval.LabelAnswerable)
	var signals []string
	c := &cobra.Command{
		Use:   "calibrate REPORT",
		Short: "Fit confidence to the outcomes of a question set",
		Long: `Reads what pqcite eval ask SET --json printed, and fits a logistic model from the
signals of each question's last assessment to whether it is answerable (or answered
rightly), cross-validated. Prints the weights and thresholds as constants for core/loop.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			asked, err := eval.ReadAnswerReport(f)
			if err != nil {
				return fmt.Errorf("read %q: %w", args[0], err)
			}
			fitted, err := eval.Calibrate(asked, eval.Label(label), signals...)
			if err != nil {
				return err
			}
			return t.print(fitted, asJSON)
		},
	}
	c.Flags().StringVar(&label, "label", label, `what confidence is to say: "answerable" or "right"`)
	c.Flags().StringSliceVar(&signals, "signals", nil, "signals to fit, separated by commas; all where none is named")
	c.Flags().BoolVar(&asJSON, "json", false, "print the calibration as JSON")
	return c
}
