package state

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

// Stats are counts over whole days.
type Stats struct {
	Since    time.Time                    `json:"since"` // the begin of the first day, UTC
	Asked    int64                        `json:"asked"`
	Answered int64                        `json:"answered"`
	Refused  int64                        `json:"refused"`
	Failed   int64                        `json:"failed"`
	Private  int64                        `json:"private"` // of those asked
	Reasons  map[core.RefusalReason]int64 `json:"refusal_reasons"`
	Up       int64                        `json:"up"`
	Down     int64                        `json:"down"`
	P50      time.Duration                `json:"p50_ns"` // time to the answer, at most 9.1 % too high; 0 if none was asked
	P99      time.Duration                `json:"p99_ns"`
	Cited    []Cited                      `json:"cited"` // the most cited documents, at most 10
}

// Cited is in how many answers a document is cited.
type Cited struct {
	DocID   string `json:"doc_id"`
	Answers int64  `json:"answers"`
}

// mostCited is how many documents Stats names.
const mostCited = 10

// Stats counts what was asked in a guild, or everywhere for "", from the day of a
// time on. It sees all that was recorded before.
func (s *Store) Stats(ctx context.Context, guild string, since time.Time) (st Stats, err error) {
	if err := s.flush(ctx); err != nil {
		return Stats{}, err
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		st, err = readStats(tx, guild, since)
		return err
	})
	return st, err
}

func readStats(tx *bbolt.Tx, guild string, since time.Time) (Stats, error) {
	st := Stats{Since: since.UTC().Truncate(day), Reasons: map[core.RefusalReason]int64{}, Cited: []Cited{}}
	sums, err := sumTallies(tx, guild, dayOf(since))
	if err != nil {
		return Stats{}, err
	}
	var times histogram
	for t, n := range sums {
		if n > 0 {
			st.add(t.kind, t.name, n, &times)
		}
	}
	st.Asked = st.Answered + st.Refused + st.Failed
	st.P50, st.P99 = times.quantile(0.5), times.quantile(0.99)
	slices.SortFunc(st.Cited, func(a, b Cited) int {
		return cmp.Or(cmp.Compare(b.Answers, a.Answers), cmp.Compare(a.DocID, b.DocID))
	})
	st.Cited = st.Cited[:min(len(st.Cited), mostCited)]
	return st, nil
}

// sumTallies adds up the days from one on, by kind and name. Of one guild it reads nothing else.
func sumTallies(tx *bbolt.Tx, guild, from string) (map[tally]int64, error) {
	sums := map[tally]int64{}
	c := tx.Bucket(tallyBucket).Cursor()
	for k, _ := c.Seek([]byte(from)); k != nil; {
		day, _, _ := strings.Cut(string(k), "/")
		prefix := day + "/"
		if guild != "" {
			prefix += guild + "/"
		}
		if err := scan(tx, tallyBucket, prefix, func(rest string, data []byte) error {
			if guild == "" {
				_, rest, _ = strings.Cut(rest, "/")
			}
			kind, name, _ := strings.Cut(rest, "/")
			var n int64
			err := decodeRecord(tallyBucket, data, &n)
			sums[tally{kind: kind, name: name}] += n
			return err
		}); err != nil {
			return nil, err
		}
		k, _ = c.Seek([]byte(day + "0")) // what follows the slash
	}
	return sums, nil
}

func (st *Stats) add(kind, name string, n int64, times *histogram) {
	switch kind {
	case tallyAnswered:
		st.Answered += n
	case tallyRefused:
		st.Refused += n
		st.Reasons[core.RefusalReason(name)] += n
	case tallyFailed:
		st.Failed += n
	case tallyPrivate:
		st.Private += n
	case tallyDocument:
		st.Cited = append(st.Cited, Cited{name, n})
	case tallyVote:
		if name == voteName(Up) {
			st.Up += n
		} else {
			st.Down += n
		}
	case tallyTook:
		if class, err := strconv.Atoi(name); err == nil && class >= 0 && class <= lastClass {
			times[class] += n
		}
	}
}
