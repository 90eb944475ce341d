package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) verifyCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check every hash, and every passage against its page",
		Args:  exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			home, err := a.existingHome()
			if err != nil {
				return err
			}
			findings := []store.Finding{}
			checked, err := store.Verify(cmd.Context(), home, func(f store.Finding) { findings = append(findings, f) })
			if err != nil {
				return err
			}
			return a.printFindings(findings, checked, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

func (a *app) printFindings(findings []store.Finding, checked store.Checked, asJSON bool) error {
	if asJSON {
		if err := a.printJSON(map[string]any{"checked": checked, "findings": findings}); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			fmt.Fprintf(a.out, "broken     %s\n", visible.Line(f.String()))
		}
		fmt.Fprintf(a.out, "%s, %s checked: %s\n", counted(checked.Documents, "document"), counted(checked.Passages, "passage"), counted(len(findings), "finding"))
	}
	if len(findings) > 0 {
		return exitCode(exitError)
	}
	return nil
}
