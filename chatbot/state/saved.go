package state

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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
	// Attached is what buttons need beside an outcome, such as the report on a
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
	// evictAtOnce bounds the work of one Save that finds the store full.
	evictAtOnce = 16
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
	err = s.update(ctx, func(ctx context.Context, tx *sql.Tx) error {
		g, err := s.readGuild(ctx, tx.StmtContext(ctx, s.stmts.guildInWrite), a.Guild)
		if err != nil {
			return err
		}
		if err := s.makeRoom(ctx, tx, int64(len(body))); err != nil {
			return err
		}
		id, err = s.insert(ctx, tx, &a, g.KeepQuestions, body)
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
	for _, text := range []*string{&a.Question, &o.Question, &o.ShortAnswer, &o.Detail, &o.Plan.Query} {
		*text = Anonymous(*text)
	}
	for _, list := range []*[]string{&o.Plan.Terms, &o.Plan.Parts, &o.Plan.Sides} {
		*list = slices.Clone(*list) // the caller's stays
		for i, text := range *list {
			(*list)[i] = Anonymous(text)
		}
	}
}

// makeRoom deletes the oldest answers until one more of a size is within the
// bounds.
func (s *Store) makeRoom(ctx context.Context, tx *sql.Tx, size int64) error {
	for {
		var answers, bytes int64
		if err := tx.StmtContext(ctx, s.stmts.room).QueryRowContext(ctx).Scan(&answers, &bytes); err != nil {
			return err
		}
		over := answers + 1 - int64(s.bounds.Answers)
		if over <= 0 && bytes+size <= s.bounds.AnswerBytes || answers == 0 {
			return nil
		}
		if _, err := tx.StmtContext(ctx, s.stmts.evict).ExecContext(ctx, min(max(over, 1), evictAtOnce)); err != nil {
			return err
		}
	}
}

func (s *Store) insert(ctx context.Context, tx *sql.Tx, a *Saved, kept bool, body []byte) (string, error) {
	for range idTries {
		id := newID()
		done, err := tx.StmtContext(ctx, s.stmts.putAnswer).ExecContext(ctx, id, a.Guild, string(a.UserHash), kept, a.Asked.UnixMilli(), body)
		if err != nil {
			return "", err
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return id, err
		}
	}
	return "", errors.New("make an id for an answer: all are taken") // the source of random numbers is broken
}

// Load returns a saved answer. Errors are [ErrNotFound], also for what is no id,
// and [ErrExpired] between the end of an answer's time and its deletion.
func (s *Store) Load(ctx context.Context, id string) (Saved, error) {
	a, err := s.load(ctx, id)
	if err == nil && s.age(a) > s.bounds.KeepAnswers {
		return Saved{}, fmt.Errorf("load answer %s: %w", id, ErrExpired)
	}
	return a, err
}

func (s *Store) age(a Saved) time.Duration { return s.now().Sub(a.Asked) }

func (s *Store) load(ctx context.Context, id string) (Saved, error) {
	if !validID(id) {
		return Saved{}, fmt.Errorf("load answer %.40q: %w", id, ErrNotFound)
	}
	ctx, cancel := context.WithTimeout(ctx, operationWait)
	defer cancel()
	a, err := scanSaved(s.stmts.load.QueryRowContext(ctx, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Saved{}, fmt.Errorf("load answer %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return Saved{}, s.explain(err)
	}
	return a, nil
}

// scanSaved reads a row of the columns id, guild, user, asked, body and further
// ones.
func scanSaved(row interface{ Scan(...any) error }, further ...any) (Saved, error) {
	var a Saved
	var asked int64
	var body []byte
	var id, guild, user string
	if err := row.Scan(append([]any{&id, &guild, &user, &asked, &body}, further...)...); err != nil {
		return Saved{}, err
	}
	if err := decode(body, &a); err != nil {
		return Saved{}, fmt.Errorf("read answer %s: %w", id, err)
	}
	a.ID, a.Guild, a.UserHash, a.Asked = id, guild, Hash(user), time.UnixMilli(asked).UTC()
	return a, nil
}

// Chain returns the questions that a follow-up of an answer sees, oldest first:
// that of the answer and of those before it, at most three, all asked within
// Bounds.KeepContext. If the answer itself is older the error is [ErrExpired]: a
// question that follows it must say by itself what it means.
func (s *Store) Chain(ctx context.Context, id string) ([]string, error) {
	a, err := s.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if s.age(a) > s.bounds.KeepContext {
		return nil, fmt.Errorf("follow answer %s: %w", id, ErrExpired)
	}
	questions := []string{a.Question}
	for a.Follows != "" && len(questions) < maxChain {
		a, err = s.load(ctx, a.Follows)
		if errors.Is(err, ErrNotFound) || err == nil && s.age(a) > s.bounds.KeepContext {
			break
		}
		if err != nil {
			return nil, err
		}
		questions = append([]string{a.Question}, questions...)
	}
	return questions, nil
}
