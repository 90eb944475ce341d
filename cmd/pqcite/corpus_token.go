package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/retrieval/meili"
)

func (a *app) tokenCommand() *cobra.Command {
	var collections []string
	var valid time.Duration
	var output string
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
			tokens, err := makeTokens(cmd.Context(), team, collections, valid)
			if err != nil {
				return teamHint(err)
			}
			line := strings.Join(tokens, ",") + "\n"
			if output != "" {
				return atomicfile.WriteBytes(output, 0o600, []byte(line))
			}
			_, err = io.WriteString(a.data, line)
			return err
		},
	}
	c.Flags().StringSliceVar(&collections, "collection", []string{pqcite.DefaultCollection}, "a collection that may be read; may be repeated")
	c.Flags().DurationVar(&valid, "valid", 0, "how long the key is valid, such as 720h; 0 means for good")
	c.Flags().StringVar(&output, "output", "", "write the key to this file, which nobody else may read, and not to standard output")
	return c
}

// makeTokens makes a token on each server of a team.
func makeTokens(ctx context.Context, team *pqcite.Team, collections []string, valid time.Duration) ([]string, error) {
	var until time.Time
	if valid > 0 {
		until = time.Now().Add(valid)
	}
	var tokens []string
	for _, at := range team.Servers {
		server, err := meili.New(meili.Config{URL: at.URL, Key: secret.Key(at.Key)})
		if err != nil {
			return nil, err
		}
		token, err := server.Token(ctx, collections, until)
		server.Close()
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, string(token))
	}
	return tokens, nil
}
