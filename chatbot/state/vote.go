package state

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"go.etcd.io/bbolt"
)

// Value is what a vote says.
type Value int

// The two votes.
const (
	Down Value = -1
	Up   Value = 1
)

// MaxReason is how many characters the reason of a vote may have.
const MaxReason = 1000

// Votes are the votes for one answer.
type Votes struct{ Up, Down int }

// Vote records what a user says of an answer, in place of what they said before,
// and returns the votes that the answer has. Only Down may give a reason; a vote
// against it without one leaves the reason that was given. Errors are
// [ErrNotFound] and [ErrExpired] of the answer, and [*Invalid].
func (s *Store) Vote(ctx context.Context, answer string, user Hash, value Value, reason string) (Votes, error) {
	reason = strings.TrimSpace(reason)
	if err := validVote(user, value, reason); err != nil {
		return Votes{}, err
	}
	if !validID(answer) {
		return Votes{}, fmt.Errorf("vote for answer %.40q: %w", answer, ErrNotFound)
	}
	var votes Votes
	err := s.update(ctx, func(tx *bbolt.Tx) error {
		head, _, err := s.current(tx, answer)
		if err != nil {
			return fmt.Errorf("vote for answer %s: %w", answer, err)
		}
		if err := s.putVote(tx, head.Guild, answer, user, value, Anonymous(reason)); err != nil {
			return err
		}
		votes, err = readVotes(tx, answer)
		return err
	})
	return votes, err
}

func validVote(user Hash, value Value, reason string) error {
	switch n := utf8.RuneCountInString(reason); {
	case !user.valid():
		return &Invalid{Key: "user", Got: "no hash", Want: "what Store.User returns"}
	case value != Up && value != Down:
		return &Invalid{Key: "value", Got: fmt.Sprint(int(value)), Want: "-1 or 1"}
	case n > MaxReason:
		return &Invalid{Key: "reason", Got: fmt.Sprintf("%d characters", n), Want: fmt.Sprintf("at most %d", MaxReason)}
	case n > 0 && value == Up:
		return &Invalid{Key: "reason", Got: "given", Want: "none for a vote in favour"}
	}
	return nil
}

// vote is what is stored of one.
type vote struct {
	Value  Value  `json:"value"`
	Reason string `json:"reason,omitempty"`
	At     int64  `json:"at"` // of the first vote
}

// putVote stores a vote and counts it on the day of the user's first vote for the
// answer, so that a change moves one count and no day's falls below nothing.
func (s *Store) putVote(tx *bbolt.Tx, guild, answer string, user Hash, value Value, reason string) error {
	now := vote{value, reason, s.now().UnixMilli()}
	key := answer + string(user)
	var before vote
	known, err := get(tx, voteBucket, key, &before)
	if err != nil {
		return err
	}
	if known {
		now.At = before.At
		if value == Down && reason == "" {
			now.Reason = before.Reason
		}
	}
	day := dayOf(time.UnixMilli(now.At))
	if known && before.Value != value {
		err = tally{day, guild, tallyVote, voteName(before.Value)}.add(tx, -1)
	}
	if !known || before.Value != value {
		err = errors.Join(err, tally{day, guild, tallyVote, voteName(value)}.add(tx, 1))
	}
	return errors.Join(err, put(tx, voteBucket, key, now), mark(tx, userBucket, string(user)+ownVote+answer))
}

func voteName(v Value) string {
	if v == Up {
		return "up"
	}
	return "down"
}

func readVotes(tx *bbolt.Tx, answer string) (v Votes, err error) {
	err = eachVote(tx, answer, func(_ Hash, one vote) {
		if one.Value > 0 {
			v.Up++
		} else {
			v.Down++
		}
	})
	return v, err
}

func eachVote(tx *bbolt.Tx, answer string, visit func(Hash, vote)) error {
	return scan(tx, voteBucket, answer, func(user string, data []byte) error {
		var v vote
		err := decodeRecord(voteBucket, data, &v)
		visit(Hash(user), v)
		return err
	})
}
