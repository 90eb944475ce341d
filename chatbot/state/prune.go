package state

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// Pruned is what Prune deleted.
type Pruned struct{ Answers, Questions, Tallies int }

// pruneAtOnce is how many records go in one transaction, so that an answer never
// waits for more than some milliseconds after it.
const pruneAtOnce = 200

// Prune deletes what is past its time or over its bound at a time, oldest first,
// and overwrites what was deleted since it ran last.
// Once an hour is often enough: between two runs nothing that is over shows, and
// Save itself keeps to the bounds of answers.
func (s *Store) Prune(ctx context.Context, now time.Time) (p Pruned, err error) {
	before := func(keep time.Duration) time.Time { return now.Add(-keep) }
	if p.Answers, err = s.drop(ctx, askedBucket, timeKey(before(s.bounds.KeepAnswers).UnixMilli()), func(tx *bbolt.Tx, key string) error {
		return dropAnswer(tx, key[timeBytes:])
	}); err != nil {
		return p, err
	}
	if p.Questions, err = s.pruneQuestions(ctx, before(s.bounds.KeepQuestions).UnixMilli()); err != nil {
		return p, err
	}
	if p.Tallies, err = s.drop(ctx, tallyBucket, dayOf(before(s.bounds.KeepTallies)), func(tx *bbolt.Tx, key string) error {
		return tx.Bucket(tallyBucket).Delete([]byte(key))
	}); err != nil {
		return p, err
	}
	return p, s.wipe(ctx)
}

// drop deletes, in steps, what the keys of a bucket below one stand for.
func (s *Store) drop(ctx context.Context, bucket []byte, end string, drop func(*bbolt.Tx, string) error) (all int, err error) {
	for {
		var keys []string
		err := s.view(ctx, func(tx *bbolt.Tx) error {
			c := tx.Bucket(bucket).Cursor()
			for k, _ := c.First(); k != nil && string(k) < end && len(keys) < pruneAtOnce; k, _ = c.Next() {
				keys = append(keys, string(k))
			}
			return nil
		})
		if err != nil || len(keys) == 0 {
			return all, err
		}
		if err := s.dropEach(ctx, keys, drop); err != nil {
			return all, err
		}
		all += len(keys)
	}
}

func (s *Store) dropEach(ctx context.Context, keys []string, drop func(*bbolt.Tx, string) error) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		for _, key := range keys {
			if err := drop(tx, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// pruneQuestions deletes the questions that were asked last before a time, and those beyond the bound. One that is asked again at this moment
// may begin anew.
func (s *Store) pruneQuestions(ctx context.Context, before int64) (all int, err error) {
	type asked struct {
		key  string
		last int64
	}
	var old []asked
	if err := s.view(ctx, func(tx *bbolt.Tx) error {
		return scan(tx, questionBucket, "", func(key string, data []byte) error {
			var q question
			err := decodeRecord(questionBucket, data, &q)
			old = append(old, asked{key, q.Last})
			return err
		})
	}); err != nil {
		return 0, err
	}
	slices.SortFunc(old, func(a, b asked) int { return cmp.Or(cmp.Compare(a.last, b.last), strings.Compare(a.key, b.key)) })
	young, _ := slices.BinarySearchFunc(old, before, func(a asked, t int64) int { return cmp.Compare(a.last, t) })
	for chunk := range slices.Chunk(old[:max(young, len(old)-s.bounds.Questions)], pruneAtOnce) {
		var keys []string
		for _, a := range chunk {
			keys = append(keys, a.key)
		}
		if err := s.dropEach(ctx, keys, dropQuestion); err != nil {
			return all, err
		}
		all += len(keys)
	}
	return all, nil
}
