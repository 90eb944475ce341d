package state

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

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
			for _, reason := range reasons(t, s, id) {
				if reason != "Reason "+i {
					t.Errorf("round %d: vote for %s: %q", round, id, reason)
				}
			}
			if n := len(reasons(t, s, id)); n != 1 {
				t.Errorf("round %d: %d votes for %s", round, n, id)
			}
		}
		held(t, s, len(acknowledged))
		closeStore(t, s)
	}
}

// inspectTx reads what a store has.
func inspectTx(t testing.TB, s *Store, read func(tx *bbolt.Tx)) {
	t.Helper()
	if err := s.view(ctx, func(tx *bbolt.Tx) error { read(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

// reasons are those of the votes for an answer.
func reasons(t testing.TB, s *Store, answer string) (all []string) {
	t.Helper()
	inspectTx(t, s, func(tx *bbolt.Tx) {
		if err := eachVote(tx, answer, func(_ Hash, v vote) { all = append(all, v.Reason) }); err != nil {
			t.Error(err)
		}
	})
	return all
}

func roomOf(t testing.TB, s *Store) (r room) {
	t.Helper()
	inspectTx(t, s, func(tx *bbolt.Tx) {
		var err error
		if r, err = readRoom(tx); err != nil {
			t.Error(err)
		}
	})
	return r
}

// held wants the file whole, the counts of the answers to be true, and every key that leads to another record to lead there.
func held(t *testing.T, s *Store, least int) {
	t.Helper()
	inspectTx(t, s, func(tx *bbolt.Tx) {
		if err := whole(s.path, tx); err != nil {
			t.Error(err)
		}
		var counted room
		for _, id := range following(tx, answerBucket, "") {
			head, body, err := readHead(tx, id)
			if err != nil {
				t.Error(err)
			}
			counted.Answers, counted.Bytes = counted.Answers+1, counted.Bytes+int64(len(body))
			if tx.Bucket(askedBucket).Get([]byte(timeKey(head.Asked)+id)) == nil || head.User != "" && tx.Bucket(userBucket).Get([]byte(head.ownKey(id))) == nil {
				t.Errorf("answer %s is not listed", id)
			}
		}
		if r, err := readRoom(tx); err != nil || r != counted || r.Answers < least {
			t.Errorf("%+v are counted as %+v, %v; want at least %d answers", counted, r, err, least)
		}
		for _, key := range orphans(tx) {
			t.Errorf("%q leads nowhere", key)
		}
	})
}

// orphans are the keys that lead to a record that is not there.
func orphans(tx *bbolt.Tx) (all []string) {
	has := func(bucket []byte, key string) bool { return tx.Bucket(bucket).Get([]byte(key)) != nil }
	check := func(bucket []byte, there func(key string) bool) {
		for _, key := range following(tx, bucket, "") {
			if !there(key) {
				all = append(all, string(bucket)+": "+key)
			}
		}
	}
	const hash = 2 * hashBytes
	check(askedBucket, func(key string) bool { return has(answerBucket, key[timeBytes:]) })
	check(keptBucket, func(key string) bool { return has(answerBucket, key[len(key)-idLength:]) })
	check(voteBucket, func(key string) bool {
		return has(answerBucket, key[:idLength]) && has(userBucket, key[idLength:]+ownVote+key[:idLength])
	})
	check(askerBucket, func(key string) bool {
		q, user := key[:len(key)-hash], key[len(key)-hash:]
		return has(questionBucket, q) && has(userBucket, user+ownQuestion+q)
	})
	check(userBucket, func(key string) bool {
		user, own, rest := key[:hash], key[hash:hash+1], key[hash+1:]
		switch own {
		case ownAnswer:
			return has(answerBucket, rest[timeBytes:])
		case ownVote:
			return has(voteBucket, rest+user)
		default:
			return has(askerBucket, rest+user)
		}
	})
	return all
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
	s := store(t, dir, Options{maxSize: 256 << 10})
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
	o.maxSize = 128 << 10
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

// TestFirstSchema opens a database as schema 1 has written it, so that a change of what is stored is noticed: such a change is schema 2, which has to
// read this one.
func TestFirstSchema(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, keyName), []byte("0123456789abcdef0123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newClock()
	c.advance(30 * time.Minute)
	makeDatabase(t, filepath.Join(dir, databaseName), filepath.Join("testdata", "schema1.txt"))
	s := store(t, dir, Options{Now: c.now})
	held(t, s, 1)
	g, err := s.Guild(ctx, guildA)
	want := Guild{Private: true, Channels: []string{"7"}, Documents: []string{}, Language: "de", PerMinute: 3, KeepQuestions: true}
	if diff := cmp.Diff(want, g); diff != "" || err != nil {
		t.Errorf("settings (-want +got): %v\n%s", err, diff)
	}
	id := "aaaabbbbcccc"
	wantAnswer := saved(s, guildA, alice, "What?")
	wantAnswer.ID, wantAnswer.Asked = id, newClock().now()
	a, err := s.Load(ctx, id)
	if diff := cmp.Diff(wantAnswer, a); diff != "" || err != nil {
		t.Errorf("answer (-want +got): %v\n%s", err, diff)
	}
	h, err := s.Export(ctx, s.User(alice))
	if err != nil || h.Answers != 1 || h.Votes != 1 || h.Questions != 1 || h.Voted[0].Reason != "wrong page" || h.Refused[0].Question != "Why?" {
		t.Errorf("held of a user: %+v, %v", h, err)
	}
	st, err := s.Stats(ctx, guildA, newClock().now())
	if err != nil || st.Refused != 1 || st.Down != 1 || st.P50 != classEnd(timeClass(time.Second)) {
		t.Errorf("counts: %+v, %v", st, err)
	}
}

// makeDatabase makes a file of a bucket, a key and a value a line, all quoted as in Go.
func makeDatabase(t *testing.T, file, lines string) {
	t.Helper()
	text, err := os.ReadFile(lines)
	if err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(file, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error {
		for line := range strings.Lines(string(text)) {
			var bucket, key, value string
			if _, err := fmt.Sscanf(line, "%q %q %q", &bucket, &key, &value); err != nil {
				return fmt.Errorf("%q: %w", line, err)
			}
			b, err := tx.CreateBucketIfNotExists([]byte(bucket))
			if err == nil {
				err = b.Put([]byte(key), []byte(value))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
