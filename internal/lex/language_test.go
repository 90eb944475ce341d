package lex

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func linesOf(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if s.Text() != "" {
			out = append(out, s.Text())
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOther(t *testing.T) {
	for _, text := range linesOf(t, "testdata/other.txt") {
		if !OtherLanguage(text) {
			t.Errorf("%q is taken for English", text)
		}
		if OtherLanguage(text + " I would like to know this in plain English, please, and why it is so that they have chosen it and not the other one.") {
			t.Errorf("%q is not taken for English with a longer English sentence behind it", text)
		}
	}
	for _, text := range linesOf(t, "testdata/english.txt") {
		if OtherLanguage(text) {
			t.Errorf("%q is not taken for English", text)
		}
	}
	if OtherLanguage("") || OtherLanguage(strings.Repeat("ML-KEM ", 500)) {
		t.Error("no word is taken for one of another language")
	}
}

// TestEnglishQuestions: no question that people ask in English is taken for another
// language.
func TestEnglishQuestions(t *testing.T) {
	var asked []string
	sets, err := filepath.Glob("../../eval/questions/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("PQCITE_TEST_QUESTIONS"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, more...)
	}
	for _, set := range sets {
		for _, line := range linesOf(t, set) {
			var q struct{ Question string }
			if err := json.Unmarshal([]byte(line), &q); err != nil {
				t.Fatal(err)
			}
			asked = append(asked, q.Question)
		}
	}
	banks, err := filepath.Glob("../../corpus/standards/questions/data/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, bank := range banks {
		for i, line := range linesOf(t, bank) {
			if testing.Short() && i%10 > 0 {
				continue
			}
			if line[0] != '@' && line[0] != '#' {
				asked = append(asked, strings.TrimPrefix(line, "! "))
			}
		}
	}
	if len(asked) < 5000 {
		t.Fatalf("%d questions were read", len(asked))
	}
	for _, q := range asked {
		if OtherLanguage(q) {
			t.Errorf("%q is not taken for English", q)
		}
	}
}

func FuzzOtherLanguage(f *testing.F) {
	for _, text := range []string{"Was ist ML-KEM?", "что", "\xff'", "'-'", "qu'", ".", "É"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if OtherLanguage(text) != OtherLanguage(" "+text+" ") {
			t.Errorf("blanks around %q matter", text)
		}
	})
}

func BenchmarkOther(b *testing.B) {
	for b.Loop() {
		OtherLanguage("What are the sizes in bytes of the encapsulation key and ciphertext of ML-KEM-768?")
	}
}
