package typed_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/typed"
	"github.com/pqcite/pqcite/internal/golden"
)

// maxWords is what a first line may have.
const maxWords = 45

func questions(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// TestHeadQuestions asks what people ask first. Each answer is short, and proven anew by
// its places.
func TestHeadQuestions(t *testing.T) {
	f := typed.New(standards.Pack())
	var out bytes.Buffer
	for _, q := range questions(t, "head.txt") {
		a := f.Answer(q, scopeOf(q))
		fmt.Fprintf(&out, "%s\n\t%s\n", q, line(&a))
		places, ok := f.Places(a.Sentence)
		switch {
		case !a.Found():
			t.Errorf("Answer(%q) is nothing", q)
		case len(strings.Fields(a.Sentence)) > maxWords:
			t.Errorf("Answer(%q) = %q, more than %d words", q, a.Sentence, maxWords)
		case a.Sentence != "" && (!ok || len(places) != len(a.Places)):
			t.Errorf("Places(%q) = %d, %v; want the %d of the answer", a.Sentence, len(places), ok, len(a.Places))
		}
	}
	golden.Check(t, "head.golden", out.Bytes())
}

// line is what is said, or why there is nothing to say.
func line(a *core.TypedAnswer) string {
	if a.Lacks != "" {
		return "none: " + a.Lacks
	}
	return a.Sentence
}

// scopeOf are the documents that a question names, as a plan has them.
func scopeOf(question string) []string {
	var out []string
	for _, s := range standards.Documents() {
		if strings.Contains(strings.ToUpper(question), s.Label) {
			out = append(out, s.ID)
		}
	}
	return out
}

// TestOtherQuestions asks what only looks as if values, places or names were asked for.
func TestOtherQuestions(t *testing.T) {
	f := typed.New(standards.Pack())
	for _, q := range questions(t, "others.txt") {
		if a := f.Answer(q, scopeOf(q)); a.Found() {
			t.Errorf("Answer(%q) = %q", q, line(&a))
		}
	}
}
