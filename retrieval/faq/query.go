package faq

// Query is a question that lists of tokens are held against. How alike its
// tokens are to another one is worked out when that is first met. It belongs to
// one goroutine and is reused: Ask forgets the question before.
type Query struct {
	model  *Model
	tokens Tokens
	mass   []float32
	total  float32

	slots []int32   // by row: 1 + its place in met, or 0
	met   []int32   // rows
	acts  []float32 // len(met) × len(tokens)
}

// NewQuery returns a query of the empty question.
func NewQuery(m *Model) *Query { return &Query{model: m, slots: make([]int32, m.Rows())} }

// Ask makes the query that of a question's tokens, which it keeps.
func (q *Query) Ask(tokens Tokens) {
	for _, row := range q.met {
		q.slots[row] = 0
	}
	q.met, q.acts, q.mass = q.met[:0], q.acts[:0], q.mass[:0]
	q.tokens, q.total = tokens, 0
	for _, t := range tokens {
		w := q.model.Mass(t)
		q.mass = append(q.mass, w)
		q.total += w
	}
}

// Tokens are those of the question.
func (q *Query) Tokens() Tokens { return q.tokens }

// Mass is what each token of the question weighs.
func (q *Query) Mass() []float32 { return q.mass }

// Total is the sum of Mass.
func (q *Query) Total() float32 { return q.total }

// alike returns how alike the row is to each token of the question, up to
// 1; strangers are a little below 0.
func (q *Query) alike(row int) []float32 {
	n := len(q.tokens)
	at := int(q.slots[row])
	if at == 0 {
		q.met = append(q.met, int32(row))
		at = len(q.met)
		q.slots[row] = int32(at)
		q.meet(row)
	}
	return q.acts[(at-1)*n : at*n]
}

func (q *Query) meet(row int) {
	v := q.model.Vector(row)
	for _, t := range q.tokens {
		if t.Row() == q.model.Foreign() {
			q.acts = append(q.acts, 0)
			continue
		}
		if t.Row() == row {
			q.acts = append(q.acts, 1)
			continue
		}
		x := float32(dot(v, q.model.Vector(t.Row()))-floor) / ActSlope
		q.acts = append(q.acts, max(x, Leak*x))
	}
}

const (
	// floor is the cosine up to which tokens are strangers.
	floor = 0.3
	// ActSlope is by how much the cosine must grow for the likeness to grow by 1.
	ActSlope = 1 - floor
	// Leak is what a cosine below the floor counts of what it would, below 0. With
	// none, two words that begin as strangers would never learn that they ask for
	// the same.
	Leak = 0.1
)

// dot is the inner product. The conversions keep a compiler from fusing the
// multiplications into the sums, so that all machines agree.
func dot(a, b []float32) float32 {
	a, b = a[:Dim], b[:Dim]
	var s0, s1, s2, s3 float32
	for i := 0; i < Dim; i += 4 {
		s0 += float32(a[i] * b[i])
		s1 += float32(a[i+1] * b[i+1])
		s2 += float32(a[i+2] * b[i+2])
		s3 += float32(a[i+3] * b[i+3])
	}
	return (s0 + s1) + (s2 + s3)
}
