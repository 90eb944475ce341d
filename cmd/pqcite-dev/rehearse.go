package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/internal/visible"
)

func (t *tools) rehearseCommand() *cobra.Command {
	var file, locale string
	c := &cobra.Command{
		Use:   `rehearse -o FILE "LINE"...`,
		Short: "Show what the bot would say, without Discord",
		Long: `Writes a page with what the bot would say to each line: "/ask …", "/compare A | B",
"/cite …", "/term …", "/check …" for a message that is checked. A line without a
command is asked. Nothing is sent anywhere, and no token is needed.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := t.library(cmd.Context())
			if err != nil {
				return err
			}
			defer lib.Close()
			page, err := chatbot.Rehearse(cmd.Context(), lib, locale, args)
			if err != nil {
				return err
			}
			if err := atomicfile.WriteBytes(file, 0o644, page); err != nil {
				return fmt.Errorf("write %q: %w", file, err)
			}
			fmt.Fprintln(t.out, "wrote", visible.Line(file))
			return nil
		},
	}
	c.Flags().StringVarP(&file, "output", "o", "", "the page to write")
	c.Flags().StringVar(&locale, "locale", "en-US", "language of the bot's own words, as Discord names it")
	if err := c.MarkFlagRequired("output"); err != nil {
		panic(err) // the flag is defined above
	}
	return c
}
