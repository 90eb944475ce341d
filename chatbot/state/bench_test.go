package state

import (
	"fmt"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/pqcite/pqcite/core"
)

// answerOf is an answer of a usual size: eight claims, each with a quote of its own.
func answerOf(s *Store, n int) Saved {
	a := saved(s, guildA, fmt.Sprint("user", n), fmt.Sprint("What is the size of an encapsulation key, and which algorithm makes it? ", n))
	a.Outcome.Claims, a.Outcome.Citations = nil, nil
	for i := range 8 {
		key := fmt.Sprint("c", i+1)
		text := fmt.Sprintf("The encapsulation key of parameter set %d has %d bytes, and it shall be checked before it is used as Section %d.%d says.", i, 800+n+384*i, i, n%9)
		a.Outcome.Claims = append(a.Outcome.Claims, core.Claim{Text: text, Citations: []string{key}, Verdict: core.Verbatim, Rule: "quote"})
		a.Outcome.Citations = append(a.Outcome.Citations, core.Citation{Key: key, Quote: text, DocSHA256: "9c3b9d5b2e4f9c3b9d5b2e4f9c3b9d5b2e4f9c3b9d5b2e4f9c3b9d5b2e4fabcd", Source: core.SourceDocument,
			Locator: core.Locator{DocID: "NIST.FIPS.203", Title: "FIPS 203, Table 3", Section: "8. Parameter Sets", Anchor: "table-3", StartPage: 48, EndPage: 48, PrintedPage: "39", URL: "https://doi.org/10.6028/NIST.FIPS.203"}})
	}
	return a
}

// saveMany saves answers in one transaction.
func saveMany(b *testing.B, s *Store, n int) {
	b.Helper()
	if err := s.update(ctx, func(tx *bbolt.Tx) error {
		for i := range n {
			a := answerOf(s, i)
			a.Asked = s.now()
			body, err := encode(&a)
			if err != nil {
				return err
			}
			if _, err := insert(tx, &a, false, body); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkSave(b *testing.B) {
	s := store(b, b.TempDir(), Options{})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		mustSave(b, s, answerOf(s, i))
	}
	r := roomOf(b, s)
	b.ReportMetric(float64(r.Bytes)/float64(r.Answers), "stored-B/op")
}

// BenchmarkSaveFull saves where each answer takes the place of another.
func BenchmarkSaveFull(b *testing.B) {
	o := Options{Bounds: DefaultBounds()}
	o.Bounds.Answers = 2000
	s := store(b, b.TempDir(), o)
	saveMany(b, s, o.Bounds.Answers)
	for i := 0; b.Loop(); i++ {
		mustSave(b, s, answerOf(s, i))
	}
}

func BenchmarkLoad(b *testing.B) {
	s := store(b, b.TempDir(), Options{})
	saveMany(b, s, 1000)
	var ids []string
	inspectTx(b, s, func(tx *bbolt.Tx) { ids = following(tx, answerBucket, "") })
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := s.Load(ctx, ids[i%len(ids)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRecord is what an ask waits for; what is written after it is in
// BenchmarkRecordWritten.
func BenchmarkRecord(b *testing.B) {
	s := store(b, b.TempDir(), keeping(newClock()))
	a := Asked{Guild: guildA, User: s.User("1"), Took: time.Second, Outcome: refused("Why?", core.RefusalOffCorpus)}
	b.ReportAllocs()
	for b.Loop() {
		s.Record(a)
	}
	lost, _ := s.Lost()
	b.ReportMetric(float64(lost)/float64(b.N), "lost/op")
}

func BenchmarkRecordWritten(b *testing.B) {
	s := store(b, b.TempDir(), keeping(newClock()))
	for i := 0; b.Loop(); i++ {
		s.Record(Asked{Guild: guildA, User: s.User("1"), Took: time.Second, Outcome: refused(fmt.Sprint("Why ", i, "?"), core.RefusalOffCorpus)})
		if err := s.flush(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVote(b *testing.B) {
	s := store(b, b.TempDir(), Options{})
	id := mustSave(b, s, answerOf(s, 1))
	for i := 0; b.Loop(); i++ {
		if _, err := s.Vote(ctx, id, s.User(fmt.Sprint(i)), Down, "wrong page"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGuild(b *testing.B) {
	s := store(b, b.TempDir(), Options{})
	if err := s.UpdateGuild(ctx, guildA, func(g *Guild) error { g.Channels = []string{"1", "2"}; return nil }); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Guild(ctx, guildA); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen opens a store of 20,000 answers, every page of which is read.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	s := store(b, dir, Options{})
	saveMany(b, s, 20_000)
	closeStore(b, s)
	for b.Loop() {
		s := store(b, dir, Options{})
		closeStore(b, s)
	}
}
