package corpus_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
)

// TestRescan edits a file many times: what a scan with a memory finds is what a
// scan without one finds.
func TestRescan(t *testing.T) {
	l, err := corpus.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	scanners := []*refs.Scanner{l.Scanner(), refs.NewScanner(l.Documents(), standards.Register{})}
	pieces := []string{
		"// As in FIPS 203.\n", "// Algorithm 9 and Section 4.2\n", "\nfunc f() {}\n", "// FIPS 204, Algorithm 99\n", "/* Table 2 */", "\n\n", "//= FIPS 203, Algorithm 9\n",
		"# FIPS 205\n", "`", "\"", "x", "Algorithm 3 (K-PKE.KeyGen)\n",
	}
	// Documents and anchors are the library's own: one is the same or another.
	same := cmp.Options{
		cmp.Comparer(func(a, b *core.Document) bool { return a == b }), cmp.Comparer(func(a, b *core.Anchor) bool { return a == b }),
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, lang := range []*prose.Language{&prose.Go, &prose.Markdown, &prose.Text, &prose.Python} {
		var memory refs.Memory
		file, found := "", 0
		for range 400 {
			at := rng.IntN(len(file) + 1)
			end := min(len(file), at+rng.IntN(20))
			file = file[:at] + pieces[rng.IntN(len(pieces))] + file[end:]
			s := scanners[rng.IntN(20)/19]
			got, err := s.Read(t.Context(), file, lang, &memory)
			want := s.Scan(file, lang)
			found += len(want)
			if diff := cmp.Diff(want, got.Found, same); err != nil || got.Unread != nil || diff != "" {
				t.Fatalf("%s: rescan of %q differs (-scan +rescan), %v, not read %v:\n%s", lang.Name, file, err, got.Unread, diff)
			}
		}
		if found == 0 {
			t.Errorf("%s: no file had a reference", lang.Name)
		}
	}
}

// BenchmarkRescan10000Lines scans a file of 10,000 lines after an edit of one, as the
// language server does.
func BenchmarkRescan10000Lines(b *testing.B) {
	l, err := corpus.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	files := [2]string{tenThousandLines(), ""}
	files[1] = strings.Replace(files[0], "Algorithm 7", "Algorithm 8", 1)
	scanner, memory := l.Scanner(), &refs.Memory{}
	b.SetBytes(int64(len(files[0])))
	for i := 0; b.Loop(); i++ {
		if _, err := scanner.Findings(b.Context(), files[i%2], &prose.Go, memory); err != nil {
			b.Fatal(err)
		}
	}
}
