package main

import (
	"bytes"
	"strings"
	"testing"
)

// Where both streams go to one place, the answer comes first, and then what is to be known of
// the library.
func TestAnswerComesBeforeNotes(t *testing.T) {
	home := t.TempDir()
	for _, args := range [][]string{
		{"ask", "How many bytes does an ML-KEM-768 ciphertext take?"},
		{"card", "ML-KEM-768"},
	} {
		var both bytes.Buffer
		run(t.Context(), append(args, "--home", home), streams{in: strings.NewReader(""), out: &both, err: &both})
		first, _, _ := strings.Cut(both.String(), "\n")
		if strings.HasPrefix(first, "pqcite:") || strings.Count(both.String(), "pqcite: no library in") != 1 || !strings.HasSuffix(both.String(), "using the built-in summaries\n") {
			t.Errorf("%v prints\n%s", args, &both)
		}
	}
}
