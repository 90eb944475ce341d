package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
)

// statement is what `verify` is asked about: a claim or a quote.
type statement struct {
	Claim *string `json:"claim"`
	Quote *string `json:"quote"`
	DocID string  `json:"doc_id"` // an id or a label; "" for any document
	Pages []int   `json:"pages"`  // PDF pages; empty for any
}

// verified is what `verify --json` prints.
type verified struct {
	Verdict     core.Verdict `json:"verdict"`
	Rule        string       `json:"rule"`
	Evidence    *evidence    `json:"evidence"` // null if nothing decided
	Unsupported []string     `json:"unsupported"`
}

// evidence is the passage that decided. Start and end are byte offsets in the
// document's text.
type evidence struct {
	DocID       string      `json:"doc_id"`
	PDFPage     int         `json:"pdf_page"`
	EndPage     int         `json:"end_page"`
	PrintedPage string      `json:"printed_page"`
	Start       int         `json:"start"`
	End         int         `json:"end"`
	Quote       string      `json:"quote"`
	Source      core.Source `json:"source"`
	// Also are the other places where the same words stand.
	Also []alsoAt `json:"also,omitempty"`
}

// alsoAt is a place of the same document.
type alsoAt struct {
	PDFPage int    `json:"pdf_page"`
	Section string `json:"section"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

func (a *app) verifyClaimCommand() *cobra.Command {
	var asJSON, asQuote bool
	var batchFile string
	var s statement
	c := &cobra.Command{
		Use:   "verify CLAIM…",
		Short: "Hold a claim or a quote against the standards",
		Long: `Says whether a sentence stands in a document: word for word (verbatim), in other words
(supported), in part (partial), with another number, unit, name, "shall" or "not"
(contradicted), or not at all (unverifiable), by which rule, and what stands there
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
			v := newClaimVerifier(lib)
			if batchFile != "" {
				return a.batch(cmd.Context(), batchFile, v.line)
			}
			if s.Claim = &claim; asQuote {
				s.Claim, s.Quote = nil, &claim
			}
			result, err := v.verify(s)
			if err != nil {
				return err
			}
			return a.printVerified(result, lib, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	c.Flags().BoolVar(&asQuote, "quote", false, "want it word for word")
	c.Flags().StringVar(&s.DocID, "doc", "", `the document, "FIPS 203" or by its id (default: any)`)
	c.Flags().IntSliceVar(&s.Pages, "pages", nil, "the PDF pages that it is said to stand on (default: any)")
	c.Flags().StringVar(&batchFile, "batch", "", `verify the JSON lines {"claim"|"quote", "doc_id", "pages"} of a file, "-" for standard input`)
	return c
}

// claimVerifier holds statements against the documents of a library.
type claimVerifier struct {
	docs     []*core.Document
	resolver *refs.Resolver
	prover   citations.Prover
}

func newClaimVerifier(lib *corpus.Library) *claimVerifier {
	return &claimVerifier{docs: lib.Documents(), resolver: refs.NewResolver(lib.Documents())}
}

func (v *claimVerifier) line(line []byte) (any, error) {
	var s statement
	if err := decodeLine(line, &s); err != nil {
		return nil, err
	}
	return v.verify(s)
}

func (v *claimVerifier) verify(s statement) (*verified, error) {
	docs, err := v.documents(s)
	if err != nil {
		return nil, err
	}
	best, from := v.prover.Prove(citations.Statement{Text: *cmp.Or(s.Claim, s.Quote), Quote: s.Quote != nil, Pages: s.Pages}, docs)
	r := verifiedOf(&best, from)
	if r.Verdict == core.Verbatim && r.Evidence != nil {
		for _, span := range v.prover.Elsewhere(from, best.Span) {
			at := from.Locate(span)
			r.Evidence.Also = append(r.Evidence.Also, alsoAt{at.StartPage, at.Section, span.Start, span.End})
		}
	}
	return r, nil
}

// documents checks a statement and returns what it is held against.
func (v *claimVerifier) documents(s statement) ([]*core.Document, error) {
	switch {
	case s.Claim == nil && s.Quote == nil:
		return nil, errors.New(`it has no "claim" and no "quote"`)
	case s.Claim != nil && s.Quote != nil:
		return nil, errors.New(`it has both a "claim" and a "quote"`)
	case s.DocID == "" && len(s.Pages) > 0:
		return nil, errors.New("pages need a document: name the one that they are of")
	case s.DocID == "":
		return v.docs, nil
	}
	doc, err := documentNamed(v.resolver, v.docs, s.DocID)
	if err != nil {
		return nil, err
	}
	for _, p := range s.Pages {
		if doc.Page(p) == nil {
			return nil, fmt.Errorf("%s has no PDF page %d", doc.Label, p)
		}
	}
	return []*core.Document{doc}, nil
}

func verifiedOf(p *citations.Proof, d *core.Document) *verified {
	r := &verified{Verdict: p.Verdict, Rule: p.Rule, Unsupported: p.Unsupported}
	if r.Unsupported == nil {
		r.Unsupported = []string{}
	}
	if p.StartPage > 0 {
		loc := d.Locate(p.Span)
		r.Evidence = &evidence{
			DocID: d.ID, PDFPage: p.StartPage, EndPage: p.EndPage, PrintedPage: loc.PrintedPage,
			Start: p.Span.Start, End: p.Span.End, Quote: p.Quote, Source: d.Source(),
		}
	}
	return r
}

func (a *app) printVerified(r *verified, lib *corpus.Library, asJSON bool) error {
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

func writeVerified(w sheet, r *verified, lib *corpus.Library) {
	fmt.Fprintf(w, "%s (%s)", w.paint(verdictStyle(r.Verdict), string(r.Verdict)), r.Rule)
	if len(r.Unsupported) > 0 {
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
