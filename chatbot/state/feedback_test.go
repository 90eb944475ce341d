package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// down is an answer with the fields that a report shows of it.
func down(question, answer string, up, down int, reasons ...string) Voted {
	if reasons == nil {
		reasons = []string{}
	}
	return Voted{Question: question, Status: core.Answered, Answer: answer, Up: up, Down: down, Reasons: reasons}
}

// TestFeedback reads while a store is open, and wants what is alike joined, over
// guilds and answers.
func TestFeedback(t *testing.T) {
	c := newClock()
	dir := t.TempDir()
	s := store(t, dir, keeping(c))
	vote := func(guild, question string, votes ...Value) {
		t.Helper()
		id := mustSave(t, s, saved(s, guild, "1", question))
		for i, v := range votes {
			reason := ""
			if v == Down {
				reason = fmt.Sprint("reason ", i)
			}
			if _, err := s.Vote(ctx, id, s.User(fmt.Sprint(i)), v, reason); err != nil {
				t.Fatal(err)
			}
		}
	}
	ask := func(guild, locale, question string) {
		s.Record(Asked{Guild: guild, Locale: locale, Outcome: refused(question, core.RefusalOffCorpus)})
	}
	ask(guildA, "en-GB", "Too old?")
	vote(guildA, "Too old?", Down)
	c.advance(2 * day)
	since := c.now()
	c.advance(day)
	ask(guildA, "de", "Falcon?")
	ask(guildA, "de", "falcon")
	c.advance(time.Hour)
	ask(guildB, "fr", "FALCON")
	ask(guildB, "fr", "Rare?")
	vote(guildA, "What?", Down, Up)
	vote(guildB, "What?", Up, Up, Down)
	vote(guildB, "Worse?", Down, Down, Down)
	vote(guildA, "Good?", Up)
	vote(guildA, "Nobody voted")
	vote("", "Direct?", Down) // direct messages keep no questions
	if err := s.flush(ctx); err != nil {
		t.Fatal(err)
	}
	got, err := ReadFeedback(ctx, dir, FeedbackQuery{Since: since})
	if err != nil {
		t.Fatal(err)
	}
	nearest := refused("", "").Nearest
	want := Feedback{
		Stats: got.Stats,
		Unanswered: []Unanswered{
			{"FALCON", core.RefusalOffCorpus, 3, 2, []string{"de", "fr"}, "2026-11-05", nearest},
			{"Rare?", core.RefusalOffCorpus, 1, 1, []string{"fr"}, "2026-11-05", nearest},
		},
		Down:     []Voted{down("Worse?", "Answer to Worse?", 0, 3, "reason 0", "reason 1", "reason 2"), down("What?", "Answer to What?", 3, 2, "reason 0", "reason 2")},
		Up:       []Voted{down("Good?", "Answer to Good?", 1, 0)},
		Withheld: 1,
	}
	citations := saved(s, "", "", "").Outcome.Citations
	for _, list := range [][]Voted{want.Down, want.Up} {
		for i := range list {
			list[i].Citations = citations
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Stats.Refused != 4 || got.Stats.Up != 4 || got.Stats.Down != 6 {
		t.Errorf("counts: %+v", got.Stats)
	}
	few, err := ReadFeedback(ctx, dir, FeedbackQuery{Since: since, Min: 2, Limit: 1})
	if err != nil || len(few.Unanswered) != 1 || len(few.Down) != 1 || len(few.Up) != 1 || few.Omitted != 1 {
		t.Errorf("with a limit: %+v, %v", few, err)
	}
}

func TestFeedbackErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadFeedback(ctx, dir, FeedbackQuery{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder is read with %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("reading has made %v, %v", entries, err)
	}
	var invalid *Invalid
	for _, limit := range []int{-1, MaxLimit + 1} {
		if _, err := ReadFeedback(ctx, dir, FeedbackQuery{Limit: limit}); !errors.As(err, &invalid) {
			t.Errorf("a limit of %d is taken: %v", limit, err)
		}
	}
	fill(t, dir)
	overwritePage(t, dir)
	if _, err := ReadFeedback(ctx, dir, FeedbackQuery{}); !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged file is read with %v", err)
	}
}

// TestFeedbackWhileWriting reads reports while a bot writes without a pause, and wants each of one moment: an answer is counted with its vote.
func TestFeedbackWhileWriting(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	s := store(t, dir, keeping(newClock()))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			id, err := s.Save(ctx, saved(s, guildA, "1", fmt.Sprint("q", i)))
			if err == nil {
				_, err = s.Vote(ctx, id, s.User("1"), Down, "bad")
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	}()
	seen := 0
	for range 10 {
		f, err := ReadFeedback(ctx, dir, FeedbackQuery{Since: s.now(), Limit: MaxLimit})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Down) < seen || int(f.Stats.Down) != len(f.Down) {
			t.Errorf("%d answers with %d votes, before it were %d", len(f.Down), f.Stats.Down, seen)
		}
		seen = len(f.Down)
	}
	close(stop)
	<-done
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "pqcite-*.bolt"))
	if err != nil || len(left) > 0 {
		t.Errorf("copies are left: %v, %v", left, err)
	}
}
