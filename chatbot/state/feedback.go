package state

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

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
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return Feedback{}, fmt.Errorf("no bot has run with the folder %q: %w", dir, err)
	} else if err != nil {
		return Feedback{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, feedbackWait)
	defer cancel()
	db, err := connect(file, reading)
	if err != nil {
		return Feedback{}, err
	}
	defer db.Close()
	f, err := readFeedback(ctx, db, file, q)
	if err != nil {
		return Feedback{}, explain(file, err)
	}
	return f, nil
}

func readFeedback(ctx context.Context, db *sql.DB, file string, q FeedbackQuery) (f Feedback, err error) {
	version, err := inspect(ctx, db, file, len(migrations))
	if err != nil {
		return f, err
	}
	if version < len(migrations) {
		return f, fmt.Errorf("read %q: it has schema %d of %d: start the bot of this pqcite once to bring it up to date", file, version, len(migrations))
	}
	tx, err := db.BeginTx(ctx, nil) // one moment for all of it
	if err != nil {
		return f, err
	}
	defer func() { _ = tx.Rollback() }()
	if f.Stats, err = readStats(ctx, tx, "", q.Since); err != nil {
		return f, err
	}
	q.Since = f.Stats.Since
	if err := f.readUnanswered(ctx, tx, q); err != nil {
		return f, err
	}
	return f, f.readVoted(ctx, tx, q)
}

// readUnanswered relies on a rule of SQLite: beside a single max(), the columns
// that are not grouped are those of the row that has it.
func (f *Feedback) readUnanswered(ctx context.Context, db querier, q FeedbackQuery) error {
	f.Unanswered = []Unanswered{}
	rows, err := db.QueryContext(ctx, `SELECT text, reason, sum(n), count(DISTINCT guild), json_group_array(DISTINCT locale ORDER BY locale), max(last), nearest
		FROM question GROUP BY folded, reason HAVING sum(n) >= ? AND max(last) >= ? ORDER BY sum(n) DESC, folded, reason`, max(q.Min, 1), q.Since.UnixMilli())
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if len(f.Unanswered) == q.Limit {
			f.Omitted++
			continue
		}
		var u Unanswered
		var last int64
		var locales, nearest []byte
		if err := rows.Scan(&u.Question, &u.Reason, &u.Count, &u.Guilds, &locales, &last, &nearest); err != nil {
			return err
		}
		if err := errors.Join(json.Unmarshal(locales, &u.Locales), json.Unmarshal(nearest, &u.Nearest)); err != nil {
			return fmt.Errorf("read an unanswered question: %w", err)
		}
		if u.Nearest == nil {
			u.Nearest = []core.Nearest{}
		}
		u.LastDay = time.UnixMilli(last).UTC().Format(time.DateOnly)
		f.Unanswered = append(f.Unanswered, u)
	}
	return rows.Err()
}

// readVoted reads the voted answers and joins those that are alike.
func (f *Feedback) readVoted(ctx context.Context, db querier, q FeedbackQuery) error {
	rows, err := db.QueryContext(ctx, `SELECT id, guild, user, asked, body, kept, ups, downs, reasons FROM answer JOIN (
			SELECT answer, count(*) FILTER (WHERE value > 0) AS ups, count(*) FILTER (WHERE value < 0) AS downs,
				json_group_array(reason) FILTER (WHERE reason <> '') AS reasons
			FROM vote WHERE at >= ? GROUP BY answer) ON id = answer
		ORDER BY asked DESC, id LIMIT ?`, q.Since.UnixMilli(), maxVoted)
	if err != nil {
		return err
	}
	defer rows.Close()
	alike := map[[2]string]*Voted{}
	for rows.Next() {
		v, kept, err := scanVoted(rows)
		if err != nil {
			return err
		}
		if !kept {
			f.Withheld++
			continue
		}
		key := [2]string{fold(v.Question), v.Answer}
		if same, ok := alike[key]; ok {
			same.Up, same.Down, same.Reasons = same.Up+v.Up, same.Down+v.Down, append(same.Reasons, v.Reasons...)
		} else {
			alike[key] = &v
		}
	}
	f.sortVoted(alike, q.Limit)
	return rows.Err()
}

func scanVoted(rows *sql.Rows) (v Voted, kept bool, err error) {
	var a Saved
	var reasons []byte
	a, err = scanSaved(rows, &kept, &v.Up, &v.Down, &reasons)
	if err != nil {
		return v, false, err
	}
	if err := json.Unmarshal(reasons, &v.Reasons); err != nil {
		return v, false, fmt.Errorf("read the reasons of votes for answer %s: %w", a.ID, err)
	}
	v.Question, v.Status, v.Reason, v.Citations = a.Question, a.Outcome.Status, a.Outcome.RefusalReason, a.Outcome.Citations
	if v.Answer = a.Outcome.ShortAnswer; v.Status == core.Refused {
		v.Answer = a.Outcome.Detail
	}
	if v.Citations == nil {
		v.Citations = []core.Citation{}
	}
	return v, kept, nil
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
