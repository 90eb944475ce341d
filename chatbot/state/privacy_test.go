package state

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

const (
	alice = "200000000000000001"
	bob   = "200000000000000002"
)

func TestUsersAreKeyed(t *testing.T) {
	dir := t.TempDir()
	s, other := store(t, dir, Options{}), store(t, t.TempDir(), Options{})
	a := s.User(alice)
	if !a.valid() || a != s.User(alice) || a == s.User(bob) || a == other.User(alice) || s.User("") != "" {
		t.Errorf("hashes: %s, %s, %s, %s", a, s.User(bob), other.User(alice), s.User(""))
	}
	closeStore(t, s)
	if again := store(t, dir, Options{}).User(alice); again != a {
		t.Errorf("after a restart the hash is %s, was %s", again, a)
	}
}

// populate has alice and bob ask and vote; it returns alice's private answer.
func populate(t *testing.T, s *Store) (id string) {
	t.Helper()
	for _, user := range []string{alice, bob} {
		id = mustSave(t, s, saved(s, guildA, user, "Asked by "+user[17:]))
		shared := mustSave(t, s, saved(s, guildA, bob, "Shared with <@"+alice+">"))
		for _, v := range []string{alice, bob} {
			if _, err := s.Vote(ctx, shared, s.User(v), Down, "Reason of "+v[17:]+", see <@"+alice+">"); err != nil {
				t.Fatal(err)
			}
		}
		for i, q := range []string{"Both?", "Only " + user[17:] + "?"} {
			s.Record(Asked{Guild: guildA, User: s.User(user), Took: time.Second, Outcome: refused(q+" <@!"+alice+">", core.RefusalOffCorpus), At: s.now().Add(time.Duration(i-1) * time.Second)})
		}
	}
	return id
}

func TestExport(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), keeping(c))
	populate(t, s)
	got, err := s.Export(ctx, s.User(alice))
	if err != nil {
		t.Fatal(err)
	}
	vote := HeldVote{At: c.now(), Value: Down, Reason: "Reason of 1, see @user"}
	want := Held{
		Answers: 1, Votes: 2, Questions: 2,
		Saved:   []HeldAnswer{{Asked: c.now(), Guild: guildA, Channel: "300000000000000001", Locale: "en-GB", Question: "Asked by 1", Status: core.Answered}},
		Voted:   []HeldVote{vote, vote},
		Refused: []HeldQuestion{{c.now(), guildA, "Only 1? @user"}, {c.now().Add(-time.Second), guildA, "Both? @user"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	none, err := s.Export(ctx, s.User("200000000000000003"))
	if diff := cmp.Diff(Held{Saved: []HeldAnswer{}, Voted: []HeldVote{}, Refused: []HeldQuestion{}}, none); diff != "" || err != nil {
		t.Errorf("a stranger: %v (-want +got):\n%s", err, diff)
	}
	var invalid *Invalid
	for _, id := range []Hash{"", alice, "0123456789ABCDEF0123456789ABCDEF"} {
		_, errExport := s.Export(ctx, id)
		_, errForget := s.Forget(ctx, id)
		if !errors.As(errExport, &invalid) || !errors.As(errForget, &invalid) {
			t.Errorf("%q is taken for a hash: %v, %v", id, errExport, errForget)
		}
	}
}

func TestExportIsBounded(t *testing.T) {
	s := store(t, t.TempDir(), Options{})
	a := saved(s, "", alice, "What?")
	body, err := encode(&a)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.update(ctx, func(tx *bbolt.Tx) error {
		for range MaxHeld + 5 {
			if _, err := insert(tx, &a, false, body); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if h, err := s.Export(ctx, s.User(alice)); err != nil || h.Answers != MaxHeld+5 || len(h.Saved) != MaxHeld {
		t.Errorf("%d answers, %d listed; %v", h.Answers, len(h.Saved), err)
	}
}

// TestForget wants nothing of a user in any file of the folder, and what is of
// others untouched.
func TestForget(t *testing.T) {
	c := newClock()
	dir := t.TempDir()
	s := store(t, dir, keeping(c))
	id := populate(t, s)
	before, err := s.Export(ctx, s.User(bob))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(s.User(alice)), "Reason of 1", "Only 1?"} {
		if n := inFiles(t, dir, text); n == 0 {
			t.Fatalf("%q is not found even before", text) // the search finds nothing
		}
	}
	got, err := s.Forget(ctx, s.User(alice))
	if want := (Forgotten{Answers: 1, Votes: 2, Questions: 2}); err != nil || got != want {
		t.Errorf("forgotten: %+v, want %+v; %v", got, want, err)
	}
	for _, text := range []string{string(s.User(alice)), alice, "Reason of 1", "Only 1?"} {
		if n := inFiles(t, dir, text); n > 0 {
			t.Errorf("%q is still in the files, %d times", text, n)
		}
	}
	if again, err := s.Forget(ctx, s.User(alice)); err != nil || again != (Forgotten{}) {
		t.Errorf("forgotten again: %+v, %v", again, err)
	}
	after, err := s.Export(ctx, s.User(bob))
	if diff := cmp.Diff(before, after); diff != "" || err != nil {
		t.Errorf("what is held of another: %v (-before +after):\n%s", err, diff)
	}
	if _, err := s.Load(ctx, id); err != nil {
		t.Errorf("the buttons of an answer are dead: %v", err)
	}
}

// inFiles counts a text in all files of a folder.
func inFiles(t *testing.T, dir, text string) int {
	t.Helper()
	n := 0
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(data, []byte(text))
	}
	return n
}

// TestForgetTakesWhatWaits wants what was recorded before and is not written yet
// forgotten too.
func TestForgetTakesWhatWaits(t *testing.T) {
	s := store(t, t.TempDir(), keeping(newClock()))
	for i := range 200 {
		s.Record(Asked{Guild: guildA, User: s.User(alice), Outcome: refused(fmt.Sprint("q", i), core.RefusalOffCorpus)})
	}
	if f, err := s.Forget(ctx, s.User(alice)); err != nil || f.Questions != 200 {
		t.Errorf("forgotten: %+v, want 200 questions; %v", f, err)
	}
}

// TestNoIDs wants no id of a user in the files, however it comes in.
func TestNoIDs(t *testing.T) {
	dir := t.TempDir()
	s := store(t, dir, keeping(newClock()))
	populate(t, s)
	s.Record(Asked{Guild: guildA, User: alice, Outcome: refused("With a raw id?", core.RefusalOffCorpus)})
	if err := s.flush(ctx); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{alice, bob} {
		if n := inFiles(t, dir, id); n > 0 {
			t.Errorf("%s is in the files, %d times", id, n)
		}
	}
	inspectTx(t, s, func(tx *bbolt.Tx) {
		for _, id := range following(tx, answerBucket, "") {
			head, body, err := readHead(tx, id)
			if err != nil {
				t.Fatal(err)
			}
			a, err := head.decode(id, body)
			if err != nil {
				t.Fatal(err)
			}
			if text := fmt.Sprintf("%+v", a); strings.Contains(text, alice) || strings.Contains(text, bob) {
				t.Errorf("an answer contains an id: %s", text)
			}
		}
	})
}

func TestPrune(t *testing.T) {
	c := newClock()
	o := keeping(c)
	o.Bounds = DefaultBounds()
	o.Bounds.Questions = 2
	s := store(t, t.TempDir(), o)
	old := mustSave(t, s, saved(s, guildA, alice, "Old?"))
	if _, err := s.Vote(ctx, old, s.User(alice), Up, ""); err != nil {
		t.Fatal(err)
	}
	ask := func(q string) {
		s.Record(Asked{Guild: guildA, User: s.User(alice), Outcome: refused(q, core.RefusalOffCorpus)})
	}
	ask("Old?")
	c.advance(31 * day)
	young := mustSave(t, s, saved(s, guildA, alice, "Young?"))
	for i := range 4 {
		c.advance(time.Minute)
		ask(fmt.Sprint("q", i))
	}
	prune := func(want Pruned) {
		t.Helper()
		if err := s.flush(ctx); err != nil {
			t.Fatal(err)
		}
		got, err := s.Prune(ctx, c.now())
		if err != nil || got != want {
			t.Errorf("pruned %+v, want %+v; %v", got, want, err)
		}
	}
	prune(Pruned{Answers: 1, Questions: 3})
	if _, err := s.Load(ctx, old); !errors.Is(err, ErrNotFound) {
		t.Errorf("the old answer loads with %v", err)
	}
	if _, err := s.Load(ctx, young); err != nil {
		t.Error(err)
	}
	held(t, s, 1)
	prune(Pruned{})
	c.advance(181 * day)
	prune(Pruned{Answers: 1, Questions: 2})
	c.advance(400 * day)
	prune(Pruned{Tallies: 5}) // refused, took and vote of the first day, two of the second
	if st, err := s.Stats(ctx, "", time.Time{}); err != nil || st.Asked != 0 {
		t.Errorf("%d asks are counted, %v", st.Asked, err)
	}
}

// TestPruneMany wants more deleted than goes in one transaction.
func TestPruneMany(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	const n = 2*pruneAtOnce + 7
	for range n {
		mustSave(t, s, saved(s, "", alice, "What?"))
	}
	c.advance(31 * day)
	if p, err := s.Prune(ctx, c.now()); err != nil || p.Answers != n {
		t.Errorf("pruned %+v, want %d answers; %v", p, n, err)
	}
	held(t, s, 0)
}
