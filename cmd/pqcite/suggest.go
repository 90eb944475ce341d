package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pqcite/pqcite/internal/lex"
)

// maxSuggestions bounds the names that a mistyped one may have meant.
const maxSuggestions = 3

// maxTyped bounds what is compared with names, in bytes: the time grows with it.
const maxTyped = 64

// nearestNames are the names that a mistyped one may have meant, likeliest first: those
// that it begins, and those that are up to a third of its letters away, at least one.
func nearestNames(typed string, names []string) []string {
	type candidate struct {
		name  string
		edits int
	}
	typed = strings.ToLower(typed[:min(len(typed), maxTyped)])
	var found []candidate
	for _, name := range names {
		edits := lex.Distance(typed, strings.ToLower(name))
		if begun := typed != "" && strings.HasPrefix(name, typed); begun || edits <= max(1, len(typed)/3) && edits < len(typed) {
			found = append(found, candidate{name, edits})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), strings.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range found[:min(len(found), maxSuggestions)] {
		out = append(out, c.name)
	}
	return out
}

// didYouMean is the remedy for a mistyped name: the names that may be meant, or else where
// all stand.
func didYouMean(names []string, c *cobra.Command) string {
	if len(names) == 0 {
		return fmt.Sprintf("see %q", c.CommandPath()+" --help")
	}
	return "did you mean " + strings.Join(names, " or ") + "?"
}

// unknownCommand is the error for a word that is none of a command's subcommands.
func unknownCommand(c *cobra.Command, word string) error {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			names = append(names, sub.Name())
		}
	}
	near := nearestNames(word, names)
	for i, name := range near {
		near[i] = c.CommandPath() + " " + name
	}
	return usageError{hinted{fmt.Errorf("unknown command %q of %q", word, c.CommandPath()), didYouMean(near, c)}}
}

// onlyCommands wants no argument: what is there is a mistyped command.
func onlyCommands(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	return nil
}

// group is a command that only holds others: alone it prints its help.
func group(c *cobra.Command, subs ...*cobra.Command) *cobra.Command {
	c.Args = onlyCommands
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(subs...)
	return c
}

// flagError says in words what is wrong with a flag, and what is right. The first word of
// a group that is no command of it is what is wrong where there is one: the flags behind
// it are those of the command that was meant.
func flagError(c *cobra.Command, err error) error {
	if c.HasSubCommands() && len(c.Flags().Args()) > 0 {
		return unknownCommand(c, c.Flags().Args()[0])
	}
	var unknown *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &valueless):
		return usageError{hinted{fmt.Errorf("%s needs a value", flagName(valueless.GetFlag())), didYouMean(nil, c)}}
	case errors.As(err, &invalid):
		return usageError{fmt.Errorf("%s is %q, must be %s", flagName(invalid.GetFlag()), invalid.GetValue(), wantedOf(invalid.GetFlag(), invalid.Unwrap()))}
	}
	return usageError{err}
}

// unknownFlag is the error for a flag that a command does not have. "-json" is read as
// letters: what is meant is the long one.
func unknownFlag(c *cobra.Command, err *pflag.NotExistError) error {
	typed, dashes := err.GetSpecifiedName(), "--"
	if letters := err.GetSpecifiedShortnames(); letters != "" {
		typed, dashes = letters, "-"
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	var near []string
	if len(typed) > 1 { // one letter is near to everything
		near = nearestNames(typed, names)
	}
	for i, name := range near {
		near[i] = "--" + name
	}
	return usageError{hinted{fmt.Errorf("unknown flag %q of %q", dashes+typed, c.CommandPath()), didYouMean(near, c)}}
}

// flagName is a flag as it is written.
func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "--" + f.Name + " (-" + f.Shorthand + ")"
	}
	return "--" + f.Name
}

// wantedOf is what the value of a flag must be, by its type. A type of our own says it by
// its error.
func wantedOf(f *pflag.Flag, cause error) string {
	switch f.Value.Type() {
	case "int", "int64", "int32", "uint", "uint64", "count":
		return "a whole number"
	case "float64", "float32":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time with its unit, such as 20s or 5m"
	case "intSlice":
		return "whole numbers with commas between them, such as 48,49"
	case "stringToInt":
		return "names with whole numbers, such as steps=8,rounds=2"
	case "stringSlice":
		return "names with commas between them"
	}
	return cause.Error()
}
