package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/internal/language"
)

// verify checks a draft and keeps what passes. A model's draft of which nothing
// passes gives way to one by quotes.
func (r *run) verify(d answer.Draft, byModel bool) state {
	return func(ctx context.Context) (state, error) {
		if !r.enter(core.StateVerify) {
			return nil, nil
		}
		defer r.leave()
		kept, failed := r.checked(&d)
		if len(failed) > 0 && r.repairs() {
			return r.repair(d, kept, failed, byModel), nil
		}
		return r.settle(ctx, d, kept, len(failed), byModel)
	}
}

// checked returns the claims that pass, with their verdicts, and those that fail.
func (r *run) checked(d *answer.Draft) (kept, failed []core.Claim) {
	for _, c := range d.Claims {
		c.Verdict, c.Rule = r.ports.Verifier.Verify(c, d.Citations)
		held := (c.Verdict == core.Verbatim || c.Verdict == core.Supported) && within(r.plan.Within, &c, d.Citations)
		r.emit(core.Event{Kind: core.EventVerify, Check: &core.ClaimCheck{
			Claim: c.Text, Cites: c.Citations, Verdict: c.Verdict, Rule: c.Rule, Kept: held,
		}})
		if held {
			kept = append(kept, c)
		} else {
			failed = append(failed, c)
		}
	}
	return kept, failed
}

// within reports whether all that a claim cites is in the documents with the ids; any
// will do where there are none.
func within(ids []string, c *core.Claim, cs []core.Citation) bool {
	return len(ids) == 0 || !slices.ContainsFunc(cs, func(x core.Citation) bool {
		return slices.Contains(c.Citations, x.Key) && !slices.Contains(ids, x.DocID)
	})
}

// repairs reports whether the budget has a search and two steps left for claims
// that fail.
func (r *run) repairs() bool {
	b := r.settings.Budget
	return r.settings.Features.Repair && r.spent.Steps+2 <= b.Steps && r.spent.ToolCalls < b.ToolCalls
}

// repair searches once for the claims that failed, and looks whether what is found
// proves them.
func (r *run) repair(d answer.Draft, kept, failed []core.Claim, byModel bool) state {
	return func(ctx context.Context) (state, error) {
		if !r.enter(core.StateRepair) {
			return nil, nil
		}
		defer r.leave()
		hits, err := r.search(ctx, core.Query{
			Text: claimTexts(failed), Docs: r.plan.Scope, Prefer: r.plan.Home(), K: evidenceHits, Granularity: core.ByPassage,
		})
		if err != nil {
			return nil, err
		}
		dropped := 0
		for _, c := range failed {
			held := r.held(&d, &c, hits)
			r.emit(core.Event{Kind: core.EventRepair, Repair: &core.Repair{Claim: c.Text, Held: held}})
			if held {
				kept = append(kept, c)
			} else {
				dropped++
			}
		}
		return r.settleAgain(d, kept, dropped, byModel), nil
	}
}

func (r *run) settleAgain(d answer.Draft, kept []core.Claim, dropped int, byModel bool) state {
	return func(ctx context.Context) (state, error) {
		if !r.enter(core.StateVerify) {
			return nil, nil
		}
		defer r.leave()
		return r.settle(ctx, d, kept, dropped, byModel)
	}
}

func claimTexts(claims []core.Claim) string {
	var texts []string
	for _, c := range claims {
		texts = append(texts, c.Text)
	}
	return strings.Join(texts, "\n")
}

// held looks for a passage among the hits that says a claim in so many words, and
// cites it. A claim that failed where its writer said it stands is not trusted
// further than that: somewhere in a library nearly everything is half said.
func (r *run) held(d *answer.Draft, c *core.Claim, hits []core.Hit) bool {
	for _, h := range hits[:min(len(hits), 4)] {
		doc := r.ports.Library.Document(h.Passage.DocID)
		if doc == nil {
			continue
		}
		key := d.Cite(doc, doc.Passages[h.Passage.Index].Span)
		try := *c // with what it is a cell of
		try.Citations = []string{key}
		if try.Verdict, try.Rule = r.ports.Verifier.Verify(try, d.Citations); try.Verdict == core.Verbatim {
			*c = try
			return true
		}
	}
	return false
}

// settle makes an answer of what was proved; nothing left is a refusal.
func (r *run) settle(ctx context.Context, d answer.Draft, kept []core.Claim, dropped int, byModel bool) (state, error) {
	if byModel && len(kept) == 0 {
		return r.quoteInstead(ctx)
	}
	switch {
	case len(d.Claims) == 0:
		r.refuse(core.StopInsufficient, core.RefusalMissingFact, r.notStated("no passage states what was asked"))
		r.nearestHits()
		return nil, nil
	case len(kept) == 0:
		r.refuse(core.StopUnverified, core.RefusalUnverified, "No sentence of the answer could be proved against its page.")
		r.nearestHits()
		return nil, nil
	}
	sure := r.support(d, kept)
	if needed := r.model(r.best).accept; sure < needed {
		r.refuse(core.StopInsufficient, core.RefusalMissingFact, "What the documents say covers too little of the question: "+below(sure, needed)+".")
		r.outcome.Confidence = sure
		r.nearestHits()
		return nil, nil
	}
	why := r.unsaid(d, kept, sure)
	if r.foreign && !r.inAnotherLanguage(kept) {
		why = "The question is in another language than what would answer it."
	}
	if why != "" {
		r.refuse(core.StopInsufficient, core.RefusalMissingFact, why)
		r.outcome.Confidence = sure
		r.nearestHits()
		return nil, nil
	}
	r.say(d, kept, dropped, sure)
	return nil, nil
}

// inAnotherLanguage reports whether claims are, as a question is whose words found them.
func (r *run) inAnotherLanguage(claims []core.Claim) bool {
	var b strings.Builder
	for _, c := range claims {
		b.WriteString(c.Text + "\n")
	}
	return language.Other(b.String())
}

// quoteInstead drafts by quotes where nothing of a model's draft is left, and proves
// that in the same step: a refined run has no other.
func (r *run) quoteInstead(ctx context.Context) (state, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d, ok := r.draft(ctx, r.ports.Writer)
	if !ok {
		return nil, fmt.Errorf("write an answer: %s", d.Note)
	}
	kept, failed := r.checked(&d)
	return r.settle(ctx, d, kept, len(failed), false)
}

func (r *run) say(d answer.Draft, kept []core.Claim, dropped int, sure float64) {
	o := &r.outcome
	o.Status, o.Claims, o.Citations, o.Confidence = core.Answered, kept, cited(d.Citations, kept), sure
	o.Missing = append(o.Missing, r.best.assessment.Missing...)
	o.ShortAnswer = firstLine(kept)
	if d.Short == "" || isListing(d.Short) {
		d.Short = o.ShortAnswer
	}
	if dropped == 0 && d.Short != o.ShortAnswer && r.ports.Verifier.Sums(d.Short, o.Citations) {
		o.ShortAnswer = d.Short
	}
	if !d.Exact && r.plan.Intent == core.IntentDate {
		o.ShortAnswer = r.dated(o.ShortAnswer, kept, o.Citations)
	}
}

// firstLine is the first claim that is no listing, or the first one if all are.
func firstLine(claims []core.Claim) string {
	i := slices.IndexFunc(claims, func(c core.Claim) bool { return !isListing(c.Text) })
	return claims[max(i, 0)].Text
}

func isListing(text string) bool { return strings.Contains(text, "\n") }

// dated is a short answer, or the first claim that states the date which is asked for
// where the short answer is a claim that states none.
func (r *run) dated(short string, kept []core.Claim, cs []core.Citation) string {
	i := slices.IndexFunc(kept, func(c core.Claim) bool { return c.Text == short })
	if i < 0 || r.states(kept[i:i+1], cs, false) {
		return short
	}
	for j := range kept {
		if r.states(kept[j:j+1], cs, false) {
			return kept[j].Text
		}
	}
	return short
}

// support is the confidence in what is said: that of the evidence, or that of the
// claims and the places where they stand if they cover less.
func (r *run) support(d answer.Draft, kept []core.Claim) float64 {
	var b strings.Builder
	for _, c := range kept {
		b.WriteString(c.Text + "\n")
	}
	for _, c := range cited(d.Citations, kept) {
		b.WriteString(c.Title + "\n" + c.Section + "\n")
		if doc := r.ports.Library.Document(c.DocID); doc != nil {
			b.WriteString(doc.Label + "\n")
			if a := doc.Anchor(c.Anchor); a != nil {
				b.WriteString(a.Heading() + "\n")
			}
		}
	}
	s := r.best.assessment.Signals
	marks := r.measure.Marks(b.String())
	s.Window, s.Slots = r.measure.Share(marks), min(s.Slots, r.measure.Within(marks, r.slots))
	if r.slots == (core.Marks{}) {
		s.Slots = s.Window
	}
	r.weigh(&s, marks)
	return min(r.model(r.best).confidence(s), r.ceiling())
}

// ceiling is what a model's grade leaves of the confidence.
func (r *run) ceiling() float64 {
	if a := &r.best.assessment; a.Confidence < r.model(r.best).confidence(a.Signals) {
		return a.Confidence
	}
	return 1
}

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
