package state

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"
	"time"

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
func (s *Store) Stats(ctx context.Context, guild string, since time.Time) (Stats, error) {
	if err := s.flush(ctx); err != nil {
		return Stats{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	st, err := readStats(ctx, s.read, guild, since)
	return st, s.explain(err)
}

// querier is a pool or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func readStats(ctx context.Context, db querier, guild string, since time.Time) (Stats, error) {
	from := dayOf(since.UnixMilli())
	st := Stats{Since: time.Unix(from*int64(day/time.Second), 0).UTC(), Reasons: map[core.RefusalReason]int64{}, Cited: []Cited{}}
	rows, err := db.QueryContext(ctx, `SELECT kind, name, sum(n) FROM tally WHERE day >= ?1 AND (?2 = '' OR guild = ?2)
		GROUP BY kind, name HAVING sum(n) > 0`, from, guild)
	if err != nil {
		return Stats{}, err
	}
	defer rows.Close()
	var times histogram
	for rows.Next() {
		var kind, name string
		var n int64
		if err := rows.Scan(&kind, &name, &n); err != nil {
			return Stats{}, err
		}
		st.add(kind, name, n, &times)
	}
	st.Asked = st.Answered + st.Refused + st.Failed
	st.P50, st.P99 = times.quantile(0.5), times.quantile(0.99)
	slices.SortFunc(st.Cited, func(a, b Cited) int {
		return cmp.Or(cmp.Compare(b.Answers, a.Answers), cmp.Compare(a.DocID, b.DocID))
	})
	st.Cited = st.Cited[:min(len(st.Cited), mostCited)]
	return st, rows.Err()
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
