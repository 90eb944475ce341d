package state

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

func TestStats(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), Options{Now: c.now})
	answer := func(docs ...string) *core.Outcome {
		o := &core.Outcome{Status: core.Answered}
		for _, d := range docs {
			o.Citations = append(o.Citations, core.Citation{Locator: core.Locator{DocID: d}})
		}
		return o
	}
	for _, a := range []Asked{
		{Guild: guildA, Took: 10 * time.Millisecond, Outcome: answer("a", "b", "a")},
		{Guild: guildA, Took: 10 * time.Millisecond, Outcome: answer("b"), Private: true},
		{Guild: guildA, Took: 20 * time.Minute, Outcome: refused("Why?", core.RefusalOffCorpus)},
		{Guild: guildA, Took: 10 * time.Millisecond},
		{Guild: guildB, Outcome: refused("Why?", core.RefusalMissingFact), Private: true},
		{Outcome: refused("Why?", core.RefusalMissingFact)},
	} {
		s.Record(a)
	}
	today := c.now().Truncate(day)
	c.advance(day)
	s.Record(Asked{Guild: guildA, Took: 10 * time.Millisecond, Outcome: answer("c")})
	took := classEnd(timeClass(10 * time.Millisecond))
	for _, q := range []struct {
		guild string
		since time.Time
		want  Stats
	}{
		{guildA, today.Add(23 * time.Hour), Stats{Since: today, Asked: 5, Answered: 3, Refused: 1, Failed: 1, Private: 1,
			Reasons: map[core.RefusalReason]int64{core.RefusalOffCorpus: 1}, P50: took, P99: classEnd(lastClass), Cited: []Cited{{"b", 2}, {"a", 1}, {"c", 1}}}},
		{"", today, Stats{Since: today, Asked: 7, Answered: 3, Refused: 3, Failed: 1, Private: 2,
			Reasons: map[core.RefusalReason]int64{core.RefusalOffCorpus: 1, core.RefusalMissingFact: 2}, P50: took, P99: classEnd(lastClass), Cited: []Cited{{"b", 2}, {"a", 1}, {"c", 1}}}},
		{"", today.Add(day), Stats{Since: today.Add(day), Asked: 1, Answered: 1, Reasons: map[core.RefusalReason]int64{}, P50: took, P99: took, Cited: []Cited{{"c", 1}}}},
		{guildB, today.Add(day), Stats{Since: today.Add(day), Reasons: map[core.RefusalReason]int64{}, Cited: []Cited{}}},
	} {
		got, err := s.Stats(ctx, q.guild, q.since)
		if diff := cmp.Diff(q.want, got); diff != "" || err != nil {
			t.Errorf("stats of %q since %v: %v (-want +got):\n%s", q.guild, q.since, err, diff)
		}
	}
}

func TestMostCited(t *testing.T) {
	s := store(t, t.TempDir(), Options{})
	o := &core.Outcome{Status: core.Answered}
	for i := range 30 {
		o.Citations = append(o.Citations, core.Citation{Locator: core.Locator{DocID: fmt.Sprintf("d%02d", i)}})
	}
	s.Record(Asked{Outcome: o})
	st, err := s.Stats(ctx, "", s.now())
	if err != nil || len(st.Cited) != mostCited || st.Cited[9].DocID != "d09" {
		t.Errorf("cited: %v, %v", st.Cited, err)
	}
}

// TestQuantiles holds the histogram against sorted times: never too low, and at
// most an eighth root of two too high.
func TestQuantiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var h histogram
		var times []time.Duration
		for range 1 + r.IntN(300) {
			d := time.Duration(math.Exp(r.Float64() * math.Log(1e12))) // 1 ns to 17 min
			times = append(times, d)
			h[timeClass(d)]++
		}
		slices.Sort(times)
		for _, share := range []float64{0.01, 0.5, 0.99, 1} {
			want := max(times[int(math.Ceil(share*float64(len(times))))-1], time.Millisecond)
			got := h.quantile(share)
			if over := float64(got) / float64(want); over < 0.9999 || over > math.Exp2(1.0/classesPerDoubling)+0.001 {
				t.Fatalf("quantile %v of %d is %v, want %v", share, len(times), got, want)
			}
		}
	}
	var none histogram
	if d := none.quantile(0.5); d != 0 {
		t.Errorf("the median of nothing is %v", d)
	}
	if timeClass(-time.Second) != 0 || timeClass(time.Hour) != lastClass {
		t.Error("times beyond the classes are not in the first and last")
	}
}

// TestRecordNeverWaits holds the writer up and wants Record to return at once, and
// what there is no room for counted.
func TestRecordNeverWaits(t *testing.T) {
	s := store(t, t.TempDir(), Options{})
	held, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		_ = s.UpdateGuild(ctx, guildA, func(*Guild) error { close(held); <-release; return nil })
	}()
	<-held
	const asks = queued + 200
	for range asks {
		s.Record(Asked{})
	}
	lost, why := s.Lost()
	if lost != asks-queued || why != nil {
		t.Errorf("%d of %d are lost, want %d; %v", lost, asks, asks-queued, why)
	}
	short, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Stats(short, "", time.Time{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stats after a writer that hangs fail with %v", err)
	}
	close(release)
	wg.Wait()
	st, err := s.Stats(ctx, "", s.now())
	if err != nil || st.Asked != asks-lost {
		t.Errorf("%d are counted, want %d; %v", st.Asked, asks-lost, err)
	}
}

// TestCloseWritesWhatWaits wants nothing that was recorded lost by an orderly end.
func TestCloseWritesWhatWaits(t *testing.T) {
	dir := t.TempDir()
	s := store(t, dir, Options{})
	for range 500 {
		s.Record(Asked{})
	}
	closeStore(t, s)
	s = store(t, dir, Options{})
	if st, err := s.Stats(ctx, "", s.now()); err != nil || st.Failed != 500 {
		t.Errorf("%d are counted, want 500; %v", st.Failed, err)
	}
}

// TestRecordContainsPanics wants a fault in one batch to cost that batch only.
func TestRecordContainsPanics(t *testing.T) {
	s := store(t, t.TempDir(), Options{})
	err := s.contained(nil, func(*bbolt.Tx, []Asked) error { panic("boom") })
	if err == nil || err.Error() != "record asks: panic: boom" {
		t.Errorf("the reason is %v", err)
	}
	s.Record(Asked{})
	if st, err := s.Stats(ctx, "", s.now()); err != nil || st.Failed != 1 {
		t.Errorf("%d are counted afterwards, want 1; %v", st.Failed, err)
	}
}

// questions are what is kept of refusals: the guild's last digit, the reason, the text, how often it was asked and by how many.
func questions(t *testing.T, s *Store) (all []string) {
	t.Helper()
	inspectTx(t, s, func(tx *bbolt.Tx) {
		if err := scan(tx, questionBucket, "", func(key string, data []byte) error {
			var q question
			guild, _, _ := strings.Cut(key, "/")
			all = append(all, "")
			err := decodeRecord(questionBucket, data, &q)
			all[len(all)-1] = fmt.Sprintf("%s %s %q %d %d", guild[17:], q.Reason, q.Text, q.N, len(following(tx, askerBucket, key)))
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	slices.Sort(all)
	return all
}

func TestQuestionsAreGrouped(t *testing.T) {
	c := newClock()
	s := store(t, t.TempDir(), keeping(c))
	for _, q := range []string{"Why ML-KEM?", " why   ml-kem ", "WHY ML‑KEM?!", "Why ML-KEM …", "Why ＭＬ-KEM?", "Why ML-DSA?", "Ask <@1234567> why"} {
		c.advance(time.Minute)
		s.Record(Asked{Guild: guildA, User: s.User(q), Locale: "de", Outcome: refused(q, core.RefusalOffCorpus)})
	}
	s.Record(Asked{Guild: guildA, Outcome: refused("Why ML-KEM?", core.RefusalUnverified)})
	s.Record(Asked{Guild: guildB, User: "1234567", Outcome: refused("Why ML-KEM?", core.RefusalOffCorpus)})
	if err := s.flush(ctx); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`1 off_corpus "Ask @user why" 1 1`,
		`1 off_corpus "WHY ML‑KEM?!" 1 1`, // another hyphen is another word
		`1 off_corpus "Why ML-DSA?" 1 1`,
		`1 off_corpus "Why ＭＬ-KEM?" 4 4`,
		`1 unverified_claims "Why ML-KEM?" 1 0`,
		`2 off_corpus "Why ML-KEM?" 1 0`, // an id is no hash
	}
	if diff := cmp.Diff(want, questions(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
