// Command pqcite-dev holds what only people who work on pqcite run, and whose
// libraries no user should have to download: plots of an ablation, and the list of
// third-party licences.
//
//	pqcite-dev plot DIR       draw the plots of DIR/ablation.json, and put them into DIR/report.md
//	pqcite-dev notice FILE    write the licences of everything that is linked into pqcite
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs a subcommand and returns the exit code: 1 after any error.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use: "pqcite-dev", Short: "Tools of the people who work on pqcite",
		SilenceErrors: true, SilenceUsage: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	root.AddCommand(plotCommand(), noticeCommand())
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintf(stderr, "pqcite-dev: %v\n", err)
		return 1
	}
	return 0
}
