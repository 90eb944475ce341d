package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) embedCommand() *cobra.Command {
	var asJSON, anew bool
	c := &cobra.Command{
		Use:   "embed",
		Short: "Make the vectors that --embed-url searches by",
		Long: `Sends the passages of the library to an embeddings server, those that have no vector
of its model yet, and keeps the vectors in the library's folder. It may be stopped at any
time and goes on where it ended. Run it again after documents were added.`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := a.options(cmd.Context(), nil)
			if err != nil {
				return err
			}
			if o.Embedder == nil {
				return usageError{errors.New("no server is named: set --embed-url or " + envEmbedURL)}
			}
			lib, err := a.openWith(cmd.Context(), o)
			if err != nil {
				return err
			}
			defer lib.Close()
			p := a.progress("vectors", false)
			passages := 0
			made, err := lib.Embed(cmd.Context(), anew, func(done, total int) {
				passages = total
				p.set(int64(done), int64(total))
			})
			p.done()
			if err != nil {
				if remedy := vectorsRemedy(err); remedy != "" {
					return hinted{err, remedy}
				}
				return err
			}
			if asJSON {
				return a.printJSON(map[string]any{"model": o.Embedder.Name(), "passages": passages, "made": made})
			}
			fmt.Fprintf(a.out, "%s, %d made now by %s\n", counted(passages, "vector"), made, printable(o.Embedder.Name()))
			return nil
		},
	}
	a.servers.registerEmbed(c.Flags())
	c.Flags().BoolVar(&anew, "anew", false, "make all vectors again")
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}
