package walk

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// InOrder works on many items at once and hands the results on in the order of the items,
// so that output is the same however many processors there are. It trades memory for that:
// as many results as workers may wait for a slow one before them. It is our own since an
// errgroup keeps no order and waits for no consumer.
//
// It hands what produce yields to work, in as many goroutines as asked for, and
// the results to consume, one after the other in the order of the yields. It ends
// when produce has returned and all is consumed, or with the first error of
// either. When it returns, no goroutine of its own is left. A panic in work is
// raised again in the caller's goroutine.
func InOrder[In, Out any](ctx context.Context, workers int, produce func(ctx context.Context, yield func(In) error) error,
	work func(In) Out, consume func(Out) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := mapping[In, Out]{work: work, queue: make(chan chan result[Out], workers), slots: make(chan struct{}, workers)}
	done := make(chan error, 1)
	go func() {
		defer close(m.queue)
		done <- produce(ctx, func(in In) error { return m.start(ctx, in) })
	}()
	var failed error
	for waiting := range m.queue {
		r := <-waiting
		switch {
		case failed != nil: // only drain
		case r.panicked != nil:
			failed = r.panicked
			cancel()
		default:
			if failed = consume(r.out); failed != nil {
				cancel()
			}
		}
	}
	m.running.Wait()
	err := <-done
	if p, ok := failed.(*workPanic); ok {
		panic(p)
	}
	if failed != nil {
		return failed
	}
	return err
}

type mapping[In, Out any] struct {
	work    func(In) Out
	queue   chan chan result[Out] // in the order of the items
	slots   chan struct{}         // bounds the goroutines
	running sync.WaitGroup
}

type result[Out any] struct {
	out      Out
	panicked error // a *workPanic
}

// workPanic is a panic of a worker, with its stack.
type workPanic struct {
	value any
	stack []byte
}

func (p *workPanic) Error() string { return fmt.Sprintf("%v\n%s", p.value, p.stack) }

// start queues an item and works on it in a goroutine, as soon as one is free.
func (m *mapping[In, Out]) start(ctx context.Context, in In) error {
	waiting := make(chan result[Out], 1)
	select {
	case m.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case m.queue <- waiting:
	case <-ctx.Done():
		<-m.slots
		return ctx.Err()
	}
	m.running.Go(func() {
		defer func() { <-m.slots }()
		waiting <- m.run(in)
	})
	return nil
}

func (m *mapping[In, Out]) run(in In) (r result[Out]) {
	defer func() {
		if p := recover(); p != nil {
			r.panicked = &workPanic{p, debug.Stack()}
		}
	}()
	return result[Out]{out: m.work(in)}
}
