package faq

import (
	"math"
)

// backprop holds examples against their candidates, one after the other, and adds
// up the gradient.
type backprop struct {
	model    *model
	query    *query
	gradient *gradient

	facts     []scoredCandidate
	negatives []scoredNegative
	open      []float32
	masses    [maxTokens]float32 // gradient by the masses of the question
}

// answer is a candidate's best wording.
type scoredCandidate struct {
	logit     float32
	tokens    tokens
	evidence  tokens
	maxSims   maxSims
	alignment alignment
}

// scoredNegative is an unanswered question.
type scoredNegative struct {
	logit     float32
	tokens    tokens
	alignment alignment
}

func newBackprop(m *model) *backprop {
	return &backprop{model: m, query: newQuery(m), gradient: newGradient(m.rows())}
}

// ask adds one example. If own is set its fact is the first candidate, and right;
// else none is.
func (a *backprop) ask(e *example, candidates []candidate, own bool) {
	a.query.ask(e.tokens)
	a.masses = [maxTokens]float32{}
	a.facts, a.negatives = a.facts[:0], a.negatives[:0]
	for _, c := range candidates {
		a.facts = append(a.facts, a.best(c))
	}
	for _, t := range e.negatives {
		tokens := a.model.negatives.lists.at(int(t))
		logit, alignment := a.query.negativeLogit(tokens)
		a.negatives = append(a.negatives, scoredNegative{logit, tokens, alignment})
	}
	a.learn(own)
	for i, t := range e.tokens {
		a.gradient.gain(t, a.query.mass[i], a.masses[i])
	}
}

func (a *backprop) best(c candidate) scoredCandidate {
	f := a.model.facts[c.fact]
	best := scoredCandidate{logit: float32(math.Inf(-1)), evidence: a.model.evidence.at(int(f.evidence))}
	best.maxSims = a.query.maxSims(best.evidence)
	for _, w := range c.wordings {
		tokens := a.model.wordings.lists.at(w)
		if logit, alignment := a.query.factLogit(tokens, &best.maxSims); logit > best.logit {
			best.logit, best.alignment, best.tokens = logit, alignment, tokens
		}
	}
	return best
}

// learn adds the loss, −ln of what the softmax gives to the right candidate, and
// its gradient.
func (a *backprop) learn(own bool) {
	none := 1.0
	for _, t := range a.negatives {
		none += math.Exp(float64(t.logit))
	}
	total, top := none, none
	for _, x := range a.facts {
		p := math.Exp(float64(x.logit))
		total, top = total+p, max(top, p)
	}
	right := none
	if own {
		right = math.Exp(float64(a.facts[0].logit))
	}
	a.gradient.loss -= math.Log(right / total)
	if right == top {
		a.gradient.right++
	}
	for i := range a.facts {
		slope := math.Exp(float64(a.facts[i].logit)) / total
		if own && i == 0 {
			slope--
		}
		a.answer(&a.facts[i], float32(slope))
	}
	slope := none / total
	if !own {
		slope--
	}
	for i := range a.negatives {
		a.negative(&a.negatives[i], float32(slope*math.Exp(float64(a.negatives[i].logit))/none))
	}
}

// answer takes the slope of the loss by an answer's logit back to what is
// learned.
func (a *backprop) answer(x *scoredCandidate, slope float32) {
	w, d := a.model.weights.fact, &a.gradient.weights
	d.fact[0] += slope * x.alignment.question
	d.fact[1] += slope * x.alignment.list
	d.fact[2] += slope
	d.fact[3] += slope * x.alignment.open
	a.open = a.query.openSlopes(a.open, &x.alignment, &x.maxSims)
	share := slope * w[0] / a.query.total
	for i, t := range a.query.tokens {
		mass, aligned := a.query.mass[i], a.query.aligned(&x.alignment, &x.maxSims, i)
		open := slope * w[3] * a.open[i]
		a.masses[i] += share*(aligned-x.alignment.question) + open*(1-aligned)
		a.aligned(x, i, t, (share-open)*mass)
	}
	a.back(x.tokens, &x.alignment, slope*w[1])
}

// aligned takes the slope by how far the i-th token is aligned to the token of
// the wording or of the evidence that covers it.
func (a *backprop) aligned(x *scoredCandidate, i int, t token, slope float32) {
	share := a.model.evidenceShare
	own, maxSims := x.alignment.forward[i], x.maxSims[i]
	if own.sim >= share*maxSims.sim {
		a.pull(t, x.tokens, own, slope)
		return
	}
	a.pull(t, x.evidence, maxSims, slope*share)
	a.gradient.weights.evidence += slope * maxSims.sim * share * (1 - share)
}

// pull takes the slope by how alike a token and the nearest of a list are to
// their vectors.
func (a *backprop) pull(t token, list tokens, near maxSim, slope float32) {
	if len(list) == 0 {
		return
	}
	if near.sim < 0 {
		slope *= leak
	}
	a.gradient.similarity(a.model, t, list[near.at], slope)
}

// back takes the slope by the share of a list that the question covers to its
// tokens.
func (a *backprop) back(list tokens, c *alignment, slope float32) {
	var total float32
	for _, t := range list {
		total += a.model.massOf(t)
	}
	for i, t := range list {
		mass, touch := a.model.massOf(t), c.backward[i]
		a.gradient.gain(t, mass, slope*(touch.sim-c.list)/total)
		a.pull(t, a.query.tokens, touch, slope*mass/total)
	}
}

// scoredNegative is answer for an unanswered question.
func (a *backprop) negative(x *scoredNegative, slope float32) {
	w, d := a.model.weights.negative, &a.gradient.weights
	d.negative[0] += slope * x.alignment.question
	d.negative[1] += slope * x.alignment.list
	d.negative[2] += slope
	share := slope * w[0] / a.query.total
	for i, t := range a.query.tokens {
		near := x.alignment.forward[i]
		a.masses[i] += share * (near.sim - x.alignment.question)
		a.pull(t, x.tokens, near, share*a.query.mass[i])
	}
	a.back(x.tokens, &x.alignment, slope*w[1])
}

// gradient is that of the summed loss of some examples, by what is learned.
type gradient struct {
	vectors []float32 // rows × dim, by the unit vectors
	gains   []float32 // by row
	weights weights
	touched []int  // rows that are not all 0
	marked  []bool // by row: whether it is in touched

	loss  float64
	right int // examples whose likeliest candidate is the right one
}

func newGradient(rows int) *gradient {
	return &gradient{vectors: make([]float32, rows*dim), gains: make([]float32, rows), marked: make([]bool, rows)}
}

func (g *gradient) clear() {
	for _, row := range g.touched {
		clear(g.row(row))
		g.gains[row], g.marked[row] = 0, false
	}
	g.touched = g.touched[:0]
	g.weights, g.loss, g.right = weights{}, 0, 0
}

func (g *gradient) row(row int) []float32 { return g.vectors[row*dim : (row+1)*dim] }

func (g *gradient) touch(row int) {
	if !g.marked[row] {
		g.marked[row] = true
		g.touched = append(g.touched, row)
	}
}

// gain adds to the gradient of a token's gain what is due to that of its mass.
func (g *gradient) gain(t token, mass, slope float32) {
	g.touch(t.row())
	g.gains[t.row()] += slope * mass
}

// similarity adds to the gradient of two vectors what is due to that of how alike
// they are.
func (g *gradient) similarity(m *model, a, b token, slope float32) {
	if a.row() == b.row() || slope == 0 {
		return
	}
	g.touch(a.row())
	g.touch(b.row())
	slope /= simSlope
	addScaled(g.row(a.row()), m.vector(b.row(), nil), slope)
	addScaled(g.row(b.row()), m.vector(a.row(), nil), slope)
}

func addScaled(dst, v []float32, scale float32) {
	v = v[:len(dst)]
	for i := range dst {
		dst[i] += scale * v[i]
	}
}

// openSlopes sets into dst, by token of the question, by how much alignment.open grows with
// what the token leaves open.
func (q *query) openSlopes(dst []float32, a *alignment, evidence *maxSims) []float32 {
	total := math.Exp(openSharpness * openScale * float64(a.open))
	dst = dst[:0]
	for i, w := range q.mass {
		part := math.Exp(openSharpness * float64((1-q.aligned(a, evidence, i))*w))
		dst = append(dst, float32(part/total/openScale))
	}
	return dst
}
