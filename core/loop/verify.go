package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// verify checks the claims of the draft. What fails is repaired once, if the budget
// allows it; what is proved then is said or refused.
func (r *run) verify(ctx context.Context) (core.State, error) {
	if !r.draft.checked {
		if r.check(); len(r.draft.failed) > 0 && r.settings.Features.Repair && r.account.affordsRepair() {
			return core.StateRepair, nil
		}
	}
	if r.draft.byModel && len(r.draft.kept) == 0 {
		// By quotes, in the same step: a refined run has no other.
		if err := r.extract(ctx); err != nil {
			return ended, err
		}
		r.check()
	}
	return r.settle(ctx)
}

// check sorts the claims of the draft into those that pass, with their verdicts, and those
// that fail.
func (r *run) check() {
	d := &r.draft
	d.checked = true
	for _, c := range d.Claims {
		c.Verdict, c.Rule = r.ports.Verifier.Verify(c, d.Citations)
		held := c.Verdict.Proved() && citesOnly(r.question.Within, &c, d.Citations)
		r.journal.emit(core.Event{Kind: core.EventVerify, Check: &core.ClaimCheck{
			Claim: c.Text, Cites: c.Citations, Verdict: c.Verdict, Rule: c.Rule, Kept: held,
		}})
		if held {
			d.kept = append(d.kept, c)
		} else {
			d.failed = append(d.failed, c)
		}
	}
}

// citesOnly reports whether all that a claim cites is in the documents with the ids; any
// will do where there are none.
func citesOnly(ids []string, c *core.Claim, cs []core.Citation) bool {
	return len(ids) == 0 || !slices.ContainsFunc(cs, func(x core.Citation) bool {
		return slices.Contains(c.Citations, x.Key) && !slices.Contains(ids, x.DocID)
	})
}

// settle makes an answer of what was proved, or refuses: where nothing is left, and where
// what is left is not what was asked for.
func (r *run) settle(ctx context.Context) (core.State, error) {
	d, q := &r.draft, r.question
	switch {
	case len(d.Claims) == 0:
		return r.endRefused(ctx, refusal{core.StopInsufficient, core.RefusalMissingFact, notStated(q.Plan, faultNoPassage)})
	case len(d.kept) == 0:
		return r.endRefused(ctx, refusal{core.StopUnverified, core.RefusalUnverified, saysUnproved})
	}
	if d.Typed && len(d.failed) == 0 {
		r.say(typedConfidence)
		return ended, nil
	}
	sure := support(q, r.best, d)
	var why string
	if needed := q.model(r.best).accept; sure < needed {
		why = fmt.Sprintf(saysTooLittle, below(sure, needed))
	} else if r.foreign && !inAnotherLanguage(d.kept) {
		why = saysOtherLanguage
	} else {
		why = unsaid(q, r.best, d, sure)
	}
	if why == "" && r.mayOnlyBe(sure) {
		why = saysNotAll
	}
	if why == "" {
		closeInOwn, err := r.isCloseInOwn(ctx)
		if err != nil {
			return ended, err
		}
		if closeInOwn {
			why = saysNotAll
		}
	}
	if why != "" {
		r.outcome.Confidence = sure
		return r.endRefused(ctx, refusal{core.StopInsufficient, core.RefusalMissingFact, why})
	}
	r.say(sure)
	return ended, nil
}

// inAnotherLanguage reports whether claims are, as a question is whose words found them.
func inAnotherLanguage(claims []core.Claim) bool {
	return lex.OtherLanguage(strings.Join(texts(claims), "\n") + "\n")
}

func texts(claims []core.Claim) []string {
	var out []string
	for _, c := range claims {
		out = append(out, c.Text)
	}
	return out
}
