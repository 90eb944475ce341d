package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/retrieval/meili"
)

func (a *app) tokenCommand() *cobra.Command {
	var collections []string
	var valid time.Duration
	c := &cobra.Command{
		Use:   "token",
		Short: "Make a key for readers of some collections",
		Long: `Makes a key that may search the given collections and do nothing else, and prints it, one
for each server of PQCITE_MEILI_URL, separated by commas: readers set PQCITE_MEILI_KEY to it.
PQCITE_MEILI_KEY must have the master key here. A token can't be called back one by one;
deleting the key "pqcite readers" on the server ends all of them.`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if valid < 0 {
				return usageError{fmt.Errorf("--valid is %v, must not be negative", valid)}
			}
			s, err := a.personal()
			if err != nil {
				return err
			}
			team, err := a.teamOf(cmd.Context(), s.Meili)
			if err != nil {
				return err
			}
			var until time.Time
			if valid > 0 {
				until = time.Now().Add(valid)
			}
			for i, at := range team.Servers {
				server, err := meili.New(meili.Config{URL: at.URL, Key: secret.Key(at.Key)})
				if err != nil {
					return teamHint(err)
				}
				token, err := server.Token(cmd.Context(), collections, until)
				server.Close()
				if err != nil {
					return teamHint(err)
				}
				if i > 0 {
					fmt.Fprint(a.data, ",")
				}
				fmt.Fprint(a.data, string(token))
			}
			fmt.Fprintln(a.data)
			return nil
		},
	}
	c.Flags().StringSliceVar(&collections, "collection", []string{pqcite.DefaultCollection}, "a collection that may be read; may be repeated")
	c.Flags().DurationVar(&valid, "valid", 0, "how long the key is valid, such as 720h; 0 means for good")
	return c
}
