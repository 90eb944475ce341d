package limit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// call is one Do of a test.
type call struct {
	name string
	err  error
	done bool
}

// asker makes asks that run for a second each, and notes the order of their starts.
type asker struct {
	t     *testing.T
	q     *Queue
	calls sync.WaitGroup
	mu    sync.Mutex
	order []string
	place map[string]int
}

func newAsker(t *testing.T, s Sizes) *asker {
	return &asker{t: t, q: NewQueue(s), place: map[string]int{}}
}

// ask starts one, and returns when it runs, waits or has ended.
func (a *asker) ask(ctx context.Context, user, guild, name string) *call {
	c := &call{name: name}
	a.calls.Go(func() {
		err := a.q.Do(ctx, Key{user, guild}, func(p int) {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.place[name] = p
		}, func(ctx context.Context) {
			a.mu.Lock()
			a.order = append(a.order, name)
			a.mu.Unlock()
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		})
		a.mu.Lock()
		defer a.mu.Unlock()
		c.err, c.done = err, true
	})
	synctest.Wait()
	return c
}

func (a *asker) ran(want ...string) {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if diff := cmp.Diff(want, a.order); diff != "" {
		a.t.Errorf("order of the asks (-want +got):\n%s", diff)
	}
}

func (a *asker) at(name string, want int) {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if got := a.place[name]; got != want {
		a.t.Errorf("%s has place %d, want %d", name, got, want)
	}
}

// drained lets all asks end.
func (a *asker) drained() {
	a.t.Helper()
	a.calls.Wait()
	if n := len(a.q.running) + a.q.turns.n + len(a.q.users); n > 0 {
		a.t.Errorf("%d run, %d wait and %d users are known after all ended", len(a.q.running), a.q.turns.n, len(a.q.users))
	}
}

// TestTurns floods one guild and wants each ask of another to be next.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, ctx := newAsker(t, Sizes{Running: 1, Waiting: 100, PerUser: 100}), context.Background()
		for i := range 6 {
			a.ask(ctx, "u", "flood", fmt.Sprint("f", i))
		}
		a.ask(ctx, "v", "small", "s0")
		a.ask(ctx, "w", "", "d0")
		a.ask(ctx, "v", "small", "s1")
		a.ask(ctx, "x", "", "e0") // another's direct message
		a.at("f1", 1)
		a.at("f5", 5)
		a.at("s0", 2)
		a.at("d0", 3)
		a.at("s1", 5)
		a.at("e0", 4) // before the second of each
		a.drained()
		a.ran("f0", "f1", "s0", "d0", "e0", "f2", "s1", "f3", "f4", "f5")
	})
}

// TestPlaces wants the positions to come true, whatever waits.
func TestPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, ctx := newAsker(t, Sizes{Running: 1, Waiting: 100, PerUser: 100}), context.Background()
		a.ask(ctx, "u", "a", "first")
		for i := range 30 {
			a.ask(ctx, "u", string("aabacabadc"[i%10]), fmt.Sprint(i))
		}
		last := a.ask(ctx, "u", "e", "last")
		want := a.place["last"]
		a.drained()
		for i, name := range a.order {
			if name == "last" && i != want {
				t.Errorf("the last ask ran as number %d, had position %d", i, want)
			}
		}
		if !last.done || last.err != nil {
			t.Errorf("the last ask ended with %v", last.err)
		}
	})
}

func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, ctx := newAsker(t, Sizes{Running: 1, Waiting: 4, PerUser: 2}), context.Background()
		a.ask(ctx, "a", "g", "a0")
		a.ask(ctx, "a", "g", "a1")
		if third := a.ask(ctx, "a", "h", "a2"); !errors.Is(third.err, ErrFull) {
			t.Errorf("the third ask of a user gets %v", third.err)
		}
		a.ask(ctx, "b", "g", "b0")
		a.ask(ctx, "c", "g", "c0")
		a.ask(ctx, "d", "g", "d0")
		a.at("d0", 4)
		if one := a.ask(ctx, "e", "g", "e0"); !errors.Is(one.err, ErrFull) {
			t.Errorf("one too many in a guild gets %v", one.err)
		}
		a.drained()
		a.ran("a0", "a1", "b0", "c0", "d0")
	})
}

// TestFloodMakesRoom wants a full queue of one guild to take in others, until they
// have as many.
func TestFloodMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, ctx := newAsker(t, Sizes{Running: 1, Waiting: 4, PerUser: 10}), context.Background()
		a.ask(ctx, "u", "flood", "run")
		var calls []*call
		for i := range 4 {
			calls = append(calls, a.ask(ctx, "u", "flood", fmt.Sprint("f", i)))
		}
		for i := range 3 {
			calls = append(calls, a.ask(ctx, "v", "small", fmt.Sprint("s", i)))
		}
		var out []string
		a.mu.Lock() // the others are still under way
		for _, c := range calls {
			if errors.Is(c.err, ErrFull) {
				out = append(out, c.name)
			}
		}
		a.mu.Unlock()
		if diff := cmp.Diff([]string{"f2", "f3", "s2"}, out); diff != "" {
			t.Errorf("refused (-want +got):\n%s", diff)
		}
		a.drained()
		a.ran("run", "f0", "s0", "f1", "s1")
	})
}

// TestGivingUp cancels asks that wait and one that has just been given its place.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsker(t, Sizes{Running: 1, Waiting: 10, PerUser: 10})
		ctx, cancel := context.WithCancel(context.Background())
		a.ask(context.Background(), "u", "g", "runs")
		gone := a.ask(ctx, "u", "g", "gone")
		a.ask(context.Background(), "u", "h", "stays")
		cancel()
		synctest.Wait()
		if !gone.done || !errors.Is(gone.err, context.Canceled) {
			t.Errorf("one that gave up ends with %v", gone.err)
		}
		if late := a.ask(ctx, "u", "g", "late"); !errors.Is(late.err, context.Canceled) {
			t.Errorf("one whose context is over ends with %v", late.err)
		}
		a.drained()
		a.ran("runs", "stays")
	})
}

// TestPlaceIsPassedOn has an ask give up in the moment in which it is given its
// place, and wants the place with the next.
func TestPlaceIsPassedOn(t *testing.T) {
	q := NewQueue(Sizes{Running: 1, Waiting: 10, PerUser: 10})
	var asks []*ask
	for range 3 {
		a := &ask{key: Key{"u", "g"}, start: make(chan struct{}), cancel: func(error) {}}
		if _, err := q.join(a); err != nil {
			t.Fatal(err)
		}
		asks = append(asks, a)
	}
	q.leave(asks[0])
	<-asks[1].start
	q.leave(asks[1])
	<-asks[2].start
	q.leave(asks[2])
	if n := len(q.running) + q.turns.n + len(q.users); n > 0 {
		t.Errorf("%d run, %d wait and %d users are known after all have left", len(q.running), q.turns.n, len(q.users))
	}
}

func TestPanicsAreContained(t *testing.T) {
	q := NewQueue(Sizes{Running: 1, Waiting: 1, PerUser: 1})
	for range 3 {
		err := q.Do(context.Background(), Key{"u", "g"}, nil, func(context.Context) { panic("boom") })
		if err == nil || !strings.Contains(err.Error(), "boom") || !strings.Contains(err.Error(), "queue_test.go") {
			t.Fatalf("a panic gives %v", err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		a := newAsker(t, Sizes{Running: 1, Waiting: 1, PerUser: 5})
		a.ask(context.Background(), "u", "g", "runs")
		err := a.q.Do(context.Background(), Key{"u", "g"}, func(int) { panic("boom") }, func(context.Context) { t.Error("it ran") })
		if err == nil || !strings.Contains(err.Error(), "boom") {
			t.Errorf("a panic while waiting gives %v", err)
		}
		a.drained()
	})
}

// TestQueueBounds runs many asks of all kinds at a time and holds each bound.
func TestQueueBounds(t *testing.T) {
	const running, perUser = 4, 3
	q := NewQueue(Sizes{Running: running, Waiting: 20, PerUser: perUser})
	var now, ran, full, gone atomic.Int64
	var users [10]atomic.Int64
	var wg sync.WaitGroup
	for i := range 800 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			u := i % len(users)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			waiting := func(int) {
				if i%7 == 0 {
					cancel()
				}
			}
			err := q.Do(ctx, Key{fmt.Sprint(u), fmt.Sprint("g", i%3)}, waiting, func(context.Context) {
				if n := now.Add(1); n > running {
					t.Errorf("%d run at a time", n)
				}
				if n := users[u].Add(1); n > perUser {
					t.Errorf("a user runs %d at a time", n)
				}
				users[u].Add(-1)
				now.Add(-1)
				ran.Add(1)
			})
			switch {
			case errors.Is(err, ErrFull):
				full.Add(1)
			case errors.Is(err, context.Canceled):
				gone.Add(1)
			case err != nil:
				t.Errorf("ask: %v", err)
			}
		}()
	}
	wg.Wait()
	if ran.Load()+full.Load()+gone.Load() != 800 || ran.Load() == 0 {
		t.Errorf("%d ran, %d were refused and %d gave up, of 800", ran.Load(), full.Load(), gone.Load())
	}
	if len(q.users) > 0 {
		t.Errorf("%d users are known after all ended", len(q.users))
	}
}

func BenchmarkDo(b *testing.B) {
	q := NewQueue(DefaultSizes())
	run := func(context.Context) {}
	b.ReportAllocs()
	for b.Loop() {
		if err := q.Do(context.Background(), Key{"u", "g"}, nil, run); err != nil {
			b.Fatal(err)
		}
	}
}
