package state

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

// Feedback is what maintainers can learn from: no user or guild is named in it,
// and times are days.
type Feedback struct {
	Stats      Stats        `json:"stats"`
	Unanswered []Unanswered `json:"unanswered"` // most asked first
	Down       []Voted      `json:"down"`       // answers with a vote against them, most first
	Up         []Voted      `json:"up"`         // answers with votes in favour only, most first
	// Omitted are the questions and answers that are beyond the bounds of the
	// query, and Withheld the voted answers in guilds that keep no questions.
	Omitted  int `json:"omitted"`
	Withheld int `json:"withheld"`
}

// Unanswered is a refused question in all its wordings that fold to the same.
type Unanswered struct {
	Question string             `json:"question"` // as it was asked last
	Reason   core.RefusalReason `json:"refusal_reason"`
	Count    int                `json:"count"`    // since it was asked first
	Guilds   int                `json:"guilds"`   // in so many
	Locales  []string           `json:"locales"`  // as it was asked last in each guild
	LastDay  string             `json:"last_day"` // "2026-11-02", UTC
	Nearest  []core.Nearest     `json:"nearest"`
}

// Voted is an answer, given once or oftener, and the votes for it.
type Voted struct {
	Question  string             `json:"question"`
	Status    core.OutcomeStatus `json:"status"`
	Reason    core.RefusalReason `json:"refusal_reason"`
	Answer    string             `json:"answer"` // the short answer, or the refusal in a sentence
	Citations []core.Citation    `json:"citations"`
	Up        int                `json:"up"`
	Down      int                `json:"down"`
	Reasons   []string           `json:"reasons"` // of votes against it, in the order of the alphabet
}

// FeedbackQuery says what of it.
type FeedbackQuery struct {
	// Since is the first day, for votes and for when a question was asked last.
	Since time.Time
	// Min is how often a question must have been asked; 0 means once.
	Min int
	// Limit is the length of each list, 1 to MaxLimit; 0 means 100.
	Limit int
}

const (
	defaultLimit = 100
	// MaxLimit is the longest list of a report.
	MaxLimit = 10_000
	// maxVoted bounds the voted answers that are read, newest first: some seconds of
	// work.
	maxVoted = 50_000
	// feedbackWait bounds the reading of a report.
	feedbackWait = time.Minute
)

// ReadFeedback reads the feedback in a folder, also while a bot has it open. It
// changes nothing. A folder without a store is an error that wraps
// [fs.ErrNotExist].
func ReadFeedback(ctx context.Context, dir string, q FeedbackQuery) (Feedback, error) {
	q.Limit = cmp.Or(q.Limit, defaultLimit)
	if q.Limit < 1 || q.Limit > MaxLimit {
		return Feedback{}, &Invalid{Key: "limit", Got: fmt.Sprint(q.Limit), Want: fmt.Sprintf("1 to %d", MaxLimit)}
	}
	file := filepath.Join(dir, databaseName)
	info, err := os.Stat(file)
	if err == nil && info.Size() == 0 {
		err = fs.ErrNotExist
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Feedback{}, fmt.Errorf("no bot has run with the folder %q: %w", dir, err)
	}
	if err != nil {
		return Feedback{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, feedbackWait)
	defer cancel()
	var f Feedback
	err = withCopy(ctx, file, func(tx *bbolt.Tx) (err error) {
		if f.Stats, err = readStats(tx, "", q.Since); err != nil {
			return err
		}
		q.Since = f.Stats.Since
		if err := f.readUnanswered(tx, q); err != nil {
			return err
		}
		return f.readVoted(ctx, tx, q)
	})
	if err != nil {
		return Feedback{}, err
	}
	return f, nil
}

// readUnanswered joins the questions that fold to the same, over guilds.
func (f *Feedback) readUnanswered(tx *bbolt.Tx, q FeedbackQuery) error {
	type wording struct {
		folded string
		reason core.RefusalReason
	}
	type joined struct {
		Unanswered
		last   int64
		guilds map[string]bool
	}
	alike := map[wording]*joined{}
	err := scan(tx, questionBucket, "", func(key string, data []byte) error {
		var one question
		if err := decodeRecord(questionBucket, data, &one); err != nil {
			return err
		}
		k := wording{fold(one.Text), one.Reason}
		u := alike[k]
		if u == nil {
			u = &joined{guilds: map[string]bool{}, last: math.MinInt64}
			alike[k] = u
		}
		guild, _, _ := strings.Cut(key, "/")
		u.guilds[guild] = true
		u.Count += one.N
		if !slices.Contains(u.Locales, one.Locale) {
			u.Locales = append(u.Locales, one.Locale)
		}
		if one.Last > u.last {
			u.last, u.Question, u.Reason, u.Nearest = one.Last, one.Text, one.Reason, one.Nearest
		}
		return nil
	})
	f.Unanswered = []Unanswered{}
	for _, u := range alike {
		if u.Count < max(q.Min, 1) || u.last < q.Since.UnixMilli() {
			continue
		}
		slices.Sort(u.Locales)
		u.Guilds, u.LastDay = len(u.guilds), dayOf(time.UnixMilli(u.last))
		if u.Nearest == nil {
			u.Nearest = []core.Nearest{}
		}
		f.Unanswered = append(f.Unanswered, u.Unanswered)
	}
	slices.SortFunc(f.Unanswered, func(a, b Unanswered) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(fold(a.Question), fold(b.Question)), cmp.Compare(a.Reason, b.Reason))
	})
	f.Omitted += max(0, len(f.Unanswered)-q.Limit)
	f.Unanswered = f.Unanswered[:min(len(f.Unanswered), q.Limit)]
	return err
}

// readVoted reads the voted answers and joins those that are alike.
func (f *Feedback) readVoted(ctx context.Context, tx *bbolt.Tx, q FeedbackQuery) error {
	voted, err := votedSince(tx, q.Since.UnixMilli())
	if err != nil {
		return err
	}
	alike := map[[2]string]*Voted{}
	for _, one := range voted[:min(len(voted), maxVoted)] {
		if err := ctx.Err(); err != nil {
			return err
		}
		if tx.Bucket(keptBucket).Get([]byte(one.head.Guild+"/"+one.answer)) == nil {
			f.Withheld++
			continue
		}
		if err := one.read(tx); err != nil {
			return err
		}
		key := [2]string{fold(one.Question), one.Answer}
		if same, ok := alike[key]; ok {
			same.Up, same.Down, same.Reasons = same.Up+one.Up, same.Down+one.Down, append(same.Reasons, one.Reasons...)
		} else {
			alike[key] = &one.Voted
		}
	}
	f.sortVoted(alike, q.Limit)
	return nil
}

// votedAnswer is one answer and its votes.
type votedAnswer struct {
	Voted
	answer string
	head   answerHead
}

// votedSince are the answers with votes from a time on, the newest answers first, with their heads.
func votedSince(tx *bbolt.Tx, since int64) ([]*votedAnswer, error) {
	var all []*votedAnswer
	err := scan(tx, voteBucket, "", func(key string, data []byte) error {
		var v vote
		if err := decodeRecord(voteBucket, data, &v); err != nil || v.At < since {
			return err
		}
		answer := key[:min(idLength, len(key))] // the votes for an answer follow one another
		if len(all) == 0 || all[len(all)-1].answer != answer {
			head, _, err := readHead(tx, answer)
			if err != nil {
				return err
			}
			all = append(all, &votedAnswer{answer: answer, head: head, Voted: Voted{Reasons: []string{}}})
		}
		all[len(all)-1].add(v)
		return nil
	})
	slices.SortFunc(all, func(a, b *votedAnswer) int {
		return cmp.Or(cmp.Compare(b.head.Asked, a.head.Asked), strings.Compare(a.answer, b.answer))
	})
	return all, err
}

func (v *Voted) add(one vote) {
	if one.Value > 0 {
		v.Up++
	} else {
		v.Down++
	}
	if one.Reason != "" {
		v.Reasons = append(v.Reasons, one.Reason)
	}
}

// read reads what a report shows of the answer.
func (v *votedAnswer) read(tx *bbolt.Tx) error {
	_, body, err := readHead(tx, v.answer)
	if err != nil {
		return err
	}
	a, err := v.head.decode(v.answer, body)
	if err != nil {
		return err
	}
	v.Question, v.Status, v.Reason, v.Citations = a.Question, a.Outcome.Status, a.Outcome.RefusalReason, a.Outcome.Citations
	if v.Answer = a.Outcome.ShortAnswer; v.Status == core.Refused {
		v.Answer = a.Outcome.Detail
	}
	if v.Citations == nil {
		v.Citations = []core.Citation{}
	}
	return nil
}

func (f *Feedback) sortVoted(alike map[[2]string]*Voted, limit int) {
	f.Down, f.Up = []Voted{}, []Voted{}
	for _, v := range alike {
		slices.Sort(v.Reasons)
		if v.Down > 0 {
			f.Down = append(f.Down, *v)
		} else {
			f.Up = append(f.Up, *v)
		}
	}
	most := func(a, b Voted) int {
		return cmp.Or(cmp.Compare(b.Down, a.Down), cmp.Compare(b.Up, a.Up), cmp.Compare(a.Question, b.Question), cmp.Compare(a.Answer, b.Answer))
	}
	for _, list := range []*[]Voted{&f.Down, &f.Up} {
		slices.SortFunc(*list, most)
		f.Omitted += max(0, len(*list)-limit)
		*list = (*list)[:min(len(*list), limit)]
	}
}
