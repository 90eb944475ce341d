package state

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// crashEnv names the folder in which a child process writes until it is killed.
const crashEnv = "PQCITE_TEST_STATE_CRASH"

// writeUntilKilled saves and votes from several goroutines and prints what was
// acknowledged, after it was.
func writeUntilKilled(dir string) {
	s, err := Open(ctx, dir, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; ; i++ {
				id, err := s.Save(ctx, saved(s, guildA, "1", fmt.Sprint("Question ", w, " ", i)))
				if err == nil {
					_, err = s.Vote(ctx, id, s.User(fmt.Sprint(w)), Down, fmt.Sprint("Reason ", i))
				}
				if err == nil {
					err = s.UpdateGuild(ctx, guildA, func(g *Guild) error { g.PerHour = (g.PerHour + 1) % MaxPerHour; return nil })
				}
				if err != nil {
					fmt.Println("error", err)
					os.Exit(1)
				}
				fmt.Println("saved", id, i) // one write: lines do not mix
			}
		}()
	}
	wg.Wait()
}

// TestKilled kills a process in the middle of its writes, again and again, and
// wants all that it has acknowledged in the file.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	acknowledged := map[string]string{}
	for round := range 4 {
		for id, i := range killAfter(t, dir, 30+40*round) {
			acknowledged[id] = i
		}
		s := store(t, dir, Options{})
		for id, i := range acknowledged {
			a, err := s.Load(ctx, id)
			if err != nil || !strings.HasSuffix(a.Question, " "+i) {
				t.Errorf("round %d: load %s: %q, %v", round, id, a.Question, err)
			}
			var reason string
			if err := s.read.QueryRow("SELECT reason FROM vote WHERE answer = ?", id).Scan(&reason); err != nil || reason != "Reason "+i {
				t.Errorf("round %d: vote for %s: %q, %v", round, id, reason, err)
			}
		}
		held(t, s, len(acknowledged))
		closeStore(t, s)
	}
}

// held wants the counts of the answers to be true, and no votes without answers.
func held(t *testing.T, s *Store, least int) {
	t.Helper()
	var answers, room, bytes, roomBytes, orphans int
	err := s.read.QueryRow(`SELECT (SELECT count(*) FROM answer), (SELECT answers FROM room), (SELECT total(length(body)) FROM answer), (SELECT bytes FROM room),
		(SELECT count(*) FROM pragma_foreign_key_check)`).Scan(&answers, &room, &bytes, &roomBytes, &orphans)
	if err != nil {
		t.Fatal(err)
	}
	if answers < least || room != answers || roomBytes != bytes || orphans > 0 {
		t.Errorf("%d answers of %d bytes, counted as %d of %d, %d orphans; want at least %d", answers, bytes, room, roomBytes, orphans, least)
	}
}

// killAfter runs a child process and kills it after so many acknowledgements.
func killAfter(t *testing.T, dir string, n int) map[string]string {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashEnv+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { _ = child.Process.Kill() })
	defer late.Stop()
	got := map[string]string{}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) != 3 || f[0] != "saved" {
			t.Errorf("the child says %q", lines.Text())
			continue
		}
		if got[f[1]] = f[2]; len(got) == n {
			_ = child.Process.Kill()
		}
	}
	_ = child.Wait() // it was killed
	if len(got) < n {
		t.Fatalf("the child acknowledged %d, want at least %d", len(got), n)
	}
	return got
}

// TestDiskFull bounds the file and wants a clear error, nothing lost, and a store
// that works again when there is room.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	s := store(t, dir, Options{pragmas: []string{"max_page_count(60)"}})
	long := saved(s, guildA, "1", "Long?")
	var ids []string
	var err error
	for range 1000 {
		long.Attached = noise(6000)
		var id string
		if id, err = s.Save(ctx, long); err != nil {
			break
		}
		ids = append(ids, id)
	}
	if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), filepath.Join(dir, databaseName)) || len(ids) < 5 {
		t.Fatalf("after %d answers Save fails with %v", len(ids), err)
	}
	for _, id := range ids {
		if _, err := s.Load(ctx, id); err != nil {
			t.Errorf("load from a full disk: %v", err)
		}
	}
	closeStore(t, s)

	s = store(t, dir, Options{})
	held(t, s, len(ids))
	more := mustSave(t, s, long)
	if _, err := s.Load(ctx, more); err != nil {
		t.Error(err)
	}
}

// TestRecordOnFullDisk wants asks that can't be written counted as lost.
func TestRecordOnFullDisk(t *testing.T) {
	c := newClock()
	o := keeping(c)
	o.pragmas = []string{"max_page_count(40)"}
	s := store(t, t.TempDir(), o)
	const asks = 400
	for i := range asks {
		s.Record(Asked{Guild: guildA, Took: time.Second, Outcome: refused(fmt.Sprint(i, strings.Repeat(" why", 500)), core.RefusalOffCorpus)})
		if i%50 == 0 {
			if err := s.flush(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	st, err := s.Stats(ctx, "", c.now())
	lost, last := s.Lost()
	if err != nil || lost == 0 || !errors.Is(last, ErrFull) || st.Asked+lost != asks {
		t.Errorf("%d were counted and %d lost of %d: %v, %v", st.Asked, lost, asks, last, err)
	}
}

// TestOlderSchema brings databases of every schema up to one more than there is.
func TestOlderSchema(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir)
	next := append(slices.Clone(migrations), "ALTER TABLE question ADD COLUMN topic TEXT NOT NULL DEFAULT 'none'; CREATE TABLE extra (a) STRICT")
	if _, err := open(ctx, dir, Options{}, next); err == nil || !strings.Contains(err.Error(), "it is unchanged") {
		t.Fatalf("a step that fails gives %v", err) // a strict table wants types
	}
	fixed := append(slices.Clone(migrations), "ALTER TABLE question ADD COLUMN topic TEXT NOT NULL DEFAULT 'none'")
	s, err := open(ctx, dir, Options{}, fixed)
	if err != nil {
		t.Fatal(err)
	}
	held(t, s, 100)
	var version int
	if err := s.read.QueryRow("SELECT user_version FROM pragma_user_version WHERE EXISTS (SELECT 1 FROM pragma_table_info('question') WHERE name = 'topic')").Scan(&version); err != nil || version != len(fixed) {
		t.Errorf("the schema is %d, want %d; %v", version, len(fixed), err)
	}
	closeStore(t, s)
	if _, err := Open(ctx, dir, Options{}); !errors.Is(err, ErrNewer) {
		t.Errorf("the older program opens it with %v", err)
	}
	if _, err := ReadFeedback(ctx, dir, FeedbackQuery{}); !errors.Is(err, ErrNewer) {
		t.Errorf("the older program reads it with %v", err)
	}
}

// TestFirstSchema opens a database as schema 1 has left it, so that a step that
// was released is noticed if it changes.
func TestFirstSchema(t *testing.T) {
	dir := t.TempDir()
	script, err := os.ReadFile(filepath.Join("testdata", "schema1.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if err := createDatabase(filepath.Join(dir, databaseName)); err != nil {
		t.Fatal(err)
	}
	db, err := connect(filepath.Join(dir, databaseName), writing)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(string(script)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := store(t, dir, Options{})
	held(t, s, 1)
	g, err := s.Guild(ctx, guildA)
	want := Guild{Private: true, Channels: []string{"7"}, Documents: []string{}, Language: "de", PerMinute: 3, KeepQuestions: true}
	if diff := cmp.Diff(want, g); diff != "" || err != nil {
		t.Errorf("settings (-want +got): %v\n%s", err, diff)
	}
}
