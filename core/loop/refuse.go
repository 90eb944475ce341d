package loop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// maxNearest bounds the places that a refusal offers.
const maxNearest = 3

func (r *run) refuse(stop core.StopReason, why core.RefusalReason, detail string) {
	o := &r.outcome
	o.Status, o.StopReason, o.RefusalReason, o.Detail = core.Refused, stop, why, detail
}

// refusePlan refuses a question that names what the library does not hold.
func (r *run) refusePlan() bool {
	a := &r.analysis
	switch {
	case len(r.ports.Library.Documents()) == 0:
		r.refuse(core.StopInsufficient, core.RefusalEmptyLibrary, "The library holds no documents.")
	case len(a.rivals) > 0:
		ref := a.rivals[0]
		r.refuse(core.StopInsufficient, core.RefusalAmbiguous,
			fmt.Sprintf("Several documents say that they are what %q names: %s. Name one by its id.", ref.Text, strings.Join(ref.Rivals, ", ")))
	case len(a.dangles) > 0:
		ref := a.dangles[0]
		r.refuse(core.StopInsufficient, core.RefusalMissingAnchor,
			fmt.Sprintf("%s %s does not exist in the documents searched.", ref.Anchor.Kind.Word(), ref.Anchor.Number))
		r.outcome.Nearest = append(r.outcome.Nearest, ref.Nearest[:min(len(ref.Nearest), maxNearest)]...)
	case len(a.unknown) > 0 && a.unknown[0].Anchor.Kind != "":
		r.refuse(core.StopInsufficient, core.RefusalOffCorpus, fmt.Sprintf("%s is not in the library.", a.unknown[0].Text))
	default:
		return false
	}
	return true
}

// refuseEvidence refuses what the best evidence does not hold, by what is missing
// in it.
func (r *run) refuseEvidence(stop core.StopReason) {
	a := &r.best.assessment
	r.outcome.Confidence = a.Confidence
	r.outcome.Missing = append(r.outcome.Missing, a.Missing...)
	first := func(k core.FacetKind) (string, bool) {
		i := slices.IndexFunc(a.Missing, func(f core.Facet) bool { return f.Kind == k })
		if i < 0 {
			return "", false
		}
		return a.Missing[i].Text, true
	}
	name, unnamed := first(core.FacetName)
	term, noTerm := first(core.FacetTerm)
	side, oneSided := first(core.FacetSide)
	anchor, noAnchor := first(core.FacetAnchor)
	unit, noUnit := first(core.FacetUnit)
	switch {
	case a.Hits == 0:
		r.refuse(stop, core.RefusalOffCorpus, "No passage of the library has a word of this question.")
	case a.Hits > 0 && a.Hits < r.minHits():
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
		r.refuse(stop, core.RefusalMissingFact, fmt.Sprintf(
			"The documents speak of this, but no passage that was found states what was asked: confidence %.2f, needed %.2f.", a.Confidence, r.model(r.best).accept))
	}
	r.nearestHits()
}

// offCorpus is the share of a question below which no document is about it.
const offCorpus = 0.35

// isOffCorpus reports whether a question names nothing that the library knows and
// shares little with what was found.
func (r *run) isOffCorpus(a *core.Assessment) bool {
	return a.Confidence < r.model(r.best).unnamed && a.Signals.Window < offCorpus && r.namesNothing()
}

// namesNothing reports whether a question names no document, element or algorithm of
// the library and no term that is written like a name: it may be about anything.
func (r *run) namesNothing() bool {
	p := &r.analysis.plan
	return len(p.References) == 0 && len(p.Scope) == 0 && len(r.analysis.algorithms) == 0 &&
		!slices.ContainsFunc(p.Terms, func(t string) bool { return isName(t, false) })
}

// nearestHits offers the sections of the best hits, if there are any yet.
func (r *run) nearestHits() {
	if r.best == nil {
		return
	}
	for _, h := range r.best.evidence.Hits {
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
