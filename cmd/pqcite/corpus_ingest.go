package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
)

// batchBytes is how many bytes of sources and texts are held before they are put into the
// library. With those of the few files that are being read it bounds the memory of a run,
// however large a folder is; each batch is one atomic change.
const batchBytes = 32 << 20

// ingestAll reads the sources, a few at a time, and puts them into the library in their
// order, batch by batch. What is in the library stays there if the context ends.
func (a *app) ingestAll(ctx context.Context, home string, sources []source) ([]*added, error) {
	w, err := worker()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	bar := a.progress("reading", false)
	defer bar.done()
	ctx, stop := context.WithCancel(ctx)
	b := intake{ctx: ctx, home: home}
	var results []*added
	reading := inOrder(ctx, w, sources)
	defer func() {
		stop()
		for next := range reading { // nothing outlives the run
			<-next
		}
	}()
	for next := range reading {
		r := <-next
		results = append(results, r)
		bar.set(int64(len(results)), int64(len(sources)))
		if err := b.add(r); err != nil {
			return results, withRemedy(err)
		}
	}
	if err := b.flush(); err != nil {
		return results, withRemedy(err)
	}
	return results, ctx.Err()
}

// inOrder reads sources side by side, and yields what becomes of them in their order: each
// channel gives one result. No more are under way than the channel holds, and one.
func inOrder(ctx context.Context, w *ingest.Worker, sources []source) <-chan chan *added {
	out := make(chan chan *added, max(1, runtime.GOMAXPROCS(0)-1))
	go func() {
		defer close(out)
		for _, s := range sources {
			next := make(chan *added, 1)
			select {
			case out <- next:
			case <-ctx.Done():
				return
			}
			go func() { next <- ingestOne(ctx, w, s) }()
		}
	}()
	return out
}

// intake is documents on their way into the library.
type intake struct {
	ctx     context.Context
	home    string
	waiting []*added
	bytes   int
}

func (b *intake) add(r *added) error {
	if r.doc == nil {
		return b.ctx.Err()
	}
	b.waiting = append(b.waiting, r)
	if b.bytes += len(r.data) + len(r.doc.Text); b.bytes < batchBytes {
		return b.ctx.Err()
	}
	return b.flush()
}

// flush makes one change of what is waiting. A document that the library refuses is left
// out, and the reason is in its result.
func (b *intake) flush() error {
	if err := b.ctx.Err(); err != nil || len(b.waiting) == 0 {
		return err
	}
	err := store.Update(b.ctx, b.home, func(tx *store.Tx) error {
		for _, n := range tx.Renamed() {
			b.waiting[0].note("%s", renamedNote(n))
		}
		for _, r := range b.waiting {
			if err := r.put(tx); err != nil {
				return err
			}
		}
		return nil
	})
	for _, r := range b.waiting {
		r.doc, r.data = nil, nil
	}
	b.waiting, b.bytes = nil, 0
	return err
}
