package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
)

// maxReceipt bounds a receipt in bytes.
const maxReceipt = 1 << 20

// receipt is what checking an answer again found.
type receipt struct {
	Holds     bool              `json:"holds"`
	Status    string            `json:"status"` // of the answer: "answered" or "refused"
	Claims    []receiptClaim    `json:"claims"`
	Citations []receiptCitation `json:"citations"`
	Faults    []string          `json:"faults"` // of the answer as a whole
}

type receiptClaim struct {
	Text    string       `json:"text"`
	Stated  core.Verdict `json:"stated"` // in the receipt
	Verdict core.Verdict `json:"verdict"`
	Rule    string       `json:"rule"`
	Holds   bool         `json:"holds"`
}

type receiptCitation struct {
	Key   string `json:"key"`
	DocID string `json:"doc_id"`
	Holds bool   `json:"holds"`
	Fault string `json:"fault"` // "" if it holds
}

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
			r := checkReceipt(o, lib)
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

// checkReceipt proves an outcome anew, as if it had been written by somebody else.
func checkReceipt(o *core.Outcome, lib *corpus.Library) *receipt {
	r := &receipt{Status: string(o.Status), Claims: []receiptClaim{}, Citations: []receiptCitation{}, Faults: []string{}}
	p := newProof(lib, refs.NewResolver(lib.Documents()))
	for i := range o.Citations {
		o.Citations[i].DocID = presentID(&o.Citations[i], lib)
		r.Citations = append(r.Citations, checkCitation(&o.Citations[i], lib))
	}
	for _, c := range o.Claims {
		verdict, rule := p.Verify(c, o.Citations)
		r.Claims = append(r.Claims, receiptClaim{
			Text: c.Text, Stated: c.Verdict, Verdict: verdict, Rule: rule,
			Holds: verdict == c.Verdict && verdict.Proved(),
		})
	}
	r.Faults = append(r.Faults, wholeFaults(o, p)...)
	r.Holds = len(r.Faults) == 0 &&
		!slices.ContainsFunc(r.Citations, func(c receiptCitation) bool { return !c.Holds }) &&
		!slices.ContainsFunc(r.Claims, func(c receiptClaim) bool { return !c.Holds })
	return r
}

// presentID is the id that the document of a citation has today: one of one's own may have
// got another since, and is known by its hash. A publication's name is never read as that of
// a document that nobody vouches for.
func presentID(c *core.Citation, lib *corpus.Library) string {
	if d := lib.Document(c.DocID); d != nil && d.SHA256 == c.DocSHA256 || c.Source != core.SourceDocument {
		return c.DocID
	}
	for _, d := range lib.Documents() {
		vouched := d.Identity != core.IdentityOwn || d.NamesItself() || !refs.Reserved(c.DocID)
		if d.SHA256 == c.DocSHA256 && d.Source() == core.SourceDocument && vouched {
			return d.ID
		}
	}
	return c.DocID
}

func checkCitation(c *core.Citation, lib *corpus.Library) receiptCitation {
	out := receiptCitation{Key: c.Key, DocID: c.DocID}
	doc := lib.Document(c.DocID)
	if doc == nil {
		out.Fault = "its document is not in the library" + ownInstead(c, lib)
	} else if err := citations.Check(doc, c); err != nil {
		out.Fault = err.Error()
	}
	out.Holds = out.Fault == ""
	return out
}

// ownInstead says that the library has the bytes of a citation's document under another id.
func ownInstead(c *core.Citation, lib *corpus.Library) string {
	for _, d := range lib.Documents() {
		if d.SHA256 == c.DocSHA256 {
			return fmt.Sprintf(": %s has its bytes, and nobody vouches that it is %s", d.ID, c.DocID)
		}
	}
	return ""
}

// wholeFaults are the faults of an outcome that no claim or citation has alone.
func wholeFaults(o *core.Outcome, p proof) []string {
	if o.Status == core.Refused {
		if len(o.Claims) > 0 || len(o.Citations) > 0 || o.ShortAnswer != "" {
			return []string{"it is a refusal and claims something"}
		}
		return nil
	}
	if len(o.Claims) == 0 {
		return []string{"it is an answer and claims nothing"}
	}
	var faults []string
	if err := citations.Validate(o.Claims, o.Citations); err != nil {
		faults = strings.Split(err.Error(), "\n")
	}
	said := slices.ContainsFunc(o.Claims, func(c core.Claim) bool { return c.Text == o.ShortAnswer })
	if !said && !p.Sums(o.ShortAnswer, o.Citations) {
		faults = append(faults, "the short answer says more than the quotes")
	}
	return faults
}

func writeReceipt(w sheet, r *receipt) {
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
	fmt.Fprintf(w, "%s: %d claims, %d citations checked: %d findings\n", r.Status, len(r.Claims), len(r.Citations), failed)
}
