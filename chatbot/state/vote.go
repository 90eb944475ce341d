package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
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
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		guild, err := s.votable(ctx, tx, answer)
		if err != nil {
			return err
		}
		if err := s.putVote(ctx, tx, guild, answer, user, value, Anonymous(reason)); err != nil {
			return err
		}
		votes, err = readVotes(ctx, tx, answer)
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

// votable returns the guild of an answer that can be voted for.
func (s *Store) votable(ctx context.Context, tx *sql.Tx, answer string) (guild string, err error) {
	var asked int64
	err = tx.QueryRowContext(ctx, "SELECT guild, asked FROM answer WHERE id = ?", answer).Scan(&guild, &asked)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", fmt.Errorf("vote for answer %s: %w", answer, ErrNotFound)
	case err == nil && s.now().Sub(time.UnixMilli(asked)) > s.bounds.KeepAnswers:
		return "", fmt.Errorf("vote for answer %s: %w", answer, ErrExpired)
	}
	return guild, err
}

// putVote stores a vote and counts it on the day of the user's first vote for the
// answer, so that a change moves one count and no day's falls below nothing.
func (s *Store) putVote(ctx context.Context, tx *sql.Tx, guild, answer string, user Hash, value Value, reason string) error {
	at := s.now().UnixMilli()
	var before Value
	err := tx.QueryRowContext(ctx, "SELECT value, at FROM vote WHERE answer = ? AND user = ?", answer, string(user)).Scan(&before, &at)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if _, err := tx.StmtContext(ctx, s.stmts.vote).ExecContext(ctx, answer, string(user), int(value), reason, at); err != nil {
		return err
	}
	if before == value {
		return nil
	}
	if before != 0 {
		if err := s.count(ctx, tx, tally{dayOf(at), guild, tallyVote, voteName(before)}, -1); err != nil {
			return err
		}
	}
	return s.count(ctx, tx, tally{dayOf(at), guild, tallyVote, voteName(value)}, 1)
}

func voteName(v Value) string {
	if v == Up {
		return "up"
	}
	return "down"
}

func readVotes(ctx context.Context, tx *sql.Tx, answer string) (v Votes, err error) {
	err = tx.QueryRowContext(ctx, "SELECT count(*) FILTER (WHERE value > 0), count(*) FILTER (WHERE value < 0) FROM vote WHERE answer = ?", answer).Scan(&v.Up, &v.Down)
	return v, err
}
