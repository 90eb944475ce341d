package faq

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// nearFacts is how many near facts of an example are kept, of which those that
// share a place with its own are then dropped.
const nearFacts = 24

// example is a text that is asked in training.
type example struct {
	tokens  Tokens
	fact    int // that answers it, or None
	wording int // that it is, or None
	trap    int // the unanswered question that it is, or None
	near    []uint32
	traps   []uint32 // the nearest unanswered questions but itself
}

// examples lists the wordings of all facts that have another one, and the
// unanswered questions, as far as they have a token.
func examples(m *Model) []example {
	var list []example
	for i, f := range m.Facts {
		for w := f.Wordings.From; w < f.Wordings.To && f.Wordings.To-f.Wordings.From > 1; w++ {
			list = append(list, example{tokens: m.Wordings[w], fact: i, wording: w, trap: None})
		}
	}
	for i, u := range m.Unanswered {
		list = append(list, example{tokens: u, fact: None, wording: None, trap: i})
	}
	return slices.DeleteFunc(list, func(e example) bool { return len(e.tokens) == 0 })
}

// findNear fills in what is near each example, by words alone.
func findNear(ctx context.Context, m *Model, list []example, s Training) error {
	facts, traps := IndexFacts(m), IndexUnanswered(m)
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			inFacts, inTraps := NewSearch(facts), NewSearch(traps)
			for i := w; i < len(list) && ctx.Err() == nil; i += workers {
				e := &list[i]
				e.near = inFacts.Nearest(nil, e.tokens, e.wording, nearFacts)
				e.traps = inTraps.Nearest(nil, e.tokens, e.trap, s.Traps)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// drawer draws what an example is held against.
type drawer struct {
	model    *Model
	settings Training
	siblings [][]uint32 // by fact: the others that share a place with it, ascending
}

func newDrawer(m *Model, s Training) *drawer {
	at := map[Place][]uint32{}
	for i, f := range m.Facts {
		for _, p := range f.Units {
			at[p] = append(at[p], uint32(i))
		}
	}
	d := &drawer{model: m, settings: s, siblings: make([][]uint32, len(m.Facts))}
	for i, f := range m.Facts {
		for _, p := range f.Units {
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

// draw appends the candidates of an example. Its own fact, if it is there, is the
// first, and own is true; near ones come next, then random ones.
func (d *drawer) draw(dst []candidate, e *example, r *rand.Rand) (list []candidate, own bool) {
	list = dst
	own = e.fact != None && r.Float64() >= d.settings.Absent
	if own {
		list = d.add(list, uint32(e.fact), e.wording, r)
	}
	near := d.settings.Facts
	if e.fact != None {
		near -= d.settings.Random
	}
	for _, f := range e.near {
		if len(list) < near && !d.same(e.fact, f) {
			list = d.add(list, f, None, r)
		}
	}
	for range min(len(d.model.Facts), d.settings.Facts-len(list)) {
		f := uint32(r.IntN(len(d.model.Facts)))
		drawn := slices.ContainsFunc(list, func(c candidate) bool { return c.fact == f })
		if !drawn && !d.same(e.fact, f) {
			list = d.add(list, f, None, r)
		}
	}
	return list, own
}

// same reports whether f is the fact or shares a place with it.
func (d *drawer) same(fact int, f uint32) bool {
	if fact == None {
		return false
	}
	_, found := slices.BinarySearch(d.siblings[fact], f)
	return found
}

// add appends a fact with its wordings but one, some of them dropped, never all.
func (d *drawer) add(list []candidate, fact uint32, without int, r *rand.Rand) []candidate {
	f := d.model.Facts[fact]
	var kept []int
	spare := None
	for w := f.Wordings.From; w < f.Wordings.To; w++ {
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
