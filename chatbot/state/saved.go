package state

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

// Saved is an answer with all that its buttons need.
type Saved struct {
	ID       string       `json:"-"` // made by Save
	Guild    string       `json:"-"` // "" in direct messages
	UserHash Hash         `json:"-"` // who asked; "" after they were forgotten
	Asked    time.Time    `json:"-"` // to the millisecond; Save takes the present for the zero time
	Channel  string       `json:"channel"`
	Locale   string       `json:"locale"`
	Question string       `json:"question"` // at most MaxQuestion characters
	Outcome  core.Outcome `json:"outcome"`
	Detail   string       `json:"detail"`            // how much is shown
	Scope    []string     `json:"scope"`             // ids of the documents that were asked; none means all
	Private  bool         `json:"private"`           // only who asked sees it
	Follows  string       `json:"follows,omitempty"` // id of the answer that the question follows up
	// Attached is what buttons need besides an outcome, such as the report on a
	// checked message: JSON, or nil.
	Attached json.RawMessage `json:"attached,omitempty"`
}

// MaxQuestion is how many characters a question may have: as many as Discord lets
// a command's option have.
const MaxQuestion = 6000

const (
	// idLength is 60 random bits. Among 100,000 answers, one id in 10^13 guesses is
	// somebody's; an id also lets nobody see what Discord does not show them.
	idLength = 12
	idTries  = 4
	// maxChain is how many questions a follow-up sees.
	maxChain = 3
)

var idEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

func newID() string {
	var random [8]byte
	rand.Read(random[:]) // never fails: it would end the process
	return strings.ToLower(idEncoding.EncodeToString(random[:]))[:idLength]
}

func validID(id string) bool {
	return len(id) == idLength && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// Save keeps an answer and returns its new id. The oldest answers go if there is
// no room. Errors are [*Invalid] for a field out of its range, and those of the
// disk, after which nothing has changed.
func (s *Store) Save(ctx context.Context, a Saved) (id string, err error) {
	if a.Asked.IsZero() {
		a.Asked = s.now()
	}
	if err := a.validate(); err != nil {
		return "", err
	}
	a.anonymise()
	body, err := encode(&a)
	if err != nil {
		return "", err
	}
	if int64(len(body)) > s.bounds.AnswerBytes {
		return "", &Invalid{Key: "answer", Got: fmt.Sprintf("%d bytes", len(body)), Want: fmt.Sprintf("at most %d", s.bounds.AnswerBytes)}
	}
	err = s.update(ctx, func(tx *bbolt.Tx) error {
		g, err := s.readGuild(tx, a.Guild)
		if err != nil {
			return err
		}
		if err := s.makeRoom(tx, int64(len(body))); err != nil {
			return err
		}
		id, err = insert(tx, &a, g.KeepQuestions, body)
		return err
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

func (a *Saved) validate() error {
	switch n := utf8.RuneCountInString(a.Question); {
	case n == 0 || n > MaxQuestion:
		return &Invalid{Key: "question", Got: fmt.Sprintf("%d characters", n), Want: fmt.Sprintf("1 to %d", MaxQuestion)}
	case !a.UserHash.validOrNobody():
		return &Invalid{Key: "user_hash", Got: "no hash", Want: "what Store.User returns"}
	case a.Guild != "" && !snowflake.MatchString(a.Guild):
		return &Invalid{Key: "guild", Got: fmt.Sprintf("%.40q", a.Guild), Want: "the id of a guild"}
	case a.Follows != "" && !validID(a.Follows):
		return &Invalid{Key: "follows", Got: fmt.Sprintf("%.40q", a.Follows), Want: "the id of a saved answer"}
	}
	return nil
}

// anonymise blanks the ids of users wherever an outcome repeats its question.
// Claims and quotes are words of documents.
func (a *Saved) anonymise() {
	o := &a.Outcome
	for _, text := range []*string{&a.Question, &o.Question, &o.ShortAnswer, &o.Detail, &o.Plan.Query, &o.Plan.Question} {
		*text = Anonymous(*text)
	}
	for _, list := range []*[]string{&o.Plan.Terms, &o.Plan.Parts, &o.Plan.Sides} {
		*list = slices.Clone(*list) // the caller's stays
		for i, text := range *list {
			(*list)[i] = Anonymous(text)
		}
	}
}

// room is what the answers take, so that a bound is kept without counting them.
type room struct {
	Answers int   `json:"answers"`
	Bytes   int64 `json:"bytes"`
}

func readRoom(tx *bbolt.Tx) (r room, err error) {
	_, err = get(tx, metaBucket, "room", &r)
	return r, err
}

func changeRoom(tx *bbolt.Tx, answers int, bytes int64) error {
	r, err := readRoom(tx)
	return errors.Join(err, put(tx, metaBucket, "room", room{r.Answers + answers, r.Bytes + bytes}))
}

// makeRoom deletes the oldest answers until one more of a size is within the
// bounds.
func (s *Store) makeRoom(tx *bbolt.Tx, size int64) error {
	for {
		r, err := readRoom(tx)
		if err != nil || r.Answers == 0 || r.Answers < s.bounds.Answers && r.Bytes+size <= s.bounds.AnswerBytes {
			return err
		}
		oldest, _ := tx.Bucket(askedBucket).Cursor().First()
		if len(oldest) < timeBytes {
			return fmt.Errorf("%w: %d answers are counted and none is listed", errRecord, r.Answers)
		}
		if err := dropAnswer(tx, string(oldest[timeBytes:])); err != nil {
			return err
		}
	}
}

// answerHead is what is read of an answer without decoding it. It is a line of JSON before the encoded answer.
type answerHead struct {
	Guild string `json:"guild"`
	User  Hash   `json:"user"` // "" after they were forgotten
	Asked int64  `json:"asked"`
}

func insert(tx *bbolt.Tx, a *Saved, kept bool, body []byte) (string, error) {
	head := answerHead{a.Guild, a.UserHash, a.Asked.UnixMilli()}
	for range idTries {
		id := newID()
		if tx.Bucket(answerBucket).Get([]byte(id)) != nil {
			continue
		}
		err := errors.Join(head.put(tx, id, body), mark(tx, askedBucket, timeKey(head.Asked)+id), changeRoom(tx, 1, int64(len(body))))
		if head.User != "" {
			err = errors.Join(err, mark(tx, userBucket, head.ownKey(id)))
		}
		if kept {
			err = errors.Join(err, mark(tx, keptBucket, head.Guild+"/"+id))
		}
		return id, err
	}
	return "", errors.New("make an id for an answer: all are taken") // the source of random numbers is broken
}

func (h answerHead) put(tx *bbolt.Tx, id string, body []byte) error {
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return tx.Bucket(answerBucket).Put([]byte(id), slices.Concat(line, []byte("\n"), body))
}

// ownKey is where the user has the answer.
func (h answerHead) ownKey(id string) string {
	return string(h.User) + ownAnswer + timeKey(h.Asked) + id
}

// readHead returns what is stored of an answer, or [ErrNotFound]. The body is the transaction's.
func readHead(tx *bbolt.Tx, id string) (h answerHead, body []byte, err error) {
	data := tx.Bucket(answerBucket).Get([]byte(id))
	if data == nil {
		return h, nil, ErrNotFound
	}
	line, body, _ := bytes.Cut(data, []byte("\n"))
	return h, body, decodeRecord(answerBucket, line, &h)
}

// current is readHead of an answer whose time is not over; else the error is [ErrExpired].
func (s *Store) current(tx *bbolt.Tx, id string) (h answerHead, body []byte, err error) {
	h, body, err = readHead(tx, id)
	if err == nil && s.age(h) > s.bounds.KeepAnswers {
		err = ErrExpired
	}
	return h, body, err
}

func (s *Store) age(h answerHead) time.Duration { return s.now().Sub(time.UnixMilli(h.Asked)) }

// dropAnswer deletes an answer with its votes.
func dropAnswer(tx *bbolt.Tx, id string) error {
	head, body, err := readHead(tx, id)
	if err != nil {
		return err
	}
	size := int64(len(body))
	for _, user := range following(tx, voteBucket, id) {
		err = errors.Join(err, tx.Bucket(voteBucket).Delete([]byte(id+user)), tx.Bucket(userBucket).Delete([]byte(user+ownVote+id)))
	}
	return errors.Join(err, tx.Bucket(answerBucket).Delete([]byte(id)), tx.Bucket(askedBucket).Delete([]byte(timeKey(head.Asked)+id)),
		tx.Bucket(keptBucket).Delete([]byte(head.Guild+"/"+id)), tx.Bucket(userBucket).Delete([]byte(head.ownKey(id))), changeRoom(tx, -1, -size))
}

// Load returns a saved answer. Errors are [ErrNotFound], also for what is no id,
// and [ErrExpired] between the end of an answer's time and its deletion.
func (s *Store) Load(ctx context.Context, id string) (a Saved, err error) {
	if !validID(id) {
		return Saved{}, fmt.Errorf("load answer %.40q: %w", id, ErrNotFound)
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		head, body, err := s.current(tx, id)
		if err == nil {
			a, err = head.decode(id, body)
		}
		return err
	})
	if err != nil {
		return Saved{}, fmt.Errorf("load answer %s: %w", id, err)
	}
	return a, nil
}

func (h answerHead) decode(id string, body []byte) (Saved, error) {
	var a Saved
	if err := decode(body, &a); err != nil {
		return Saved{}, fmt.Errorf("read answer %s: %w", id, err)
	}
	a.ID, a.Guild, a.UserHash, a.Asked = id, h.Guild, h.User, time.UnixMilli(h.Asked).UTC()
	return a, nil
}

// Chain returns the questions that a follow-up of an answer sees, oldest first:
// that of the answer and of those before it, in full, at most three, all asked within
// Bounds.KeepContext. If the answer itself is older the error is [ErrExpired]: a
// question that follows it must say by itself what it means.
func (s *Store) Chain(ctx context.Context, id string) (questions []string, err error) {
	if !validID(id) {
		return nil, fmt.Errorf("follow answer %.40q: %w", id, ErrNotFound)
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		for next := id; next != "" && len(questions) < maxChain; {
			a, err := s.inContext(tx, next)
			if errors.Is(err, ErrNotFound) || errors.Is(err, ErrExpired) {
				if next == id {
					return err
				}
				return nil
			}
			if err != nil {
				return err
			}
			questions = slices.Insert(questions, 0, cmp.Or(a.Outcome.Plan.Question, a.Question))
			next = a.Follows
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("follow answer %s: %w", id, err)
	}
	return questions, nil
}

// inContext reads an answer that a follow-up sees.
func (s *Store) inContext(tx *bbolt.Tx, id string) (Saved, error) {
	head, body, err := readHead(tx, id)
	if err != nil {
		return Saved{}, err
	}
	if s.age(head) > s.bounds.KeepContext {
		return Saved{}, ErrExpired
	}
	return head.decode(id, body)
}
