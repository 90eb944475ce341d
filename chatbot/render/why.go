package render

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// maxTicks is how many lines of a checklist are shown.
const maxTicks = 8

// Why shows how an outcome came about: what was looked for and found, how certain that
// is, why the run ended, what it used, and the verdicts on its claims.
func (v View) Why(r Reply) Message {
	o := r.Outcome
	e := &discordgo.MessageEmbed{Title: v.Words.Text("why.title", nil), Color: colourSources, Fields: v.whyFields(o)}
	return Message{Content: v.question(o.Question), Embeds: []*discordgo.MessageEmbed{e}}
}

func (v View) whyFields(o *core.Outcome) []*discordgo.MessageEmbedField {
	var understood string
	if o.Plan.Intent != "" {
		understood = v.said("intent", string(o.Plan.Intent))
	}
	if full := o.Plan.Question; full != "" && full != plain(o.Question) {
		understood = joined("\n", v.question(full), understood)
	}
	confidence := ""
	if o.Status == core.Answered {
		confidence = v.certainty(o)
	}
	stopped := v.said("stop", string(o.StopReason))
	return fields(
		v.field("why.understood", understood),
		v.field("why.checklist", v.checklist(o)),
		v.field("why.confidence", confidence),
		v.field("why.stopped", stopped),
		inline(v.field("why.effort", v.effort(o))),
		inline(v.field("why.verdicts", v.verdicts(o))),
		v.field("why.documents", v.labels(o.Searched)),
	)
}

// checklist ticks off what an answer had to contain.
func (v View) checklist(o *core.Outcome) string {
	a := o.Assessment
	if a == nil {
		return v.Words.Text("why.no_evidence", nil)
	}
	var out []string
	tick := func(sign string, facets []core.Facet, state words.Key) {
		for _, f := range facets[:min(len(facets), maxTicks)] {
			out = append(out, fmt.Sprintf("%s %s (%s) — %s", sign, v.facet(f), v.said("facet", string(f.Kind)), v.Words.Text(state, nil)))
		}
		if len(facets) > maxTicks {
			out = append(out, ellipsis)
		}
	}
	tick("❌", a.Missing, "why.missing")
	tick("✅", a.Found, "why.found")
	if len(out) == 0 {
		return v.Words.Text("why.nothing_listed", nil)
	}
	return bounded(out)
}

// bounded joins as many lines as fit in a field.
func bounded(lines []string) string {
	text := ""
	for _, l := range lines {
		if units(text)+units(l) > maxFieldText {
			return joined("\n", text, ellipsis)
		}
		text = joined("\n", text, l)
	}
	return text
}

// effort is what a run used.
func (v View) effort(o *core.Outcome) string {
	parts := []string{v.Words.Count("why.rounds", o.Budget.Rounds, nil)}
	if o.Assessment != nil {
		parts = append(parts, v.Words.Count("why.passages", o.Assessment.Hits, nil))
	}
	return strings.Join(append(parts, v.Words.Count("why.steps", o.Budget.Steps, nil)), ", ")
}

// verdicts counts the claims by verdict.
func (v View) verdicts(o *core.Outcome) string {
	n := map[core.Verdict]int{}
	for i := range o.Claims {
		n[o.Claims[i].Verdict]++
	}
	var out []string
	for _, d := range core.Verdicts {
		if n[d] > 0 {
			out = append(out, fmt.Sprintf("%d %s", n[d], v.verdict(d)))
		}
	}
	return strings.Join(out, "\n")
}
