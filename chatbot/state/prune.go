package state

import (
	"context"
	"database/sql"
	"time"
)

// Pruned is what Prune deleted.
type Pruned struct{ Answers, Questions, Tallies int }

// pruneAtOnce is how many rows go in one transaction, so that an answer never
// waits for more than some milliseconds behind it.
const pruneAtOnce = 200

// Prune deletes what is past its time or over its bound at a time, oldest first.
// Once an hour is often enough: between two runs nothing that is over shows, and
// Save itself holds the bounds of answers.
func (s *Store) Prune(ctx context.Context, now time.Time) (Pruned, error) {
	var p Pruned
	before := func(keep time.Duration) int64 { return now.Add(-keep).UnixMilli() }
	for _, step := range []struct {
		text  string
		args  []any
		count *int
	}{
		{"DELETE FROM answer WHERE id IN (SELECT id FROM answer WHERE asked < ? ORDER BY asked LIMIT ?)",
			[]any{before(s.bounds.KeepAnswers)}, &p.Answers},
		{"DELETE FROM question WHERE id IN (SELECT id FROM question WHERE last < ? ORDER BY last LIMIT ?)",
			[]any{before(s.bounds.KeepQuestions)}, &p.Questions},
		{"DELETE FROM question WHERE id IN (SELECT id FROM question ORDER BY last, id LIMIT max(0, min((SELECT count(*) FROM question) - ?, ?)))",
			[]any{s.bounds.Questions}, &p.Questions},
		{"DELETE FROM tally WHERE (day, guild, kind, name) IN (SELECT day, guild, kind, name FROM tally WHERE day < ? LIMIT ?)",
			[]any{dayOf(before(s.bounds.KeepTallies))}, &p.Tallies},
	} {
		n, err := s.deleteAll(ctx, step.text, append(step.args, pruneAtOnce))
		*step.count += n
		if err != nil {
			return p, err
		}
	}
	return p, s.foldLog(ctx)
}

// deleteAll runs a deletion, in steps, until nothing is left to delete.
func (s *Store) deleteAll(ctx context.Context, text string, args []any) (all int, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return all, err
		}
		var n int64
		err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
			done, err := tx.ExecContext(ctx, text, args...)
			if err != nil {
				return err
			}
			n, err = done.RowsAffected()
			return err
		})
		all += int(n)
		if err != nil || n < pruneAtOnce {
			return all, err
		}
	}
}
