package faq

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// nearFacts is how many near facts of an example are kept, of which those that
// share a unit with its own are then dropped.
const nearFacts = 24

// example is a text that is asked in training.
type example struct {
	tokens    tokens
	fact      int // that answers it, or noList
	wording   int // that it is, or noList
	negative  int // the hard negative that it is, or noList
	near      []uint32
	negatives []uint32 // the nearest hard negatives but itself
}

// examples lists the wordings of all facts that have another one, and the
// hard negatives, as far as they have a token.
func examples(m *model) []example {
	var list []example
	for i, f := range m.facts {
		for w := int(f.wordings.from); w < int(f.wordings.to) && f.wordings.len() > 1; w++ {
			list = append(list, example{tokens: m.wordings.lists.at(w), fact: i, wording: w, negative: noList})
		}
	}
	for i := range m.negatives.lists.len() {
		list = append(list, example{tokens: m.negatives.lists.at(i), fact: noList, wording: noList, negative: i})
	}
	return slices.DeleteFunc(list, func(e example) bool { return len(e.tokens) == 0 })
}

// mineNegatives fills in what is near each example, by words alone.
func mineNegatives(ctx context.Context, m *model, list []example, s Training) error {
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			facts, negatives := newSearch(m, &m.wordings.index), newSearch(m, &m.negatives.index)
			for i := w; i < len(list) && ctx.Err() == nil; i += workers {
				e := &list[i]
				e.near = facts.nearest(nil, e.tokens, e.wording, nearFacts)
				e.negatives = negatives.nearest(nil, e.tokens, e.negative, s.Negatives)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// sampler draws what an example is held against.
type sampler struct {
	model    *model
	settings Training
	siblings [][]uint32 // by fact: the others that share a unit with it, ascending
}

func newSampler(m *model, s Training) *sampler {
	at := map[unit][]uint32{}
	for i, f := range m.facts {
		for _, p := range m.units[f.units.from:f.units.to] {
			at[p] = append(at[p], uint32(i))
		}
	}
	d := &sampler{model: m, settings: s, siblings: make([][]uint32, len(m.facts))}
	for i, f := range m.facts {
		for _, p := range m.units[f.units.from:f.units.to] {
			d.siblings[i] = append(d.siblings[i], at[p]...)
		}
		slices.Sort(d.siblings[i])
		d.siblings[i] = slices.Compact(d.siblings[i])
	}
	return d
}

// candidate is a fact that an example is held against, and those of its wordings
// that are not left out.
type candidate struct {
	fact     uint32
	wordings []int
}

// sample appends the candidates of an example. Its own fact, if it is there, is the
// first, and own is true; near ones come next, then random ones.
func (d *sampler) sample(dst []candidate, e *example, r *rand.Rand) (list []candidate, own bool) {
	list = dst
	own = e.fact != noList && r.Float64() >= d.settings.Absent
	if own {
		list = d.add(list, uint32(e.fact), e.wording, r)
	}
	near := d.settings.Facts
	if e.fact != noList {
		near -= d.settings.Random
	}
	for _, f := range e.near {
		if len(list) < near && !d.same(e.fact, f) {
			list = d.add(list, f, noList, r)
		}
	}
	for range min(len(d.model.facts), d.settings.Facts-len(list)) {
		f := uint32(r.IntN(len(d.model.facts)))
		drawn := slices.ContainsFunc(list, func(c candidate) bool { return c.fact == f })
		if !drawn && !d.same(e.fact, f) {
			list = d.add(list, f, noList, r)
		}
	}
	return list, own
}

// same reports whether f is the fact or shares a unit with it.
func (d *sampler) same(fact int, f uint32) bool {
	if fact == noList {
		return false
	}
	_, found := slices.BinarySearch(d.siblings[fact], f)
	return found
}

// add appends a fact with its wordings but one, some of them dropped, never all.
func (d *sampler) add(list []candidate, fact uint32, without int, r *rand.Rand) []candidate {
	f := d.model.facts[fact]
	var kept []int
	spare := noList
	for w := int(f.wordings.from); w < int(f.wordings.to); w++ {
		if w == without {
			continue
		}
		spare = w
		if r.Float64() >= d.settings.Drop {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		kept = append(kept, spare)
	}
	return append(list, candidate{fact, kept})
}
