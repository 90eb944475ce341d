package state

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"

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

// What the keys of userBucket lead to, after the user.
const (
	ownAnswer   = "a" // time and id
	ownVote     = "v" // the answer
	ownQuestion = "q" // the key of the question
)

// Export returns what is stored of a user.
func (s *Store) Export(ctx context.Context, user Hash) (Held, error) {
	if !user.valid() {
		return Held{}, notHash()
	}
	if err := s.flush(ctx); err != nil {
		return Held{}, err
	}
	h := Held{Saved: []HeldAnswer{}, Voted: []HeldVote{}, Refused: []HeldQuestion{}}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		for _, read := range []func(*bbolt.Tx, Hash) error{h.readAnswers, h.readVotes, h.readQuestions} {
			if err := read(tx, user); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Held{}, err
	}
	return h, nil
}

func notHash() error { return &Invalid{Key: "user", Got: "no hash", Want: "what Store.User returns"} }

func (h *Held) readAnswers(tx *bbolt.Tx, user Hash) error {
	keys := following(tx, userBucket, string(user)+ownAnswer) // oldest first
	h.Answers = len(keys)
	for _, key := range slices.Backward(keys[max(0, len(keys)-MaxHeld):]) {
		id := key[timeBytes:]
		head, body, err := readHead(tx, id)
		if err != nil {
			return err
		}
		a, err := head.decode(id, body)
		if err != nil {
			return err
		}
		h.Saved = append(h.Saved, HeldAnswer{a.Asked, a.Guild, a.Channel, a.Locale, a.Private, a.Question, a.Outcome.Status})
	}
	return nil
}

func (h *Held) readVotes(tx *bbolt.Tx, user Hash) error {
	answers := following(tx, userBucket, string(user)+ownVote)
	h.Votes = len(answers)
	for _, answer := range answers {
		var v vote
		if _, err := get(tx, voteBucket, answer+string(user), &v); err != nil {
			return err
		}
		h.Voted = append(h.Voted, HeldVote{time.UnixMilli(v.At).UTC(), v.Value, v.Reason})
	}
	h.Voted = newest(h.Voted, func(v HeldVote) time.Time { return v.At })
	return nil
}

func (h *Held) readQuestions(tx *bbolt.Tx, user Hash) error {
	keys := following(tx, userBucket, string(user)+ownQuestion)
	h.Questions = len(keys)
	for _, key := range keys {
		var q question
		if _, err := get(tx, questionBucket, key, &q); err != nil {
			return err
		}
		guild, _, _ := strings.Cut(key, "/")
		h.Refused = append(h.Refused, HeldQuestion{time.UnixMilli(q.Last).UTC(), guild, q.Text})
	}
	h.Refused = newest(h.Refused, func(q HeldQuestion) time.Time { return q.Last })
	return nil
}

// newest sorts what is held, the newest first, and keeps MaxHeld of it.
func newest[T any](held []T, at func(T) time.Time) []T {
	slices.SortStableFunc(held, func(a, b T) int { return at(b).Compare(at(a)) })
	return held[:min(len(held), MaxHeld)]
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
// days stay: they are of nobody. What is deleted is overwritten in the file.
func (s *Store) Forget(ctx context.Context, user Hash) (Forgotten, error) {
	if !user.valid() {
		return Forgotten{}, notHash()
	}
	if err := s.flush(ctx); err != nil { // what waits is theirs too
		return Forgotten{}, err
	}
	var f Forgotten
	err := s.update(ctx, func(tx *bbolt.Tx) error {
		f = Forgotten{}
		for _, own := range following(tx, userBucket, string(user)) {
			if err := f.cut(tx, user, own[:1], own[1:]); err != nil {
				return err
			}
			if err := tx.Bucket(userBucket).Delete([]byte(string(user) + own)); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = s.wipe(ctx)
	}
	if err != nil {
		return Forgotten{}, fmt.Errorf("forget a user: %w", err)
	}
	return f, nil
}

// cut takes a user off one of what is theirs.
func (f *Forgotten) cut(tx *bbolt.Tx, user Hash, own, key string) error {
	switch own {
	case ownAnswer:
		f.Answers++
		id := key[timeBytes:]
		head, body, err := readHead(tx, id)
		head.User = ""
		return errors.Join(err, head.put(tx, id, body))
	case ownVote:
		f.Votes++
		return tx.Bucket(voteBucket).Delete([]byte(key + string(user)))
	default:
		f.Questions++
		if askers := following(tx, askerBucket, key); len(askers) == 1 {
			return dropQuestion(tx, key)
		}
		return tx.Bucket(askerBucket).Delete([]byte(key + string(user)))
	}
}
