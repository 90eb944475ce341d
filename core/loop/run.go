package loop

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// evidenceHits is how many passages a question gets as evidence.
const evidenceHits = 12

// run is one question on its way.
type run struct {
	ports    Ports
	settings Settings
	spent    core.Spent
	outcome  core.Outcome
	mark     time.Time
}

// Ask runs a question. The outcome is an answer or a refusal; an error means
// that neither could be made: the context ended or an engine failed.
func Ask(ctx context.Context, question string, ports Ports, settings Settings) (core.Outcome, error) {
	if err := settings.Budget.Validate(); err != nil {
		return core.Outcome{}, err
	}
	r := &run{ports: ports, settings: settings, mark: time.Now()}
	r.outcome = core.Outcome{
		Question: echo(question), Claims: []core.Claim{}, Citations: []core.Citation{}, Nearest: []core.Nearest{},
		Plan:     core.Plan{Terms: []string{}, References: []core.AnchorRef{}, Scope: []string{}, Facets: []core.Facet{}},
		TimingUS: map[string]int64{},
	}
	if err := r.steps(ctx, question); err != nil {
		return core.Outcome{}, err
	}
	r.outcome.Budget = r.spent
	return r.outcome, nil
}

func (r *run) steps(ctx context.Context, question string) error {
	cleaned, err := Clean(question)
	if err != nil {
		r.refuse(core.StopInvalid, core.RefusalInvalidQuestion, err.Error())
		return nil
	}
	a := analyze(cleaned, r.ports)
	r.outcome.Plan = a.plan
	r.step("analyze")
	if r.refusePlan(a) {
		return nil
	}
	hits, err := r.ports.Retriever.Search(ctx, a.query(cleaned, evidenceHits, core.UnitPassage))
	if err != nil {
		return fmt.Errorf("retrieve evidence: %w", err)
	}
	r.spent.ToolCalls++
	r.spent.Rounds++
	r.step("retrieve")
	if r.refuseEvidence(cleaned, a.terms, hits) {
		r.step("assess")
		return nil
	}
	r.step("assess")
	draft, err := r.ports.Writer.Write(ctx, answer.Input{Question: cleaned, Plan: a.plan, Expand: append(a.aliases, a.expand...), Hits: hits})
	if err != nil {
		return fmt.Errorf("write an answer: %w", err)
	}
	r.step("answer")
	r.settle(cleaned, draft, hits)
	r.step("verify")
	return nil
}

// echo is the question as an outcome repeats it: what is too long to be one is
// cut.
func echo(question string) string {
	if len(question) <= MaxQuestion {
		return question
	}
	return strings.ToValidUTF8(question[:MaxQuestion], "") + "…"
}

// step counts a state change and its time.
func (r *run) step(name string) {
	now := time.Now()
	r.outcome.TimingUS[name] += now.Sub(r.mark).Microseconds()
	r.mark = now
	r.spent.Steps++
}

// settle verifies a draft and keeps what passes; nothing left is a refusal.
func (r *run) settle(question string, d answer.Draft, hits []core.Hit) {
	if len(d.Claims) == 0 {
		r.refuse(core.StopInsufficient, core.RefusalMissingFact,
			"The documents speak of this, but no passage states what was asked.")
		r.nearestHits(hits)
		return
	}
	kept, dropped := r.verified(d)
	if len(kept) == 0 {
		r.refuse(core.StopUnverified, core.RefusalUnverified, "No sentence of the answer could be proved against its page.")
		r.nearestHits(hits)
		return
	}
	confidence := r.confidence(question, d, kept)
	if confidence < minConfidence {
		r.refuse(core.StopInsufficient, core.RefusalMissingFact, fmt.Sprintf(
			"What the documents say covers too little of the question: support %.2f, needed %.2f.", confidence, minConfidence))
		r.nearestHits(hits)
		return
	}
	o := &r.outcome
	o.Status, o.StopReason = core.Answered, core.StopSufficient
	o.Claims, o.Citations, o.Confidence = kept, cited(d.Citations, kept), confidence
	o.ShortAnswer = kept[0].Text
	if dropped == 0 && d.Short != kept[0].Text && r.ports.Verifier.Sums(d.Short, o.Citations) {
		o.ShortAnswer = d.Short
	}
}

// verified returns the claims that pass, with their verdicts.
func (r *run) verified(d answer.Draft) (kept []core.Claim, dropped int) {
	for _, c := range d.Claims {
		c.Verdict, c.Rule = r.ports.Verifier.Verify(c, d.Citations)
		if c.Verdict == core.Verbatim || c.Verdict == core.Supported {
			kept = append(kept, c)
		} else {
			dropped++
		}
	}
	return kept, dropped
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

// confidence is the share of the question that the kept claims and the place
// they stand in cover; an element that the question names needs no more proof
// than that it is there.
func (r *run) confidence(question string, d answer.Draft, kept []core.Claim) float64 {
	if d.Exact {
		return 1
	}
	var b strings.Builder
	for _, c := range kept {
		b.WriteString(c.Text + "\n")
	}
	for _, c := range cited(d.Citations, kept) {
		b.WriteString(c.Title + "\n" + c.Section + "\n")
		if doc := r.ports.Library.Document(c.DocID); doc != nil {
			b.WriteString(doc.Label + "\n")
		}
	}
	share, _ := r.ports.Relevance.Coverage(question, b.String())
	return min(share, 1)
}
