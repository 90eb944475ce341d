package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
)

// maxReceipt bounds a receipt in bytes.
const maxReceipt = 1 << 20

func (a *app) verifyReceiptCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify-receipt FILE",
		Short: "Check an answer again that ask --json printed",
		Long: `Checks every quote of an answer against the library, by the document's hash, the page
and the offset, and every claim against its quotes; offline. "-" reads standard input.
Exit code 0: all holds, 4: something does not.`,
		Args: exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := a.readReceipt(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			r := lib.VerifyReceipt(*o)
			if asJSON {
				err = a.printJSON(r)
			} else {
				writeReceipt(a.sheet(), r)
			}
			if err == nil && !r.Holds {
				err = exitCode(exitFindings)
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

func (a *app) readReceipt(ctx context.Context, file string) (*core.Outcome, error) {
	in, closeFile, err := a.openInput(ctx, file)
	if err != nil {
		return nil, err
	}
	defer closeFile()
	data, err := readAll(in, file, maxReceipt)
	if err != nil {
		return nil, err
	}
	var o core.Outcome
	if err := json.Unmarshal(data, &o); err != nil {
		return nil, hinted{fmt.Errorf("read %q: %w", file, err), "a receipt is what pqcite ask --json prints"}
	}
	if o.Status != core.Answered && o.Status != core.Refused {
		return nil, hinted{fmt.Errorf("read %q: status is %q, not answered or refused", file, o.Status), "a receipt is what pqcite ask --json prints"}
	}
	return &o, nil
}

func writeReceipt(w sheet, r *pqcite.Receipt) {
	failed := 0
	for _, c := range r.Citations {
		if !c.Holds {
			failed++
			fmt.Fprintf(w, "%s     [%s] %s\n", w.paint(bad, "broken"), printable(c.Key), oneLine(c.Fault))
		}
	}
	for _, c := range r.Claims {
		if !c.Holds {
			failed++
			fmt.Fprintf(w, "%s     %q is %s (%s), not %s\n", w.paint(bad, "broken"), oneLine(c.Text), c.Verdict, c.Rule, oneLine(string(c.Stated)))
		}
	}
	for _, f := range r.Faults {
		failed++
		fmt.Fprintf(w, "%s     %s\n", w.paint(bad, "broken"), oneLine(f))
	}
	fmt.Fprintf(w, "%s: %s, %s checked: %s\n", r.Status, counted(len(r.Claims), "claim"), counted(len(r.Citations), "citation"), counted(failed, "finding"))
}
