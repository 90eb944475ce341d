package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/render/preview"
	"github.com/pqcite/pqcite/internal/atomicfile"
)

func (a *app) rehearseCommand() *cobra.Command {
	var file, locale string
	var model modelFlags
	c := &cobra.Command{
		Use:   `rehearse -o FILE "LINE"...`,
		Short: "Show what the bot would say, without Discord",
		Long: `Writes a page with what the bot would say to each line: "/ask …", "/compare A | B",
"/cite …", "/term …", "/check …" for a message that is checked. A line without a
command is asked. Nothing is sent anywhere, and no token is needed.`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if file == "" {
				return usageError{errors.New("name the page to write: -o FILE.html")}
			}
			m, err := model.open(cmd.Context(), a.modelFailed)
			if err != nil {
				return err
			}
			lib, err := a.openIndexed(cmd.Context(), m)
			if err != nil {
				return err
			}
			defer lib.Close()
			transcript, err := chatbot.Rehearse(cmd.Context(), lib, locale, args)
			if err != nil {
				return err
			}
			page, err := preview.HTML(transcript)
			if err != nil {
				return err
			}
			if err := atomicfile.WriteBytes(file, 0o644, page); err != nil {
				return fmt.Errorf("write %q: %w", file, err)
			}
			fmt.Fprintln(a.out, "wrote", printable(file))
			return nil
		},
	}
	c.Flags().StringVarP(&file, "output", "o", "", "the page to write")
	c.Flags().StringVar(&locale, "locale", "en-US", "language of the bot's own words, as Discord names it")
	model.register(c.Flags())
	return c
}
