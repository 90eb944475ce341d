package loop

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// maxNearest bounds the places that a refusal offers.
const maxNearest = 3

// refuse ends the run without an answer. Where the evidence is found wanting for a
// question in another language, that is the reason: the words of the question are not
// those that anything was found by.
func (r *run) refuse(stop core.StopReason, why core.RefusalReason, detail string) {
	o := &r.outcome
	if r.foreign && r.best != nil {
		why, detail = core.RefusalOtherLanguage, "Questions must be in English, and this one is in another language."
	}
	o.Status, o.StopReason, o.RefusalReason, o.Detail = core.Refused, stop, why, detail
}

// refusePlan refuses a question that names what the library does not hold.
func (r *run) refusePlan() bool {
	p := r.plan
	switch {
	case len(r.ports.Library.Documents()) == 0:
		r.refuse(core.StopInsufficient, core.RefusalEmptyLibrary, "The library holds no documents.")
	case len(p.Ambiguous) > 0:
		ref := p.Ambiguous[0]
		r.refuse(core.StopInsufficient, core.RefusalAmbiguous,
			fmt.Sprintf("Several documents say that they are what %q names: %s. Name one by its id.", ref.Text, strings.Join(ref.Candidates, ", ")))
	case len(p.Dangling) > 0:
		ref := p.Dangling[0]
		r.refuse(core.StopInsufficient, core.RefusalMissingAnchor,
			fmt.Sprintf("%s %s does not exist in the documents searched.", ref.Anchor.Kind.Word(), ref.Anchor.Number))
		r.outcome.Nearest = append(r.outcome.Nearest, ref.Nearest[:min(len(ref.Nearest), maxNearest)]...)
	case len(p.Unknown) > 0 && p.Unknown[0].Anchor.Kind != "":
		r.refuse(core.StopInsufficient, core.RefusalOffCorpus, fmt.Sprintf("%s is not in the library.", p.Unknown[0].Text))
	default:
		return false
	}
	return true
}

// refuseEvidence refuses what the best evidence does not hold, by what is missing
// in it: what forbids an answer first, then what else is, then how little is covered.
func (r *run) refuseEvidence(stop core.StopReason) {
	a := &r.best.assessment
	r.outcome.Confidence = a.Confidence
	r.outcome.Missing = append(r.outcome.Missing, a.Missing...)
	missing := append(r.forbidding(a), a.Missing...)
	first := func(k core.FacetKind) (string, bool) {
		i := slices.IndexFunc(missing, func(f core.Facet) bool { return f.Kind == k })
		if i < 0 {
			return "", false
		}
		return missing[i].Text, true
	}
	name, unnamed := first(core.FacetName)
	term, noTerm := first(core.FacetTerm)
	side, oneSided := first(core.FacetSide)
	anchor, noAnchor := first(core.FacetAnchor)
	unit, noUnit := first(core.FacetUnit)
	switch {
	case a.Hits == 0:
		r.refuse(stop, core.RefusalOffCorpus, "No passage of the library has a word of this question.")
	case !r.enough(a):
		r.refuse(stop, core.RefusalOffCorpus, "Too few passages of the library have a word of this question.")
	case r.ambiguous():
		r.refuse(stop, core.RefusalAmbiguous, "Several of the documents have one: name the scheme or the parameter set that you mean.")
	case noAnchor:
		r.refuse(stop, core.RefusalMissingAnchor, fmt.Sprintf("%s was not found in the documents searched.", anchor))
	case oneSided:
		r.refuse(stop, core.RefusalMissingSide, fmt.Sprintf("No passage that was found speaks of %q.", side))
	case unnamed:
		r.refuse(stop, core.RefusalMissingTerm, fmt.Sprintf("No passage that was found mentions %q.", name))
	case noTerm:
		r.refuse(stop, core.RefusalMissingTerm, fmt.Sprintf("No passage that was found mentions %q.", term))
	case r.isOffCorpus(a):
		r.refuse(stop, core.RefusalOffCorpus, "The documents of the library are not about this.")
	case noUnit:
		r.refuse(stop, core.RefusalMissingFact, fmt.Sprintf("No passage that was found speaks of this together with %q.", unit))
	default:
		r.refuseUnsure(stop, a)
	}
	r.nearestHits()
}

// refuseUnsure refuses evidence in which nothing is missing and which covers too little of
// the question.
func (r *run) refuseUnsure(stop core.StopReason, a *core.Assessment) {
	why := core.RefusalMissingFact
	if r.plan.About() == "" && a.Confidence < r.needed()*strangerShare {
		why = core.RefusalOffCorpus
	}
	r.refuse(stop, why, r.notStated("no passage that was found states what was asked: "+below(a.Confidence, r.needed())))
}

// strangerShare is the share of the confidence that an answer needs below which a question
// that names nothing of the library is one about something else.
const strangerShare = 0.2

// below says that a confidence is below the one that an answer needs. It is cut, and not
// rounded, so that the two are never the same.
func below(confidence, needed float64) string {
	return fmt.Sprintf("confidence %.2f, needed %.2f", math.Floor(confidence*100)/100, needed)
}

// notStated is what a refusal says of evidence that does not state what was asked: that
// the documents speak of what the question names, or that it names nothing they know.
func (r *run) notStated(fault string) string {
	if subject := r.plan.About(); subject != "" {
		return fmt.Sprintf("The documents speak of %s, but %s.", subject, fault)
	}
	return strings.ToUpper(fault[:1]) + fault[1:] + ". The question names no scheme, algorithm or document of the library."
}

// offCorpus is the share of a question below which no document is about it.
const offCorpus = 0.35

// isOffCorpus reports whether a question names nothing that the library knows and
// shares little with what was found.
func (r *run) isOffCorpus(a *core.Assessment) bool {
	return a.Confidence < r.model(r.best).unnamed && a.Signals.Window < offCorpus && r.plan.NamesNothing()
}

// nearestHits offers the sections of the best hits, if there are any yet.
func (r *run) nearestHits() {
	if r.best == nil {
		return
	}
	for _, h := range r.best.evidence.Hits() {
		doc := r.ports.Library.Document(h.Passage.DocID)
		if doc == nil || len(r.outcome.Nearest) == maxNearest {
			continue
		}
		n := nearestOf(doc, &doc.Passages[h.Passage.Index])
		if !slices.ContainsFunc(r.outcome.Nearest, func(o core.Nearest) bool { return o.DocID == n.DocID && o.Anchor == n.Anchor }) {
			r.outcome.Nearest = append(r.outcome.Nearest, n)
		}
	}
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
