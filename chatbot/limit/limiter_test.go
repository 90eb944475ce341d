package limit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// TestTake walks through one limiter; each step's time is seconds after noon.
func TestTake(t *testing.T) {
	l := New(Budgets{
		User: []Budget{{2, 10 * time.Second}, {3, time.Minute}}, Guild: []Budget{{4, 20 * time.Second}}, Everyone: []Budget{{6, 5 * time.Second}},
	})
	for i, s := range []struct {
		at          int
		user, guild string
		bound       Bound // "" for let through
		reset       int
	}{
		{0, "a", "g", "", 0},
		{0, "a", "g", "", 0},
		{1, "a", "g", User, 10},
		{1, "a", "h", User, 10}, // the same user in another guild
		{1, "a", "", User, 10},  // and in direct messages
		{1, "b", "g", "", 0},
		{2, "c", "g", "", 0},
		{2, "d", "g", Guild, 20},
		{2, "d", "h", "", 0},
		{2, "d", "", "", 0},
		{3, "e", "h", Everyone, 5},
		{3, "a", "h", User, 10}, // the later of two bounds counts
		{5, "e", "h", "", 0},
		{9, "a", "h", User, 10},
		{10, "a", "h", "", 0},
		{10, "a", "h", User, 60}, // the budget of the minute
		{59, "a", "h", User, 60},
		{60, "a", "h", "", 0},
		{50, "a", "h", "", 0}, // an earlier time counts as 60: two of the minute are left
	} {
		want := Decision{OK: s.bound == ""}
		got := l.Take(noon.Add(time.Duration(s.at)*time.Second), Key{s.user, s.guild}, 0)
		if s.bound != "" {
			want.Bound, want.Reset = s.bound, noon.Add(time.Duration(s.reset)*time.Second)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("step %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestTakeInAGuild(t *testing.T) {
	l := New(Budgets{User: []Budget{{1, time.Minute}}, Everyone: []Budget{{100, time.Minute}}})
	within := func(k Key, want, perMinute int) {
		t.Helper()
		for n := 0; ; n++ {
			d := l.Take(noon, k, perMinute)
			if d.OK {
				continue
			}
			if n != want {
				t.Errorf("%v with %d a minute: %d were let through, want %d; then %+v", k, perMinute, n, want, d)
			}
			return
		}
	}
	within(Key{"a", "g"}, 3, 3)
	within(Key{"a", "h"}, 1, 0) // counted apart from g
	within(Key{"a", "i"}, 0, 0) // but not from h
	within(Key{"b", "g"}, 3, 3)
	within(Key{"b", "g"}, 2, 5) // the guild allows more
	within(Key{"b", "g"}, 0, 2) // and less
	within(Key{"c", ""}, 1, 9)  // there is no guild
}

// naive is the definition of a limiter: all that was let through, counted.
type naive struct {
	budgets Budgets
	let     []taken
}

type taken struct {
	at time.Time
	k  Key
}

func (n *naive) take(now time.Time, k Key) bool {
	for bound, budgets := range map[Bound][]Budget{User: n.budgets.User, Guild: n.budgets.Guild, Everyone: n.budgets.Everyone} {
		if bound == Guild && k.Guild == "" || bound == User && k.User == "" {
			continue
		}
		for _, b := range budgets {
			count := 0
			for _, e := range n.let {
				same := bound == Everyone || bound == User && e.k.User == k.User || bound == Guild && e.k.Guild == k.Guild
				if same && e.at.After(now.Add(-b.Per)) {
					count++
				}
			}
			if count >= b.N {
				return false
			}
		}
	}
	n.let = append(n.let, taken{now, k})
	return true
}

// TestExact holds random runs against the definition, and each reset against what
// happens then: one nanosecond earlier it is still refused.
func TestExact(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		budgets := func(most int) []Budget {
			var b []Budget
			for range 1 + r.IntN(3) {
				b = append(b, Budget{1 + r.IntN(most), time.Duration(1+r.IntN(30)) * time.Second})
			}
			return b
		}
		b := Budgets{User: budgets(4), Guild: budgets(8), Everyone: budgets(16)}
		l, n, now := New(b), &naive{budgets: b}, noon
		for step := range 600 {
			now = now.Add(time.Duration(r.IntN(1500)) * time.Millisecond)
			k := Key{fmt.Sprint(r.IntN(5)), strings.Repeat("g", r.IntN(3))}
			d := l.Take(now, k, 0)
			if want := n.take(now, k); d.OK != want {
				t.Fatalf("seed %d, step %d, %v: let through %v, want %v", seed, step, k, d.OK, want)
			}
			if d.OK || step%5 > 0 {
				continue
			}
			if early := l.Take(d.Reset.Add(-1), k, 0); early.OK {
				t.Fatalf("seed %d, step %d, %v: let through before the reset at %v", seed, step, k, d.Reset)
			}
			now = d.Reset
			if d = l.Take(now, k, 0); !d.OK || !n.take(now, k) {
				t.Fatalf("seed %d, step %d, %v: refused at the reset: %+v", seed, step, k, d)
			}
		}
	}
}

// TestKeysGo wants idle keys forgotten by what others do.
func TestKeysGo(t *testing.T) {
	l := New(DefaultBudgets())
	now := noon
	for i := range 20_000 {
		now = now.Add(time.Second)
		if d := l.Take(now, Key{fmt.Sprint("u", i), fmt.Sprint("g", i)}, 0); !d.OK {
			t.Fatalf("refused: %+v", d)
		}
		if n := len(l.seen); n > 2*3661+1 {
			t.Fatalf("%d keys, more than an hour and a minute have", n)
		}
	}
}

// TestTakesAtATime wants exactly a budget let through, however many try.
func TestTakesAtATime(t *testing.T) {
	l := New(Budgets{User: []Budget{{7, time.Hour}}, Everyone: []Budget{{40, time.Hour}}})
	var wg sync.WaitGroup
	var through [8]int
	for u := range through {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 500 {
				if l.Take(noon, Key{User: fmt.Sprint(u)}, 0).OK {
					through[u]++
				}
			}
		}()
	}
	wg.Wait()
	all := 0
	for u, n := range through {
		all += n
		if n > 7 {
			t.Errorf("user %d was let through %d times", u, n)
		}
	}
	if all != 40 {
		t.Errorf("%d were let through, want 40", all)
	}
}

func BenchmarkTake(b *testing.B) {
	l := New(Budgets{User: []Budget{{6, time.Minute}, {60, time.Hour}}, Guild: []Budget{{60, time.Minute}}, Everyone: []Budget{{100_000, time.Minute}}})
	now, keys := noon, make([]Key, 10_000)
	for i := range keys {
		keys[i] = Key{fmt.Sprint("u", i), fmt.Sprint("g", i%100)}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		now = now.Add(time.Millisecond)
		l.Take(now, keys[i%len(keys)], 0)
	}
}
