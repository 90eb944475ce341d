package retrieval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
)

// TestWords tells words of everyday talk from those that name something, and of
// these the ones that no document has.
func TestWords(t *testing.T) {
	e := open(t, library(t))
	tests := []struct {
		name, query      string
		telling, strange []string
	}{
		{name: "everyday words", query: "which lib should I really pick, folks?"},
		{name: "words of the documents", query: "signature bytes", telling: []string{"signature", "bytes"}},
		{name: "everyday words that the documents have", query: "it has a pair of keys", telling: []string{"keys"}},
		{name: "a thing that no document has", query: "a laptop for signature", telling: []string{"laptop", "signature"}, strange: []string{"laptop"}},
		{name: "a misspelling", query: "signture", telling: []string{"signture"}},
		{name: "a compound of known words", query: "signature-message", telling: []string{"signature-message", "signature", "message"}},
		{
			name: "a compound with an unknown word", query: "signature-laptop",
			telling: []string{"signature-laptop", "signature", "laptop"}, strange: []string{"laptop"},
		},
		{name: "nothing", query: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := e.Measure(tt.query, true).Words()
			named := func(marks core.Marks) []string {
				var out []string
				for i, term := range e.Terms(tt.query) {
					if marks.Own>>i&1 == 1 {
						out = append(out, term.Surface)
					}
				}
				return out
			}
			if diff := cmp.Diff(tt.telling, named(w.Telling), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("telling (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.strange, named(w.Strange), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("strange (-want +got):\n%s", diff)
			}
			if want := e.Mass(tt.query); w.Mass != want {
				t.Errorf("mass %v, want %v", w.Mass, want)
			}
		})
	}
}
