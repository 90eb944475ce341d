package limit

import (
	"container/list"
	"fmt"
	"sync"
	"time"
)

// Limiter lets through what is within budgets. It is for any number of
// goroutines; a Take takes about a microsecond.
type Limiter struct {
	budgets Budgets

	mu       sync.Mutex // guards all below
	start    time.Time  // the first time that was given
	now      time.Duration
	everyone history
	keys     map[subject]*list.Element // of *entry
	recent   *list.List                // of *entry, least recently let through first
}

// subject is what a history is kept of.
type subject struct {
	bound Bound
	id    string
	// guild is set for a user in a guild with budgets of its own, who is counted
	// there apart.
	guild string
}

// entry is the history of a subject. Times are spans since the limiter's start,
// which follow the monotonic clock where the caller's times do: a clock that is
// set back locks nobody out.
type entry struct {
	subject subject
	history history
	idle    time.Duration // from when on nothing of the history counts
}

// evictAtOnce bounds what one Take forgets. It is more than what one adds, so that
// what is idle gets fewer.
const evictAtOnce = 4

// New returns a limiter of valid budgets.
func New(b Budgets) (*Limiter, error) {
	if err := b.Validate(); err != nil {
		return nil, fmt.Errorf("make limiter: %w", err)
	}
	if b.MaxKeys == 0 {
		b.MaxKeys = DefaultMaxKeys
	}
	return &Limiter{budgets: b, keys: map[subject]*list.Element{}, recent: list.New()}, nil
}

// Decision is what Take says.
type Decision struct {
	OK bool
	// Bound, Budget and Reset are set on a refusal: which budget is used up for
	// longest, and the moment from which one of the key will be let through, if
	// nobody else takes the place. If too many keys are remembered, Bound is
	// Everyone and Budget its first.
	Bound  Bound
	Budget Budget
	Reset  time.Time
}

// Take lets one through, or refuses it and changes nothing. A time before the
// latest that was given counts as that.
func (l *Limiter) Take(now time.Time, k Key) Decision { return l.take(now, k, nil) }

// TakeWithin is Take in a guild with budgets of its own for each of its users;
// they replace those of the limiter. What a user does there is counted apart from
// what they do elsewhere. Without budgets, or without a guild, it is Take.
func (l *Limiter) TakeWithin(now time.Time, k Key, user []Budget) (Decision, error) {
	if err := ValidBudgets(user); err != nil {
		return Decision{}, fmt.Errorf("budgets of a user in guild %s: %w", k.Guild, err)
	}
	if len(user) == 0 || k.Guild == "" {
		user = nil
	}
	return l.take(now, k, user), nil
}

// Keys is how many users and guilds are remembered.
func (l *Limiter) Keys() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.keys)
}

// claim is one history that a take would enter.
type claim struct {
	subject subject
	budgets []Budget
}

// claims are the histories of a key other than everyone's.
func (l *Limiter) claims(k Key, user []Budget) []claim {
	c := make([]claim, 0, 2)
	switch {
	case k.User == "":
	case user != nil:
		c = append(c, claim{subject{User, k.User, k.Guild}, user})
	case len(l.budgets.User) > 0:
		c = append(c, claim{subject{User, k.User, ""}, l.budgets.User})
	}
	if k.Guild != "" && len(l.budgets.Guild) > 0 {
		c = append(c, claim{subject{Guild, k.Guild, ""}, l.budgets.Guild})
	}
	return c
}

func (l *Limiter) take(now time.Time, k Key, user []Budget) Decision {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.start.IsZero() {
		l.start = now
	}
	given := now.Sub(l.start)
	l.now = max(l.now, given)
	l.evictLocked()
	claims := l.claims(k, user)
	if r := l.judgeLocked(claims); r.bound != "" {
		return Decision{Bound: r.bound, Budget: r.budget, Reset: now.Add(r.reset - given)}
	}
	l.everyone.add(l.now, l.budgets.Everyone)
	for _, c := range claims {
		l.enterLocked(c)
	}
	return Decision{OK: true}
}

// refusal is a budget that is used up; the zero value is none.
type refusal struct {
	bound  Bound
	budget Budget
	reset  time.Duration
}

// later is the refusal that lasts longer.
func (r refusal) later(other refusal) refusal {
	if r.bound == "" || other.reset > r.reset {
		return other
	}
	return r
}

// judgeLocked finds the budget that is used up for longest.
func (l *Limiter) judgeLocked(claims []claim) refusal {
	var r refusal
	newcomers := 0
	for _, c := range claims {
		element, known := l.keys[c.subject]
		if !known {
			newcomers++
			continue
		}
		r = l.judge(r, &element.Value.(*entry).history, c.subject.bound, c.budgets)
	}
	r = l.judge(r, &l.everyone, Everyone, l.budgets.Everyone)
	if missing := len(l.keys) + newcomers - l.budgets.MaxKeys; newcomers > 0 && missing > 0 {
		r = r.later(refusal{Everyone, l.budgets.Everyone[0], l.roomLocked(missing)})
	}
	return r
}

func (l *Limiter) judge(r refusal, h *history, bound Bound, budgets []Budget) refusal {
	for _, b := range budgets {
		if reset, full := h.reset(b); full && reset > l.now {
			r = r.later(refusal{bound, b, reset})
		}
	}
	return r
}

// roomLocked is when so many keys can be evicted: they go in the order of the
// list, each not before it is idle.
func (l *Limiter) roomLocked(keys int) time.Duration {
	at := l.now
	for e := l.recent.Front(); e != nil && keys > 0; e, keys = e.Next(), keys-1 {
		at = max(at, e.Value.(*entry).idle)
	}
	return at
}

// enterLocked notes that one of a subject was let through.
func (l *Limiter) enterLocked(c claim) {
	element, known := l.keys[c.subject]
	if !known {
		element = l.recent.PushBack(&entry{subject: c.subject})
		l.keys[c.subject] = element
	}
	e := element.Value.(*entry)
	e.history.add(l.now, c.budgets)
	e.idle = l.now + longest(c.budgets)
	l.recent.MoveToBack(element)
}

// evictLocked forgets idle keys at the front. A key that counts is never
// forgotten, so nobody gets past a budget by sending others before.
func (l *Limiter) evictLocked() {
	for range evictAtOnce {
		e := l.recent.Front()
		if e == nil || e.Value.(*entry).idle > l.now {
			return
		}
		l.recent.Remove(e)
		delete(l.keys, e.Value.(*entry).subject)
	}
}

func longest(budgets []Budget) time.Duration {
	var d time.Duration
	for _, b := range budgets {
		d = max(d, b.Per)
	}
	return d
}
