package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/pqcite/pqcite/corpus/store"
)

// streams are the standard streams of a run.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// watched reports whether a person looks at the standard error.
func (s streams) watched() bool {
	f, ok := s.err.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// app is what the subcommands share.
type app struct {
	streams
	home string // flag; "" means the default
}

// run parses the arguments, runs the subcommand and returns the exit code.
func run(ctx context.Context, args []string, s streams) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(s.err, "pqcite: internal error: %v\n%s", p, debug.Stack())
			code = exitError
		}
	}()
	a := &app{streams: s}
	root := a.command()
	root.SetArgs(args)
	return a.report(root.ExecuteContext(ctx))
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "pqcite",
		Short: "Cited answers about post-quantum standards",
		Long: `pqcite answers questions about post-quantum standards from the standards' own
words. Every quote is checked against the page it names before it is shown.

  pqcite corpus pull             download and ingest the six official documents
  pqcite corpus add FILE|DIR|URL ingest documents of your own
  pqcite ask "QUESTION"          a cited answer, or a refusal (exit code 3)
  pqcite search "WORDS"          the passages behind it
  pqcite verify "CLAIM"          whether the standards say so
  pqcite check ./...             the wrong citations of a tree
  pqcite lsp                     all of this in an editor
  pqcite bot                     all of this in Discord`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.PersistentFlags().StringVar(&a.home, "home", "", "folder of the library (default $PQCITE_HOME or the user's data folder)")
	root.AddCommand(a.corpusCommand(), a.searchCommand(), a.askCommand(), a.refsCommand(), a.checkCommand(), a.cardCommand(), a.verifyClaimCommand(), a.verifyReceiptCommand(), a.lspCommand(), a.botCommand(), a.traceCommand(), a.evalCommand(), a.workerCommand())
	return root
}

// release is the version that a build for a package is given, with the linker's -X;
// empty in any other.
var release string

// version is the version that the build was given, or that it recorded.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// libraryHome is the folder of the library: the flag, the environment, or the
// platform's data folder.
func (a *app) libraryHome() (string, error) {
	if a.home != "" {
		return a.home, nil
	}
	return store.Home()
}
