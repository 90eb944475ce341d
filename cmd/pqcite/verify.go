package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
)

// statementLine is one line of a batch of claims and quotes.
type statementLine struct {
	Claim *string `json:"claim"`
	Quote *string `json:"quote"`
	DocID string  `json:"doc_id"` // an id or a label; "" for any document
	Pages []int   `json:"pages"`  // PDF pages; empty for any
}

func (a *app) verifyClaimCommand() *cobra.Command {
	var asJSON bool
	var batchFile string
	var o pqcite.VerifyOptions
	c := &cobra.Command{
		Use:   "verify CLAIM…",
		Short: "Check a claim or a quote against the standards",
		Long: `Says whether a sentence is in a document: word for word (verbatim), in other words
(supported), in part (partial), with another number, unit, name, "shall" or "not"
(contradicted), or not at all (unverifiable), by which rule, and what it says
instead. Exit code 0: verbatim or supported, 4: anything else.`,
		Args: wordsOrBatch(&batchFile),
		RunE: func(cmd *cobra.Command, args []string) error {
			claim, err := a.wordsUnless(batchFile, cmd, args, "claim")
			if err != nil {
				return err
			}
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			if batchFile != "" {
				return a.batch(cmd.Context(), batchFile, func(line []byte) (any, error) { return verifyLine(lib, line) })
			}
			result, err := lib.Verify(claim, o)
			if err != nil {
				return named(err)
			}
			return a.printVerified(result, lib.Corpus(), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	c.Flags().BoolVar(&o.Quote, "quote", false, "want it word for word")
	c.Flags().StringVar(&o.Document, "doc", "", `the document, "FIPS 203" or by its id (default: any)`)
	c.Flags().IntSliceVar(&o.Pages, "pages", nil, "the PDF pages that it is said to stand on (default: any)")
	c.Flags().StringVar(&batchFile, "batch", "", `verify the JSON lines {"claim"|"quote", "doc_id", "pages"} of a file, "-" for standard input`)
	return c
}

// verifyLine verifies a line of a batch.
func verifyLine(lib *pqcite.Library, line []byte) (any, error) {
	var s statementLine
	if err := decodeLine(line, &s); err != nil {
		return nil, err
	}
	o := pqcite.VerifyOptions{Document: s.DocID, Pages: s.Pages}
	switch {
	case s.Claim == nil && s.Quote == nil:
		return nil, errors.New(`it has no "claim" and no "quote"`)
	case s.Claim != nil && s.Quote != nil:
		return nil, errors.New(`it has both a "claim" and a "quote"`)
	case s.Claim != nil:
		return lib.Verify(*s.Claim, o)
	}
	o.Quote = true
	return lib.Verify(*s.Quote, o)
}

func (a *app) printVerified(r *pqcite.Verification, lib *corpus.Library, asJSON bool) error {
	if asJSON {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else {
		writeVerified(a.sheet(), r, lib)
	}
	if !r.Verdict.Proved() {
		return exitCode(exitFindings)
	}
	return nil
}

// verdictStyle is how a verdict looks.
func verdictStyle(v core.Verdict) style {
	switch {
	case v.Proved():
		return good
	case v == core.Contradicted:
		return bad
	}
	return doubt
}

// difference is in what the evidence differs from the claim.
func difference(r *pqcite.Verification) string {
	if r.Not == "" {
		return "it says: " + r.Says
	}
	return fmt.Sprintf("it says %s, not %s", r.Says, r.Not)
}

func writeVerified(w sheet, r *pqcite.Verification, lib *corpus.Library) {
	fmt.Fprintf(w, "%s (%s)", w.paint(verdictStyle(r.Verdict), string(r.Verdict)), r.Rule)
	switch {
	case r.Says != "":
		fmt.Fprintf(w, ": %s", oneLine(difference(r)))
	case len(r.Unsupported) > 0:
		fmt.Fprintf(w, ": not there: %s", oneLine(strings.Join(r.Unsupported, ", ")))
	}
	fmt.Fprintln(w)
	if r.Rule == citations.RuleNotIngested {
		fmt.Fprintln(w, "  a quote needs the document's own text: pqcite corpus pull")
	}
	if e := r.Evidence; e != nil {
		d := lib.Document(e.DocID)
		fmt.Fprintf(w, "  %s\n", w.paint(strong, place(d.Locate(core.Span{Start: e.Start, End: e.End}), lib)))
		for line := range strings.Lines(e.Quote) {
			fmt.Fprintf(w, "     %s %s\n", w.paint(faint, "│"), printable(strings.TrimRight(strings.ReplaceAll(line, "\t", "   "), "\n")))
		}
		for _, at := range e.Also {
			fmt.Fprintf(w, "  also in %s\n", place(d.Locate(core.Span{Start: at.Start, End: at.End}), lib))
		}
		if e.Source == core.SourcePack {
			fmt.Fprintln(w, "  this is pqcite's summary; ingest the document to verify against its own words")
		}
	}
}
