package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/retrieval/faq"
)

const questionsDir = "../../corpus/standards/questions/data"

// Every place of the known questions is in the official documents, and the bank is the
// one that they make.
func TestBankIsOfItsQuestions(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_CORPUS")
	if dir == "" {
		t.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	lib := &tools{home: t.TempDir()}
	if err := addFiles(t.Context(), lib.home, paths...); err != nil {
		t.Fatal(err)
	}
	entries, err := lib.entries(t.Context(), questionsDir)
	if err != nil {
		t.Fatal(err)
	}
	bank := openBank(t)
	if got, want := bank.Source(), faq.Source(entries, standards.Plain, faq.DefaultTraining()); got != want {
		t.Errorf("the bank was trained from %x…, the questions are %x…: run go generate ./corpus/standards/questions", got[:4], want[:4])
	}
	if docs := bank.Documents(); len(docs) != 6 {
		t.Errorf("questions are known on %v, want all six documents", docs)
	}
}

func openBank(t *testing.T) *faq.Matcher {
	t.Helper()
	bank, err := faq.Open(questions.Bank())
	if err != nil {
		t.Fatal(err)
	}
	return bank
}

// plainWords are the words of a question, whatever its case and marks.
func plainWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ")
}

// No question of the evaluation is known, word for word: that would measure a memory.
func TestEvaluationIsNotKnown(t *testing.T) {
	known := make(map[string]bool)
	files, err := filepath.Glob(questionsDir + "/*.txt")
	if err != nil || len(files) != 7 {
		t.Fatalf("%d files of questions, %v; want 7", len(files), err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			known[plainWords(line)] = true
		}
	}
	sets, err := filepath.Glob("../../eval/questions/*.jsonl")
	if err != nil || len(sets) < 3 {
		t.Fatalf("%d sets, %v; want all", len(sets), err)
	}
	for _, path := range sets {
		set, err := eval.ReadQuestions(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range set.Questions {
			if known[plainWords(q.Text)] {
				t.Errorf("%s, %s is a known question: %q", filepath.Base(path), q.ID, q.Text)
			}
		}
	}
}

// What the bank takes for a circumstance is the hardware and code of those who ask, and
// no name made like those of the standards.
func TestCircumstancesOfTheBank(t *testing.T) {
	bank := openBank(t)
	for word, want := range map[string]bool{
		"Cortex-M4": true, "kB": true, "mlkem768_keypair": true,
		"ML-KEM-768": false, "ML-DSA-87": false, "hint": false,
		"ML-KEM-2048": false, "ML-KEM-1536": false, "HashML-KEM": false, "ML-DSA.Encrypt": false, "SLH-DSA-SHA2-224s": false,
		"SHAKE512": false, "SHA3-320": false, "hqc-512": false, "FrodoKEM-976": false, "SampleTernary": false,
	} {
		if got := bank.Circumstance(word); got != want {
			t.Errorf("%q: %v, want %v", word, got, want)
		}
	}
}
