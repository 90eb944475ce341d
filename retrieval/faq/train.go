package faq

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
)

// Train learns from the entries and returns the weights for [Open]. Questions must go through
// what the wordings and hard negatives have gone through. After each epoch, from 1 up,
// progress gets the mean loss, in nats, and the share, 0 to 1, of the examples whose right
// fact, or none, was the likeliest; it may be nil. It fails with ErrEntry, with ErrTooLarge,
// or as the context does.
func Train(ctx context.Context, entries []Entry, s Training, progress func(epoch int, loss, share float64)) ([]byte, error) {
	if err := validate(entries, s); err != nil {
		return nil, err
	}
	m := build(entries, s.Seed)
	if err := learn(ctx, m, s, progress); err != nil {
		return nil, err
	}
	m.gains[m.oov()] = rareGain(m)
	var err error
	if m.encoder, err = trainEncoder(ctx, entries, s.Seed); err != nil {
		return nil, err
	}
	return m.encode(Source(entries, s))
}

// Extend returns the weights for entries of which some were added, changed or taken away since
// weights were trained, without training: what was learned of words stays, and a word that is
// new is out of vocabulary. It takes a second, and what else is answered hardly moves. It fails
// as Train does, or with ErrFormat.
func Extend(weights []byte, entries []Entry, s Training) ([]byte, error) {
	if err := validate(entries, s); err != nil {
		return nil, err
	}
	m, _, _, err := decode(weights)
	if err != nil {
		return nil, err
	}
	facts := factsOf(entries)
	m.facts, m.evidence = nil, lists{}
	m.prepare(len(facts))
	m.read(entries)
	m.readEvidence(facts)
	return m.encode(Source(entries, s))
}

func validate(entries []Entry, s Training) error {
	if err := s.Validate(); err != nil {
		return err
	}
	for i := range entries {
		if err := entries[i].validate(); err != nil {
			return fmt.Errorf("entry %d: %w", i, err)
		}
	}
	return nil
}

// rareGain is what a token weighs beyond its rarity that no text has: as much as one
// of a single fact does on the mean.
func rareGain(m *model) float32 {
	var sum float32
	n := 0
	for i, facts := range m.df {
		if facts == 1 {
			sum += m.gains[questionTypes+i]
			n++
		}
	}
	return sum / float32(max(n, 1))
}

// shards is into how many parts a batch is cut, whatever the number of
// processors: the sum of their gradients depends on it.
const shards = 4

func learn(ctx context.Context, m *model, s Training, progress func(int, float64, float64)) error {
	list := examples(m)
	if err := mineNegatives(ctx, m, list, s); err != nil {
		return err
	}
	c := &trainer{settings: s, list: list, sampler: newSampler(m, s), optimizer: newOptimizer(m)}
	for range shards {
		c.passes = append(c.passes, newBackprop(m))
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

// trainer is a training under way.
type trainer struct {
	settings  Training
	list      []example
	sampler   *sampler
	optimizer *optimizer
	passes    []*backprop
	step      int
}

// epoch asks every example once.
func (c *trainer) epoch(ctx context.Context, epoch int) (loss, share float64, err error) {
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
		for _, a := range c.passes {
			gradients = append(gradients, a.gradient)
			loss, right = loss+a.gradient.loss, right+a.gradient.right
		}
		c.optimizer.step(schedule(c.settings.Rate, c.step, steps*c.settings.Epochs), gradients, len(batch))
	}
	n := float64(len(order))
	return loss / n, float64(right) / n, nil
}

// ask fills the passes' gradients, each from its part of the batch. What an
// example draws depends on the step and its place in the batch alone.
func (c *trainer) ask(batch []int) {
	var wg sync.WaitGroup
	for i, a := range c.passes {
		wg.Go(func() {
			a.gradient.clear()
			var candidates []candidate
			for at := len(batch) * i / shards; at < len(batch)*(i+1)/shards; at++ {
				r := rand.New(rand.NewPCG(c.settings.Seed, uint64(c.step)<<32|uint64(at)))
				e := &c.list[batch[at]]
				var own bool
				candidates, own = c.sampler.sample(candidates[:0], e, r)
				a.ask(e, candidates, own)
			}
		})
	}
	wg.Wait()
}
