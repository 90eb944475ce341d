package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/corpus/store"
)

func (a *app) corpusCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "corpus",
		Short: "The documents that answers are quoted from",
	}, a.addCommand(), a.pullCommand(), a.listCommand(), a.showCommand(), a.removeCommand(), a.verifyCommand(), a.embedCommand(),
		a.pushCommand(), a.statusCommand(), a.tokenCommand())
}

// openLibrary opens the library of the run. What searches it or asks wants [app.openIndexed].
func (a *app) openLibrary(ctx context.Context) (*pqcite.Library, error) {
	return a.openWith(ctx, pqcite.Options{Home: a.home})
}

// options are those of a library that is searched or asked, with a model, which may be nil.
func (a *app) options(ctx context.Context, m pqcite.Model) (pqcite.Options, error) {
	o := pqcite.Options{Home: a.home, Model: m, Failed: a.searchFailed}
	err := a.servers.set(ctx, &o)
	return o, err
}

func (a *app) openWith(ctx context.Context, o pqcite.Options) (*pqcite.Library, error) {
	var err error
	if o.Team, err = a.team(ctx); err != nil {
		return nil, err
	}
	lib, err := pqcite.Open(ctx, o)
	if err != nil {
		return nil, withRemedy(err)
	}
	a.notes = append(a.notes, a.libraryNotes(lib.Corpus().Stored())...)
	return lib, nil
}

// openIndexed opens the library of the run with its index and a model, which may be nil. It
// must be closed.
func (a *app) openIndexed(ctx context.Context, m pqcite.Model) (*pqcite.Library, error) {
	o, err := a.options(ctx, m)
	if err != nil {
		return nil, err
	}
	lib, err := a.openWith(ctx, o)
	if err != nil {
		return nil, err
	}
	done := a.waiting("building the index of the library, once for this version of it")
	defer done()
	if err := lib.Prepare(ctx); err != nil {
		return nil, errors.Join(err, lib.Close())
	}
	return lib, nil
}

// libraryNotes are what a person may not know of the library that he reads: that there is none
// in the folder that he named, and what has another id in it.
func (a *app) libraryNotes(l *store.Library) []string {
	var out []string
	if !l.Exists() && a.homeGiven() {
		out = append(out, fmt.Sprintf("no library in %q: using the built-in summaries", l.Dir()))
	}
	for _, n := range l.Renamed() {
		out = append(out, printable(renamedNote(n)))
	}
	return out
}

// say prints notes to standard error.
func (a *app) say(notes []string) {
	for _, n := range notes {
		fmt.Fprintf(a.err, "pqcite: %s\n", n)
	}
}

// homeGiven reports whether a person named the folder of the library.
func (a *app) homeGiven() bool { return a.home != "" || os.Getenv(store.HomeEnv) != "" }

// existingHome is the folder of a library that there must be.
func (a *app) existingHome() (string, error) {
	home, err := a.libraryHome()
	if err != nil {
		return "", err
	}
	exists, err := store.Exists(home)
	switch {
	case err != nil:
		return "", err
	case !exists:
		return "", hinted{fmt.Errorf("no library in %q", home), "pqcite corpus add FILE makes one there"}
	}
	return home, nil
}

// withRemedy adds what a person can do about a locked library, or a team's; the other errors
// of a library say so themselves.
func withRemedy(err error) error {
	if errors.Is(err, store.ErrLocked) {
		return hinted{err, "wait until the other pqcite is done, or end it, and try again"}
	}
	return teamHint(err)
}
