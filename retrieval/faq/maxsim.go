package faq

import "math"

// Touch is the nearest that a token comes to a list: how alike the two are, about
// 0 to 1, and where in the list the other one stands. An empty list leaves it 0.
type Touch struct {
	Act float32
	At  uint8
}

// remote is less alike than any two tokens are.
const remote = -1

// open makes the first n touches ones that any token comes nearer than.
func (s *Shadow) open(n int) {
	for i := range s[:n] {
		s[i].Act = remote
	}
}

// Shadow is the nearest that each token of a question comes to some evidence.
type Shadow [MaxTokens]Touch

// Cover is how a question and a list of tokens cover each other.
type Cover struct {
	Near Shadow // by token of the question
	Back Shadow // by token of the list

	Question float32 // share of the question's mass that is covered, by the list or by evidence
	List     float32 // share of the list's mass that the question covers
	// Open is how much the heaviest tokens of the question that are not covered
	// weigh: a soft maximum, from ln(24)/9 up. One that is left open tells more
	// than many that are covered by half.
	Open float32
}

// The soft maximum's sharpness, and the scale that brings it to about 1.
const (
	openSharp = 1.5
	openScale = 6
)

// Shadow holds the question against a fact's evidence.
func (q *Query) Shadow(evidence Tokens) Shadow {
	var s Shadow
	if len(evidence) > 0 {
		s.open(len(q.tokens))
	}
	for at, t := range evidence {
		for i, act := range q.alike(t.Row()) {
			if act > s[i].Act {
				s[i] = Touch{act, uint8(at)}
			}
		}
	}
	return s
}

// Cover holds the question against a list of at most MaxTokens tokens. What the
// evidence of its fact touches counts Model.EvidenceShare; an unanswered question
// has none, and nil.
func (q *Query) Cover(list Tokens, evidence *Shadow) Cover {
	c := q.touch(list)
	var covered float32
	for i, w := range q.mass {
		covered += float32(w * q.Covered(&c, evidence, i))
	}
	c.Question = covered / (q.total + tiny)
	var back, mass float32
	for at, t := range list {
		w := q.model.Mass(t)
		mass += w
		back += float32(w * c.Back[at].Act)
	}
	c.List = back / (mass + tiny)
	return c
}

// tiny keeps a share of nothing 0.
const tiny = 1e-6

func (q *Query) touch(list Tokens) Cover {
	var c Cover
	if len(list) > 0 {
		c.Near.open(len(q.tokens))
	}
	if len(q.tokens) > 0 {
		c.Back.open(len(list))
	}
	for at, t := range list {
		for i, act := range q.alike(t.Row()) {
			if act > c.Near[i].Act {
				c.Near[i] = Touch{act, uint8(at)}
			}
			if act > c.Back[at].Act {
				c.Back[at] = Touch{act, uint8(i)}
			}
		}
	}
	return c
}

// Covered is how far the i-th token of the question is covered, about 0 to 1.
func (q *Query) Covered(c *Cover, evidence *Shadow, i int) float32 {
	if evidence == nil {
		return c.Near[i].Act
	}
	return max(c.Near[i].Act, float32(q.model.evidence*evidence[i].Act))
}

// open is Cover.Open.
func (q *Query) open(c *Cover, evidence *Shadow) float32 {
	sum := float64(MaxTokens - len(q.tokens))
	for i, w := range q.mass {
		sum += math.Exp(openSharp * float64((1-q.Covered(c, evidence, i))*w))
	}
	return float32(math.Log(sum) / (openSharp * openScale))
}

// OpenSlopes sets into dst, by token of the question, by how much Cover.Open
// grows with what the token leaves open.
func (q *Query) OpenSlopes(dst []float32, c *Cover, evidence *Shadow) []float32 {
	total := math.Exp(openSharp * openScale * float64(c.Open))
	dst = dst[:0]
	for i, w := range q.mass {
		part := math.Exp(openSharp * float64((1-q.Covered(c, evidence, i))*w))
		dst = append(dst, float32(part/total/openScale))
	}
	return dst
}

// Answer is the logit that a wording asks what the question asks, and how the
// two cover each other.
func (q *Query) Answer(wording Tokens, evidence *Shadow) (float32, Cover) {
	c := q.Cover(wording, evidence)
	c.Open = q.open(&c, evidence)
	w := q.model.Weights.Answer
	return float32(w[0]*c.Question) + float32(w[1]*c.List) + w[2] + float32(w[3]*c.Open), c
}

// Unanswered is the logit that an unanswered question asks what the question
// asks.
func (q *Query) Unanswered(list Tokens) (float32, Cover) {
	c := q.Cover(list, nil)
	w := q.model.Weights.Unanswered
	return float32(w[0]*c.Question) + float32(w[1]*c.List) + w[2], c
}
