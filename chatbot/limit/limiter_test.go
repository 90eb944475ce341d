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

func limiter(t testing.TB, b Budgets) *Limiter {
	t.Helper()
	l, err := New(b)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTake walks through one limiter; each step's time is seconds after noon.
func TestTake(t *testing.T) {
	l := limiter(t, Budgets{
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
		{3, "a", "h", User, 10}, // the later of two bounds is told
		{5, "e", "h", "", 0},
		{9, "a", "h", User, 10},
		{10, "a", "h", "", 0},
		{10, "a", "h", User, 60}, // the budget of the minute
		{59, "a", "h", User, 60},
		{60, "a", "h", "", 0},
		{50, "a", "h", "", 0}, // an earlier time counts as 60: two of the minute are left
	} {
		want := Decision{OK: s.bound == ""}
		got := l.Take(noon.Add(time.Duration(s.at)*time.Second), Key{s.user, s.guild})
		if s.bound != "" {
			want.Bound, want.Reset = s.bound, noon.Add(time.Duration(s.reset)*time.Second)
		}
		got.Budget = Budget{}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("step %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestTakeWithin(t *testing.T) {
	l := limiter(t, Budgets{User: []Budget{{1, time.Minute}}, Everyone: []Budget{{100, time.Minute}}})
	within := func(k Key, want int, b ...Budget) {
		t.Helper()
		for n := 0; ; n++ {
			d, err := l.TakeWithin(noon, k, b)
			if err != nil {
				t.Fatal(err)
			}
			if d.OK {
				continue
			}
			if n != want || len(b) > 0 && k.Guild != "" && d.Budget != b[0] {
				t.Errorf("%v with %v: %d were let through, want %d; then %+v", k, b, n, want, d)
			}
			return
		}
	}
	within(Key{"a", "g"}, 3, Budget{3, time.Minute})
	within(Key{"a", "h"}, 1) // counted apart from g
	within(Key{"a", "i"}, 0) // but not from h
	within(Key{"b", "g"}, 3, Budget{3, time.Minute})
	within(Key{"b", "g"}, 2, Budget{5, time.Minute}) // the guild allows more
	within(Key{"b", "g"}, 0, Budget{2, time.Minute}) // and less
	within(Key{"c", ""}, 1, Budget{9, time.Minute})  // there is no guild
	if _, err := l.TakeWithin(noon, Key{"a", "g"}, []Budget{{0, time.Minute}}); err == nil {
		t.Error("a budget of nothing is taken")
	}
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
		l, n, now := limiter(t, b), &naive{budgets: b}, noon
		for step := range 600 {
			now = now.Add(time.Duration(r.IntN(1500)) * time.Millisecond)
			k := Key{fmt.Sprint(r.IntN(5)), strings.Repeat("g", r.IntN(3))}
			d := l.Take(now, k)
			if want := n.take(now, k); d.OK != want {
				t.Fatalf("seed %d, step %d, %v: let through %v, want %v", seed, step, k, d.OK, want)
			}
			if d.OK || step%5 > 0 {
				continue
			}
			if early := l.Take(d.Reset.Add(-1), k); early.OK {
				t.Fatalf("seed %d, step %d, %v: let through before the reset at %v", seed, step, k, d.Reset)
			}
			now = d.Reset
			if d = l.Take(now, k); !d.OK || !n.take(now, k) {
				t.Fatalf("seed %d, step %d, %v: refused at the reset: %+v", seed, step, k, d)
			}
		}
	}
}

// TestMillionKeys sends a million users, each in a guild of its own, and wants the
// keys within their bound, and a user who is at their limit still there after it.
func TestMillionKeys(t *testing.T) {
	const most = 5000
	l := limiter(t, Budgets{User: []Budget{{2, time.Hour}}, Guild: []Budget{{5, time.Minute}}, Everyone: []Budget{{MaxN, time.Second}}, MaxKeys: most})
	limited := Key{User: "limited"}
	for range 2 {
		if d := l.Take(noon, limited); !d.OK {
			t.Fatalf("refused: %+v", d)
		}
	}
	through := 0
	for i := range 1_000_000 {
		now := noon.Add(time.Duration(i) * 3 * time.Millisecond) // 50 minutes in all
		if l.Take(now, Key{fmt.Sprint("u", i), fmt.Sprint("g", i)}).OK {
			through++
		}
		if i%1000 == 0 {
			if n := l.Keys(); n > most {
				t.Fatalf("%d keys after %d users, want at most %d", n, i, most)
			}
			if d := l.Take(now, limited); d.OK || !d.Reset.Equal(noon.Add(time.Hour)) {
				t.Fatalf("after %d others the user who is limited gets %+v", i, d)
			}
		}
	}
	if through == 0 || through > most {
		t.Errorf("%d were let through, want 1 to %d", through, most)
	}
	d := l.Take(noon.Add(50*time.Minute), Key{"new", "new"})
	if d.OK || d.Bound != Everyone {
		t.Fatalf("a new user in a full table gets %+v", d)
	}
	if early := l.Take(d.Reset.Add(-1), Key{"new", "new"}); early.OK {
		t.Errorf("a new user is let in before %v", d.Reset)
	}
	if late := l.Take(d.Reset, Key{"new", "new"}); !late.OK {
		t.Errorf("at %v the new user still gets %+v", d.Reset, late)
	}
}

// TestKeysGo wants idle keys forgotten by what others do.
func TestKeysGo(t *testing.T) {
	l := limiter(t, DefaultBudgets())
	now := noon
	for i := range 20_000 {
		now = now.Add(time.Second)
		if d := l.Take(now, Key{fmt.Sprint("u", i), fmt.Sprint("g", i)}); !d.OK {
			t.Fatalf("refused: %+v", d)
		}
		if n := l.Keys(); n > 2*3601 {
			t.Fatalf("%d keys, more than an hour has of them", n)
		}
	}
}

func TestBudgetsAreChecked(t *testing.T) {
	every := []Budget{{1, time.Second}}
	for want, b := range map[string]Budgets{
		"everyone: there are none":                            {},
		"budgets of user: number 0, want 1 to 100000":         {Everyone: every, User: []Budget{{0, time.Second}}},
		"budgets of guild: number 100001":                     {Everyone: every, Guild: []Budget{{100_001, time.Second}}},
		"budgets of everyone: span 999ms, want 1s to 24h0m0s": {Everyone: []Budget{{1, 999 * time.Millisecond}}},
		"budgets of user: span 24h0m1s":                       {Everyone: every, User: []Budget{{1, 24*time.Hour + time.Second}}},
		"budgets of user: 5 are given, want at most 4":        {Everyone: every, User: make([]Budget, 5)},
		"keys to remember: 1, want 2 to 10000000":             {Everyone: every, MaxKeys: 1},
	} {
		if _, err := New(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New(%v) fails with %v, want %q", b, err, want)
		}
	}
	if err := DefaultBudgets().Validate(); err != nil {
		t.Errorf("the defaults are invalid: %v", err)
	}
}

// TestTakesAtATime wants exactly a budget let through, however many try.
func TestTakesAtATime(t *testing.T) {
	l := limiter(t, Budgets{User: []Budget{{7, time.Hour}}, Everyone: []Budget{{40, time.Hour}}})
	var wg sync.WaitGroup
	var through [8]int
	for u := range through {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 500 {
				if l.Take(noon, Key{User: fmt.Sprint(u)}).OK {
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
	l := limiter(b, Budgets{User: []Budget{{6, time.Minute}, {60, time.Hour}}, Guild: []Budget{{60, time.Minute}}, Everyone: []Budget{{MaxN, time.Minute}}})
	now, keys := noon, make([]Key, 10_000)
	for i := range keys {
		keys[i] = Key{fmt.Sprint("u", i), fmt.Sprint("g", i%100)}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		now = now.Add(time.Millisecond)
		l.Take(now, keys[i%len(keys)])
	}
}
