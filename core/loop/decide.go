package loop

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/sentence"
)

// choice is a decision, and where it is to refuse, how the run stops.
type choice struct {
	core.Choice
	stop core.StopReason
}

// What is left of the steps after a decision to search again or to answer: an
// action, a retrieval, an assessment; a draft, its verification.
const (
	stepsOfSearch = 3
	stepsOfAnswer = 2
)

// decide chooses what follows the best evidence so far. A gap that a search may
// close is searched for while the budget lasts; what is left is answered from if
// it will do, and refused if it won't.
func (r *run) decide() choice {
	a := &r.best.assessment
	pick := func(d core.Decision, stop core.StopReason, because string) choice {
		return choice{core.Choice{Decision: d, Because: because, Round: r.best.number}, stop}
	}
	if r.ambiguous() {
		return pick(core.DecideRefuse, core.StopInsufficient, "it asks for a property and names nothing that has it")
	}
	if r.sufficient(a) {
		return pick(core.DecideComplete, "", fmt.Sprintf("confidence %.2f, nothing missing", a.Confidence))
	}
	action, because := r.action(a)
	exhausted := r.exhausted()
	switch {
	case action != "" && exhausted == "":
		return pick(action, "", because)
	case r.acceptable(a):
		return pick(core.DecideAccept, "", fmt.Sprintf("confidence %.2f, and no search is left", a.Confidence))
	case action != "":
		return pick(core.DecideRefuse, exhausted, because+", and the budget is spent")
	}
	return pick(core.DecideRefuse, core.StopInsufficient, fmt.Sprintf("confidence %.2f, gaps %v", a.Confidence, a.Gaps))
}

func (r *run) sufficient(a *core.Assessment) bool {
	return len(a.Missing) == 0 && a.Hits >= r.minHits() && a.Confidence >= completeConfidence && !r.isOffCorpus(a)
}

// acceptable reports whether evidence that is not sufficient will do: all that is
// named is there, and enough of the question is covered; nearly all of it by hits
// that are fewer than the budget's minimum, for some things stand in one place only.
func (r *run) acceptable(a *core.Assessment) bool {
	return len(r.forbidding(a)) == 0 && r.enough(a) && a.Confidence >= r.needed() && !r.isOffCorpus(a)
}

// forbidding are the facets that are missing and without which nothing can be said.
func (r *run) forbidding(a *core.Assessment) []core.Facet {
	var out []core.Facet
	for _, f := range a.Missing {
		if r.binds(f) && (!r.convinced(a.Confidence) || r.isMadeUp(f)) {
			out = append(out, f)
		}
	}
	return out
}

// needed is the confidence from which on evidence is answered from.
func (r *run) needed() float64 {
	m := r.model(r.best)
	if r.plan.NamesNothing() {
		return m.unnamed
	}
	return m.accept
}

// enough reports whether there are enough hits for their confidence.
func (r *run) enough(a *core.Assessment) bool {
	return a.Hits >= r.minHits() || a.Hits > 0 && a.Confidence >= completeConfidence
}

// binds reports whether nothing can be said without a facet. What is described in
// words may be there in others, and a question of two parts may be half answered.
func (r *run) binds(f core.Facet) bool {
	switch f.Kind {
	case core.FacetAnchor, core.FacetSide:
		return true
	case core.FacetTerm:
		return r.settings.Features.Slots && isIdentifier(f.Text)
	case core.FacetPart, core.FacetKindOf:
		return false
	case core.FacetName:
		return r.settings.Features.Slots && isMade(f.Text)
	}
	return r.settings.Features.Slots
}

// convinced reports whether known questions alone are enough to go by: what the
// checklist lacks then is told in other words, or only says where somebody stands.
func (r *run) convinced(confidence float64) bool {
	return r.hasFAQ(r.best) && confidence >= completeConfidence
}

// isMadeUp reports whether a facet that was not found is an element, has a name that
// is written like one of a standard, or a number that no document gives to its like: there
// may be no such thing, whatever else is known.
func (r *run) isMadeUp(f core.Facet) bool {
	switch f.Kind {
	case core.FacetAnchor:
		return true
	case core.FacetUnit:
		return plan.NumberOf(f) != "" && !r.stands(f.Text)
	case core.FacetName:
		return isMade(f.Text) && strings.ContainsFunc(f.Text, unicode.IsLetter)
	}
	return false
}

// stands reports whether some document of the library has words that are in lower case, one after
// the other. It reads them all: about 1 ms for each MB.
func (r *run) stands(words string) bool {
	return slices.ContainsFunc(r.ports.Library.Documents(), func(d *core.Document) bool {
		return sentence.HasWord(strings.ToLower(d.Text), words)
	})
}

// action is the search that may close the gaps of an assessment, "" if none is
// left to try.
func (r *run) action(a *core.Assessment) (core.Decision, string) {
	f := r.settings.Features
	has := func(gaps ...core.Gap) bool {
		return slices.ContainsFunc(gaps, func(g core.Gap) bool { return slices.Contains(a.Gaps, g) })
	}
	options := []struct {
		on, fits bool
		what     core.Decision
		because  string
	}{
		{f.Widen, has(core.GapNoHits, core.GapWrongDocument, core.GapFewHits), core.DecideWiden, "too little was found"},
		{f.Decompose, len(r.plan.Parts) > 1 && (has(core.GapMissingPart) || a.Confidence < refineConfidence), core.DecideDecompose, "it asks several things"},
		{f.Refine, a.Hits > 0 && has(core.GapMissingAnchor, core.GapMissingSide, core.GapMissingName, core.GapMissingKind), core.DecideRefine, "something named is missing"},
		{f.Widen, a.Confidence < refineConfidence, core.DecideWiden, "little of the question is covered"},
		{f.Refine, a.Hits > 0 && a.Confidence < completeConfidence, core.DecideRefine, "not all of the question is covered"},
		{f.Widen, a.Confidence < completeConfidence, core.DecideWiden, "not all of the question is covered"},
	}
	for _, o := range options {
		if o.on && o.fits && !r.tried[o.what] {
			return o.what, o.because
		}
	}
	return "", ""
}

// exhausted names the budget that does not allow another search, or "".
func (r *run) exhausted() core.StopReason {
	b := r.settings.Budget
	switch {
	case r.spent.Rounds >= b.Rounds:
		return core.StopRounds
	case r.spent.ToolCalls >= b.ToolCalls:
		return core.StopToolCalls
	case r.spent.Steps+stepsOfSearch+stepsOfAnswer > b.Steps:
		return core.StopSteps
	}
	return ""
}

// minHits is the budget's minimum, or all that there is to find if that is less.
func (r *run) minHits() int {
	n := 0
	for _, d := range r.ports.Library.Documents() {
		if n += len(d.Passages); n >= r.settings.Budget.MinHits {
			return r.settings.Budget.MinHits
		}
	}
	return n
}
