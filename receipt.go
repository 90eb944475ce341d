package pqcite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/corpus"
)

// Receipt is what it came to when an outcome was proved again.
type Receipt struct {
	Holds     bool              `json:"holds"`  // every claim and citation does, and there is no fault
	Status    string            `json:"status"` // of the answer: "answered" or "refused"
	Claims    []ReceiptClaim    `json:"claims"`
	Citations []ReceiptCitation `json:"citations"`
	Faults    []string          `json:"faults"` // of the answer as a whole
}

// ReceiptClaim is a claim with its verdict of then and of now.
type ReceiptClaim struct {
	Text    string       `json:"text"`
	Stated  core.Verdict `json:"stated"` // in the receipt
	Verdict core.Verdict `json:"verdict"`
	Rule    string       `json:"rule"`
	Holds   bool         `json:"holds"`
}

// ReceiptCitation says whether the quote of a citation is where it says.
type ReceiptCitation struct {
	Key   string `json:"key"`
	DocID string `json:"doc_id"`
	Holds bool   `json:"holds"`
	Fault string `json:"fault"` // "" if it holds
}

// VerifyReceipt proves an outcome anew, as if it had been written by somebody else: every
// quote by the document's hash, the page and the offset, and every claim by its quotes. A
// document of one's own is known by its hash, whatever its id is today.
func (l *Library) VerifyReceipt(o core.Outcome) *Receipt {
	r := &Receipt{Status: string(o.Status), Claims: []ReceiptClaim{}, Citations: []ReceiptCitation{}, Faults: []string{}}
	p := newProof(l.corpus, &answer.Passages{})
	o.Citations = slices.Clone(o.Citations)
	for i := range o.Citations {
		o.Citations[i].DocID = presentID(&o.Citations[i], l.corpus)
		r.Citations = append(r.Citations, p.checkCitation(&o.Citations[i]))
	}
	for _, c := range o.Claims {
		verdict, rule := p.Verify(c, o.Citations)
		r.Claims = append(r.Claims, ReceiptClaim{
			Text: c.Text, Stated: c.Verdict, Verdict: verdict, Rule: rule,
			Holds: verdict == c.Verdict && verdict.Proved(),
		})
	}
	r.Faults = append(r.Faults, wholeFaults(&o, p)...)
	r.Holds = len(r.Faults) == 0 &&
		!slices.ContainsFunc(r.Citations, func(c ReceiptCitation) bool { return !c.Holds }) &&
		!slices.ContainsFunc(r.Claims, func(c ReceiptClaim) bool { return !c.Holds })
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

func (p proof) checkCitation(c *core.Citation) ReceiptCitation {
	out := ReceiptCitation{Key: c.Key, DocID: c.DocID}
	doc := p.lib.Document(c.DocID)
	if doc == nil {
		out.Fault = "its document is not in the library" + ownInstead(c, p.lib)
	} else if c.Source == core.SourcePack && c.Span == (core.Span{}) {
		if !p.citesStatement(c) {
			out.Fault = "it is no statement of the pack, or not its place"
		}
	} else if err := citations.Check(doc, c); err != nil {
		out.Fault = err.Error()
	}
	out.Holds = out.Fault == ""
	return out
}

// citesStatement reports whether a citation is of a unit of the statement that it quotes.
func (p proof) citesStatement(c *core.Citation) bool {
	return slices.ContainsFunc(openFAQ(p.lib.CacheDir()).Statement(c.Quote), func(units []core.UnitRef) bool {
		return slices.ContainsFunc(units, func(at core.UnitRef) bool { return p.citesUnit(c, c.Quote, at) })
	})
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
		return nearestFaults(o, p)
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

// nearestFaults are the quotes of a refusal that their documents do not have.
func nearestFaults(o *core.Outcome, p proof) []string {
	var faults []string
	for _, n := range o.Nearest {
		if doc := p.lib.Document(n.DocID); n.Quote != "" && (doc == nil || !strings.Contains(doc.Text, n.Quote)) {
			faults = append(faults, fmt.Sprintf("%s does not say %q", n.DocID, n.Quote))
		}
	}
	return faults
}
