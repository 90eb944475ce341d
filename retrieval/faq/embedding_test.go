package faq

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomVector(r *rand.Rand) Vector {
	var v Vector
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	v.Unit()
	return v
}

func product(a, b *Vector) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestGistOf(t *testing.T) {
	g := smallGist(rand.New(rand.NewPCG(5, 6)))
	v := g.Of("length of the key")
	if n := product(&v, &v); math.Abs(n-1) > 1e-5 {
		t.Errorf("a gist has length² %v, want 1", n)
	}
	if again := g.Of("Length of the KEY!"); again != v {
		t.Error("case and signs change the gist")
	}
	if v := new(Gist).Of("length of the key"); v != (Vector{}) {
		t.Errorf("a model without gists makes %v, want nothing", v)
	}
	zero := Gist{Rows: make([]byte, GistDim), Scales: []float32{1}}
	if v := zero.Of("key"); v != (Vector{}) {
		t.Errorf("vectors of nothing sum up to %v, want nothing", v)
	}
}

func TestCosine(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var g Gists
	var list []Vector
	for range 100 {
		v := randomVector(r)
		list = append(list, v)
		g.Append(&v)
	}
	q := randomVector(r)
	for i := range list {
		if got, want := float64(g.Cosine(i, &q)), product(&list[i], &q); math.Abs(got-want) > 0.01 {
			t.Errorf("cosine %d is %v, want %v", i, got, want)
		}
	}
}

func TestSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		v := randomVector(r)
		var g Gists
		g.Append(&v)
		g.prepare()
		seen := map[uint64]int{}
		for i := range v {
			other := v
			other[i] = -other[i]
			seen[v.signs()^other.signs()]++
		}
		if len(seen) != GistDim {
			t.Fatalf("%d components have %d bits", GistDim, len(seen))
		}
		if g.signs[0] != signsOf(g.Bytes) {
			t.Fatal("the signs of a gist are not those of its bytes")
		}
	}
}

// TestGlanceFindsTheNearest asks for a twentieth of lists that come in clusters, as
// questions do.
func TestGlanceFindsTheNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var g Gists
	var hearts []Vector
	for range 200 {
		heart := randomVector(r)
		hearts = append(hearts, heart)
		for range 20 {
			v := randomVector(r)
			for i := range v {
				v[i] = heart[i] + v[i]/2
			}
			v.Unit()
			g.Append(&v)
		}
	}
	g.prepare()
	missed := 0
	for n, q := range hearts {
		best, found := 0, false
		for i := range g.Len() {
			if g.Cosine(i, &q) > g.Cosine(best, &q) {
				best = i
			}
		}
		var visited []int
		g.Glance(&q, g.Len()/20, func(i int, cosine float32) {
			visited = append(visited, i)
			found = found || i == best
			if cosine != g.Cosine(i, &q) {
				t.Fatalf("gist %d is visited with %v, want its cosine %v", i, cosine, g.Cosine(i, &q))
			}
		})
		if len(visited) < g.Len()/20 || !slices.IsSorted(visited) {
			t.Fatalf("question %d: %d visited, want at least %d in their order", n, len(visited), g.Len()/20)
		}
		if !found {
			missed++
		}
	}
	if missed > len(hearts)/50 {
		t.Errorf("the nearest of %d were not among those visited, want at most 2 %%", missed)
	}
	var none Gists
	none.prepare()
	none.Glance(&hearts[0], 10, func(int, float32) { t.Error("there is nothing to visit") })
}
