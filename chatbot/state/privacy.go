package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pqcite/pqcite/core"
)

// Held is all that is stored of a user. Lists are the newest first, at most
// MaxHeld each; the counts are of all.
type Held struct {
	Answers   int            `json:"answers"`
	Votes     int            `json:"votes"`
	Questions int            `json:"questions"`
	Saved     []HeldAnswer   `json:"saved"`
	Voted     []HeldVote     `json:"voted"`
	Refused   []HeldQuestion `json:"refused"`
}

// HeldAnswer is a saved answer to the user.
type HeldAnswer struct {
	Asked    time.Time          `json:"asked"`
	Guild    string             `json:"guild"`
	Channel  string             `json:"channel"`
	Locale   string             `json:"locale"`
	Private  bool               `json:"private"`
	Question string             `json:"question"`
	Status   core.OutcomeStatus `json:"status"`
}

// HeldVote is a vote of the user.
type HeldVote struct {
	At     time.Time `json:"at"`
	Value  Value     `json:"value"`
	Reason string    `json:"reason"`
}

// HeldQuestion is a question that was refused, which others may have asked too.
type HeldQuestion struct {
	Last     time.Time `json:"last"`
	Guild    string    `json:"guild"`
	Question string    `json:"question"`
}

// MaxHeld is how many entries of a kind Export lists.
const MaxHeld = 1000

// Export returns what is stored of a user.
func (s *Store) Export(ctx context.Context, user Hash) (Held, error) {
	if !user.valid() {
		return Held{}, notHash()
	}
	if err := s.flush(ctx); err != nil {
		return Held{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // one moment for all of it
	if err != nil {
		return Held{}, s.explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	h := Held{Saved: []HeldAnswer{}, Voted: []HeldVote{}, Refused: []HeldQuestion{}}
	for _, read := range []func(context.Context, *sql.Tx, Hash) error{h.readCounts, h.readAnswers, h.readVotes, h.readQuestions} {
		if err := read(ctx, tx, user); err != nil {
			return Held{}, s.explain(err)
		}
	}
	return h, nil
}

func notHash() error { return &Invalid{Key: "user", Got: "no hash", Want: "what Store.User returns"} }

func (h *Held) readCounts(ctx context.Context, tx *sql.Tx, user Hash) error {
	return tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM answer WHERE user = ?1 AND user <> ''),
		(SELECT count(*) FROM vote WHERE user = ?1), (SELECT count(*) FROM asker WHERE user = ?1)`, string(user)).Scan(&h.Answers, &h.Votes, &h.Questions)
}

func (h *Held) readAnswers(ctx context.Context, tx *sql.Tx, user Hash) error {
	rows, err := tx.QueryContext(ctx, `SELECT id, guild, user, asked, body FROM answer WHERE user = ? AND user <> ''
		ORDER BY asked DESC, rowid DESC LIMIT ?`, string(user), MaxHeld)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		a, err := scanSaved(rows)
		if err != nil {
			return err
		}
		h.Saved = append(h.Saved, HeldAnswer{a.Asked, a.Guild, a.Channel, a.Locale, a.Private, a.Question, a.Outcome.Status})
	}
	return rows.Err()
}

func (h *Held) readVotes(ctx context.Context, tx *sql.Tx, user Hash) error {
	rows, err := tx.QueryContext(ctx, "SELECT at, value, reason FROM vote WHERE user = ? ORDER BY at DESC, answer LIMIT ?", string(user), MaxHeld)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var v HeldVote
		var at int64
		if err := rows.Scan(&at, &v.Value, &v.Reason); err != nil {
			return err
		}
		v.At = time.UnixMilli(at).UTC()
		h.Voted = append(h.Voted, v)
	}
	return rows.Err()
}

func (h *Held) readQuestions(ctx context.Context, tx *sql.Tx, user Hash) error {
	rows, err := tx.QueryContext(ctx, `SELECT last, guild, text FROM question JOIN asker ON question.id = asker.question
		WHERE asker.user = ? ORDER BY last DESC, id DESC LIMIT ?`, string(user), MaxHeld)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var q HeldQuestion
		var last int64
		if err := rows.Scan(&last, &q.Guild, &q.Question); err != nil {
			return err
		}
		q.Last = time.UnixMilli(last).UTC()
		h.Refused = append(h.Refused, q)
	}
	return rows.Err()
}

// Forgotten is how much of a user was cut off or deleted.
type Forgotten struct {
	Answers   int `json:"answers"`   // saved answers that no longer say who asked
	Votes     int `json:"votes"`     // votes that were deleted, with their reasons
	Questions int `json:"questions"` // refused questions that no longer say who asked, or were deleted
}

// Forget deletes a user's votes and reasons, and cuts the user off from what they
// asked. A refused question that nobody else is known to have asked goes with
// them; a saved answer stays for its buttons until its time is over. Counts of
// days stay: they are of nobody.
//
// What is deleted is overwritten in the file, and the log is folded into it; if a
// report is being read at the time, that waits for the next [Store.Prune].
func (s *Store) Forget(ctx context.Context, user Hash) (Forgotten, error) {
	if !user.valid() {
		return Forgotten{}, notHash()
	}
	if err := s.flush(ctx); err != nil { // what waits is theirs too
		return Forgotten{}, err
	}
	var f Forgotten
	err := s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, step := range []struct {
			text  string
			count *int
		}{
			{"DELETE FROM vote WHERE user = ?", &f.Votes},
			{"UPDATE answer SET user = '' WHERE user = ? AND user <> ''", &f.Answers},
			{`DELETE FROM question WHERE id IN (SELECT question FROM asker WHERE user = ?)
				AND NOT EXISTS (SELECT 1 FROM asker WHERE question = question.id AND user <> ?1)`, &f.Questions},
			{"DELETE FROM asker WHERE user = ?", &f.Questions},
		} {
			done, err := tx.ExecContext(ctx, step.text, string(user))
			if err != nil {
				return err
			}
			n, err := done.RowsAffected()
			if err != nil {
				return err
			}
			*step.count += int(n)
		}
		return nil
	})
	if err != nil {
		return Forgotten{}, fmt.Errorf("forget a user: %w", err)
	}
	return f, s.foldLog(ctx)
}

// foldWait is how long, in milliseconds, foldLog waits for who reads. Answers are
// not saved for that long.
const foldWait = 100

// foldLog writes the log into the database and empties it. It leaves that for the
// next time while somebody reads what only the log has.
func (s *Store) foldLog(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return s.unusable(ctx, err)
	}
	defer conn.Close()
	_, err = conn.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", foldWait))
	if err == nil {
		_, err = conn.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	}
	_, restoreErr := conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA busy_timeout = %d", busyWait))
	return s.explain(errors.Join(err, restoreErr))
}
