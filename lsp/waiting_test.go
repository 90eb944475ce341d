package lsp_test

import (
	"context"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core"
)

// waiting is an Asker that waits for its context, and reports when it starts and ends.
type waiting struct{ started, ended chan string }

func newWaiting() *waiting {
	return &waiting{make(chan string, 100), make(chan string, 100)}
}

func (w *waiting) ask(ctx context.Context, question string, o core.Observer) (core.Outcome, error) {
	if o != nil {
		o(core.Event{Kind: core.EventPlan, Plan: &core.Plan{Intent: core.IntentComparison}})
	}
	w.started <- question
	<-ctx.Done()
	w.ended <- question
	return core.Outcome{}, ctx.Err()
}

func (w *waiting) awaitStart(tb testing.TB) { tb.Helper(); await(tb, "a question to begin", w.started) }
func (w *waiting) awaitEnd(tb testing.TB)   { tb.Helper(); await(tb, "a question to end", w.ended) }

func await[T any](tb testing.TB, what string, c <-chan T) (got T) {
	tb.Helper()
	select {
	case got = <-c:
	case <-time.After(10 * time.Second):
		tb.Fatalf("await %s: it did not happen", what)
	}
	return got
}
