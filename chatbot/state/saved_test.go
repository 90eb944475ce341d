package state

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

// noise is JSON that can't be compressed, of about n bytes.
func noise(n int) json.RawMessage {
	random := make([]byte, n*3/4)
	for i := range random {
		random[i] = byte(rand.Uint32())
	}
	return json.RawMessage(`"` + base64.StdEncoding.EncodeToString(random) + `"`)
}

func TestSaveAndLoad(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	a := saved(s, guildA, "200000000000000001", "What is ML-KEM, <@200000000000000007>?")
	a.Private, a.Attached = true, json.RawMessage(`{"references":[1]}`)
	a.Follows = mustSave(t, s, saved(s, guildA, "200000000000000001", "First?"))
	id := mustSave(t, s, a)
	if !validID(id) {
		t.Errorf("the id is %q", id)
	}
	got, err := s.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	a.ID, a.Asked = id, c.now()
	a.Question = "What is ML-KEM, @user?"
	a.Outcome.Question, a.Outcome.ShortAnswer = a.Question, "Answer to "+a.Question
	if diff := cmp.Diff(a, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-saved +loaded):\n%s", diff)
	}
}

func TestLoadErrors(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	id := mustSave(t, s, saved(s, "", "1", "What?"))
	for _, bad := range []string{"", "aaaaaaaaaaaa", strings.ToUpper(id), id + "a", id[:11], "../../../etc", strings.Repeat("a", 100_000)} {
		if _, err := s.Load(ctx, bad); !errors.Is(err, ErrNotFound) || len(err.Error()) > 200 {
			t.Errorf("Load(%.20q) fails with %.200v", bad, err)
		}
	}
	c.advance(30 * day)
	if _, err := s.Load(ctx, id); err != nil {
		t.Errorf("after 30 days: %v", err)
	}
	c.advance(time.Millisecond)
	if _, err := s.Load(ctx, id); !errors.Is(err, ErrExpired) {
		t.Errorf("after more than 30 days: %v", err)
	}
	c.advance(-day)
	if err := s.update(ctx, func(tx *bbolt.Tx) error {
		head, _, err := readHead(tx, id)
		return errors.Join(err, head.put(tx, id, []byte{1, 0}))
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(ctx, id); !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged answer loads with %v", err)
	}
}

func TestSaveChecks(t *testing.T) {
	s := store(t, t.TempDir(), Options{})
	for want, change := range map[string]func(*Saved){
		"question is 0 characters, want 1 to 6000":           func(a *Saved) { a.Question = "" },
		"question is 6001 characters, want 1 to 6000":        func(a *Saved) { a.Question = strings.Repeat("ü", 6001) },
		"user_hash is no hash, want what Store.User returns": func(a *Saved) { a.UserHash = "200000000000000001" },
		`guild is "no guild", want the id of a guild`:        func(a *Saved) { a.Guild = "no guild" },
		`follows is "x", want the id of a saved answer`:      func(a *Saved) { a.Follows = "x" },
		"bytes, want at most 1048576":                        func(a *Saved) { a.Attached = noise(2 << 20) },
		"bytes, want at most 8388608":                        func(a *Saved) { a.Detail = strings.Repeat(" ", 9<<20) },
	} {
		a := saved(s, guildA, "1", "What?")
		change(&a)
		var invalid *Invalid
		if _, err := s.Save(ctx, a); !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("Save fails with %v, want %q", err, want)
		}
	}
	held(t, s, 0)
}

// TestBounds wants the oldest answers gone, as soon as there is no room.
func TestBounds(t *testing.T) {
	c := newClock()
	for name, bounds := range map[string]func(*Bounds){
		"rows":  func(b *Bounds) { b.Answers = 10 },
		"bytes": func(b *Bounds) { b.AnswerBytes = 64 << 10 },
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Bounds: DefaultBounds(), Now: c.now}
			bounds(&o.Bounds)
			s := store(t, t.TempDir(), o)
			var ids []string
			for i := range 40 {
				c.advance(time.Second)
				a := saved(s, guildA, "1", fmt.Sprint("Question ", i))
				a.Attached = noise(6000)
				ids = append(ids, mustSave(t, s, a))
				if _, err := s.Vote(ctx, ids[i], s.User("1"), Up, ""); err != nil {
					t.Fatal(err)
				}
			}
			kept := 0
			for i, id := range ids {
				_, err := s.Load(ctx, id)
				switch {
				case err == nil:
					kept++
				case !errors.Is(err, ErrNotFound):
					t.Error(err)
				case kept > 0:
					t.Errorf("answer %d is gone and an older one is not", i)
				}
			}
			if r := roomOf(t, s); kept > o.Bounds.Answers || r.Bytes > o.Bounds.AnswerBytes || kept < 5 {
				t.Errorf("%d answers of %d bytes are kept", kept, r.Bytes)
			}
			held(t, s, kept)
		})
	}
}

// TestLowerBounds opens a store with less room than it has taken.
func TestLowerBounds(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir)
	o := Options{Bounds: DefaultBounds()}
	o.Bounds.Answers = 3
	s := store(t, dir, o)
	mustSave(t, s, saved(s, "", "1", "One more?"))
	if r := roomOf(t, s); r.Answers != 3 {
		t.Errorf("%d answers are kept, want 3", r.Answers)
	}
}

func TestChain(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	var id string
	var ids []string
	for i := range 5 {
		a := saved(s, guildA, "1", fmt.Sprint("q", i))
		a.Follows = id
		id = mustSave(t, s, a)
		ids = append(ids, id)
		c.advance(10 * time.Minute)
	}
	for _, step := range []struct {
		after time.Duration
		of    int
		want  []string
	}{
		{0, 4, []string{"q2", "q3", "q4"}}, // q2 is 30 minutes old
		{0, 3, []string{"q2", "q3"}},       // q1 is too old
		{time.Millisecond, 4, []string{"q3", "q4"}},
		{20 * time.Minute, 4, nil},
		{0, 0, nil},
	} {
		c.advance(step.after)
		got, err := s.Chain(ctx, ids[step.of])
		if diff := cmp.Diff(step.want, got); diff != "" || (step.want == nil) != errors.Is(err, ErrExpired) {
			t.Errorf("chain of q%d at %v, %v (-want +got):\n%s", step.of, c.now(), err, diff)
		}
	}
	if _, err := s.Chain(ctx, "aaaaaaaaaaaa"); !errors.Is(err, ErrNotFound) {
		t.Errorf("the chain of no answer fails with %v", err)
	}
	a := saved(s, guildA, "1", "alone")
	a.Follows = "aaaaaaaaaaaa" // has been deleted
	if got, err := s.Chain(ctx, mustSave(t, s, a)); err != nil || len(got) != 1 {
		t.Errorf("the chain of an answer without its first is %q, %v", got, err)
	}
}

// TestManyAtATime writes and reads from many goroutines and wants every figure
// right at the end.
func TestManyAtATime(t *testing.T) {
	s := store(t, t.TempDir(), keeping(newClock()))
	const workers, rounds = 12, 15
	shared := mustSave(t, s, saved(s, guildA, "1", "Shared?"))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			user := s.User(fmt.Sprint("user", w))
			for i := range rounds {
				id, err := s.Save(ctx, saved(s, guildA, fmt.Sprint("user", w), fmt.Sprint("q ", w, " ", i)))
				if err == nil {
					_, err = s.Load(ctx, id)
				}
				if err == nil {
					_, err = s.Vote(ctx, shared, user, []Value{Up, Down}[i%2], "")
				}
				if err == nil {
					err = s.UpdateGuild(ctx, guildA, func(g *Guild) error { g.PerHour++; return nil })
				}
				if err == nil && i%5 == 0 {
					_, err = s.Export(ctx, user)
				}
				if err == nil && i%7 == 0 {
					_, err = s.Prune(ctx, s.now())
				}
				if err != nil {
					t.Error(err)
					return
				}
				s.Record(Asked{Guild: guildA, User: user, Took: time.Second, Outcome: refused("Same?", core.RefusalOffCorpus)})
			}
		}()
	}
	wg.Wait()
	g, err := s.Guild(ctx, guildA)
	if err != nil || g.PerHour != workers*rounds {
		t.Errorf("%d updates are counted, want %d; %v", g.PerHour, workers*rounds, err)
	}
	st, err := s.Stats(ctx, guildA, s.now())
	if lost, why := s.Lost(); err != nil || lost > 0 || st.Asked != workers*rounds || st.Up+st.Down != workers || st.Up < 0 || st.Down < 0 {
		t.Errorf("stats %+v, %d lost (%v); %v", st, lost, why, err)
	}
	if got, want := questions(t, s), []string{fmt.Sprintf("1 off_corpus %q %d %d", "Same?", workers*rounds, workers)}; !slices.Equal(got, want) {
		t.Errorf("questions %v, want %v", got, want)
	}
	held(t, s, workers*rounds+1)
}

// FuzzDecode wants what is decoded to be encoded to the same again, and everything
// else refused.
func FuzzDecode(f *testing.F) {
	a := Saved{Question: "What?", Outcome: core.Outcome{Status: core.Answered, Claims: []core.Claim{{Text: "<&> \u2028"}}}, Attached: json.RawMessage(`[1]`)}
	body, err := encode(&a)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(body)
	f.Add(body[:len(body)-1])
	f.Add([]byte{})
	f.Add([]byte{codecVersion})
	f.Add(append([]byte{codecVersion + 1}, body[1:]...))
	for _, plain := range []string{"", "null", "{}", `{"question":1}`, `{"outcome":{"timing_us":{"a":1}}}`, `{"attached":null}`} {
		f.Add(packed(plain))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var a, b Saved
		if err := decode(body, &a); err != nil {
			if !errors.Is(err, errAnswer) {
				t.Errorf("decode fails with %v", err)
			}
			return
		}
		again, err := encode(&a)
		if err != nil {
			t.Fatalf("encode what was decoded: %v", err)
		}
		if err := decode(again, &b); err != nil {
			t.Fatalf("decode what was encoded: %v", err)
		}
		if diff := cmp.Diff(a, b, cmp.Transformer("compact", compact)); diff != "" {
			t.Errorf("(-first +second):\n%s", diff)
		}
	})
}

// compact makes JSON that means the same the same.
func compact(m json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, m); err != nil {
		return string(m)
	}
	return b.String()
}

func packed(plain string) []byte {
	b := bytes.NewBuffer([]byte{codecVersion})
	w := zlib.NewWriter(b)
	_, _ = w.Write([]byte(plain))
	_ = w.Close()
	return b.Bytes()
}

// TestBomb wants an answer that would unpack to gigabytes refused.
func TestBomb(t *testing.T) {
	var a Saved
	if err := decode(packed(strings.Repeat(" ", maxDecoded+1)), &a); !errors.Is(err, errAnswer) {
		t.Errorf("decode gives %v", err)
	}
}
