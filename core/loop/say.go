package loop

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// say makes the outcome an answer of what was proved.
func (r *run) say(sure float64) {
	o, d := &r.outcome, &r.draft
	o.Status, o.Claims, o.Citations = core.Answered, d.kept, cited(d.Citations, d.kept)
	o.Missing = append(o.Missing, r.best.assessment.Missing...)
	o.ShortAnswer = firstLine(d.kept)
	if d.Short == "" || isListing(d.Short) {
		d.Short = o.ShortAnswer
	}
	if len(d.failed) == 0 && d.Short != o.ShortAnswer && r.ports.Verifier.Sums(d.Short, o.Citations) {
		o.ShortAnswer = d.Short
	}
	if !d.Exact && r.question.Intent == core.IntentDate {
		o.ShortAnswer = dated(r.question, o.ShortAnswer, d.kept, o.Citations)
	}
	o.Confidence = r.lineConfidence(sure)
	r.compose()
	said := slices.Contains(texts(o.Claims), o.ShortAnswer)
	if !said && !r.ports.Verifier.Sums(o.ShortAnswer, o.Citations) {
		o.ShortAnswer = firstLine(o.Claims) // what it sums up is not all said
	}
}

// lead is the first claim that is no listing, or the first one if all are.
func lead(claims []core.Claim) core.Claim {
	i := slices.IndexFunc(claims, func(c core.Claim) bool { return !isListing(c.Text) })
	return claims[max(i, 0)]
}

func firstLine(claims []core.Claim) string { return lead(claims).Text }

func isListing(text string) bool { return strings.Contains(text, "\n") }

// dated is a short answer, or the first claim that states the date which is asked for
// where the short answer is a claim that states none.
func dated(q *question, short string, kept []core.Claim, cs []core.Citation) string {
	i := slices.IndexFunc(kept, func(c core.Claim) bool { return c.Text == short })
	if i < 0 || states(q, kept[i:i+1], cs, false) {
		return short
	}
	for j := range kept {
		if states(q, kept[j:j+1], cs, false) {
			return kept[j].Text
		}
	}
	return short
}

// support is the confidence in what is said: that of the evidence, or that of the
// claims and the places that they cite if they cover less. A statement answers its wordings,
// and may be in other words than the question is: its cover counts half. A model's grade that
// lowered the confidence in the evidence bounds it.
func support(q *question, n *round, d *draft) float64 {
	var b strings.Builder
	b.WriteString(strings.Join(texts(d.kept), "\n") + "\n")
	for _, c := range d.kept {
		if c.Verdict == core.Stated {
			b.WriteString(contextOf(c, d.Citations))
		}
	}
	for _, c := range cited(d.Citations, d.kept) {
		b.WriteString(c.Title + "\n" + c.Section + "\n")
		if doc := q.library.Document(c.DocID); doc != nil {
			b.WriteString(doc.Label + "\n")
			if a := doc.Anchor(c.Anchor); a != nil {
				b.WriteString(a.Heading() + "\n")
			}
		}
	}
	model, a := q.model(n), &n.assessment
	s := a.Signals
	cover(q, q.measure.Marks(b.String()), &s)
	if q.slots != (core.Marks{}) {
		s.Slots = min(s.Slots, a.Signals.Slots)
	}
	if isStated(d.kept) {
		s.Slots, s.Mass, s.Near = (s.Slots+a.Signals.Slots)/2, (s.Mass+a.Signals.Mass)/2, (s.Near+a.Signals.Near)/2
	}
	sure := model.confidence(s)
	if isGraded(q, n) {
		return min(sure, a.Confidence)
	}
	return sure
}

// isGraded reports whether a model's grade lowered the confidence in the evidence.
func isGraded(q *question, n *round) bool {
	return n.assessment.Confidence < q.model(n).confidence(n.assessment.Signals)
}

// isStated reports whether an answer begins with a statement.
func isStated(claims []core.Claim) bool { return claims[0].Verdict == core.Stated }

// cited returns the citations that a claim uses, in order. Of several with one
// key only the first is proved.
func cited(all []core.Citation, claims []core.Claim) []core.Citation {
	used := map[string]bool{}
	for _, c := range claims {
		for _, k := range c.Citations {
			used[k] = true
		}
	}
	out := []core.Citation{}
	for _, c := range all {
		if used[c.Key] {
			out = append(out, c)
			used[c.Key] = false
		}
	}
	return out
}
