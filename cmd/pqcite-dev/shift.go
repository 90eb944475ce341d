package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/eval/corruption"
	"github.com/pqcite/pqcite/internal/walk"
)

func (t *tools) shiftCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "shift DIR...",
		Short: "Make the numbers of right citations wrong and count how many check notices",
		Long: `Reads sources and takes each number of an algorithm that is next to the name of the
algorithm that has it, in whatever spelling a reader would recognise. Adds one to the
number, or takes one away, checks the file again, and counts how often the number is
found wrong. Lists the ones that were missed, and all findings on the sources as they
are. No file is changed.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := t.shift(cmd.Context(), args)
			if err != nil {
				return err
			}
			return t.print(r, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return c
}

func (t *tools) shift(ctx context.Context, roots []string) (*corruption.ShiftReport, error) {
	lib, err := t.library(ctx)
	if err != nil {
		return nil, err
	}
	defer lib.Close()
	shifter := corruption.NewShifter(lib.Corpus().Scanner())
	var failed error
	for _, root := range roots {
		err := walk.Tree(ctx, strings.TrimSuffix(root, "..."), walk.Options{}, walk.Visitor{
			File: func(name string, text []byte) error {
				if prose.LanguageOf(name) == nil {
					return nil
				}
				return shifter.File(ctx, name, string(text))
			},
			Failed: func(name string, err error) { failed = errors.Join(failed, fmt.Errorf("read %q: %w", name, err)) },
		})
		if err = errors.Join(err, failed); err != nil {
			return nil, err
		}
	}
	return shifter.Report(), nil
}
