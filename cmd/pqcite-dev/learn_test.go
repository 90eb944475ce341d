package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/race"
	"github.com/pqcite/pqcite/retrieval/faq"
)

const questionsDir = "../../corpus/standards/questions/data"

// Every unit of the questions is in the official documents, and what the program carries is
// made from them.
func TestTrainedIsOfTheQuestions(t *testing.T) {
	dir := os.Getenv("PQCITE_TEST_CORPUS")
	if dir == "" {
		t.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	if race.Enabled {
		t.Skip("the official files and all questions are read without the race detector")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	lib := &tools{home: t.TempDir()}
	if err := addFiles(t.Context(), lib.home, paths...); err != nil {
		t.Fatal(err)
	}
	documents, err := lib.questionsIn(t.Context(), questionsDir)
	if err != nil {
		t.Fatal(err)
	}
	matcher := openFAQ(t)
	if got, want := matcher.Source(), faq.Source(entriesOf(documents), faq.DefaultTraining()); got != want {
		t.Errorf("the weights were trained from %x…, the questions are %x…: run go generate ./corpus/standards/questions", got[:4], want[:4])
	}
	for _, d := range documents {
		var texts bytes.Buffer
		if err := questions.Pack(&texts, d.facts); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(questionsDir, "..", "trained", d.id+questions.TextsSuffix)
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, texts.Bytes()) {
			t.Errorf("%s does not hold the questions (%v): run go generate ./corpus/standards/questions", path, err)
		}
	}
	var statements bytes.Buffer
	if err := questions.PackStatements(&statements, factsIn(documents)); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(questionsDir, "..", "trained", questions.StatementsFile)); err != nil || !bytes.Equal(data, statements.Bytes()) {
		t.Errorf("the statements are not those of the questions (%v): run pqcite-dev state", err)
	}
	if docs := matcher.Documents(); len(docs) != 6 {
		t.Errorf("questions are known on %v, want all six documents", docs)
	}
}

func openFAQ(t *testing.T) *faq.Matcher {
	t.Helper()
	cache := t.TempDir()
	if dir, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(dir, "pqcite") // to derive it takes minutes with the race detector
	}
	m, err := faq.Open(questions.Weights(), questions.StatementsSum(), func() ([]faq.Entry, error) {
		facts, err := questions.All()
		var out []faq.Entry
		for _, f := range facts {
			out = append(out, faq.Entry{Units: f.Units, Wordings: f.Wordings, Negatives: f.Negatives, Statement: f.Statement})
		}
		return out, err
	}, cache)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// plainWords are the words of a question, whatever its case and marks.
func plainWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ")
}

// No question of the evaluation is among the questions, word for word: that would measure a
// memory.
func TestEvaluationIsNotAmongTheQuestions(t *testing.T) {
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
		if strings.HasPrefix(filepath.Base(path), "dialogues") {
			continue // conversations begin with what everybody asks
		}
		set, err := eval.ReadQuestions(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range set.Questions {
			if known[plainWords(q.Text)] {
				t.Errorf("%s, %s is among the questions: %q", filepath.Base(path), q.ID, q.Text)
			}
		}
	}
}

// A circumstance is the hardware and code of those who ask, and
// no name made like those of the standards.
func TestCircumstances(t *testing.T) {
	matcher := openFAQ(t)
	for word, want := range map[string]bool{
		"Cortex-M4": true, "kB": true, "mlkem768_keypair": true,
		"ML-KEM-768": false, "ML-DSA-87": false, "hint": false,
		"ML-KEM-2048": false, "ML-KEM-1536": false, "HashML-KEM": false, "ML-DSA.Encrypt": false, "SLH-DSA-SHA2-224s": false,
		"SHAKE512": false, "SHA3-320": false, "hqc-512": false, "FrodoKEM-976": false, "SampleTernary": false,
	} {
		if got := matcher.Circumstance(word); got != want {
			t.Errorf("%q: %v, want %v", word, got, want)
		}
	}
}
