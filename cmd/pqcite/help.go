package main

import "github.com/spf13/cobra"

// helpCommand is the help on a command. Unlike cobra's it fails where there is no such
// command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(c *cobra.Command, args []string) error {
			of := c.Root()
			for _, word := range args {
				sub := subcommand(of, word)
				if sub == nil {
					return unknownCommand(of, word)
				}
				of = sub
			}
			of.InitDefaultHelpFlag()
			of.InitDefaultVersionFlag()
			return of.Help()
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			of := c.Root()
			for _, word := range args {
				if of = subcommand(of, word); of == nil {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
			}
			var out []cobra.Completion
			for _, sub := range of.Commands() {
				if sub.IsAvailableCommand() {
					out = append(out, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// subcommand is a command's subcommand of that name or alias, nil if it has none.
func subcommand(c *cobra.Command, word string) *cobra.Command {
	for _, sub := range c.Commands() {
		if sub.Name() == word || sub.HasAlias(word) {
			return sub
		}
	}
	return nil
}
