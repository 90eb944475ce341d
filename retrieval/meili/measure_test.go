package meili

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// The measures need a live server, see the conformance tests of the root, and the folder of the
// public collections.
func liveServer(t *testing.T) *Server {
	t.Helper()
	url := os.Getenv("PQCITE_TEST_MEILI_URL")
	if url == "" || os.Getenv("PQCITE_TEST_BENCH") == "" {
		t.Skip("PQCITE_TEST_MEILI_URL and PQCITE_TEST_BENCH are not both set")
	}
	s := connect(t, url, os.Getenv("PQCITE_TEST_MEILI_KEY"))
	s.config.Search, s.config.Request = 10*time.Second, time.Minute
	return s
}

// readLines calls read with each line of a file of SciFact.
func readLines(t *testing.T, name string, read func(line []byte)) {
	t.Helper()
	f, err := os.Open(filepath.Join(os.Getenv("PQCITE_TEST_BENCH"), "scifact", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		read(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// scifact has the abstracts, the test questions, and what is judged relevant to them, as
// indices into the abstracts.
type scifact struct {
	abstracts []string
	questions []string
	relevant  []map[int]bool
}

func readSciFact(t *testing.T) *scifact {
	t.Helper()
	s, at, text := new(scifact), map[string]int{}, map[string]string{}
	var doc struct {
		ID    string `json:"_id"`
		Title string
		Text  string
	}
	readLines(t, "corpus.jsonl", func(line []byte) {
		if err := json.Unmarshal(line, &doc); err != nil {
			t.Fatal(err)
		}
		at[doc.ID] = len(s.abstracts)
		s.abstracts = append(s.abstracts, doc.Title+"\n"+doc.Text+"\n")
	})
	readLines(t, "queries.jsonl", func(line []byte) {
		if err := json.Unmarshal(line, &doc); err != nil {
			t.Fatal(err)
		}
		text[doc.ID] = doc.Text
	})
	question := map[string]int{}
	readLines(t, "qrels/test.tsv", func(line []byte) {
		f := strings.Fields(string(line))
		if grade, err := strconv.Atoi(f[2]); err != nil || grade == 0 {
			return
		}
		q, known := question[f[0]]
		if !known {
			q = len(s.questions)
			question[f[0]] = q
			s.questions, s.relevant = append(s.questions, text[f[0]]), append(s.relevant, map[int]bool{})
		}
		s.relevant[q][at[f[1]]] = true
	})
	return s
}

// perDocument is how many passages a document of the measures has.
const perDocument = 50

// library makes documents of passages.
func library(passages []string) (docs []*core.Document, ids []string) {
	for n := range slices.Chunk(passages, perDocument) {
		d := &core.Document{ID: fmt.Sprintf("doc-%05d", len(docs)), SHA256: strings.Repeat("0", 64), Format: core.FormatText}
		for _, p := range n {
			span := core.Span{Start: len(d.Text), End: len(d.Text) + len(p)}
			d.Text += p
			d.Passages = append(d.Passages, core.Passage{Kind: core.PassageProse, Span: span, StartPage: 1, EndPage: 1})
		}
		d.Pages = []core.Page{{Number: 1, Span: core.Span{End: len(d.Text)}}}
		docs, ids = append(docs, d), append(ids, d.ID)
	}
	return docs, ids
}

func indexInAll(t *testing.T, ref core.PassageRef) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimPrefix(ref.DocID, "doc-"))
	if err != nil {
		t.Fatal(err)
	}
	return n*perDocument + ref.Index
}

// engines opens both engines over documents, the second on the server; last gets the candidates
// of its searches.
func engines(t *testing.T, s *Server, passages []string) (embedded, remote *retrieval.Engine, last *[]core.PassageRef) {
	t.Helper()
	docs, ids := library(passages)
	digest := hashOf([]byte(fmt.Sprint(len(passages), strings.Join(passages, ""))))
	embedded, err := retrieval.Open("", docs, digest)
	if err != nil {
		t.Fatal(err)
	}
	statistics, err := embedded.Statistics()
	if err != nil {
		t.Fatal(err)
	}
	u := Upload{
		Collection: fmt.Sprintf("measure-%d", len(passages)), Digest: digest, Documents: len(docs), Manifest: []byte(digest),
		Statistics: statistics, Passages: embedded.Impacts(), Count: len(passages), Files: func(func([]byte, error) bool) {},
	}
	start := time.Now()
	changed, err := Push(t.Context(), []*Server{s}, u, nil)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	t.Logf("%d passages pushed (%v) in %v, %.0f a second; statistics %d KB", len(passages), changed, took.Round(time.Millisecond), float64(len(passages))/took.Seconds(), len(statistics)>>10)
	c, err := Open(t.Context(), []*Server{s}, u.Collection)
	if err != nil {
		t.Fatal(err)
	}
	last = new([]core.PassageRef)
	source := c.Source(ids, statistics)
	find := source.Find
	source.Find = func(ctx context.Context, terms []lexical.Term, docs []string, limit int) ([]core.PassageRef, error) {
		refs, err := find(ctx, terms, docs, limit)
		*last = append(*last, refs...)
		return refs, err
	}
	remote, err = retrieval.Open("", docs, digest, retrieval.WithSources([]retrieval.Source{source}, func(err error) { t.Error(err) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		embedded.Close()
		remote.Close()
	})
	return embedded, remote, last
}

// quantiles are the median and the 99th percentile.
func quantiles(d []time.Duration) string {
	slices.Sort(d)
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms", ms(d[len(d)/2]), ms(d[len(d)*99/100]))
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// timed searches for all questions and returns the hits and the times.
func timed(t *testing.T, e *retrieval.Engine, questions []string, k int) (hits [][]core.Hit, times []time.Duration) {
	t.Helper()
	for _, q := range questions {
		start := time.Now()
		h, err := e.Search(t.Context(), core.Query{Text: q, K: k, NoRerank: true})
		if err != nil {
			t.Fatal(err)
		}
		hits, times = append(hits, h), append(times, time.Since(start))
	}
	return hits, times
}

// shared is how many of the first k hits of one engine the other has among its own, of how many.
func shared(a, b [][]core.Hit, k int) (found, of int) {
	for i := range a {
		for _, h := range a[i][:min(k, len(a[i]))] {
			of++
			if slices.ContainsFunc(b[i], func(o core.Hit) bool { return o.Passage == h.Passage }) {
				found++
			}
		}
	}
	return found, of
}

func (s *scifact) ndcg(t *testing.T, hits [][]core.Hit) float64 {
	sum := 0.0
	for q, list := range hits {
		gain, best := 0.0, 0.0
		for i, h := range list[:min(10, len(list))] {
			if s.relevant[q][indexInAll(t, h.Passage)] {
				gain += 1 / math.Log2(float64(i+2))
			}
		}
		for i := range min(10, len(s.relevant[q])) {
			best += 1 / math.Log2(float64(i+2))
		}
		sum += gain / best
	}
	return sum / float64(len(hits))
}

// TestSciFact: of the judged abstracts, at least .94 are among the candidates; and both engines rank alike.
func TestSciFact(t *testing.T) {
	server, s := liveServer(t), readSciFact(t)
	embedded, remote, last := engines(t, server, s.abstracts)
	want, _ := timed(t, embedded, s.questions, 10)
	got, cold := timed(t, remote, s.questions, 10)
	_, warm := timed(t, remote, s.questions, 10)
	_, here := timed(t, embedded, s.questions, 10)
	found, of := shared(want, got, 8)
	share := s.candidates(t, remote, last)
	t.Logf("candidates have %.3f of what is relevant; %d of %d of the eight best are the same; nDCG@10 %.3f, embedded %.3f", share, found, of, s.ndcg(t, got), s.ndcg(t, want))
	t.Logf("search: first time %s; again %s; embedded %s", quantiles(cold), quantiles(warm), quantiles(here))
	if share < 0.94 || float64(found) < 0.99*float64(of) {
		t.Error("too few candidates")
	}
}

// candidates is the share of the relevant abstracts that are among the candidates of their question.
func (s *scifact) candidates(t *testing.T, remote *retrieval.Engine, last *[]core.PassageRef) float64 {
	t.Helper()
	found, of := 0, 0
	for q := range s.questions {
		*last = nil
		_, _ = timed(t, remote, s.questions[q:q+1], 10)
		have := map[int]bool{}
		for _, r := range *last {
			have[indexInAll(t, r)] = true
		}
		for doc := range s.relevant[q] {
			of++
			if have[doc] {
				found++
			}
		}
	}
	return float64(found) / float64(of)
}

// TestHundredThousand measures 100,000 passages, made of the sentences of the abstracts.
func TestHundredThousand(t *testing.T) {
	server := liveServer(t)
	if testing.Short() {
		t.Skip("it takes minutes")
	}
	s := readSciFact(t)
	embedded, remote, _ := engines(t, server, mixed(s.abstracts, 100_000))
	want, here := timed(t, embedded, s.questions, 8)
	got, cold := timed(t, remote, s.questions, 8)
	_, warm := timed(t, remote, s.questions, 8)
	found, of := shared(want, got, 8)
	t.Logf("%d of %d of the eight best are the same", found, of)
	t.Logf("search: first time %s; again %s; embedded %s", quantiles(cold), quantiles(warm), quantiles(here))
}

// mixed makes passages of about 800 characters of random sentences.
func mixed(texts []string, n int) []string {
	var sentences []string
	for _, t := range texts {
		sentences = append(sentences, strings.SplitAfter(t, ". ")...)
	}
	random := rand.New(rand.NewPCG(1, 2))
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for b.Len() < 700 {
			b.WriteString(sentences[random.IntN(len(sentences))])
		}
		out[i] = b.String() + "\n"
	}
	return out
}
