package retrieval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
)

// TestWords separates words of everyday talk from those that name something, and of
// these the ones that no document has.
func TestWords(t *testing.T) {
	e := open(t, library(t))
	tests := []struct {
		name, query      string
		content, unknown []string
	}{
		{name: "everyday words", query: "which lib should I really pick, folks?"},
		{name: "words of the documents", query: "signature bytes", content: []string{"signature", "bytes"}},
		{name: "everyday words that the documents have", query: "it has a pair of keys", content: []string{"keys"}},
		{name: "a thing that no document has", query: "a laptop for signature", content: []string{"laptop", "signature"}, unknown: []string{"laptop"}},
		{name: "a misspelling", query: "signture", content: []string{"signture"}},
		{name: "a compound of known words", query: "signature-message", content: []string{"signature-message", "signature", "message"}},
		{
			name: "a compound with an unknown word", query: "signature-laptop",
			content: []string{"signature-laptop", "signature", "laptop"}, unknown: []string{"laptop"},
		},
		{name: "nothing", query: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := e.Measure(tt.query, true).Words()
			named := func(marks core.Marks) []string {
				var out []string
				for i, term := range e.WeightedTerms(tt.query) {
					if marks.Own>>i&1 == 1 {
						out = append(out, term.Surface)
					}
				}
				return out
			}
			if diff := cmp.Diff(tt.content, named(w.Content), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.unknown, named(w.OutOfVocabulary), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("unknown (-want +got):\n%s", diff)
			}
			if (w.Mass > 0) != (tt.query != "") {
				t.Errorf("mass %v of %q", w.Mass, tt.query)
			}
		})
	}
}
