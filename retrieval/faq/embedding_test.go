package faq

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomEmbedding(r *rand.Rand) embedding {
	var v embedding
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	v.normalize()
	return v
}

func product(a, b *embedding) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestEmbed(t *testing.T) {
	g := smallEncoder(rand.New(rand.NewPCG(5, 6)))
	v := g.embed("length of the key")
	if n := product(&v, &v); math.Abs(n-1) > 1e-5 {
		t.Errorf("an embedding has length² %v, want 1", n)
	}
	if again := g.embed("Length of the KEY!"); again != v {
		t.Error("case and signs change the embedding")
	}
	zero := encoder{rows: make([]byte, dim), scales: []float32{1}}
	if v := zero.embed("key"); v != (embedding{}) {
		t.Errorf("vectors of nothing sum up to %v, want nothing", v)
	}
}

func TestCosine(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	g := newEmbeddings(100)
	var list []embedding
	for i := range 100 {
		v := randomEmbedding(r)
		list = append(list, v)
		g.set(i, &v)
	}
	q := randomEmbedding(r)
	for i := range list {
		if got, want := float64(g.cosine(i, &q)), product(&list[i], &q); math.Abs(got-want) > 0.01 {
			t.Errorf("cosine %d is %v, want %v", i, got, want)
		}
	}
}

func TestSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		v := randomEmbedding(r)
		g := newEmbeddings(1)
		g.set(0, &v)
		seen := map[uint64]int{}
		for i := range v {
			other := v
			other[i] = -other[i]
			seen[v.signs()^other.signs()]++
		}
		if len(seen) != dim {
			t.Fatalf("%d components have %d bits", dim, len(seen))
		}
		if g.signs[0] != signsOf(g.bytes) {
			t.Fatal("the signs of a embedding are not those of its bytes")
		}
	}
}

// TestPrefilterFindsTheNearest asks for a twentieth of lists that come in clusters, as
// questions do.
func TestPrefilterFindsTheNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	g := newEmbeddings(4000)
	var centres []embedding
	for n := range 200 {
		centre := randomEmbedding(r)
		centres = append(centres, centre)
		for k := range 20 {
			v := randomEmbedding(r)
			for i := range v {
				v[i] = centre[i] + v[i]/2
			}
			v.normalize()
			g.set(20*n+k, &v)
		}
	}
	missed := 0
	for n, q := range centres {
		best, found := 0, false
		for i := range g.len() {
			if g.cosine(i, &q) > g.cosine(best, &q) {
				best = i
			}
		}
		var visited []int
		g.prefilter(&q, g.len()/20, func(i int, cosine float32) {
			visited = append(visited, i)
			found = found || i == best
			if cosine != g.cosine(i, &q) {
				t.Fatalf("embedding %d is visited with %v, want its cosine %v", i, cosine, g.cosine(i, &q))
			}
		})
		if len(visited) < g.len()/20 || !slices.IsSorted(visited) {
			t.Fatalf("question %d: %d visited, want at least %d in their order", n, len(visited), g.len()/20)
		}
		if !found {
			missed++
		}
	}
	if missed > len(centres)/50 {
		t.Errorf("the nearest of %d were not among those visited, want at most 2 %%", missed)
	}
	var none embeddings
	none.prefilter(&centres[0], 10, func(int, float32) { t.Error("there is nothing to visit") })
}
