package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/atomicfile"
)

// evalAskOptions are what the flags of `eval ask` say.
type evalAskOptions struct {
	features    featureFlags
	asJSON      bool
	perQuestion string
	baseline    string
	worst       int
}

func (a *app) evalAskCommand() *cobra.Command {
	var o evalAskOptions
	c := &cobra.Command{
		Use:   "ask SET",
		Short: "Ask a question set and judge the answers and refusals",
		Long: `Puts every question of a set (JSON lines, docs/evaluation.md) through the whole run
and judges the outcome: whether the answer says the facts and cites a right page,
whether what the documents do not answer was refused, and what confidence is worth.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.evalAsk(cmd.Context(), args[0], o)
		},
	}
	o.features.add(c)
	a.servers.register(c.Flags())
	c.Flags().BoolVar(&o.asJSON, "json", false, "print the report as JSON")
	c.Flags().StringVar(&o.perQuestion, "per-question", "", "write one JSON line for each question to a file")
	c.Flags().StringVar(&o.baseline, "baseline", "", "a report made with --json to compare with")
	c.Flags().IntVar(&o.worst, "worst", 0, "list so many of the worst cases")
	return c
}

func (a *app) evalAsk(ctx context.Context, set string, o evalAskOptions) error {
	if o.worst < 0 || o.worst > 0 && o.asJSON {
		return usageError{errors.New("--worst is for text output and must not be negative")}
	}
	report, err := a.answers(ctx, set, o.features)
	if err != nil {
		return err
	}
	return a.printAnswers(ctx, report, o)
}

// answers asks a question set with the features of the flags.
func (a *app) answers(ctx context.Context, set string, flags featureFlags) (*eval.AnswerReport, error) {
	features, err := flags.features()
	if err != nil {
		return nil, err
	}
	questions, err := eval.ReadQuestions(set)
	if err != nil {
		return nil, err
	}
	lib, err := a.openIndexed(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer lib.Close()
	ask := func(ctx context.Context, q *eval.Question, o core.Observer) (core.Outcome, error) {
		return lib.Ask(ctx, q.Text, pqcite.AskOptions{Context: q.Context, Features: &features, Observer: o})
	}
	return eval.Answers(ctx, questions, ask, eval.AnswerOptions{
		System: eval.System{Preset: flags.preset, Features: features.On(), Library: lib.Corpus().Digest()},
	})
}

func (a *app) printAnswers(ctx context.Context, report *eval.AnswerReport, o evalAskOptions) error {
	if o.baseline != "" {
		if err := compareWith(ctx, report, o.baseline); err != nil {
			return err
		}
	}
	if o.perQuestion != "" {
		if err := writeFile(o.perQuestion, report.WriteQuestions); err != nil {
			return err
		}
	}
	if o.asJSON {
		return eval.WriteJSON(a.data, report)
	}
	if err := report.WriteText(a.out); err != nil || o.worst == 0 {
		return err
	}
	fmt.Fprintln(a.out)
	return report.WriteWorst(a.out, o.worst)
}

// compareWith compares a report with an earlier one in a file.
func compareWith(ctx context.Context, report interface{ CompareWith(io.Reader) error }, baseline string) error {
	f, err := openFile(ctx, baseline)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := report.CompareWith(f); err != nil {
		return fmt.Errorf("compare with %q: %w", baseline, err)
	}
	return nil
}

// writeFile writes a report, whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	if err := atomicfile.Write(path, 0o644, write); err != nil {
		return fmt.Errorf("write %q: %w", path, err)
	}
	return nil
}
