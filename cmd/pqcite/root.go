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
	"github.com/pqcite/pqcite/internal/visible"
)

// streams are the standard streams of a run.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// app is what the subcommands share. What is for people is printed to out and err,
// which show it so that no text of a file or a document can do anything to a terminal
// or a log; what is for programs, JSON and such, goes to data as it is.
type app struct {
	streams           // for people; in ends with the run
	data    io.Writer // standard output for programs
	raw     streams   // for protocols and progress bars, which print no text of others
	home    string    // flag; "" means the default
	servers searchServers
	engine  string // flag; "" means the setting
	colour  colourMode
	ink     ink // of standard output, once it is painted on
	allowance

	stdout   *sink
	printers []*printer
	notes    []string // on the library, which come after the output of a command
}

// newApp wires the standard streams of a run. The returned context ends with the
// given one, or when standard output can't be written any more.
func newApp(ctx context.Context, s streams) (*app, context.Context) {
	ctx, stop := context.WithCancelCause(ctx)
	a := &app{raw: s, colour: colourAuto, stdout: &sink{name: "standard output", to: s.out, stop: stop}}
	a.in = &input{ctx: ctx, from: s.in}
	a.out = a.printer(a.stdout, func(text string) string { return a.ink.show(text) })
	a.data = a.printer(a.stdout, nil)
	a.err = a.printer(&sink{name: "standard error", to: s.err}, func(text string) string { return visible.Text(visible.Addresses(text)) })
	a.raw.out = a.stdout
	return a, ctx
}

func (a *app) printer(s *sink, show func(string) string) *printer {
	p := &printer{sink: s, show: show}
	a.printers = append(a.printers, p)
	return p
}

// watched reports whether a person looks at the standard error.
func (a *app) watched() bool {
	f, ok := a.raw.err.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// run runs the subcommand and returns the exit code.
func run(ctx context.Context, args []string, s streams) int {
	a, ctx := newApp(ctx, s)
	return a.run(ctx, args)
}

// run parses the arguments, runs the subcommand and returns the exit code.
func (a *app) run(ctx context.Context, args []string) int {
	code := a.execute(ctx, args)
	a.flush()
	a.say(a.notes)
	if err := a.stdout.failed(); err != nil && interruptedBy(ctx) == nil {
		fmt.Fprintf(a.err, "pqcite: %v\n", err)
		code = exitError
	}
	a.flush()
	return code
}

func (a *app) flush() {
	for _, p := range a.printers {
		p.flush()
	}
}

func (a *app) execute(ctx context.Context, args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(a.err, "pqcite: internal error: %v\n%s", p, debug.Stack())
			code = exitError
		}
	}()
	root := a.command()
	root.SetArgs(args)
	return a.report(ctx, root.ExecuteContext(ctx))
}

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "pqcite",
		Short: "Cited answers about post-quantum standards",
		Long: `pqcite answers questions about post-quantum standards from the standards' own
words. Every quote is checked against the page it names before it is shown.

  pqcite corpus pull             download and ingest the six official documents
  pqcite corpus add FILE|DIR|URL ingest documents of your own
  pqcite ask QUESTION            a cited answer, or a refusal (exit code 3)
  pqcite search WORDS            the passages behind it
  pqcite verify CLAIM            whether the standards say so
  pqcite check ./...             the wrong citations of a tree
  pqcite lsp                     all of this in an editor
  pqcite bot                     all of this in Discord`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.PersistentFlags().StringVar(&a.home, "home", "", "folder of the library (default $PQCITE_HOME or the user's data folder)")
	root.PersistentFlags().StringVar(&a.engine, "engine", "", "where passages are found: embedded, or meili, a team's servers (default the setting)")
	root.PersistentFlags().Var(&a.colour, "color", "colour for people: auto (on a terminal, unless NO_COLOR is set), always or never")
	group(root, a.corpusCommand(), a.searchCommand(), a.askCommand(), a.refsCommand(), a.checkCommand(), a.cardCommand(), a.verifyClaimCommand(), a.verifyReceiptCommand(), a.lspCommand(), a.botCommand(), a.traceCommand(), a.evalCommand(), a.versionCommand(), a.workerCommand())
	root.InitDefaultCompletionCmd()
	group(subcommand(root, "completion"))
	a.completed(root)
	return root
}

// libraryHome is the folder of the library: the flag, the environment, or the
// platform's data folder.
func (a *app) libraryHome() (string, error) {
	if a.home != "" {
		return a.home, nil
	}
	return store.Home()
}
