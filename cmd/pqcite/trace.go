package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/trace"
)

func (a *app) traceCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "trace",
		Short: "Show, count and rerun what ask --trace wrote",
	}, a.traceShowCommand(), a.traceStatsCommand(), a.traceReplayCommand())
}

func (a *app) traceShowCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "show FILE",
		Short: "Print each run of a trace as a timeline",
		Long: `Prints what each run of a trace did, step by step, with the time since its start and
the step's own. "-" reads standard input.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.eachRun(cmd.Context(), args[0], func(n int, r trace.Run) error {
				if asJSON {
					return encodeLine(a.data, timedRun(n, r))
				}
				if n > 1 {
					fmt.Fprintln(a.out)
				}
				_, err := io.WriteString(a.out, trace.Timeline(r))
				return err
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON a run")
	return c
}

// shownRun is what `trace show --json` prints of a run.
type shownRun struct {
	Run    int          `json:"run"` // from 1
	Events []shownEvent `json:"events"`
}

// shownEvent is an event with the time that its step took.
type shownEvent struct {
	core.Event
	TookUS int64 `json:"took_us"`
}

func timedRun(n int, r trace.Run) shownRun {
	out := shownRun{Run: n, Events: make([]shownEvent, len(r))}
	for i := range r {
		out.Events[i] = shownEvent{r[i], r.TookUS(i)}
	}
	return out
}

func (a *app) traceStatsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "stats FILE...",
		Short: "Count over the runs of traces",
		Long: `Counts over all runs: how long they stayed in each state, rounds, decisions, reasons,
writers, verdicts. "-" reads standard input.`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			summary, err := a.traceStats(cmd.Context(), args)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(summary)
			}
			return summary.WriteText(a.out)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the counts as JSON")
	return c
}

// errEnough ends the reading of a trace early.
var errEnough = errors.New("enough was read")

func (a *app) traceStats(ctx context.Context, files []string) (*trace.Summary, error) {
	var failed error
	summary := trace.Stats(func(yield func(trace.Run) bool) {
		for _, file := range files {
			failed = a.eachRun(ctx, file, func(_ int, r trace.Run) error {
				if !yield(r) {
					return errEnough
				}
				return nil
			})
			if failed != nil {
				return
			}
		}
	})
	return summary, failed
}

// eachRun calls visit with every run of a trace and its number, from 1.
func (a *app) eachRun(ctx context.Context, file string, visit func(n int, r trace.Run) error) error {
	in, closeFile, err := a.openInput(ctx, file)
	if err != nil {
		return err
	}
	defer closeFile()
	reader := trace.NewReader(file, in)
	for n := 1; ; n++ {
		r, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return hinted{err, "a trace is what pqcite ask --trace FILE writes"}
		}
		if err := visit(n, r); err != nil {
			return err
		}
	}
}

// traced calls ask with an observer that keeps the runs, and
// writes them to the file when it returns, also if the last was refused; no file
// for "". An error leaves the file as it was: what it keeps are whole runs.
func traced(file string, observer *core.Observer, ask func() error) error {
	if file == "" {
		return ask()
	}
	w, err := trace.Create(file)
	if err != nil {
		return err
	}
	defer w.Discard()
	*observer = w.Observe
	ended := ask()
	if _, printed := ended.(exitCode); ended != nil && !printed {
		return ended
	}
	if err := w.Commit(); err != nil {
		return err
	}
	return ended
}
