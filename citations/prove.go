package citations

import (
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// The rules that decide about a claim in other words than the document's, in the
// order in which they are asked.
const (
	ClaimAddress    = "claim-address"    // it names an anchor that the document does not have
	ClaimNumber     = "claim-number"     // a number, or its unit, is not what is there
	ClaimComparator = "claim-comparator" // at least, at most, below, … are not said of the numbers
	ClaimCell       = "claim-cell"       // the number is that of another row or column
	ClaimIdentifier = "claim-identifier" // a name is not what is there
	ClaimModality   = "claim-modality"   // shall, should, may or must differ
	ClaimPolarity   = "claim-polarity"   // one of them says not, never, only, unless
	ClaimCovered    = "claim-covered"    // enough of its content is there
	ClaimUncovered  = "claim-uncovered"  // too little does
	ClaimElsewhere  = "claim-elsewhere"  // it is supported, but not on the cited pages
	ClaimTyped      = "typed-fact"       // a value, number, date or status that is known as data is what is there, or is not
	ClaimOpposite   = "claim-opposite"   // the evidence says the opposite, or another of the same sort
	ClaimExclusive  = "claim-exclusive"  // it says only, and the evidence others too
	ClaimOrder      = "claim-order"      // the evidence says it the other way round
	ClaimOwner      = "claim-owner"      // the evidence says it of something else
)

// replaces reports whether a finding is a quote but for one word: another number or name in
// the place of its own, or one that turns it round. Where more differs, the claim is in words
// of its own.
func replaces(f *quote.Finding) bool {
	one := 0
	for _, e := range f.Edits {
		switch {
		case e.Class == quote.EditSpelling:
		case !decisive[e.Class] || strings.Contains(e.Document+e.Quote, " ") || e.Class != quote.EditNegator && (e.Document == "" || e.Quote == ""):
			return false
		default:
			one++
		}
	}
	return one == 1
}

// Thresholds of coverage, as shares of a claim's content by idf.
const (
	// supportedShare is what a supported claim covers at least. It was set before any
	// measurement and has not been tuned since.
	supportedShare = 0.75
	// numberShare is what a claim with a number covers at least besides the number:
	// a size is only as good as what it is the size of.
	numberShare = 0.85
	// partialShare is what a claim covers that is at least about the passage.
	partialShare = 0.40
)

// Proof is what a document says of a claim.
type Proof struct {
	Verdict core.Verdict
	Rule    string
	// Span, Quote and the pages are the evidence that decided; zero if there is
	// none.
	Span      core.Span
	Quote     string
	StartPage int
	EndPage   int
	Coverage  float64 // share of the claim's content that is there, 0 to 1
	// Says is what the evidence says instead of Not; both "" where that is not one thing.
	Says, Not string
	// Unsupported are the words, numbers and names of the claim that the evidence
	// does not have.
	Unsupported []string
}

// Judge checks claims against one document. It is immutable and safe for concurrent use;
// the document must not change. It takes about as much memory as the document's text, and
// several times that once a claim was in words of its own.
type Judge struct {
	doc  *core.Document
	text *quote.Text

	once  sync.Once // guards units
	units *evidence

	facts   []core.Fact
	reading sync.Once // guards sayings
	sayings *sayings
}

// NewJudge returns a judge over a document, which must have a page and a text of less
// than 2 GiB.
func NewJudge(doc *core.Document) *Judge { return &Judge{doc: doc, text: quote.NewText(doc)} }

// Prove checks a claim against the pages that it cites; no pages mean the whole
// document. A claim that is there word for word, or nearly, is decided as a
// quote is. Any other is checked against the sentences, rows or steps that cover it
// best, at most three that are near each other: its numbers with their units,
// its names, its normative words and its negations must be theirs, and its
// content must be covered.
func (j *Judge) Prove(claim string, pages []int) Proof {
	f := j.text.Find(quote.Quote{Text: claim, Pages: pages})
	if f.Rule == quote.Unreadable {
		return j.proveUnread(claim, pages, &f)
	}
	if decidesClaim(&f) && j.cutsOff(f.Span) {
		f.Verdict, f.Rule = core.Contradicted, ClaimPolarity
		return proofOf(&f)
	}
	if len(j.facts) > 0 && decidesClaim(&f) && f.Verdict == core.Contradicted && !replaces(&f) {
		return j.holdNear(claim, pages, &f)
	}
	if decidesClaim(&f) && !f.Moved() || f.Rule == quote.TooLong || f.Rule == quote.TooShort {
		return proofOf(&f)
	}
	if decidesClaim(&f) && len(j.facts) > 0 {
		return proofOf(&f)
	}
	p := j.hold(claim, pages)
	if decidesClaim(&f) && p.Verdict != core.Supported {
		return proofOf(&f) // word for word elsewhere says more
	}
	return p
}

// holdNear decides about a claim that is near a quote and says more or less: it may be in words
// of its own, but where it has a number, name or norm in the place of another one, it is not
// supported.
func (j *Judge) holdNear(claim string, pages []int, f *quote.Finding) Proof {
	p := j.hold(claim, pages)
	if p.Verdict == core.Supported && slices.ContainsFunc(f.Edits, turns) {
		p.Verdict, p.Rule = core.Partial, f.Rule
	}
	return p
}

// turns reports whether an edit puts another number or name in the place of one, or adds or
// drops what turns a sentence round.
func turns(e quote.Edit) bool {
	switch e.Class {
	case quote.EditNegator, quote.EditModality, quote.EditComparator:
		return true
	case quote.EditNumber:
		return e.Quote != ""
	}
	return decisive[e.Class] && e.Document != "" && e.Quote != ""
}

// proveUnread decides about a claim whose words are where the document cannot be
// read whole: only what is elsewhere can support it.
func (j *Judge) proveUnread(claim string, pages []int, f *quote.Finding) Proof {
	if f.Found() {
		if p := j.hold(claim, pages); p.Verdict == core.Supported {
			return p
		}
	}
	return proofOf(f)
}

// ProveQuote checks a quote against the pages that it cites, word for word.
func (j *Judge) ProveQuote(words string, pages []int) Proof {
	f := j.text.Find(quote.Quote{Text: words, Pages: pages})
	p := proofOf(&f)
	p.Verdict, p.Rule = f.Verdict, f.Rule
	return p
}

// hold checks a claim against units on the cited pages, then on all.
func (j *Judge) hold(claim string, pages []int) Proof {
	if len(j.facts) > 0 {
		return j.holdFacts(claim, pages[:min(len(pages), quote.MaxPages)])
	}
	e := j.evidence()
	c, fault := j.statement(e, claim)
	if c == nil {
		return fault
	}
	pages = pages[:min(len(pages), quote.MaxPages)]
	cited := j.judgeOn(e, c, j.onPages(pages))
	if len(pages) == 0 || cited.Verdict == core.Supported {
		return cited
	}
	if elsewhere := j.judgeOn(e, c, j.onPages(nil)); elsewhere.Verdict == core.Supported {
		elsewhere.Verdict, elsewhere.Rule = core.Partial, ClaimElsewhere
		return elsewhere
	}
	return cited
}

// statement reads a claim; nil and a proof if that decides about it.
func (j *Judge) statement(e *evidence, claim string) (*statement, Proof) {
	claim, missing := e.withoutAddresses(j.doc, claim)
	if missing != "" {
		return nil, Proof{Verdict: core.Contradicted, Rule: ClaimAddress, Unsupported: []string{missing}}
	}
	c := newStatement(claim)
	if len(c.stems) == 0 {
		return nil, Proof{Verdict: core.Unverifiable, Rule: quote.TooShort}
	}
	return c, Proof{}
}

// withoutAddresses blanks what a claim says about where things are in the
// document, which is no content of its own, once it is known to be true. It
// returns the first address that the document does not have.
func (e *evidence) withoutAddresses(d *core.Document, claim string) (rest, missing string) {
	blanked := []byte(claim)
	for _, r := range refs.Find(claim) {
		named := r.Doc != ""
		if !named {
			r.Doc = d.Label
		}
		switch res := e.resolver.Resolve(r); {
		case res.Status == refs.Resolved:
			for i := r.Span.Start; i < r.Span.End; i++ {
				blanked[i] = ' '
			}
		case res.Status == refs.Dangling && named && r.Span.Contains(r.DocSpan):
			return claim, r.Text
		}
	}
	return string(blanked), ""
}

// decidesClaim reports whether a claim is near enough to a quote to be one. A run
// that lacks what the claim begins or ends with is not: the claim may go on in
// words of its own.
func decidesClaim(f *quote.Finding) bool {
	if !f.Found() || f.Verdict == core.Partial && f.Rule != quote.Near {
		return false
	}
	return f.Verdict != core.Contradicted || slices.ContainsFunc(f.Edits, func(e quote.Edit) bool {
		return decisive[e.Class] && (e.Document != "" || e.Class != quote.EditOperator && e.Class != quote.EditIdentifier)
	})
}

// decisive are the classes of edits that change what a quote says.
var decisive = map[quote.EditClass]bool{
	quote.EditIdentifier: true, quote.EditComparator: true, quote.EditUnit: true, quote.EditModality: true,
	quote.EditNegator: true, quote.EditOperator: true, quote.EditNumber: true,
}

// cutsOff reports whether the word next to a span, in its sentence, turns round or
// narrows what the span says: the "not" after "while Alice is".
func (j *Judge) cutsOff(s core.Span) bool {
	text := j.doc.Text
	after := strings.Fields(text[s.End:min(len(text), s.End+cutReach)])
	before := strings.Fields(text[max(0, s.Start-cutReach):s.Start])
	if len(after) > 0 && !endsSentence(text[:s.End]) && narrows(after[0]) {
		return true
	}
	return len(before) > 0 && !endsSentence(text[:s.Start]) && narrows(before[len(before)-1])
}

func endsSentence(text string) bool {
	text = strings.TrimRight(text, " \n)”’")
	return text == "" || strings.ContainsAny(text[len(text)-1:], ".?!:;")
}

func narrows(word string) bool {
	for _, w := range slotWords(word) {
		if w = strings.ToLower(w); negators[w] || limiters[w] {
			return true
		}
	}
	return false
}

// cutReach is how many bytes next to a span are looked at for the next word.
const cutReach = 24

// proofOf is a quote's finding as a proof: on other pages than the cited ones it
// proves less.
func proofOf(f *quote.Finding) Proof {
	p := Proof{Verdict: f.Verdict, Rule: f.Rule, Span: f.Span, Quote: f.Quote, StartPage: f.StartPage, EndPage: f.EndPage, Coverage: f.Coverage}
	if f.Rule == quote.Near {
		p.Verdict = core.Supported
	}
	if f.Moved() && f.Verdict != core.Contradicted && f.Rule != quote.Unreadable {
		p.Verdict, p.Rule = core.Partial, ClaimElsewhere
	}
	for _, e := range f.Edits {
		if e.Class != quote.EditSpelling && e.Quote != "" {
			p.Unsupported = append(p.Unsupported, e.Quote)
		}
	}
	return p
}

// evidence cuts the document, once.
func (j *Judge) evidence() *evidence {
	j.once.Do(func() { j.units = evidenceOf(j.doc) })
	return j.units
}

// judgeOn judges a claim by the units that it may rest on.
func (j *Judge) judgeOn(e *evidence, c *statement, may scope) Proof {
	best := j.window(e, c, may)
	if len(best) == 0 {
		return Proof{Verdict: core.Unverifiable, Rule: ClaimUncovered, Unsupported: words(c.text)}
	}
	w := j.open(e, best)
	p := w.judge(e, c)
	p.Span = core.Span{Start: e.units[slices.Min(best)].Span.Start, End: e.units[slices.Max(best)].Span.End}
	p.Quote = j.doc.Quote(p.Span)
	p.StartPage, p.EndPage = j.doc.PageAt(p.Span.Start).Number, j.doc.PageAt(p.Span.End-1).Number
	return p
}
