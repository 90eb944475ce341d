package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
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
with one JSON line for each question and arm, and with the whole as ablation.json, of
which pqcite-dev draws plots.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ablation, err := a.evalAblate(cmd.Context(), args[0], presetsOnly)
			if err != nil {
				return err
			}
			if out == "" {
				return ablation.WriteMarkdown(a.out, nil)
			}
			return writeAblation(out, ablation)
		},
	}
	c.Flags().StringVar(&out, "out", "", "folder for the report and the questions")
	c.Flags().BoolVar(&presetsOnly, "preset-only", false, "leave single features alone")
	return c
}

func (a *app) evalAblate(ctx context.Context, set string, presetsOnly bool) (*eval.Ablation, error) {
	questions, err := eval.ReadQuestions(set)
	if err != nil {
		return nil, err
	}
	p, library, done, err := a.askPorts(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return eval.Ablate(ctx, questions,
		func(f core.Features) eval.Asker { return asker(p, f) },
		eval.AblationOptions{Library: library, Model: p.Model != nil, PresetsOnly: presetsOnly})
}

// writeAblation writes report.md, ablation.json, and for every arm that ran its
// questions and its report, arms/NAME.jsonl and arms/NAME.json. Other files of the
// folder stay.
func writeAblation(dir string, a *eval.Ablation) error {
	if err := os.MkdirAll(filepath.Join(dir, "arms"), 0o755); err != nil {
		return err
	}
	for _, arm := range a.Arms {
		if arm.Report == nil {
			continue
		}
		name := filepath.Join(dir, "arms", arm.Name)
		if err := errors.Join(writeFile(name+".jsonl", arm.Report.WriteQuestions), writeFile(name+".json", arm.Report.WriteJSON)); err != nil {
			return err
		}
	}
	return errors.Join(
		writeFile(filepath.Join(dir, "ablation.json"), a.WriteJSON),
		writeFile(filepath.Join(dir, "report.md"), func(w io.Writer) error { return a.WriteMarkdown(w, nil) }))
}
