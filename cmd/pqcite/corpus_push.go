package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/settings"
)

func (a *app) pushCommand() *cobra.Command {
	var asJSON, watch bool
	var collection string
	var every time.Duration
	c := &cobra.Command{
		Use:   "push",
		Short: "Put the library on a team's servers",
		Long: `Puts the library on the Meilisearch servers that PQCITE_MEILI_URL names, as a
collection that others read with --engine meili. PQCITE_MEILI_KEY has the key, which must
be allowed to write. With several servers each gets a part of the passages. Who reads while
it runs gets what was there before; a push that failed can be made again.

With --watch it goes on, and pushes whenever the library has changed.`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if every < time.Second {
				return usageError{fmt.Errorf("--every is %v, must be at least 1s", every)}
			}
			home, team, err := a.pushed(ctx, collection)
			if err != nil {
				return err
			}
			if watch {
				return a.pushAlways(ctx, home, team, every, asJSON)
			}
			return a.push(ctx, home, team, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	c.Flags().StringVar(&collection, "collection", pqcite.DefaultCollection, "the collection's name")
	c.Flags().BoolVar(&watch, "watch", false, "go on, and push whenever the library has changed")
	c.Flags().DurationVar(&every, "every", 10*time.Second, "how often --watch looks")
	return c
}

// pushed is what is pushed, and where.
func (a *app) pushed(ctx context.Context, collection string) (home string, team *pqcite.Team, err error) {
	if home, err = a.existingHome(); err != nil {
		return "", nil, err
	}
	s, err := a.personal()
	if err != nil {
		return "", nil, err
	}
	if err := s.Set("meili.collections", collection, ""); err != nil {
		return "", nil, usageError{fmt.Errorf("--collection: %w", err)}
	}
	team, err = a.teamOf(ctx, settings.Meili{URLs: s.Meili.URLs, Collections: s.Meili.Collections})
	return home, team, err
}

func (a *app) push(ctx context.Context, home string, team *pqcite.Team, asJSON bool) error {
	p := a.progress("pushing passages", false)
	done, err := team.Push(ctx, home, func(sent, of int) { p.set(int64(sent), int64(of)) })
	p.done()
	switch {
	case err != nil:
		return teamHint(err)
	case asJSON:
		return a.printJSON(done)
	case !done.Changed:
		fmt.Fprintf(a.out, "collection %s is up to date: %s\n", done.Collection, sizeOf(done.Documents, done.Passages))
	default:
		fmt.Fprintf(a.out, "collection %s pushed: %s\n", done.Collection, sizeOf(done.Documents, done.Passages))
	}
	return nil
}

func sizeOf(documents, passages int) string {
	return counted(documents, "document") + ", " + counted(passages, "passage")
}

// pushAlways pushes the library now and whenever it changes, until the context ends. A push that
// fails is said and made again.
func (a *app) pushAlways(ctx context.Context, home string, team *pqcite.Team, every time.Duration, asJSON bool) error {
	pushed, said := "", ""
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		library, err := store.Open(ctx, home)
		if err == nil && library.Digest() != pushed {
			if err = a.push(ctx, home, team, asJSON); err == nil {
				pushed, said = library.Digest(), ""
			}
		}
		if err != nil && ctx.Err() == nil && err.Error() != said {
			said = err.Error()
			fmt.Fprintf(a.err, "pqcite: %s\n", printable(said))
		}
		a.flush()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
