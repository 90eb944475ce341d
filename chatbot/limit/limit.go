// Package limit keeps the bot fair: how often a user, a guild and everyone may ask
// ([Limiter]), and who is next when all places are taken ([Queue]).
//
// A limiter counts exactly: within any span of a budget's length no more than its number
// are let through, and a refusal says when one will be again. A token bucket, as of
// golang.org/x/time/rate, lets through up to twice its number within a span, and can't say
// when somebody with several budgets may ask again. The price is memory: the times of what
// was let through, for as long as they count. A restart forgets them.
package limit

import (
	"slices"
	"sync"
	"time"
)

// Key is who asks: the ids or hashes of a user and a guild. An empty Guild is a
// direct message, which counts for the user and for everyone.
type Key struct{ User, Guild string }

// Budget is how often something may happen within any span of a length.
type Budget struct {
	N   int
	Per time.Duration
}

// Bound names whose budget it is.
type Bound string

// The bounds.
const (
	User     Bound = "user"
	Guild    Bound = "guild"
	Everyone Bound = "everyone"
)

// Budgets are what each user, each guild and everyone together may ask. Those of everyone
// bound the memory: none means no limit.
type Budgets struct{ User, Guild, Everyone []Budget }

// DefaultBudgets: a person asks, reads and asks again some six times a minute; an
// answer costs milliseconds, a model seconds.
func DefaultBudgets() Budgets {
	return Budgets{
		User:     []Budget{{6, time.Minute}, {60, time.Hour}},
		Guild:    []Budget{{60, time.Minute}},
		Everyone: []Budget{{600, time.Minute}},
	}
}

// Limiter lets through what is within budgets. It is safe for concurrent use.
type Limiter struct {
	budgets Budgets
	longest time.Duration // span of a budget

	mu    sync.Mutex              // guards all below
	now   time.Time               // the latest that was given
	seen  map[subject][]time.Time // what was let through and may count, oldest first
	swept time.Time
}

// subject is whose times are counted.
type subject struct {
	bound Bound
	id    string
	guild string // of a user in a guild with a budget of its own, who is counted there apart
}

// New returns a limiter.
func New(b Budgets) *Limiter {
	l := &Limiter{budgets: b, longest: time.Minute, seen: map[subject][]time.Time{}}
	for _, b := range slices.Concat(b.User, b.Guild, b.Everyone) {
		l.longest = max(l.longest, b.Per)
	}
	return l
}

// Decision is what Take decides. On a refusal, Bound says whose budget is used up for
// longest, and Reset when one of the key will be let through, if nobody else takes the
// place.
type Decision struct {
	OK    bool
	Bound Bound
	Reset time.Time
}

// Take lets one through, or refuses it and changes nothing. In a guild, perMinute replaces
// the budgets of a user unless it is 0; what a user does there is counted apart from what
// they do elsewhere. A time before the latest that was given counts as that.
func (l *Limiter) Take(now time.Time, k Key, perMinute int) Decision {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.After(l.now) {
		l.now = now
	}
	l.sweepLocked()
	user, within := l.budgets.User, ""
	if perMinute > 0 && k.Guild != "" {
		user, within = []Budget{{perMinute, time.Minute}}, k.Guild
	}
	d := Decision{OK: true}
	counted := make([]func(), 0, 3)
	for _, c := range []struct {
		subject
		budgets []Budget
	}{{subject{User, k.User, within}, user}, {subject{Guild, k.Guild, ""}, l.budgets.Guild}, {subject{bound: Everyone}, l.budgets.Everyone}} {
		if c.id == "" && c.bound != Everyone || len(c.budgets) == 0 {
			continue
		}
		times, most := l.seen[c.subject], 0
		for _, b := range c.budgets {
			most = max(most, b.N)
			if n := len(times); n >= b.N {
				if reset := times[n-b.N].Add(b.Per); reset.After(l.now) && reset.After(d.Reset) {
					d = Decision{Bound: c.bound, Reset: reset}
				}
			}
		}
		counted = append(counted, func() {
			times = append(times, l.now)
			l.seen[c.subject] = slices.Delete(times, 0, max(0, len(times)-most))
		})
	}
	if d.OK {
		for _, count := range counted {
			count()
		}
	}
	return d
}

// sweepLocked forgets, once a minute, whoever has no time that counts.
func (l *Limiter) sweepLocked() {
	if l.now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = l.now
	for s, times := range l.seen {
		if l.now.Sub(times[len(times)-1]) >= l.longest {
			delete(l.seen, s)
		}
	}
}
