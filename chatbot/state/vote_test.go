package state

import (
	"errors"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

func TestVote(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	id := mustSave(t, s, saved(s, guildA, "1", "What?"))
	for i, step := range []struct {
		user   string
		value  Value
		reason string
		want   Votes
		kept   string // the user's reason afterwards
	}{
		{"1", Up, "", Votes{1, 0}, ""},
		{"1", Up, "", Votes{1, 0}, ""},
		{"2", Down, "", Votes{1, 1}, ""},
		{"2", Down, " Wrong page, ask <@!42>. ", Votes{1, 1}, "Wrong page, ask @user."},
		{"2", Down, "", Votes{1, 1}, "Wrong page, ask @user."},
		{"2", Up, "", Votes{2, 0}, ""},
		{"1", Down, strings.Repeat("ü", MaxReason), Votes{1, 1}, strings.Repeat("ü", MaxReason)},
	} {
		got, err := s.Vote(ctx, id, s.User(step.user), step.value, step.reason)
		if err != nil || got != step.want {
			t.Errorf("step %d: %+v, %v, want %+v", i, got, err, step.want)
		}
		var v vote
		inspectTx(t, s, func(tx *bbolt.Tx) { _, err = get(tx, voteBucket, id+string(s.User(step.user)), &v) })
		if err != nil || v.Reason != step.kept {
			t.Errorf("step %d: the reason is %.50q, %v, want %.50q", i, v.Reason, err, step.kept)
		}
	}
	st, err := s.Stats(ctx, guildA, c.now())
	if err != nil || st.Up != 1 || st.Down != 1 {
		t.Errorf("the day has %d up and %d down, want 1 and 1; %v", st.Up, st.Down, err)
	}
}

// TestVoteMovesItsDay wants a vote that is changed later to count on its first day
// only.
func TestVoteMovesItsDay(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	id := mustSave(t, s, saved(s, "", "1", "What?"))
	first := c.now()
	for _, v := range []Value{Up, Down} {
		if _, err := s.Vote(ctx, id, s.User("1"), v, ""); err != nil {
			t.Fatal(err)
		}
		c.advance(2 * day)
	}
	for since, want := range map[time.Time]Votes{first: {0, 1}, first.Add(day): {}} {
		st, err := s.Stats(ctx, "", since)
		if got := (Votes{int(st.Up), int(st.Down)}); err != nil || got != want {
			t.Errorf("since %v: %+v, want %+v; %v", since, got, want, err)
		}
	}
}

func TestVoteErrors(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	id := mustSave(t, s, saved(s, "", "1", "What?"))
	for want, vote := range map[string]func() error{
		"user is no hash":                              func() error { _, err := s.Vote(ctx, id, "200000000000000001", Up, ""); return err },
		"user is no hash, want what":                   func() error { _, err := s.Vote(ctx, id, "", Up, ""); return err },
		"value is 2, want -1 or 1":                     func() error { _, err := s.Vote(ctx, id, s.User("1"), 2, ""); return err },
		"reason is 1001 characters, want at most 1000": func() error { _, err := s.Vote(ctx, id, s.User("1"), Down, strings.Repeat("x", 1001)); return err },
		"reason is given, want none":                   func() error { _, err := s.Vote(ctx, id, s.User("1"), Up, "good"); return err },
	} {
		var invalid *Invalid
		if err := vote(); !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("Vote fails with %v, want %q", err, want)
		}
	}
	for _, answer := range []string{"", "aaaaaaaaaaaa", "no id"} {
		if _, err := s.Vote(ctx, answer, s.User("1"), Up, ""); !errors.Is(err, ErrNotFound) {
			t.Errorf("a vote for %q fails with %v", answer, err)
		}
	}
	c.advance(31 * day)
	if _, err := s.Vote(ctx, id, s.User("1"), Up, ""); !errors.Is(err, ErrExpired) {
		t.Errorf("a vote for an old answer fails with %v", err)
	}
}
