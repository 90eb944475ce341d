package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/core/trace"
)

func (a *app) traceReplayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Run the runs of a trace again and compare",
		Long: `Asks every question of a trace again, with its budget and features, and compares the
events and the outcome with the recorded ones; times are not compared. A language
model is not needed: its replies are in the trace. Exit code 0: all are the same, 4:
one differs, or the library is another one.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" {
				return usageError{errors.New("replay reads its trace twice: name a file, not standard input")}
			}
			lib, err := a.openIndexed(cmd.Context(), nil)
			if err != nil {
				return err
			}
			defer lib.Close()
			r := &replay{app: a, file: args[0], library: lib, digest: lib.Corpus().Digest()}
			return r.all(cmd.Context())
		},
	}
}

// replayer runs recorded runs again.
type replayer interface {
	Replayable(trace.Run) error
	Replay(context.Context, trace.Run) (trace.Run, error)
}

// replay reruns the runs of a trace.
type replay struct {
	*app
	file    string
	library replayer
	digest  string // of the library

	same, differ, skipped int // runs
}

// all checks every run before it reruns the first, so that a trace of another
// library costs nothing.
func (r *replay) all(ctx context.Context) error {
	if err := r.eachRun(ctx, r.file, func(n int, run trace.Run) error { return r.failed(n, r.check(n, run)) }); err != nil {
		return err
	}
	if err := r.eachRun(ctx, r.file, func(n int, run trace.Run) error { return r.failed(n, r.one(ctx, n, run)) }); err != nil {
		return err
	}
	return r.result()
}

// check wants a run to be one of this library that can be asked again.
func (r *replay) check(n int, run trace.Run) error {
	err := r.library.Replayable(run)
	if errors.Is(err, pqcite.ErrOtherLibrary) {
		fmt.Fprintf(r.out, "not rerun: run %d is of another library\n  its digest was %q\n  this one has   %q\n", n, run.Start().Library, r.digest)
		return exitCode(exitFindings)
	}
	return err
}

// failed says in which run an error happened. An exit code says it already.
func (r *replay) failed(n int, err error) error {
	if _, printed := err.(exitCode); err == nil || printed {
		return err
	}
	return fmt.Errorf("replay run %d of %q: %w", n, r.file, err)
}

// one reruns a run and says whether it is the same.
func (r *replay) one(ctx context.Context, n int, run trace.Run) error {
	if !keptWhole(run) {
		r.skipped++
		r.say(n, run, "not rerun, the question was none and is not kept whole")
		return nil
	}
	again, err := r.library.Replay(ctx, run)
	if err != nil {
		return err
	}
	d, err := trace.Diff(run, again)
	if err != nil {
		return err
	}
	if d == nil {
		r.same++
		r.say(n, run, "same events, same outcome")
		return nil
	}
	r.differ++
	r.say(n, run, fmt.Sprintf("differs, with %s outcome", outcomeOf(run, again)))
	fmt.Fprintf(r.out, "  first at %s\n", d)
	return nil
}

// keptWhole reports whether a run's question is kept as it was asked. One that was
// refused as none may be cut, or have been no text.
func keptWhole(run trace.Run) bool {
	q := run.Question()
	return run.End().StopReason != core.StopInvalid || len(q) <= plan.MaxQuestion && !strings.ContainsRune(q, utf8.RuneError)
}

func outcomeOf(run, again trace.Run) string {
	if e := again.End(); e != nil && e.OutcomeSHA256 == run.End().OutcomeSHA256 {
		return "the same"
	}
	return "another"
}

func (r *replay) say(n int, run trace.Run, what string) {
	fmt.Fprintf(r.out, "run %d: %s: %q\n", n, what, short(oneLine(run.Question())))
}

// short cuts a text for a line of a report.
func short(s string) string {
	const most = 80
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

func (r *replay) result() error {
	fmt.Fprintf(r.out, "runs: %d the same, %d differ, %d not rerun\n", r.same, r.differ, r.skipped)
	if r.differ > 0 {
		return exitCode(exitFindings)
	}
	return nil
}
