package faq

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
)

// Train makes a bank of the entries and returns the bytes of its file. Wordings
// and unanswered questions go through normalise, as questions must later. After
// each epoch, from 1 up, progress is told the mean loss, in nats, and the share, 0
// to 1, of the examples whose right fact, or none, was the likeliest; it may be
// nil. It fails with ErrEntry, with ErrTooLarge, or as the context does.
func Train(ctx context.Context, entries []Entry, normalise func(string) string, s Training, progress func(epoch int, loss float64, share float64)) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	entries = append([]Entry(nil), entries...)
	for i := range entries {
		e := &entries[i]
		if err := e.validate(); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
		e.Wordings, e.Unanswered = normalised(e.Wordings, normalise), normalised(e.Unanswered, normalise)
	}
	m := build(entries, s.Seed)
	m.Source = Source(entries, func(text string) string { return text }, s)
	if err := learn(ctx, m, s, progress); err != nil {
		return nil, err
	}
	m.Gains[m.Foreign()] = rareGain(m)
	if err := learnGist(ctx, entries, m, s.Seed); err != nil {
		return nil, err
	}
	return m.Encode()
}

// rareGain is what a token weighs beyond its rarity that no text has: as much as one
// of a single fact does on the mean.
func rareGain(m *Model) float32 {
	var sum float32
	n := 0
	for i, facts := range m.Spread {
		if facts == 1 {
			sum += m.Gains[m.Named(i)]
			n++
		}
	}
	return sum / float32(max(n, 1))
}

// shards is into how many parts a batch is cut, whatever the number of
// processors: the sum of their gradients depends on it.
const shards = 4

func learn(ctx context.Context, m *Model, s Training, progress func(int, float64, float64)) error {
	list := examples(m)
	if err := findNear(ctx, m, list, s); err != nil {
		return err
	}
	c := &course{settings: s, list: list, drawer: newDrawer(m, s), learner: newLearner(m)}
	for range shards {
		c.askers = append(c.askers, newAsker(m))
	}
	for epoch := 1; epoch <= s.Epochs && len(list) > 0; epoch++ {
		loss, share, err := c.epoch(ctx, epoch)
		if err != nil {
			return err
		}
		if progress != nil {
			progress(epoch, loss, share)
		}
	}
	return nil
}

// course is a training under way.
type course struct {
	settings Training
	list     []example
	drawer   *drawer
	learner  *learner
	askers   []*asker
	step     int
}

// epoch asks every example once.
func (c *course) epoch(ctx context.Context, epoch int) (loss, share float64, err error) {
	order := rand.New(rand.NewPCG(c.settings.Seed, uint64(epoch))).Perm(len(c.list))
	steps := (len(order) + c.settings.Batch - 1) / c.settings.Batch
	right := 0
	for at := 0; at < len(order); at += c.settings.Batch {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		batch := order[at:min(at+c.settings.Batch, len(order))]
		c.step++
		c.ask(batch)
		var gradients []*gradient
		for _, a := range c.askers {
			gradients = append(gradients, a.gradient)
			loss, right = loss+a.gradient.loss, right+a.gradient.right
		}
		c.learner.step(paceAt(c.settings.Rate, c.step, steps*c.settings.Epochs), gradients, len(batch))
	}
	n := float64(len(order))
	return loss / n, float64(right) / n, nil
}

// ask fills the askers' gradients, each from its part of the batch. What an
// example draws depends on the step and its place in the batch alone.
func (c *course) ask(batch []int) {
	var wg sync.WaitGroup
	for i, a := range c.askers {
		wg.Go(func() {
			a.gradient.clear()
			var candidates []candidate
			for at := len(batch) * i / shards; at < len(batch)*(i+1)/shards; at++ {
				r := rand.New(rand.NewPCG(c.settings.Seed, uint64(c.step)<<32|uint64(at)))
				e := &c.list[batch[at]]
				var own bool
				candidates, own = c.drawer.draw(candidates[:0], e, r)
				a.ask(e, candidates, own)
			}
		})
	}
	wg.Wait()
}
