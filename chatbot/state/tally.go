package state

import (
	"math"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

// tally names one count.
type tally struct {
	day   string // "2026-11-02"
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

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// count adds to what an ask counts for.
func (a Asked) count(counts map[tally]int64) {
	add := func(kind, name string) { counts[tally{dayOf(a.At), a.Guild, kind, name}]++ }
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

// key orders the tallies by day and then by guild. Only a name may have a slash.
func (t tally) key() string { return t.day + "/" + t.guild + "/" + t.kind + "/" + t.name }

// add adds to what is counted.
func (t tally) add(tx *bbolt.Tx, n int64) error {
	var before int64
	if _, err := get(tx, tallyBucket, t.key(), &before); err != nil {
		return err
	}
	return put(tx, tallyBucket, t.key(), before+n)
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
