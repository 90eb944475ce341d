package state

import (
	"context"
	"database/sql"
	"math"
	"strconv"
	"time"

	"github.com/pqcite/pqcite/core"
)

// tally names one count.
type tally struct {
	day   int64 // since 1970
	guild string
	kind  string
	name  string
}

// The kinds of tallies.
const (
	tallyAnswered = "answered"
	tallyRefused  = "refused" // name: the reason
	tallyFailed   = "failed"
	tallyPrivate  = "private"
	tallyTook     = "took" // name: the class of time
	tallyDocument = "document"
	tallyVote     = "vote" // name: "up" or "down"
)

func dayOf(millis int64) int64 {
	return int64(math.Floor(float64(millis) / float64(day.Milliseconds())))
}

// count adds to what an ask counts for.
func (a Asked) count(counts map[tally]int64) {
	add := func(kind, name string) { counts[tally{dayOf(a.At.UnixMilli()), a.Guild, kind, name}]++ }
	add(tallyTook, strconv.Itoa(timeClass(a.Took)))
	if a.Private {
		add(tallyPrivate, "")
	}
	switch {
	case a.Outcome == nil:
		add(tallyFailed, "")
	case a.Outcome.Status == core.Refused:
		add(tallyRefused, string(a.Outcome.RefusalReason))
	default:
		add(tallyAnswered, "")
		cited := map[string]bool{}
		for _, c := range a.Outcome.Citations {
			if !cited[c.DocID] {
				cited[c.DocID] = true
				add(tallyDocument, c.DocID)
			}
		}
	}
}

func (s *Store) count(ctx context.Context, tx *sql.Tx, t tally, n int64) error {
	_, err := tx.StmtContext(ctx, s.stmts.count).ExecContext(ctx, t.day, t.guild, t.kind, t.name, n)
	return err
}

// Times are counted in classes that grow by the eighth root of two, from one
// millisecond to a quarter of an hour, as long as Discord lets an answer come: a
// quantile is at most 9.1 % too high, whatever the number of asks.
const (
	classesPerDoubling = 8
	lastClass          = 160 // up to 2^20 ms, 17 minutes
)

// timeClass is the class of a time; what takes longer than the last counts there.
func timeClass(took time.Duration) int {
	if took <= time.Millisecond {
		return 0
	}
	class := math.Ceil(math.Log2(float64(took)/float64(time.Millisecond)) * classesPerDoubling)
	return int(min(class, lastClass))
}

// classEnd is the longest time of a class.
func classEnd(class int) time.Duration {
	return time.Duration(float64(time.Millisecond) * math.Exp2(float64(class)/classesPerDoubling)).Round(time.Microsecond)
}

// histogram counts times by class.
type histogram [lastClass + 1]int64

// quantile is the time within which a share of the asks ended, 0 if there are
// none.
func (h *histogram) quantile(share float64) time.Duration {
	var all int64
	for _, n := range h {
		all += n
	}
	rank, seen := int64(math.Ceil(share*float64(all))), int64(0)
	for class, n := range h {
		if seen += n; n > 0 && seen >= rank {
			return classEnd(class)
		}
	}
	return 0
}
