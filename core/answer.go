package core

import (
	"slices"
	"strings"
)

// Verdict is the outcome of checking a claim or a quote against its source,
// from best to worst.
type Verdict string

// The verdicts.
const (
	Verbatim     Verdict = "verbatim"
	Stated       Verdict = "stated" // a statement of ours, whose units are cited
	Supported    Verdict = "supported"
	Partial      Verdict = "partial"
	Contradicted Verdict = "contradicted"
	Unverifiable Verdict = "unverifiable"
)

// Verdicts are all verdicts from best to worst.
var Verdicts = [...]Verdict{Verbatim, Stated, Supported, Partial, Contradicted, Unverifiable}

// Proved reports whether the verdict lets a claim be said.
func (v Verdict) Proved() bool { return v == Verbatim || v == Stated || v == Supported }

// Source says what a citation quotes.
type Source string

// The sources of a citation: the document's own text, or the embedded pack's
// summary of it.
const (
	SourceDocument Source = "document"
	SourcePack     Source = "pack"
)

// Citation is a place in a document and its words.
type Citation struct {
	Key string `json:"key"` // "c1"; unique in an answer
	Locator
	Quote string `json:"quote"` // bytes of the document's text
	// Also are other words of the place that the quote is read with, such as the header of a
	// table with a row of it, in reading order.
	Also      []Excerpt `json:"also,omitempty"`
	DocSHA256 string    `json:"doc_sha256"`
	Source    Source    `json:"source"`
	Draft     bool      `json:"draft,omitempty"`    // the document is one, and may still change
	Declared  bool      `json:"declared,omitempty"` // it is what its owner says, not what its hash says
}

// Excerpt is words of a document, byte for byte.
type Excerpt struct {
	Span  Span   `json:"span"`
	Quote string `json:"quote"`
}

// Excerpts are all words of the citation in reading order.
func (c *Citation) Excerpts() []Excerpt {
	all := append(slices.Clone(c.Also), Excerpt{c.Span, c.Quote})
	slices.SortStableFunc(all, func(a, b Excerpt) int { return a.Span.Start - b.Span.Start })
	return all
}

// Text is what the citation is shown as: its excerpts, with "…" on a line of its own where
// words between them are left out.
func (c *Citation) Text() string {
	var b strings.Builder
	for i, e := range c.Excerpts() {
		if i > 0 {
			b.WriteString("\n…\n")
		}
		b.WriteString(strings.Trim(e.Quote, "\n"))
	}
	return b.String()
}

// Claim is one sentence, row or step of an answer.
type Claim struct {
	Text      string   `json:"text"`      // one line, unless it is a listing, whose line breaks are the document's
	Citations []string `json:"citations"` // keys; never empty in an Answer
	Verdict   Verdict  `json:"verdict"`
	Rule      string   `json:"rule"` // the rule that decided the verdict
	// Side and Aspect are set on a cell of a comparison: of what it speaks, and in
	// what respect. They are labels of ours, not claimed of the documents.
	Side   string `json:"side,omitempty"`
	Aspect string `json:"aspect,omitempty"`
	// Detail is set on what was proved and is said only where more than the answer is asked for.
	Detail bool `json:"detail,omitempty"`
}

// StopReason says why a run ended. It is set on every outcome, and says nothing of
// whether something was claimed: a run may end on its budget with an answer.
type StopReason string

// The reasons for the end of a run. The set is closed.
const (
	StopSufficient   StopReason = "sufficient_evidence"
	StopBest         StopReason = "best_evidence" // no search was left that could better it
	StopInsufficient StopReason = "insufficient_evidence"
	StopUnverified   StopReason = "nothing_verified"
	StopSteps        StopReason = "step_budget"
	StopToolCalls    StopReason = "tool_budget"
	StopRounds       StopReason = "round_budget"
	StopInvalid      StopReason = "invalid_question"
)

// RefusalReason says why nothing is claimed. It is empty on an answer.
type RefusalReason string

// The reasons for a refusal. The set is closed.
const (
	RefusalNone            RefusalReason = ""
	RefusalEmptyLibrary    RefusalReason = "empty_library"
	RefusalInvalidQuestion RefusalReason = "invalid_question"
	RefusalOffCorpus       RefusalReason = "off_corpus"        // nothing in the library is about it
	RefusalAmbiguous       RefusalReason = "ambiguous"         // it fits several things alike, and which is meant decides
	RefusalMissingAnchor   RefusalReason = "missing_anchor"    // names an anchor that does not exist
	RefusalMissingTerm     RefusalReason = "missing_term"      // names something no document mentions
	RefusalMissingSide     RefusalReason = "missing_side"      // one side of a comparison is not in the documents
	RefusalMissingFact     RefusalReason = "missing_fact"      // the subject is there, the asked fact is not
	RefusalUncertain       RefusalReason = "uncertain"         // whether what was found answers it can't be told
	RefusalUnverified      RefusalReason = "unverified_claims" // no claim passed its checks
	RefusalOtherLanguage   RefusalReason = "other_language"    // it is not in English, and no passage in its language answers it
)

// RefusalKind groups the reasons for a refusal by what its reader can do.
type RefusalKind string

// The kinds of refusals.
const (
	KindNone      RefusalKind = ""
	KindUnasked   RefusalKind = "unasked"    // there was no question that can be read, or no library to ask
	KindOffCorpus RefusalKind = "off_corpus" // ask elsewhere, or add the document
	KindAmbiguous RefusalKind = "ambiguous"  // say which is meant
	KindNearMiss  RefusalKind = "near_miss"  // the subject is there, what was asked of it is not
	KindUncertain RefusalKind = "uncertain"  // read the passages that were found: one may be the answer
)

// Kind is the kind of a refusal for the reason.
func (r RefusalReason) Kind() RefusalKind {
	switch r {
	case RefusalNone:
		return KindNone
	case RefusalEmptyLibrary, RefusalInvalidQuestion, RefusalOtherLanguage:
		return KindUnasked
	case RefusalOffCorpus:
		return KindOffCorpus
	case RefusalAmbiguous:
		return KindAmbiguous
	case RefusalUncertain:
		return KindUncertain
	}
	return KindNearMiss
}

// Nearest is a place that comes near to what a refused question asked for.
type Nearest struct {
	DocID       string `json:"doc_id"`
	Anchor      string `json:"anchor"`
	Title       string `json:"title"` // as it is cited: "FIPS 203, Table 3. Sizes …"
	StartPage   int    `json:"start_page"`
	PrintedPage string `json:"printed_page"`
	// Quote is what the place says, verbatim, where the refusal is [RefusalUncertain].
	Quote string `json:"quote,omitempty"`
	// Lead is the sentence, item or row of the quote that most likely answers, for whoever
	// has no room for all of it.
	Lead string `json:"lead,omitempty"`
}

// OutcomeStatus distinguishes an answer from a refusal.
type OutcomeStatus string

// The two outcomes of a question.
const (
	Answered OutcomeStatus = "answered"
	Refused  OutcomeStatus = "refused"
)

// Outcome is what comes out of a question: an answer or a refusal. Exactly one
// of Claims and RefusalReason is non-empty.
type Outcome struct {
	Question      string           `json:"question"`
	Status        OutcomeStatus    `json:"status"`
	ShortAnswer   string           `json:"short_answer"`
	Claims        []Claim          `json:"claims"`
	Citations     []Citation       `json:"citations"`
	Confidence    float64          `json:"confidence"` // 0 to 1: the chance that the first line answers; of a refusal, that what was found does
	StopReason    StopReason       `json:"stop_reason"`
	RefusalReason RefusalReason    `json:"refusal_reason"`
	RefusalKind   RefusalKind      `json:"refusal_kind"`
	Detail        string           `json:"detail"`   // the refusal in a sentence for people
	Searched      []string         `json:"searched"` // ids of the documents that were searched
	Missing       []Facet          `json:"missing"`  // what of the checklist was not found
	Nearest       []Nearest        `json:"nearest"`
	Plan          Plan             `json:"plan"`
	Assessment    *Assessment      `json:"assessment"` // of the evidence that decided; null where none was gathered
	Budget        Spent            `json:"budget"`
	TimingUS      map[string]int64 `json:"timing_us"` // step to microseconds
}

// mostOf is the share of a citation's text that is not shown a second time.
const mostOf = 0.8

// Repeats reports whether the claims say the text of a citation in its own words, so that
// whoever shows them need not show it. The cells of a comparison are shown as something else.
func (o *Outcome) Repeats(c *Citation) bool {
	said := 0
	for _, claim := range o.Claims {
		words := claim.Verdict == Verbatim || claim.Text == c.Quote // a statement of the pack is its own quote
		if words && claim.Side == "" && slices.Contains(claim.Citations, c.Key) {
			said += len(claim.Text)
		}
	}
	return float64(said) >= mostOf*float64(len(c.Text()))
}

// Parts are the claims that answer, and the details, which come last.
func (o *Outcome) Parts() (answer, details []Claim) {
	if i := slices.IndexFunc(o.Claims, func(c Claim) bool { return c.Detail }); i >= 0 {
		return o.Claims[:i], o.Claims[i:]
	}
	return o.Claims, nil
}

// Certainty is a confidence in a word.
type Certainty string

// The certainties of an answer: its first line answers the question in at least nine of ten
// cases, in more cases than not, or hardly in more.
const (
	Certain Certainty = "certain"
	Likely  Certainty = "likely"
	Unsure  Certainty = "unsure"
)

// Certainty is the confidence that the first line answers, in a word.
func (o *Outcome) Certainty() Certainty {
	switch {
	case o.Confidence >= 0.9:
		return Certain
	case o.Confidence >= 0.6:
		return Likely
	}
	return Unsure
}
