package faq

import (
	"math"
	"math/rand/v2"
)

// encoded is a text in a batch: its ngrams but those left out, their sum brought to
// length 1, and the gradient by that.
type encoded struct {
	ngrams []uint32
	entry  int
	vector embedding
	length float32
	slope  embedding
}

// batch is what a step learns from: the questions, and the keys that they are held
// against, those with an answer first.
type batch struct {
	questions []encoded
	right     []int // by question: its key; noneRight; or skipped
	keys      []encoded
	answered  int // keys with an answer
}

const (
	noneRight = -1 // no key is right
	skipped   = -2 // a wording without another one teaches nothing
)

// batch draws keys for some samples: another wording of the same fact, and an
// unanswered question near by; for an unanswered one a wording near by.
func (g *embeddingTrainer) batch(picked []int, r *rand.Rand) *batch {
	b := &batch{}
	var negatives []encoded
	for _, i := range picked {
		s := &g.samples[i]
		b.questions = append(b.questions, g.dropped(i, r))
		near := g.wordings[s.entry]
		switch {
		case !s.answered:
			b.right = append(b.right, noneRight)
		case len(near) == 1:
			b.right = append(b.right, skipped)
			near = nil
		default:
			b.right = append(b.right, len(b.keys))
		}
		if other := pick(near, i, r); other >= 0 {
			b.keys = append(b.keys, g.dropped(other, r))
		}
		if negative := pick(g.negatives[s.entry], i, r); s.answered && negative >= 0 {
			negatives = append(negatives, g.dropped(negative, r))
		}
	}
	b.answered = len(b.keys)
	b.keys = append(b.keys, negatives...)
	return b
}

// pick draws one of a list that is not the given one, or −1.
func pick(list []int, but int, r *rand.Rand) int {
	for range list {
		if i := list[r.IntN(len(list))]; i != but {
			return i
		}
	}
	return -1
}

func (g *embeddingTrainer) dropped(i int, r *rand.Rand) encoded {
	t := encoded{entry: g.samples[i].entry}
	for _, row := range g.samples[i].ngrams {
		if r.Float64() >= ngramDropout {
			t.ngrams = append(t.ngrams, row)
		}
	}
	return t
}

// learn adds the gradients of a batch.
func (b *batch) learn(g *embeddingTrainer) {
	shared(len(b.questions), func(_, i int) { g.encode(&b.questions[i]) })
	shared(len(b.keys), func(_, i int) { g.encode(&b.keys[i]) })
	slopes := make([][]float32, len(b.questions))
	shared(len(b.questions), func(_, i int) { slopes[i] = b.ask(i) })
	shared(len(b.keys), func(_, k int) {
		for i := range b.questions {
			if slopes[i] != nil {
				addScaled(b.keys[k].slope[:], b.questions[i].vector[:], slopes[i][k])
			}
		}
	})
	for i := range g.sums {
		clear(g.sums[i])
	}
	shared(len(b.questions), func(shard, i int) { g.scatter(&b.questions[i], g.sums[shard]) })
	shared(len(b.keys), func(shard, i int) { g.scatter(&b.keys[i], g.sums[shard]) })
}

// ask holds the i-th question against the keys. It adds the gradient by the question
// and returns that by the cosines, or nil. Unanswered keys add to the side of noneRight.
func (b *batch) ask(i int) []float32 {
	if b.right[i] == skipped {
		return nil
	}
	q := &b.questions[i]
	slopes := b.chances(i)
	for k := range slopes {
		if k == b.right[i] {
			slopes[k]--
		}
		slopes[k] *= inverseTemperature / float32(len(b.questions))
		addScaled(q.slope[:], b.keys[k].vector[:], slopes[k])
	}
	return slopes
}

// chances are the slopes of the loss by the logits of the keys, as far as they do not
// depend on which key is right: what the softmax gives to each. Unanswered keys stand
// for noneRight together with what is not known, so where noneRight is right each has its share
// of that taken off.
func (b *batch) chances(i int) []float32 {
	q := &b.questions[i]
	odds := make([]float64, len(b.keys))
	nothing := math.Exp(noneLogit - inverseTemperature)
	total := nothing
	for k := range b.keys {
		key := &b.keys[k]
		if k < b.answered && k != b.right[i] && b.right[i] != noneRight && key.entry == q.entry {
			continue // another wording of the same fact is not wrong
		}
		odds[k] = math.Exp(inverseTemperature * float64(dot(q.vector[:], key.vector[:])-1))
		total += odds[k]
		if k >= b.answered {
			nothing += odds[k]
		}
	}
	out := make([]float32, len(b.keys))
	for k, o := range odds {
		chance := o / total
		if k >= b.answered && b.right[i] == noneRight {
			chance -= o / nothing
		}
		out[k] = float32(chance)
	}
	return out
}
