package loop

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

// choice is a decision, and where it is to answer or to refuse, how the run stops.
type choice struct {
	core.Choice
	stop core.StopReason
}

// decide chooses what follows the best evidence so far. A gap that a search may
// close is searched for while the budget lasts; what is left is answered from if
// it will do, and refused if it won't.
func decide(q *question, best *round, f core.Features, tried map[core.Decision]bool, exhausted core.StopReason) choice {
	a := &best.assessment
	pick := func(d core.Decision, stop core.StopReason, because string) choice {
		return choice{core.Choice{Decision: d, Because: because, Round: best.number}, stop}
	}
	if q.typed.Sentence != "" {
		return pick(core.DecideComplete, core.StopSufficient, "typed facts have all that is asked for")
	}
	if ambiguous(q) {
		return pick(core.DecideRefuse, core.StopInsufficient, "it asks for a property and names nothing that has it")
	}
	if sufficient(q, best) {
		return pick(core.DecideComplete, core.StopSufficient, fmt.Sprintf("confidence %.2f, nothing missing", a.Confidence))
	}
	search, because := nextSearch(q, a, f, tried)
	switch {
	case search != "" && exhausted == "":
		return pick(search, "", because)
	case acceptable(q, best):
		return pick(core.DecideAccept, core.StopBest, fmt.Sprintf("confidence %.2f, and no search is left", a.Confidence))
	case search != "":
		return pick(core.DecideRefuse, exhausted, because+", and the budget is spent")
	}
	return pick(core.DecideRefuse, core.StopInsufficient, fmt.Sprintf("confidence %.2f, gaps %v", a.Confidence, a.Gaps))
}

// nextSearch is the search that may close the gaps of an assessment, "" if none is
// left to try.
func nextSearch(q *question, a *core.Assessment, f core.Features, tried map[core.Decision]bool) (core.Decision, string) {
	has := func(gaps ...core.Gap) bool {
		return slices.ContainsFunc(gaps, func(g core.Gap) bool { return slices.Contains(a.Gaps, g) })
	}
	options := []struct {
		on, fits bool
		what     core.Decision
		because  string
	}{
		{f.Widen, has(core.GapNoHits, core.GapWrongDocument, core.GapFewHits), core.DecideWiden, "too little was found"},
		{f.Decompose, len(q.Parts) > 1 && (has(core.GapMissingPart) || a.Confidence < refineConfidence), core.DecideDecompose, "it asks several things"},
		{f.Refine, a.Hits > 0 && has(core.GapMissingAnchor, core.GapMissingSide, core.GapMissingName, core.GapMissingKind), core.DecideRefine, "something named is missing"},
		{f.Widen, a.Confidence < refineConfidence, core.DecideWiden, "little of the question is covered"},
		{f.Refine, a.Hits > 0 && a.Confidence < completeConfidence, core.DecideRefine, "not all of the question is covered"},
		{f.Widen, a.Confidence < completeConfidence, core.DecideWiden, "not all of the question is covered"},
	}
	for _, o := range options {
		if o.on && o.fits && !tried[o.what] {
			return o.what, o.because
		}
	}
	return "", ""
}

func sufficient(q *question, n *round) bool {
	a := &n.assessment
	return len(a.Missing) == 0 && a.Hits >= q.minHits && a.Confidence >= completeConfidence && !offCorpus(q, n)
}

// acceptable reports whether evidence that is not sufficient will do: all that is
// named is there, and enough of the question is covered; nearly all of it by hits
// that are fewer than the budget's minimum, for some things are in one place only.
func acceptable(q *question, n *round) bool {
	return len(forbidding(q, n)) == 0 && enough(q, n) && n.assessment.Confidence >= q.needed(n) && !offCorpus(q, n)
}

// enough reports whether there are enough hits for their confidence.
func enough(q *question, n *round) bool {
	a := &n.assessment
	return a.Hits >= q.minHits || a.Hits > 0 && a.Confidence >= completeConfidence
}

// forbidding are the facets that are missing and without which nothing can be said.
func forbidding(q *question, n *round) []core.Facet {
	var out []core.Facet
	for _, f := range n.assessment.Missing {
		if binds(f, q.strict) && (!convinced(q, n, n.assessment.Confidence) || isMadeUp(f, q)) {
			out = append(out, f)
		}
	}
	return out
}

// binds reports whether nothing can be said without a facet. What is described in
// words may be there in others, and a question of two parts may be half answered.
func binds(f core.Facet, strict bool) bool {
	switch f.Kind {
	case core.FacetAnchor, core.FacetSide:
		return true
	case core.FacetTerm:
		return strict && isIdentifier(f.Text)
	case core.FacetPart, core.FacetKindOf:
		return false
	case core.FacetName:
		return strict && isMade(f.Text)
	}
	return strict
}

// convinced reports whether frequently asked questions alone are enough to go by: what
// the checklist lacks is then said in other words, or only describes who asks.
func convinced(q *question, n *round, confidence float64) bool {
	return q.hasFAQ(n) && (confidence >= completeConfidence || best(q.match) >= sureChance)
}

// sureChance is the chance of a fact from which on it is asked for, whatever words say.
const sureChance = 0.5

// isMadeUp reports whether a facet that was not found is an element that is not there, has a name that
// is written like one of a standard, or a number that no document gives to its like: there
// may be no such thing, whatever else is known.
func isMadeUp(f core.Facet, q *question) bool {
	switch f.Kind {
	case core.FacetAnchor:
		ref, _ := q.Anchor(f)
		doc := q.library.Document(ref.DocID)
		return doc == nil || doc.Anchor(ref.ID()) == nil
	case core.FacetUnit:
		return plan.NumberOf(f) != "" && !hasWords(q.library, f.Text)
	case core.FacetName:
		return isMade(f.Text) && strings.ContainsFunc(f.Text, unicode.IsLetter)
	}
	return false
}

// hasWords reports whether some document has words that are in lower case, one after
// the other. It reads them all: about 1 ms for each MB.
func hasWords(l Library, words string) bool {
	return slices.ContainsFunc(l.Documents(), func(d *core.Document) bool {
		return lex.HasWord(strings.ToLower(d.Text), words)
	})
}

// minOfQuestion is the share of a question below which no document is about it.
const minOfQuestion = 0.35

// offCorpus reports whether a question names nothing that the library knows and
// shares little with what was found.
func offCorpus(q *question, n *round) bool {
	return n.assessment.Confidence < q.model(n).unnamed && n.assessment.Signals.Window < minOfQuestion && q.NamesNothing()
}
