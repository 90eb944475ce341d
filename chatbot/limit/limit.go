// Package limit keeps the bot fair: how often a user, a guild and everyone may ask
// ([Limiter]), and who is next when all places are taken ([Queue]).
//
// A limiter counts exactly: within any span of a budget's length no more than its
// number are let through, and a refusal says the moment from which one will be. For that
// it keeps the times of what it let through, 8 bytes each, for as long as they
// count. What it refuses leaves no trace, so that a flood costs no memory and
// delays nobody's reset. All of it is in memory: a restart forgets.
//
// It is our own since a token bucket, as of golang.org/x/time/rate, lets through up to twice its number within one span, and can't say when somebody
// with several budgets may ask again.
package limit

import (
	"errors"
	"fmt"
	"time"
)

// Key is who asks: the ids or hashes of a user and a guild. An empty Guild is a
// direct message, which counts for the user and for everyone.
type Key struct{ User, Guild string }

// Budget is how often something may happen within any span of a length.
type Budget struct {
	N   int           // 1 to MaxN
	Per time.Duration // 1 second to MaxPer
}

// String is the budget for people: "6 in 1m0s".
func (b Budget) String() string { return fmt.Sprintf("%d in %s", b.N, b.Per) }

// Bounds of budgets.
const (
	MaxN       = 100_000
	MaxPer     = 24 * time.Hour
	MaxBudgets = 4 // of one bound
)

// Bound names whose budget it is.
type Bound string

// The bounds.
const (
	User     Bound = "user"
	Guild    Bound = "guild"
	Everyone Bound = "everyone"
)

// Budgets are what each user, each guild and everyone together may ask. A bound
// without a budget does not limit, except that there must be one for everyone: it
// is what bounds the memory.
type Budgets struct {
	User, Guild, Everyone []Budget
	// MaxKeys is how many users and guilds are remembered at a time, 2 to
	// 10,000,000; 0 means DefaultMaxKeys. While so many have asked within their longest budget, no
	// further ones are let through.
	MaxKeys int
}

// DefaultMaxKeys is above what the default budgets can let through in an hour
// (36,000 users, each in a guild of its own). So many keys take about 20 MB.
const DefaultMaxKeys = 100_000

// DefaultBudgets: a person asks, reads and asks again some six times a minute; an
// answer costs milliseconds, a model seconds.
func DefaultBudgets() Budgets {
	return Budgets{
		User:     []Budget{{6, time.Minute}, {60, time.Hour}},
		Guild:    []Budget{{60, time.Minute}},
		Everyone: []Budget{{600, time.Minute}},
	}
}

// Validate reports what of the budgets is out of range.
func (b Budgets) Validate() error {
	for _, c := range []struct {
		bound   Bound
		budgets []Budget
	}{{User, b.User}, {Guild, b.Guild}, {Everyone, b.Everyone}} {
		if err := ValidBudgets(c.budgets); err != nil {
			return fmt.Errorf("budgets of %s: %w", c.bound, err)
		}
	}
	if len(b.Everyone) == 0 {
		return errors.New("budgets of everyone: there are none, want at least one")
	}
	if b.MaxKeys != 0 && (b.MaxKeys < 2 || b.MaxKeys > 10_000_000) {
		return fmt.Errorf("keys to remember: %d, want 2 to 10000000, or 0", b.MaxKeys)
	}
	return nil
}

// ValidBudgets reports what of the budgets of one bound is out of range.
func ValidBudgets(budgets []Budget) error {
	if len(budgets) > MaxBudgets {
		return fmt.Errorf("%d are given, want at most %d", len(budgets), MaxBudgets)
	}
	for _, b := range budgets {
		if b.N < 1 || b.N > MaxN {
			return fmt.Errorf("number %d, want 1 to %d", b.N, MaxN)
		}
		if b.Per < time.Second || b.Per > MaxPer {
			return fmt.Errorf("span %s, want %s to %s", b.Per, time.Second, MaxPer)
		}
	}
	return nil
}
