package trace

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Bounds of what a timeline shows of one step.
const (
	bestPlaces = 3   // hits of a search
	maxShown   = 200 // characters of a line
)

// below is where the lines below a step begin: after the columns of times and
// state, and two further in.
const below = 9 + 1 + 10 + 2 + 9 + 2 + 2

// Timeline is a run for people to read at a terminal: one line a step with the time
// since the start, the step's own and the state, and below it what it found. It
// has nothing of the data that could drive a terminal, and bounds every line.
func Timeline(r Run) string {
	var b strings.Builder
	for i := range r {
		lines := describe(&r[i], r.Start())
		state := clip(graphic(string(r[i].State)), len(core.StateDecompose))
		prefix := fmt.Sprintf("%9s %10s  %-9s  ", span(r[i].AtUS), "+"+span(r.TookUS(i)), state)
		for n, line := range lines {
			if n > 0 {
				prefix = strings.Repeat(" ", below)
			}
			b.WriteString(strings.TrimRight(prefix+clip(graphic(line), maxShown), " ") + "\n")
		}
	}
	return b.String()
}

// describe says an event in lines: what happened, then what it consists of.
func describe(e *core.Event, start *core.Start) []string {
	switch {
	case e.Start != nil:
		return describeStart(e.Start)
	case e.Plan != nil:
		return describePlan(e.Plan)
	case e.FAQ != nil:
		return describeFAQ(e.FAQ)
	case e.Retrieval != nil:
		return describeRetrieval(e.Retrieval)
	case e.Assessment != nil:
		return describeAssessment(e.Assessment)
	case e.Choice != nil:
		return []string{fmt.Sprintf("decide to %s, on round %d: %s", e.Choice.Decision, e.Choice.Round, e.Choice.Because)}
	case e.Draft != nil:
		return describeDraft(e.Draft)
	case e.Check != nil:
		return describeCheck(e.Check)
	case e.Repair != nil:
		return describeRepair(e.Repair)
	case e.Exchange != nil:
		return describeExchange(e.Exchange)
	case e.End != nil:
		return describeEnd(e.End, start)
	}
	return []string{string(e.Kind)}
}

func describeStart(s *core.Start) []string {
	return []string{
		"asked " + quoted(s.Question),
		fmt.Sprintf("budget: %s, %s, %s, at least %s",
			of(s.Budget.Steps, "step"), of(s.Budget.ToolCalls, "tool call"), of(s.Budget.Rounds, "round"), of(s.Budget.MinHits, "hit")),
		"features: " + list(s.Features),
		"library: " + short(s.Library),
	}
}

func describePlan(p *core.Plan) []string {
	lines := []string{fmt.Sprintf("plan: %s, search for %s", p.Intent, quoted(p.Query))}
	var refs, facets []string
	for _, r := range p.References {
		refs = append(refs, strings.TrimPrefix(r.DocID+"#"+r.ID(), "#"))
	}
	for _, f := range p.Facets {
		facets = append(facets, facet(f))
	}
	for _, part := range []struct {
		name  string
		words []string
	}{
		{"terms", p.Terms}, {"references", refs}, {"scope", p.Scope}, {"parts", p.Parts}, {"sides", p.Sides}, {"checklist", facets},
	} {
		if len(part.words) > 0 {
			lines = append(lines, part.name+": "+list(part.words))
		}
	}
	return lines
}

func describeFAQ(k *core.FAQMatch) []string {
	lines := []string{fmt.Sprintf("faq: log-odds %+.2f that a fact is asked for, %.2f that it is a hard negative; similarity: %.2f neighbours with an answer, %.2f nearest negative, %.2f by its words",
		k.FactOdds, k.NegativeOdds, k.NeighbourSimilarity, k.NegativeSimilarity, k.NegativeOverlap)}
	for i, f := range k.Facts[:min(len(k.Facts), bestPlaces)] {
		place := fmt.Sprintf("%d. chance %.2f", i+1, f.Chance)
		for _, at := range f.Units {
			place += fmt.Sprintf(", %s page %d %s", at.DocID, at.Page, at.Anchor)
		}
		if f.Wording != "" {
			place += ", asked as " + quoted(f.Wording)
		}
		lines = append(lines, place)
	}
	return lines
}

func facet(f core.Facet) string { return string(f.Kind) + " " + quoted(f.Text) }

func describeRetrieval(r *core.Retrieval) []string {
	what := fmt.Sprintf("round %d", r.Round)
	if r.For != "" {
		what += fmt.Sprintf(" to %s", r.For)
	}
	lines := []string{fmt.Sprintf("%s: search for %s (%s): %s", what, quoted(r.Query), r.Profile, of(len(r.Hits), "hit"))}
	for i, h := range r.Hits[:min(len(r.Hits), bestPlaces)] {
		place := fmt.Sprintf("%d. %s, page %d", i+1, h.DocID, h.Page)
		if h.Section != "" {
			place += ", " + quoted(h.Section)
		}
		lines = append(lines, fmt.Sprintf("%s (passage %d, score %.3f)", place, h.Passage, h.Score))
	}
	return lines
}

func describeAssessment(a *core.Assessment) []string {
	s := a.Signals
	lines := []string{
		fmt.Sprintf("confidence %.2f in %s: %d of %d on the checklist, gaps: %s",
			a.Confidence, of(a.Hits, "hit"), len(a.Found), len(a.Found)+len(a.Missing), list(a.Gaps)),
		fmt.Sprintf("signals: window %.2f, slots %.2f, facets %.2f, score %.2f, unit %.2f, out of vocabulary %.2f, mass %.2f, near %.2f",
			s.Window, s.Slots, s.Facets, s.Score, s.Unit, s.OutOfVocabulary, s.Mass, s.Near),
		fmt.Sprintf("faq signals: fact odds %.2f, negative odds %.2f, neighbour similarity %.2f, negative overlap %.2f, negative similarity %.2f",
			s.FactOdds, s.NegativeOdds, s.NeighbourSimilarity, s.NegativeOverlap, s.NegativeSimilarity),
	}
	for _, f := range a.Found {
		lines = append(lines, "found: "+facet(f))
	}
	for _, f := range a.Missing {
		lines = append(lines, "missing: "+facet(f))
	}
	return lines
}

func describeDraft(d *core.DraftEvent) []string {
	line := fmt.Sprintf("writer %s: %s", d.Writer, of(d.Claims, "claim"))
	if d.Note != "" {
		line += ": " + d.Note
	}
	return []string{line}
}

func describeCheck(c *core.ClaimCheck) []string {
	what := "dropped"
	if c.Kept {
		what = "kept"
	}
	return []string{fmt.Sprintf("%s: %s by %s, cites %s: %s", what, c.Verdict, c.Rule, list(c.Cites), quoted(c.Claim))}
}

func describeRepair(r *core.Repair) []string {
	if r.Held {
		return []string{"repair: proved by better evidence: " + quoted(r.Claim)}
	}
	return []string{"repair: no evidence proves " + quoted(r.Claim)}
}

func describeExchange(x *core.Exchange) []string {
	line := fmt.Sprintf("ask model %s to %s: reply of %s to prompt %s", x.Model, x.Purpose, of(len(x.Reply), "byte"), short(x.Prompt))
	if x.Failure != "" {
		line += ": failed: " + x.Failure
	}
	return []string{line}
}

func describeEnd(e *core.End, start *core.Start) []string {
	what := "answered"
	if e.RefusalReason != core.RefusalNone {
		what = fmt.Sprintf("refused for %s", e.RefusalReason)
	}
	var budget core.Budget
	if start != nil {
		budget = start.Budget
	}
	return []string{
		fmt.Sprintf("%s, stopped for %s: %s, %s, confidence %.2f",
			what, e.StopReason, of(e.Claims, "claim"), of(e.Citations, "citation"), e.Confidence),
		fmt.Sprintf("spent: %d of %s, %d of %s, %d of %s", e.Budget.Steps, of(budget.Steps, "step"),
			e.Budget.ToolCalls, of(budget.ToolCalls, "tool call"), e.Budget.Rounds, of(budget.Rounds, "round")),
		"outcome: " + short(e.OutcomeSHA256),
	}
}

// short is the beginning of a digest, enough to distinguish two.
func short(digest string) string { return clip(graphic(digest), 12) }
