package corruption

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/standards"
)

// TestEdits shows what each edit makes of a claim; "" where it must leave it.
func TestEdits(t *testing.T) {
	for _, tt := range []struct{ kind, claim, want string }{
		{"digit", "A key has 1184 bytes and 32 more.", "A key has 1185 bytes and 32 more."},
		{"digit", "A key of ML-KEM-768 is long.", ""},
		{"digit", "All 9 of them", "All 8 of them"},
		{"exponent", "It is 2^−164 at most, or 2^3.", "It is 2^−165 at most, or 2^3."},
		{"unit", "a 32-byte seed", "a 32-bit seed"},
		{"unit", "bytes alone", ""},
		{"parameter set", "ML-DSA-44 and ML-DSA-65", "ML-DSA-65 and ML-DSA-65"},
		{"parameter set", "SHAKE128 output", "SHAKE256 output"},
		{"shall/should", "Keys shall be destroyed.", "Keys should be destroyed."},
		{"bound reversed", "at least 128 bits", "at most 128 bits"},
		{"bound reversed", "most of it", ""},
		{"negation added", "Keys shall be destroyed.", "Keys shall not be destroyed."},
		{"negation dropped", "Keys shall not be kept.", "Keys shall be kept."},
		{"negation dropped", "Keys shall be kept.", ""},
		{"operands swapped", "ML-KEM runs K-PKE.", "K-PKE runs ML-KEM."},
		{"operands swapped", "ML-KEM runs ML-KEM.", ""},
		{"hyphens", "a stand-alone scheme", "a stand\u2011alone scheme"},
		{"quotation marks", `the word "shall"`, "the word “shall“"},
		{"ligatures", "defines", "deﬁnes"},
		{"hyphenated line end", "the parameters", "the para-\nmeters"},
		{"line break", "The first twenty bytes and more", "The first twenty bytes\nand more"},
		{"case of the first word", "Keys of ML-KEM", "keys of ML-KEM"},
		{"case of the first word", "ML-KEM keys", ""},
		{"final stop dropped", "Keys.", "Keys"},
		{"article dropped", "destroy the keys", "destroy keys"},
	} {
		got := ""
		for _, e := range append(append([]edit{}, corruptions...), harmless...) {
			if changed := e.on([]claim{{text: tt.claim}}); e.kind == tt.kind && len(changed) > 0 {
				got = changed[0].text
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q becomes %q, want %q", tt.kind, tt.claim, got, tt.want)
		}
	}
}

// hardKinds are the corruptions that verification promises to catch in what it
// takes for a quote.
var hardKinds = map[string]bool{
	"digit": true, "exponent": true, "unit": true, "parameter set": true,
	"shall/should": true, "bound reversed": true, "negation added": true, "negation dropped": true,
}

// TestCorruptionsOfTheStandards holds the promise of docs/evaluation.md on the
// official documents.
func TestCorruptionsOfTheStandards(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_CORPUS")
	if dir == "" {
		t.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	docs := officialDocuments(t, dir)
	report, err := proofs(t.Context(), docs, new(citations.Prover), nil, 120)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, row := range report.Quotes.Corruptions {
		total += row.Cases
		if hardKinds[row.Kind] && (row.Cases < 30 || row.share() > 0.01) {
			t.Errorf("%s: %d of %d pass, want at most 1 %% of 30 or more: %q", row.Kind, row.Held, row.Cases, row.Examples)
		}
	}
	for _, row := range report.Quotes.Harmless {
		total += row.Cases
		if row.Cases < 30 || row.share() < 0.99 {
			t.Errorf("%s: %d of %d pass, want 99 %% of 30 or more: %q", row.Kind, row.Held, row.Cases, row.Examples)
		}
	}
	if sound := report.Quotes.Sound; sound.Held != sound.Cases {
		t.Errorf("%d of %d sentences stand in their own documents: %q", sound.Held, sound.Cases, sound.Examples)
	}
	t.Logf("%d sentences, %d edited ones", report.Quotes.Sound.Cases, total)
}

func officialDocuments(t *testing.T, dir string) []*core.Document {
	t.Helper()
	var docs []*core.Document
	for _, s := range standards.Documents() {
		name := s.ID + ".pdf"
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		d, err := ingest.Document(t.Context(), ingest.File{Name: name, Data: data})
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, d)
	}
	return docs
}

func TestProofsStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := proofs(ctx, []*core.Document{}, new(citations.Prover), []claim{{docID: "none"}}, 1); err == nil {
		t.Error("a cancelled run has no error")
	}
}

// BenchmarkProve proves paraphrases, which cost more than quotes, in FIPS 203.
func BenchmarkProve(b *testing.B) {
	dir := os.Getenv("PQCITE_TEST_CORPUS")
	if dir == "" {
		b.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	data, err := os.ReadFile(filepath.Join(dir, "NIST.FIPS.203.pdf"))
	if err != nil {
		b.Fatal(err)
	}
	d, err := ingest.Document(b.Context(), ingest.File{Name: "NIST.FIPS.203.pdf", Data: data})
	if err != nil {
		b.Fatal(err)
	}
	judge := citations.NewJudge(d)
	const claim = "An ML-KEM-768 encapsulation key takes 1184 bytes"
	for b.Loop() {
		if p := judge.Prove(claim, []int{48}); p.Verdict != core.Supported {
			b.Fatalf("%s (%s)", p.Verdict, p.Rule)
		}
	}
}
