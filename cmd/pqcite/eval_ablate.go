package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/eval/ablation"
)

func (a *app) evalAblateCommand() *cobra.Command {
	var out string
	var presetsOnly bool
	c := &cobra.Command{
		Use:   "ablate SET",
		Short: "Switch features one by one and measure what each is worth",
		Long: `Asks a question set in every arm: the default preset twice, the other presets, each
feature of the default switched off alone, and each feature that needs no model
switched on alone. Prints a report in Markdown; with --out it is written to a folder
with its figures and with one JSON line for each question and arm.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := a.evalAblate(cmd.Context(), args[0], presetsOnly)
			if err != nil {
				return err
			}
			if out == "" {
				return r.WriteMarkdown(a.out)
			}
			return r.WriteFiles(out)
		},
	}
	c.Flags().StringVar(&out, "out", "", "folder for the report and the questions")
	c.Flags().BoolVar(&presetsOnly, "preset-only", false, "leave single features alone")
	return c
}

func (a *app) evalAblate(ctx context.Context, set string, presetsOnly bool) (*ablation.Report, error) {
	questions, err := eval.ReadQuestions(set)
	if err != nil {
		return nil, err
	}
	lib, err := a.openIndexed(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer lib.Close()
	return ablation.Run(ctx, questions,
		func(f core.Features) eval.Asker { return asker(lib, f) },
		ablation.Options{Library: lib.Digest(), PresetsOnly: presetsOnly})
}
