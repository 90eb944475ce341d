package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
)

func (t *tools) ablateCommand() *cobra.Command {
	var out string
	var presetsOnly bool
	c := &cobra.Command{
		Use:   "ablate SET",
		Short: "Switch features one by one and measure what each is worth",
		Long: `Asks a question set in every arm: the default preset twice, the other presets, each
feature of the default switched off alone, and each feature that needs no model
switched on alone. Prints a report in Markdown; with --out it is written to a folder
with one JSON line for each question and arm.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := t.ablate(cmd.Context(), args[0], presetsOnly)
			if err != nil {
				return err
			}
			if out == "" {
				return r.WriteMarkdown(t.out)
			}
			return r.WriteFiles(out)
		},
	}
	c.Flags().StringVar(&out, "out", "", "folder for the report and the questions")
	c.Flags().BoolVar(&presetsOnly, "preset-only", false, "leave single features alone")
	return c
}

func (t *tools) ablate(ctx context.Context, set string, presetsOnly bool) (*eval.Ablation, error) {
	questions, err := eval.ReadQuestions(set)
	if err != nil {
		return nil, err
	}
	lib, err := t.library(ctx)
	if err != nil {
		return nil, err
	}
	defer lib.Close()
	with := func(f core.Features) eval.Asker {
		return func(ctx context.Context, q *eval.Question, o core.Observer) (core.Outcome, error) {
			return lib.Ask(ctx, q.Text, pqcite.AskOptions{Context: q.Context, Features: &f, Observer: o})
		}
	}
	return eval.Ablate(ctx, questions, with, eval.AblationOptions{Library: lib.Corpus().Digest(), PresetsOnly: presetsOnly})
}
