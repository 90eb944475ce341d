package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/internal/visible"
)

// The exit codes, as docs/cli.md lists them. A signal makes it 128 and the signal's
// number, see interruption.
const (
	exitError    = 1 // something failed; what succeeded stays done
	exitUsage    = 2 // the command line is wrong; nothing was done
	exitRefused  = 3 // the question was refused
	exitFindings = 4 // references, a claim or a receipt do not hold
)

// usageError is an error of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// hinted is an error with a remedy for people.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }

// refusedError is an error that counts as a refusal.
type refusedError struct{ error }

func (e refusedError) Unwrap() error { return e.error }

// exitCode ends a run with a code after everything was printed already.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// report prints an error as one line, with its remedy, and returns the exit
// code that it stands for.
func (a *app) report(ctx context.Context, err error) int {
	if err == nil {
		return 0
	}
	if code, ok := err.(exitCode); ok {
		return int(code)
	}
	if stopped := interruptedBy(ctx); stopped != nil {
		fmt.Fprintln(a.err, "pqcite: stopped")
		return stopped.exitCode()
	}
	switch {
	case a.stdout.failed() != nil: // all that followed from it, and is said once
		return exitError
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.err, "pqcite: stopped")
		return exitError
	}
	var hint hinted
	var refused refusedError
	var usage usageError
	fmt.Fprintf(a.err, "pqcite: %s\n", visible.Line(err.Error()))
	if errors.As(err, &hint) {
		fmt.Fprintf(a.err, "pqcite: %s\n", visible.Line(hint.hint))
	}
	switch {
	case errors.As(err, &refused):
		return exitRefused
	case errors.As(err, &usage), isCobraUsage(err):
		return exitUsage
	}
	return exitError
}

// isCobraUsage reports errors of the command line that cobra has no type for.
func isCobraUsage(err error) bool {
	for _, p := range []string{"unknown command", "unknown flag", "required flag"} {
		if strings.HasPrefix(err.Error(), p) {
			return true
		}
	}
	return false
}

// exactly takes so many arguments; another number is a usage error.
func exactly(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > n:
			return argumentsError(cmd, fmt.Sprintf("takes %s, and %q is one too many", arguments(n), args[n]))
		case len(args) < n:
			return argumentsError(cmd, fmt.Sprintf("takes %s, and %s", arguments(n), given(args)))
		}
		return nil
	}
}

// atLeast takes so many arguments or more; fewer are a usage error.
func atLeast(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return argumentsError(cmd, fmt.Sprintf("takes at least %s, and %s", arguments(n), given(args)))
		}
		return nil
	}
}

func argumentsError(cmd *cobra.Command, what string) error {
	path := cmd.CommandPath()
	return usageError{fmt.Errorf("%s %s; see %q", strings.TrimPrefix(path, "pqcite "), what, path+" --help")}
}

// arguments counts arguments in words.
func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

func given(args []string) string {
	if len(args) == 0 {
		return "there is none"
	}
	return fmt.Sprintf("there are only %q", args)
}
