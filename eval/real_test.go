package eval

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folder returns the folder that the environment variable names, or skips.
func folder(t *testing.T, variable, what string) string {
	t.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		t.Skipf("%s is not set: point it at the folder with %s", variable, what)
	}
	return dir
}

func TestRealCollections(t *testing.T) {
	dir := folder(t, "PQCITE_TEST_BENCH", "cacm/ and scifact/")
	for _, tc := range []struct {
		kind                          CollectionKind
		folder                        string
		items, queries, judged, stray int
	}{
		{kindCACM, "cacm", 3204, 52, 796, 0},
		{kindCACMLiteral, "cacm", 3204, 52, 796, 55},
		{kindSciFact, "scifact", 5183, 300, 339, 0},
	} {
		c, err := ReadCollection(tc.kind, os.DirFS(filepath.Join(dir, tc.folder)))
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, it := range c.Items {
			known[it.ID] = true
			if it.Title == "" {
				t.Errorf("%s: item %q has no title", tc.kind, it.ID)
			}
		}
		judged, stray := 0, 0
		for _, q := range c.Queries {
			judged += len(c.Qrels[q.ID])
			for id := range c.Qrels[q.ID] {
				if !known[id] {
					stray++
				}
			}
		}
		got := []int{len(c.Items), len(c.Queries), judged, stray}
		if diff := cmp.Diff([]int{tc.items, tc.queries, tc.judged, tc.stray}, got); diff != "" {
			t.Errorf("%s: items, judged queries, judgements, stray ones (-want +got):\n%s", tc.kind, diff)
		}
	}
}

// The ceilings are facts about the sets that were worked out by other means: a
// searcher that returns the gold itself, one span a hit, and one that returns
// the gold's pages, each once.
func TestRealQuestionSets(t *testing.T) {
	dir := folder(t, "PQCITE_TEST_QUESTIONS", "the question sets of docs/evaluation.md")
	for _, tc := range []struct {
		file                string
		questions, scored   int
		r1, r3, r5, r8, per float64 // recall of the gold itself; recall at 8 of its pages
	}{
		{"day4_questions.jsonl", 24, 21, 0.7262, 0.9881, 1, 1, 0.9841},
		{"graph_runtime_ablation.jsonl", 12, 10, 0.95, 1, 1, 1, 1},
	} {
		set, err := ReadQuestions(filepath.Join(dir, tc.file))
		if err != nil {
			t.Fatal(err)
		}
		var sums [5]float64
		scored := 0
		for i := range set.Questions {
			q := &set.Questions[i]
			if !q.Scored() {
				continue
			}
			scored++
			itself := judge(q.Gold, q.Gold)
			for n, k := range []int{1, 3, 5, 8} {
				sums[n] += itself.recall(k)
			}
			sums[4] += judge(startPages(q.Gold), q.Gold).recall(8)
		}
		if len(set.Questions) != tc.questions || scored != tc.scored {
			t.Fatalf("%s has %d questions, %d scored, want %d and %d", tc.file, len(set.Questions), scored, tc.questions, tc.scored)
		}
		for n, want := range []float64{tc.r1, tc.r3, tc.r5, tc.r8, tc.per} {
			if got := sums[n] / float64(scored); math.Abs(got-want) > 5e-5 {
				t.Errorf("%s: ceiling %d is %.4f, want %.4f", tc.file, n, got, want)
			}
		}
	}
}

// startPages returns the first page of every span, each page once.
func startPages(gold []PageSpan) []PageSpan {
	var out []PageSpan
	seen := map[PageSpan]bool{}
	for _, g := range gold {
		g.EndPage = g.StartPage
		if !seen[g] {
			seen[g] = true
			out = append(out, g)
		}
	}
	return out
}
