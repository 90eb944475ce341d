package faq

import "math"

// query is a question that lists of tokens are aligned with. How similar its tokens are to
// another one is worked out when that one first comes up. It belongs to one goroutine and
// is reused: ask forgets the question before.
type query struct {
	model   *model
	tokens  tokens
	vectors [maxTokens][dim]float32 // of the tokens
	mass    []float32
	total   float32

	slots []int32   // by row: 1 + its index in seen, or 0
	seen  []int32   // rows
	sims  []float32 // len(seen) × len(tokens)
}

// newQuery returns a query of the empty question.
func newQuery(m *model) *query { return &query{model: m, slots: make([]int32, m.rows())} }

// ask makes the query that of a question's tokens, which it keeps.
func (q *query) ask(t tokens) {
	for _, row := range q.seen {
		q.slots[row] = 0
	}
	q.seen, q.sims, q.mass = q.seen[:0], q.sims[:0], q.mass[:0]
	q.tokens, q.total = t, 0
	for i, one := range t {
		copy(q.vectors[i][:], q.model.vector(one.row(), &q.vectors[i]))
		w := q.model.massOf(one)
		q.mass = append(q.mass, w)
		q.total += w
	}
}

// similarities returns how similar the row is to each token of the question, up to 1;
// unrelated ones are a little below 0.
func (q *query) similarities(row int) []float32 {
	n := len(q.tokens)
	at := int(q.slots[row])
	if at == 0 {
		q.seen = append(q.seen, int32(row))
		at = len(q.seen)
		q.slots[row] = int32(at)
		q.compare(row)
	}
	return q.sims[(at-1)*n : at*n]
}

func (q *query) compare(row int) {
	var buffer [dim]float32
	v := q.model.vector(row, &buffer)
	for i, t := range q.tokens {
		switch t.row() {
		case q.model.oov():
			q.sims = append(q.sims, 0)
		case row:
			q.sims = append(q.sims, 1)
		default:
			x := float32(dot(v, q.vectors[i][:])-unrelated) / simSlope
			q.sims = append(q.sims, max(x, leak*x))
		}
	}
}

const (
	// unrelated is the cosine up to which tokens are unrelated.
	unrelated = 0.3
	// simSlope is by how much the cosine must grow for the similarity to grow by 1.
	simSlope = 1 - unrelated
	// leak is the slope below 0, as of a leaky rectifier. With none, two words that begin
	// unrelated would never learn that they ask for the same.
	leak = 0.1
)

// dot is the inner product of two vectors. The conversions keep a compiler from fusing the
// multiplications into the sums, so that all machines agree.
func dot(a, b []float32) float32 {
	a, b = a[:dim], b[:dim]
	var s0, s1, s2, s3 float32
	for i := 0; i < dim; i += 4 {
		s0 += float32(a[i] * b[i])
		s1 += float32(a[i+1] * b[i+1])
		s2 += float32(a[i+2] * b[i+2])
		s3 += float32(a[i+3] * b[i+3])
	}
	return (s0 + s1) + (s2 + s3)
}

// maxSim is the token of a list that another token is most similar to: how similar the two
// are, about 0 to 1, and its index in the list. That of an empty list is 0.
type maxSim struct {
	sim float32
	at  uint8
}

// maxSims are the maxSim of each token of a list.
type maxSims [maxTokens]maxSim

// dissimilar is less than the similarity of any two tokens.
const dissimilar = -1

// reset makes the first n less than any similarity.
func (s *maxSims) reset(n int) {
	for i := range s[:n] {
		s[i].sim = dissimilar
	}
}

// alignment is how a question and a list of tokens align.
type alignment struct {
	forward  maxSims // by token of the question
	backward maxSims // by token of the list

	question float32 // share of the question's mass that aligns, with the list or with evidence
	list     float32 // share of the list's mass that aligns with the question
	// open is how much the heaviest tokens of the question that do not align weigh: a soft
	// maximum, from ln(24)/9 up. One that is left open says more than many that align by
	// half.
	open float32
}

// The soft maximum's sharpness, and the scale that brings it to about 1.
const (
	openSharpness = 1.5
	openScale     = 6
)

// maxSims are those of the question's tokens in the evidence of a fact.
func (q *query) maxSims(evidence tokens) maxSims {
	var s maxSims
	if len(evidence) > 0 {
		s.reset(len(q.tokens))
	}
	for at, t := range evidence {
		for i, sim := range q.similarities(t.row()) {
			if sim > s[i].sim {
				s[i] = maxSim{sim, uint8(at)}
			}
		}
	}
	return s
}

// align aligns the question with a list of at most maxTokens tokens. What aligns with the
// evidence of its fact counts model.evidenceShare; a hard negative has none, and nil.
func (q *query) align(list tokens, evidence *maxSims) alignment {
	a := q.maxSimsBothWays(list)
	var aligned float32
	for i, w := range q.mass {
		aligned += float32(w * q.aligned(&a, evidence, i))
	}
	a.question = aligned / (q.total + tiny)
	var back, mass float32
	for at, t := range list {
		w := q.model.massOf(t)
		mass += w
		back += float32(w * a.backward[at].sim)
	}
	a.list = back / (mass + tiny)
	return a
}

// tiny keeps a share of nothing 0.
const tiny = 1e-6

func (q *query) maxSimsBothWays(list tokens) alignment {
	var a alignment
	if len(list) > 0 {
		a.forward.reset(len(q.tokens))
	}
	if len(q.tokens) > 0 {
		a.backward.reset(len(list))
	}
	for at, t := range list {
		for i, sim := range q.similarities(t.row()) {
			if sim > a.forward[i].sim {
				a.forward[i] = maxSim{sim, uint8(at)}
			}
			if sim > a.backward[at].sim {
				a.backward[at] = maxSim{sim, uint8(i)}
			}
		}
	}
	return a
}

// aligned is how far the i-th token of the question aligns, about 0 to 1.
func (q *query) aligned(a *alignment, evidence *maxSims, i int) float32 {
	if evidence == nil {
		return a.forward[i].sim
	}
	return max(a.forward[i].sim, float32(q.model.evidenceShare*evidence[i].sim))
}

// open is alignment.open.
func (q *query) open(a *alignment, evidence *maxSims) float32 {
	sum := float64(maxTokens - len(q.tokens))
	for i, w := range q.mass {
		sum += math.Exp(openSharpness * float64((1-q.aligned(a, evidence, i))*w))
	}
	return float32(math.Log(sum) / (openSharpness * openScale))
}

// factLogit is the logit that a wording asks what the question asks, and how the two align.
func (q *query) factLogit(wording tokens, evidence *maxSims) (float32, alignment) {
	a := q.align(wording, evidence)
	a.open = q.open(&a, evidence)
	w := q.model.weights.fact
	return float32(w[0]*a.question) + float32(w[1]*a.list) + w[2] + float32(w[3]*a.open), a
}

// negativeLogit is the logit that a hard negative asks what the question asks.
func (q *query) negativeLogit(list tokens) (float32, alignment) {
	a := q.align(list, nil)
	w := q.model.weights.negative
	return float32(w[0]*a.question) + float32(w[1]*a.list) + w[2], a
}
