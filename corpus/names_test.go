package corpus_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/corpus"
)

func texts(names []*corpus.Name) []string {
	out := []string{}
	for _, n := range names {
		out = append(out, n.Label+": "+n.Text)
	}
	return out
}

func TestNames(t *testing.T) {
	t.Parallel()
	names := open(t, t.TempDir()).Names()
	all := func(*corpus.Name) bool { return true }
	terms := func(n *corpus.Name) bool { return n.Term }
	for _, test := range []struct {
		name, query string
		got         []*corpus.Name
		want        []string
	}{
		{"by number", "FIPS 203 Alg. 9", names.Search("FIPS 203 Alg. 9", 9), []string{"FIPS 203: Algorithm 9 — NTT"}},
		{"a number is whole", "fips 203 algorithm 2", names.Search("fips 203 algorithm 2", 1), []string{"FIPS 203: Algorithm 2 — SHAKE128example"}},
		{"empty", " ", names.Search(" ", 9), []string{}},
		{"nothing", "zebra", names.Search("zebra", 9), []string{}},
		{"being written", "fips 203 algorithm 2", names.Complete("fips 203 algorithm 2", 3, all), []string{
			"FIPS 203: Algorithm 2 — SHAKE128example", "FIPS 203: Algorithm 20 — ML-KEM.Encaps", "FIPS 203: Algorithm 21 — ML-KEM.Decaps",
		}},
		{"by an old name", "kyber-7", names.Complete("kyber-7", 9, terms), []string{"FIPS 203: ML-KEM-768"}},
	} {
		if diff := cmp.Diff(test.want, texts(test.got)); diff != "" {
			t.Errorf("%s: %q differs (-want +got):\n%s", test.name, test.query, diff)
		}
	}
	if got := names.Complete("", 25, terms); len(got) != 25 || !got[0].Term {
		t.Errorf("nothing written yet: got %d names, want 25 terms", len(got))
	}
}

// BenchmarkComplete is one key stroke in a chat.
func BenchmarkComplete(b *testing.B) {
	lib, err := corpus.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	names := lib.Names()
	for b.Loop() {
		names.Complete("fips 204 algo", 25, func(*corpus.Name) bool { return true })
	}
}
