package faq

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
)

// The constants of learning gists, chosen on the development questions of
// eval/questions; none makes much of a difference.
const (
	gistRows   = 1 << 15
	gistEpochs = 6
	gistRate   = 0.01
	gistBatch  = 512
	gistDrop   = 0.1 // how often a mark is left out
	gistSharp  = 20  // by which cosines become logits
	gistNone   = 9   // the logit of nothing that is known
)

// sample is a question with its marks.
type sample struct {
	marks    []uint32 // rows
	entry    int
	answered bool
}

// gistCourse is a training of gists under way: a wording is to be nearer to another of
// its fact than to those of other facts and to unanswered questions near by, an
// unanswered question to none.
type gistCourse struct {
	samples  []sample
	wordings [][]int // samples by entry
	traps    [][]int
	rarity   []float32 // by row
	vectors  []float32 // gistRows × GistDim, by which rarity is multiplied
	memory   moments
	sums     [shards][]float32 // gradients by vectors
}

func learnGist(ctx context.Context, entries []Entry, m *Model, seed uint64) error {
	g := newGistCourse(entries, seed)
	steps := gistEpochs * ((len(g.samples) + gistBatch - 1) / gistBatch)
	step := 0
	for epoch := range gistEpochs {
		order := rand.New(rand.NewPCG(seed, uint64(epoch))).Perm(len(g.samples))
		for at := 0; at < len(order); at += gistBatch {
			if err := ctx.Err(); err != nil {
				return err
			}
			step++
			b := g.batch(order[at:min(at+gistBatch, len(order))], rand.New(rand.NewPCG(seed, uint64(step)<<32)))
			b.learn(g)
			g.step(paceAt(gistRate, step, steps))
		}
	}
	g.write(m)
	return nil
}

func newGistCourse(entries []Entry, seed uint64) *gistCourse {
	g := &gistCourse{
		wordings: make([][]int, len(entries)), traps: make([][]int, len(entries)),
		rarity: make([]float32, gistRows), vectors: make([]float32, gistRows*GistDim), memory: newMoments(gistRows * GistDim),
	}
	for i := range g.sums {
		g.sums[i] = make([]float32, len(g.vectors))
	}
	for i := range entries {
		for _, text := range entries[i].Wordings {
			g.wordings[i] = append(g.wordings[i], g.add(text, i, true))
		}
		for _, text := range entries[i].Unanswered {
			g.traps[i] = append(g.traps[i], g.add(text, i, false))
		}
	}
	for row, n := range g.rarity { // so far the number of texts
		g.rarity[row] = float32(math.Log(float64(1+len(g.samples)) / float64(1+n)))
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range g.vectors {
		g.vectors[i] = float32(r.NormFloat64()) / 8
	}
	return g
}

// add reads a text and returns its index.
func (g *gistCourse) add(text string, entry int, answered bool) int {
	s := sample{entry: entry, answered: answered}
	for _, mark := range Marks(text) {
		row := uint32(mark % gistRows)
		s.marks = append(s.marks, row)
		g.rarity[row]++
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

// read makes the vector of a text.
func (g *gistCourse) read(t *gisted) {
	for _, row := range t.marks {
		addScaled(t.vector[:], g.row(row), g.rarity[row])
	}
	t.length = max(tiny, t.vector.Unit())
}

func (g *gistCourse) row(row uint32) []float32 {
	return g.vectors[row*GistDim : (row+1)*GistDim]
}

// scatter takes the gradient by a text's vector to those of its marks.
func (g *gistCourse) scatter(t *gisted, sum []float32) {
	turn(t.slope[:], t.vector[:], t.length)
	for _, row := range t.marks {
		addScaled(sum[row*GistDim:(row+1)*GistDim], t.slope[:], g.rarity[row])
	}
}

// step moves all vectors, also those that no gradient touches: they have momentum.
func (g *gistCourse) step(p pace) {
	const part = gistRows * GistDim / shards
	shared(shards, func(_, i int) {
		from, to := i*part, (i+1)*part
		sum := g.sums[0][from:to]
		for _, other := range g.sums[1:] {
			addScaled(sum, other[from:to], 1)
		}
		g.memory.step(p, from, g.vectors[from:to], sum)
	})
}

// write puts the gists into the model, rounded as its file has them.
func (g *gistCourse) write(m *Model) {
	m.Gist = Gist{Scales: make([]float32, gistRows)}
	for row := range uint32(gistRows) {
		v := g.row(row)
		var most float32
		for _, x := range v {
			most = max(most, x, -x)
		}
		m.Gist.Scales[row] = max(most, tiny) * g.rarity[row] / math.MaxInt8
		for _, x := range v {
			m.Gist.Rows = append(m.Gist.Rows, byte(int8(math.Round(float64(x/max(most, tiny)*math.MaxInt8)))))
		}
	}
	for i := range g.samples {
		t := gisted{marks: g.samples[i].marks}
		g.read(&t)
		if g.samples[i].answered {
			m.Gist.Wordings.Append(&t.vector)
		} else {
			m.Gist.Unanswered.Append(&t.vector)
		}
	}
}
