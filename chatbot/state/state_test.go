package state

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"github.com/pqcite/pqcite/core"
)

var ctx = context.Background()

const (
	guildA = "100000000000000001"
	guildB = "100000000000000002"
)

// clock is a clock that tests set.
type clock struct{ millis atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.millis.Store(time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC).UnixMilli())
	return c
}

func (c *clock) now() time.Time          { return time.UnixMilli(c.millis.Load()).UTC() }
func (c *clock) advance(d time.Duration) { c.millis.Add(d.Milliseconds()) }

// store opens a store that the test's end closes.
func store(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(ctx, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

func closeStore(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// keeping are options under which guilds keep questions unless they say otherwise.
func keeping(c *clock) Options {
	return Options{Guild: &Guild{Feedback: true, KeepQuestions: true}, Now: c.now}
}

// saved is an answer as the bot saves it.
func saved(s *Store, guild, user, question string) Saved {
	return Saved{
		Guild: guild, Channel: "300000000000000001", UserHash: s.User(user), Locale: "en-GB", Question: question,
		Outcome: core.Outcome{
			Question: question, Status: core.Answered, ShortAnswer: "Answer to " + question, StopReason: core.StopSufficient, Confidence: 0.875,
			Claims:    []core.Claim{{Text: "It is 800 bytes.", Citations: []string{"c1"}, Verdict: core.Supported, Rule: "numbers"}},
			Citations: []core.Citation{{Key: "c1", Locator: core.Locator{DocID: "NIST.FIPS.203", Title: "FIPS 203", StartPage: 48, EndPage: 48, PrintedPage: "39"}, Quote: "800 < > \" 2^-138.8", Source: core.SourceDocument}},
		},
		Detail: "full", Scope: []string{"NIST.FIPS.203"},
	}
}

// refused is what comes of a question that is refused.
func refused(question string, reason core.RefusalReason) *core.Outcome {
	return &core.Outcome{
		Question: question, Status: core.Refused, RefusalReason: reason, Detail: "Nothing is about it.",
		Nearest: []core.Nearest{{DocID: "NIST.FIPS.203", Anchor: "table-3", Title: "FIPS 203, Table 3", StartPage: 48, PrintedPage: "39"}},
	}
}

func mustSave(t testing.TB, s *Store, a Saved) string {
	t.Helper()
	id, err := s.Save(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestMain(m *testing.M) {
	if os.Getenv(crashEnv) != "" {
		writeUntilKilled(os.Getenv(crashEnv))
	}
	goleak.VerifyTestMain(m)
}

func TestFilesAreTheOwnersOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	dir := filepath.Join(t.TempDir(), "a", "bot")
	s := store(t, dir, Options{})
	mustSave(t, s, saved(s, guildA, "1", "What?"))
	for name, want := range map[string]os.FileMode{".": 0o700, databaseName: 0o600, keyName: 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
}

// TestFormer wants the database of an earlier version named, and left alone.
func TestFormer(t *testing.T) {
	dir := t.TempDir()
	if former := store(t, t.TempDir(), Options{}).Former(); former != "" {
		t.Errorf("a new folder has a former database %q", former)
	}
	path := filepath.Join(dir, formerName)
	const content = "SQLite format 3\x00 and so on"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s := store(t, dir, Options{})
	mustSave(t, s, saved(s, "", "1", "Does the new one work?"))
	if data, err := os.ReadFile(path); s.Former() != path || err != nil || string(data) != content {
		t.Errorf("the former database is %q with %q, %v", s.Former(), data, err)
	}
}

func TestSecondProcess(t *testing.T) {
	dir := t.TempDir()
	s := store(t, dir, Options{})
	if _, err := Open(ctx, dir, Options{}); !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), dir) {
		t.Errorf("a second store opens with %v", err)
	}
	mustSave(t, s, saved(s, "", "1", "Does the first one still work?"))
	closeStore(t, s)
	store(t, dir, Options{})
}

// TestNotOpened wants each file that can't be used refused with its sentinel, and
// left as it was.
func TestNotOpened(t *testing.T) {
	write := func(name string, data []byte) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	change := func(change func(tx *bbolt.Tx) error) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			db, err := bbolt.Open(filepath.Join(dir, databaseName), 0o600, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(db.Update(change), db.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		spoil func(*testing.T, string)
		want  error
		text  string
	}{
		"not a database":    {write(databaseName, []byte(strings.Repeat("no database ", 1000))), ErrDamaged, "aside"},
		"cut short":         {cutShort, ErrDamaged, "restore a backup"},
		"page overwritten":  {overwritePage, ErrDamaged, "aside"},
		"heads overwritten": {func(t *testing.T, dir string) { overwrite(t, filepath.Join(dir, databaseName), 0, heads) }, ErrDamaged, "aside"},
		"newer":             {change(func(tx *bbolt.Tx) error { return put(tx, metaBucket, "schema", 999) }), ErrNewer, "schema 999 and this one knows 1"},
		"foreign":           {change(func(tx *bbolt.Tx) error { return tx.DeleteBucket(metaBucket) }), ErrForeign, "another folder"},
		"no version":        {change(func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Delete([]byte("schema")) }), ErrForeign, "another folder"},
		"no key":            {func(t *testing.T, dir string) { remove(t, dir, keyName) }, ErrKey, "restore it"},
		"other key":         {write(keyName, []byte(strings.Repeat("k", 32))), ErrKey, "another one"},
		"short key":         {write(keyName, []byte("k")), ErrKey, "32 random bytes"},
		"empty key":         {write(keyName, make([]byte, 32)), ErrKey, "32 random bytes"},
		"open key":          {func(t *testing.T, dir string) { chmod(t, dir, keyName, 0o644) }, ErrKey, "600"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "open key" && runtime.GOOS == "windows" {
				t.Skip("there are no such permissions")
			}
			dir := t.TempDir()
			fill(t, dir)
			c.spoil(t, dir)
			before := files(t, dir)
			_, err := Open(ctx, dir, Options{})
			if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.text) || !strings.Contains(fmt.Sprint(err), dir) {
				t.Errorf("Open fails with %v, want %v with %q", err, c.want, c.text)
			}
			if diff := cmp.Diff(before, files(t, dir)); diff != "" {
				t.Errorf("the files have changed (-before +after):\n%.2000s", diff)
			}
		})
	}
}

// fill makes a store with a hundred answers, closed.
func fill(t *testing.T, dir string) {
	t.Helper()
	s := store(t, dir, Options{})
	for i := range 100 {
		mustSave(t, s, saved(s, guildA, "1", fmt.Sprint("Question ", i)))
	}
	closeStore(t, s)
}

// files are the contents of a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

// overwritePage spoils a page that is in use: the first that has an answer, and pages that
// were freed with the same one.
func overwritePage(t *testing.T, dir string) {
	path := filepath.Join(dir, databaseName)
	db, err := openCopy(path)
	if err != nil {
		t.Fatal(err)
	}
	var answer, data []byte
	err = db.View(func(tx *bbolt.Tx) error {
		_, value := tx.Bucket(answerBucket).Cursor().First()
		answer = bytes.Clone(value)
		data, err = os.ReadFile(path)
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for at := int64(0); at < int64(len(data)); at += pageSize {
		if bytes.Contains(data[at:at+pageSize], answer) {
			overwrite(t, path, at, pageSize)
		}
	}
}

func cutShort(t *testing.T, dir string) {
	path := filepath.Join(dir, databaseName)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()/2); err != nil {
		t.Fatal(err)
	}
}

func overwrite(t *testing.T, path string, at int64, n int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte(strings.Repeat("\xff", n)), at); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, dir, name string) {
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func chmod(t *testing.T, dir, name string, mode os.FileMode) {
	if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
		t.Fatal(err)
	}
}

// TestOptionsAreChecked also wants nothing made for options that are wrong.
func TestOptionsAreChecked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bot")
	for want, o := range map[string]Options{
		"per_hour is 601, want 0 to 600": {Guild: &Guild{PerHour: 601}},
	} {
		var invalid *Invalid
		if _, err := Open(ctx, dir, o); !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("Open fails with %v, want %q", err, want)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

func TestClosed(t *testing.T) {
	s := store(t, t.TempDir(), Options{})
	user := s.User("1")
	closeStore(t, s)
	closeStore(t, s)
	s.Record(Asked{Took: time.Second})
	if n, _ := s.Lost(); n != 1 {
		t.Errorf("%d asks are lost, want the one after Close", n)
	}
	_, errSave := s.Save(ctx, saved(s, "", "1", "What?"))
	_, errStats := s.Stats(ctx, "", time.Time{})
	_, errForget := s.Forget(ctx, user)
	for what, err := range map[string]error{"Save": errSave, "Stats": errStats, "Forget": errForget, "UpdateGuild": s.UpdateGuild(ctx, guildA, func(*Guild) error { return nil })} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s fails with %v, want that it is closed", what, err)
		}
	}
	if _, err := s.Load(ctx, "aaaaaaaaaaaa"); err == nil {
		t.Error("a closed store loads")
	}
}

// TestCancelled wants a caller that goes away to get its error and to leave a
// store that works and holds all or nothing of what it wrote.
func TestCancelled(t *testing.T) {
	s := store(t, t.TempDir(), Options{})
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Save(gone, saved(s, "", "1", "What?")); !errors.Is(err, context.Canceled) {
		t.Errorf("Save fails with %v", err)
	}
	if _, err := s.Load(gone, "aaaaaaaaaaaa"); !errors.Is(err, context.Canceled) {
		t.Errorf("Load fails with %v", err)
	}
	done := 0
	for i := range 300 {
		c, cancel := context.WithTimeout(ctx, time.Duration(i)*3*time.Microsecond)
		if id, err := s.Save(c, saved(s, "", "1", "What?")); err == nil {
			done++
			if _, err := s.Load(ctx, id); err != nil {
				t.Errorf("load what was saved: %v", err)
			}
		} else if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Save fails with %v", err)
		}
		cancel()
	}
	if h, err := s.Export(ctx, s.User("1")); err != nil || h.Answers != done {
		t.Errorf("%d answers are held, want the %d that were saved; %v", h.Answers, done, err)
	}
}
