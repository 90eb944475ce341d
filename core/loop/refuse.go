package loop

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// What refusals say to people. Those with a verb are formatted with what was asked for.
const (
	saysEmptyLibrary      = "The library holds no documents."
	saysAmbiguousDocument = "Several documents say that they are what %q names: %s. Name one by its id."
	saysOpen              = "%q refers to something that no earlier question names. Say which scheme, parameter set or document you mean."
	saysNoSuchAnchor      = "%s %s does not exist in the documents searched."
	saysNotInLibrary      = "%s is not in the library."
	saysOtherLanguage     = "Questions must be in English, and this one is in another language."
	saysOutOfSteps        = "The run used up its steps before the evidence was enough."

	saysNoHits        = "No passage of the library has a word of this question."
	saysFewHits       = "Too few passages of the library have a word of this question."
	saysAmbiguous     = "Several of the documents have one: name the scheme or the parameter set that you mean."
	saysNotFound      = "%s was not found in the documents searched."
	saysNoSide        = "No passage that was found speaks of %q."
	saysNoMention     = "No passage that was found mentions %q."
	saysOffCorpus     = "The documents of the library are not about this."
	saysNotTogether   = "No passage that was found speaks of this together with %q."
	saysUnproved      = "No sentence of the answer could be proved against its page."
	saysTooLittle     = "What the documents say covers too little of the question: %s."
	saysNothingOfThat = "%s is not in the library, and no passage that was found says of it what was asked."
	saysNoReason      = "The documents state this, but no passage that was found says why it is so."
	saysAnotherValue  = "A table has a value of this, but not the one that was asked for."
	saysUncertain     = "I can't tell whether these passages answer it. %s"
	saysNotAll        = "No sentence that was found has all that was asked for."
	saysConfidence    = "confidence %.2f, needed %.2f"

	// Either of these ends in one of the faults below.
	saysOfSubject = "The documents speak of %s, but %s."
	saysOfNothing = "%s. The question names no scheme, algorithm or document of the library."

	faultUnsure    = "no passage that was found states what was asked: %s"
	faultNoPassage = "no passage states what was asked"
	faultNoKind    = "none of the passages found states the %s that was asked for"
)

// refusal is why a run ends without an answer.
type refusal struct {
	stop   core.StopReason
	why    core.RefusalReason
	detail string // a sentence for people
}

// maxNearest bounds the places that a refusal offers.
const maxNearest = 3

// unanswerable is why a plan can't be asked of a library, if it can't: it names what the
// library does not have.
func unanswerable(p *plan.Plan, l Library) (refusal, bool) {
	switch {
	case len(l.Documents()) == 0:
		return refusal{core.StopInsufficient, core.RefusalEmptyLibrary, saysEmptyLibrary}, true
	case p.Open != "":
		return refusal{core.StopInsufficient, core.RefusalAmbiguous, fmt.Sprintf(saysOpen, p.Open)}, true
	case len(p.Ambiguous) > 0:
		ref := p.Ambiguous[0]
		return refusal{core.StopInsufficient, core.RefusalAmbiguous,
			fmt.Sprintf(saysAmbiguousDocument, ref.Text, strings.Join(ref.Candidates, ", "))}, true
	case len(p.Dangling) > 0:
		ref := p.Dangling[0]
		return refusal{core.StopInsufficient, core.RefusalMissingAnchor,
			fmt.Sprintf(saysNoSuchAnchor, ref.Anchor.Kind.Word(), ref.Anchor.Number)}, true
	case len(p.Unknown) > 0 && p.Unknown[0].Anchor.Kind != "":
		return refusal{core.StopInsufficient, core.RefusalOffCorpus, fmt.Sprintf(saysNotInLibrary, p.Unknown[0].Text)}, true
	}
	return refusal{}, false
}

// refuse ends the run because the evidence will not do.
func (r *run) refuse(ctx context.Context) (core.State, error) {
	a := &r.best.assessment
	r.outcome.Confidence = a.Confidence
	r.outcome.Missing = append(r.outcome.Missing, a.Missing...)
	why, detail := lacks(r.question, r.best)
	return r.endRefused(ctx, refusal{r.outcome.StopReason, why, detail})
}

// endRefused ends the run without an answer and offers what the user's own documents say that
// may be one, or the sections of the best hits. Where the evidence is found wanting for a
// question in another language, that is the reason: the words of the question are not those
// that anything was found by.
func (r *run) endRefused(ctx context.Context, no refusal) (core.State, error) {
	if r.foreign && r.best != nil {
		no.why, no.detail = core.RefusalOtherLanguage, saysOtherLanguage
	}
	o := &r.outcome
	if least, may := r.mayAnswer(no.why); may {
		excerpts, err := r.ownExcerpts(ctx)
		if err != nil {
			return ended, err
		}
		if len(excerpts) > 0 && excerpts[0].Covers >= least {
			if no.why == core.RefusalOffCorpus {
				no.detail = saysNotAll
			}
			no.why, no.detail = core.RefusalUncertain, fmt.Sprintf(saysUncertain, no.detail)
			o.Nearest = quoted(excerpts)
		}
	}
	o.Status, o.StopReason, o.RefusalReason, o.Detail = core.Refused, no.stop, no.why, no.detail
	if r.best != nil {
		o.Nearest = appendNearest(o.Nearest, r.ports.Library, r.best.evidence.Hits())
	}
	return ended, nil
}

// lacks is what evidence lacks: what forbids an answer first, then what else is missing,
// then how little is covered.
func lacks(q *question, n *round) (core.RefusalReason, string) {
	missing := append(forbidding(q, n), n.assessment.Missing...)
	first := func(k core.FacetKind) string {
		i := slices.IndexFunc(missing, func(f core.Facet) bool { return f.Kind == k })
		if i < 0 {
			return ""
		}
		return missing[i].Text
	}
	switch {
	case n.assessment.Hits == 0:
		return core.RefusalOffCorpus, saysNoHits
	case !enough(q, n):
		return core.RefusalOffCorpus, saysFewHits
	case ambiguous(q):
		return core.RefusalAmbiguous, saysAmbiguous
	}
	for _, of := range []struct {
		kind   core.FacetKind
		why    core.RefusalReason
		detail string
	}{
		{core.FacetAnchor, core.RefusalMissingAnchor, saysNotFound},
		{core.FacetSide, core.RefusalMissingSide, saysNoSide},
		{core.FacetName, core.RefusalMissingTerm, saysNoMention},
		{core.FacetTerm, core.RefusalMissingTerm, saysNoMention},
	} {
		if text := first(of.kind); text != "" {
			return of.why, fmt.Sprintf(of.detail, text)
		}
	}
	if offCorpus(q, n) {
		return core.RefusalOffCorpus, saysOffCorpus
	}
	if unit := first(core.FacetUnit); unit != "" {
		return core.RefusalMissingFact, fmt.Sprintf(saysNotTogether, unit)
	}
	return unsure(q, n)
}

// unsure refuses evidence in which nothing is missing and which covers too little of
// the question.
func unsure(q *question, n *round) (core.RefusalReason, string) {
	why, confidence, needed := core.RefusalMissingFact, n.assessment.Confidence, q.needed(n)
	if q.About() == "" && confidence < needed*unrelatedShare {
		why = core.RefusalOffCorpus
	}
	return why, notStated(q.Plan, fmt.Sprintf(faultUnsure, below(confidence, needed)))
}

// unrelatedShare is the share of the confidence that an answer needs below which a question
// that names nothing of the library is one about something else.
const unrelatedShare = 0.2

// below says that a confidence is below the one that an answer needs. It is cut, and not
// rounded, so that the two are never the same.
func below(confidence, needed float64) string {
	return fmt.Sprintf(saysConfidence, math.Floor(confidence*100)/100, needed)
}

// notStated is what a refusal says of evidence that does not state what was asked: that
// the documents speak of what the question names, or that it names nothing they know.
func notStated(p *plan.Plan, fault string) string {
	if subject := p.About(); subject != "" {
		return fmt.Sprintf(saysOfSubject, subject, fault)
	}
	return fmt.Sprintf(saysOfNothing, strings.ToUpper(fault[:1])+fault[1:])
}

// appendNearest adds the sections of hits to the places that a refusal offers, each once.
func appendNearest(to []core.Nearest, l Library, hits []core.Hit) []core.Nearest {
	for _, h := range hits {
		doc := l.Document(h.Passage.DocID)
		if doc == nil || len(to) == maxNearest {
			continue
		}
		n := nearestOf(doc, &doc.Passages[h.Passage.Index])
		if !slices.ContainsFunc(to, func(o core.Nearest) bool { return o.DocID == n.DocID && o.Anchor == n.Anchor }) {
			to = append(to, n)
		}
	}
	return to
}

// quoted are excerpts as places, with their words.
func quoted(excerpts []answer.Excerpt) []core.Nearest {
	var out []core.Nearest
	for _, e := range excerpts {
		n := nearestOf(e.Document, e.Passage)
		at := e.Document.Locate(e.Span)
		n.StartPage, n.PrintedPage = at.StartPage, at.PrintedPage
		n.Quote, n.Lead = e.Document.Quote(e.Span), e.Document.Quote(e.Best)
		out = append(out, n)
	}
	return out
}

func nearestOf(doc *core.Document, p *core.Passage) core.Nearest {
	n := core.Nearest{DocID: doc.ID, Anchor: p.Section, Title: doc.Label, StartPage: p.StartPage}
	if len(p.Anchors) > 0 && p.Kind != core.PassageProse {
		n.Anchor = p.Anchors[0]
	}
	if a := doc.Anchor(n.Anchor); a != nil {
		n.Title += ", " + a.Heading()
	}
	if page := doc.Page(p.StartPage); page != nil {
		n.PrintedPage = page.Label
	}
	return n
}
