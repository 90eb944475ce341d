package faq

import (
	"math"
)

// asker holds examples against their candidates, one after the other, and adds
// up the gradient.
type asker struct {
	model    *Model
	query    *Query
	gradient *gradient

	answers []answer
	traps   []trap
	open    []float32
	masses  [MaxTokens]float32 // gradient by the masses of the question
}

// answer is a candidate's best wording.
type answer struct {
	logit    float32
	tokens   Tokens
	evidence Tokens
	shadow   Shadow
	cover    Cover
}

// trap is an unanswered question.
type trap struct {
	logit  float32
	tokens Tokens
	cover  Cover
}

func newAsker(m *Model) *asker {
	return &asker{model: m, query: NewQuery(m), gradient: newGradient(m.Rows())}
}

// ask adds one example. If own is set its fact is the first candidate, and right;
// else none is.
func (a *asker) ask(e *example, candidates []candidate, own bool) {
	a.query.Ask(e.tokens)
	a.masses = [MaxTokens]float32{}
	a.answers, a.traps = a.answers[:0], a.traps[:0]
	for _, c := range candidates {
		a.answers = append(a.answers, a.best(c))
	}
	for _, t := range e.traps {
		tokens := a.model.Unanswered[t]
		logit, cover := a.query.Unanswered(tokens)
		a.traps = append(a.traps, trap{logit, tokens, cover})
	}
	a.learn(own)
	for i, t := range e.tokens {
		a.gradient.gain(t, a.query.Mass()[i], a.masses[i])
	}
}

func (a *asker) best(c candidate) answer {
	f := a.model.Facts[c.fact]
	best := answer{logit: float32(math.Inf(-1)), evidence: a.model.Evidence[f.Evidence]}
	best.shadow = a.query.Shadow(best.evidence)
	for _, w := range c.wordings {
		tokens := a.model.Wordings[w]
		if logit, cover := a.query.Answer(tokens, &best.shadow); logit > best.logit {
			best.logit, best.cover, best.tokens = logit, cover, tokens
		}
	}
	return best
}

// learn adds the loss, −ln of what the softmax gives to the right candidate, and
// its gradient.
func (a *asker) learn(own bool) {
	none := 1.0
	for _, t := range a.traps {
		none += math.Exp(float64(t.logit))
	}
	total, top := none, none
	for _, x := range a.answers {
		p := math.Exp(float64(x.logit))
		total, top = total+p, max(top, p)
	}
	right := none
	if own {
		right = math.Exp(float64(a.answers[0].logit))
	}
	a.gradient.loss -= math.Log(right / total)
	if right == top {
		a.gradient.right++
	}
	for i := range a.answers {
		slope := math.Exp(float64(a.answers[i].logit)) / total
		if own && i == 0 {
			slope--
		}
		a.answer(&a.answers[i], float32(slope))
	}
	slope := none / total
	if !own {
		slope--
	}
	for i := range a.traps {
		a.trap(&a.traps[i], float32(slope*math.Exp(float64(a.traps[i].logit))/none))
	}
}

// answer takes the slope of the loss by an answer's logit back to what is
// learned.
func (a *asker) answer(x *answer, slope float32) {
	w, d := a.model.Weights.Answer, &a.gradient.weights
	d.Answer[0] += slope * x.cover.Question
	d.Answer[1] += slope * x.cover.List
	d.Answer[2] += slope
	d.Answer[3] += slope * x.cover.Open
	a.open = a.query.OpenSlopes(a.open, &x.cover, &x.shadow)
	share := slope * w[0] / a.query.Total()
	for i, t := range a.query.Tokens() {
		mass, covered := a.query.Mass()[i], a.query.Covered(&x.cover, &x.shadow, i)
		open := slope * w[3] * a.open[i]
		a.masses[i] += share*(covered-x.cover.Question) + open*(1-covered)
		a.covered(x, i, t, (share-open)*mass)
	}
	a.back(x.tokens, &x.cover, slope*w[1])
}

// covered takes the slope by how far the i-th token is covered to the token of
// the wording or of the evidence that covers it.
func (a *asker) covered(x *answer, i int, t Token, slope float32) {
	share := a.model.EvidenceShare()
	own, shadow := x.cover.Near[i], x.shadow[i]
	if own.Act >= share*shadow.Act {
		a.pull(t, x.tokens, own, slope)
		return
	}
	a.pull(t, x.evidence, shadow, slope*share)
	a.gradient.weights.Evidence += slope * shadow.Act * share * (1 - share)
}

// pull takes the slope by how alike a token and the nearest of a list are to
// their vectors.
func (a *asker) pull(t Token, list Tokens, near Touch, slope float32) {
	if len(list) == 0 {
		return
	}
	if near.Act < 0 {
		slope *= Leak
	}
	a.gradient.alike(a.model, t, list[near.At], slope)
}

// back takes the slope by the share of a list that the question covers to its
// tokens.
func (a *asker) back(list Tokens, c *Cover, slope float32) {
	var total float32
	for _, t := range list {
		total += a.model.Mass(t)
	}
	for i, t := range list {
		mass, touch := a.model.Mass(t), c.Back[i]
		a.gradient.gain(t, mass, slope*(touch.Act-c.List)/total)
		a.pull(t, a.query.Tokens(), touch, slope*mass/total)
	}
}

// trap is answer for an unanswered question.
func (a *asker) trap(x *trap, slope float32) {
	w, d := a.model.Weights.Unanswered, &a.gradient.weights
	d.Unanswered[0] += slope * x.cover.Question
	d.Unanswered[1] += slope * x.cover.List
	d.Unanswered[2] += slope
	share := slope * w[0] / a.query.Total()
	for i, t := range a.query.Tokens() {
		near := x.cover.Near[i]
		a.masses[i] += share * (near.Act - x.cover.Question)
		a.pull(t, x.tokens, near, share*a.query.Mass()[i])
	}
	a.back(x.tokens, &x.cover, slope*w[1])
}
