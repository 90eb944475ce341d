package walk

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func numbers(n int) func(context.Context, func(int) error) error {
	return func(_ context.Context, yield func(int) error) error {
		for i := range n {
			if err := yield(i); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestOrder lets later items end first: results come in order all the same.
func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var got []int
		err := InOrder(t.Context(), workers, numbers(200), func(i int) int {
			for range (i % 5) * 50 {
				runtime.Gosched()
			}
			return i * i
		}, func(n int) error { got = append(got, n); return nil })
		if err != nil || len(got) != 200 || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, %d results, in order: %v", workers, err, len(got), slices.IsSorted(got))
		}
	}
}

func TestInOrderStops(t *testing.T) {
	stop := errors.New("stop")
	none := func(int) error { return nil }
	same := func(i int) int { return i }
	if err := InOrder(t.Context(), 3, numbers(100), same, func(i int) error {
		if i == 5 {
			return stop
		}
		return nil
	}); !errors.Is(err, stop) {
		t.Errorf("ends with %v, want the consumer's error", err)
	}
	if err := InOrder(t.Context(), 3, func(context.Context, func(int) error) error { return stop }, same, none); !errors.Is(err, stop) {
		t.Errorf("ends with %v, want the producer's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := InOrder(ctx, 3, numbers(1_000_000), same, func(i int) error {
		if i == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ends with %v, want the context's error", err)
	}
}

func TestInOrderPanic(t *testing.T) {
	defer func() {
		if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "boom") {
			t.Errorf("recovered %v, want the worker's panic", p)
		}
	}()
	_ = InOrder(t.Context(), 2, numbers(10), func(i int) int {
		if i == 3 {
			panic("boom")
		}
		return i
	}, func(int) error { return nil })
	t.Error("the panic is lost")
}
