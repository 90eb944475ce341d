// Command pqcite-dev has what only people who work on pqcite run: ablation, calibration,
// training, corruption suites, and the list of third-party licences. Whoever installs
// pqcite gets none of it.
//
// It trades comfort for size: there is one exit code for all errors, and no colour.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/visible"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// tools are the subcommands with what they share.
type tools struct {
	out, err io.Writer
	home     string // flag; "" means the default
}

// run runs a subcommand and returns the exit code: 1 after any error.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	t := &tools{out: stdout, err: stderr}
	root := &cobra.Command{
		Use: "pqcite-dev", Short: "Tools of the people who work on pqcite",
		SilenceErrors: true, SilenceUsage: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	root.PersistentFlags().StringVar(&t.home, "home", "", "folder of the library (default $PQCITE_HOME or the user's data folder)")
	root.AddCommand(t.ablateCommand(), t.calibrateCommand(), t.collectionCommand(), t.learnCommand(), t.stateCommand(), t.unitsCommand(), t.proofCommand(), t.shiftCommand(),
		t.rehearseCommand(), t.figuresCommand(), noticeCommand())
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintf(stderr, "pqcite-dev: %s\n", visible.Line(err.Error()))
		return 1
	}
	return 0
}

// library opens the library.
func (t *tools) library(ctx context.Context) (*pqcite.Library, error) {
	return pqcite.Open(ctx, pqcite.Options{Home: t.home})
}

// report is what a measurement prints, as text or as JSON.
type report interface{ WriteText(w io.Writer) error }

func (t *tools) print(r report, asJSON bool) error {
	if asJSON {
		return eval.WriteJSON(t.out, r)
	}
	return r.WriteText(t.out)
}
