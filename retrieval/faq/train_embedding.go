package faq

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
)

// The constants of contrastive learning, chosen on the development questions of
// eval/questions; none makes much of a difference.
const (
	encoderRows        = 1 << 15
	encoderEpochs      = 6
	encoderRate        = 0.01
	encoderBatch       = 512
	ngramDropout       = 0.1 // how often a ngram is left out
	inverseTemperature = 20  // by which cosines become logits
	noneLogit          = 9   // the logit of nothing that is known
)

// sample is a question with its ngrams.
type sample struct {
	ngrams   []uint32 // rows
	entry    int
	answered bool
}

// embeddingTrainer is a contrastive training under way: a wording is to be nearer to another
// of its fact than to those of other facts and to hard negatives near by, a hard negative to
// none.
type embeddingTrainer struct {
	samples   []sample
	wordings  [][]int // samples by entry
	negatives [][]int
	idf       []float32 // by row
	vectors   []float32 // encoderRows × dim, by which idf is multiplied
	memory    moments
	sums      [shards][]float32 // gradients by vectors
}

// trainEncoder learns the vectors of n-grams from the entries.
func trainEncoder(ctx context.Context, entries []Entry, seed uint64) (encoder, error) {
	g := newEmbeddingTrainer(entries, seed)
	steps := encoderEpochs * ((len(g.samples) + encoderBatch - 1) / encoderBatch)
	step := 0
	for epoch := range encoderEpochs {
		order := rand.New(rand.NewPCG(seed, uint64(epoch))).Perm(len(g.samples))
		for at := 0; at < len(order); at += encoderBatch {
			if err := ctx.Err(); err != nil {
				return encoder{}, err
			}
			step++
			b := g.batch(order[at:min(at+encoderBatch, len(order))], rand.New(rand.NewPCG(seed, uint64(step)<<32)))
			b.learn(g)
			g.step(schedule(encoderRate, step, steps))
		}
	}
	return g.result(), nil
}

func newEmbeddingTrainer(entries []Entry, seed uint64) *embeddingTrainer {
	g := &embeddingTrainer{
		wordings: make([][]int, len(entries)), negatives: make([][]int, len(entries)),
		idf: make([]float32, encoderRows), vectors: make([]float32, encoderRows*dim), memory: newMoments(encoderRows * dim),
	}
	for i := range g.sums {
		g.sums[i] = make([]float32, len(g.vectors))
	}
	for i := range entries {
		for _, text := range entries[i].Wordings {
			g.wordings[i] = append(g.wordings[i], g.add(text, i, true))
		}
		for _, text := range entries[i].Negatives {
			g.negatives[i] = append(g.negatives[i], g.add(text, i, false))
		}
	}
	for row, n := range g.idf { // so far the number of texts
		g.idf[row] = float32(math.Log(float64(1+len(g.samples)) / float64(1+n)))
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range g.vectors {
		g.vectors[i] = float32(r.NormFloat64()) / 8
	}
	return g
}

// add reads a text and returns its index.
func (g *embeddingTrainer) add(text string, entry int, answered bool) int {
	s := sample{entry: entry, answered: answered}
	for _, ngram := range appendNgrams(nil, text) {
		row := uint32(ngram % encoderRows)
		s.ngrams = append(s.ngrams, row)
		g.idf[row]++
	}
	g.samples = append(g.samples, s)
	return len(g.samples) - 1
}

// shared does n things in shards, each in its order.
func shared(n int, do func(shard, i int)) {
	var wg sync.WaitGroup
	for shard := range shards {
		wg.Go(func() {
			for i := n * shard / shards; i < n*(shard+1)/shards; i++ {
				do(shard, i)
			}
		})
	}
	wg.Wait()
}

// encode makes the vector of a text.
func (g *embeddingTrainer) encode(t *encoded) {
	for _, row := range t.ngrams {
		addScaled(t.vector[:], g.row(row), g.idf[row])
	}
	t.length = max(tiny, t.vector.normalize())
}

func (g *embeddingTrainer) row(row uint32) []float32 {
	return g.vectors[row*dim : (row+1)*dim]
}

// scatter takes the gradient by a text's vector to those of its n-grams.
func (g *embeddingTrainer) scatter(t *encoded, sum []float32) {
	tangent(t.slope[:], t.vector[:], t.length)
	for _, row := range t.ngrams {
		addScaled(sum[row*dim:(row+1)*dim], t.slope[:], g.idf[row])
	}
}

// step moves all vectors, also those that no gradient touches: they have momentum.
func (g *embeddingTrainer) step(p learningRate) {
	const part = encoderRows * dim / shards
	shared(shards, func(_, i int) {
		from, to := i*part, (i+1)*part
		sum := g.sums[0][from:to]
		for _, other := range g.sums[1:] {
			addScaled(sum, other[from:to], 1)
		}
		g.memory.step(p, from, g.vectors[from:to], sum)
	})
}

// result is the encoder, rounded.
func (g *embeddingTrainer) result() encoder {
	e := encoder{scales: make([]float32, encoderRows)}
	for row := range uint32(encoderRows) {
		var level float32
		e.rows, level = appendRounded(e.rows, g.row(row))
		e.scales[row] = level * g.idf[row]
	}
	return e
}
