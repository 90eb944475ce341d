package retrieval

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestFeatures(t *testing.T) {
	tests := []struct {
		name, query, subject string
		passage              candidate
		want                 features
	}{
		{
			"nothing speaks", "key sizes", "", candidate{Text: "Other words, sizes of keys.", Kind: core.PassageProse},
			features{},
		},
		{
			"half of the pairs", "public key size", "", candidate{Text: "the Public\n key is long", Kind: core.PassageProse},
			features{Phrase: 0.5},
		},
		{
			"glue makes no pair", "what is the key", "", candidate{Text: "what is the key", Kind: core.PassageProse},
			features{},
		},
		{
			"a definition", "what is a widget", "widget", candidate{Text: "Much is known. A widget is a part.", Kind: core.PassageProse},
			features{Define: 1},
		},
		{
			"a gloss", "what is WG", "WG", candidate{Text: "A wide gadget (WG) was bought by us in the end.", Kind: core.PassageProse},
			features{Define: 0.6},
		},
		{
			"only named", "what is a widget", "widget", candidate{Text: "We bought a widget.", Kind: core.PassageProse},
			features{},
		},
		{
			"an entry of a glossary", "define widget", "widget",
			candidate{Text: "gadget A thing.\n\nWidget A part of a thing.\n", Kind: core.PassageProse, Section: []string{"2 Front", "2.1 Terms"}},
			features{Define: 1},
		},
		{
			"an introduction", "what is a widget", "widget",
			candidate{Text: "On many things.", Kind: core.PassageProse, Section: []string{"1 Introduction"}},
			features{Overview: 1},
		},
		{
			"front matter", "what is a widget", "widget", candidate{Text: "Title.", Kind: core.PassageFront},
			features{Overview: frontMatter},
		},
		{
			"an introduction to no question", "widget", "",
			candidate{Text: "On many things.", Kind: core.PassageProse, Section: []string{"1 Introduction"}},
			features{},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := newEvidenceQuery(tt.query, tt.subject).measure(&tt.passage)
			near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
			if diff := cmp.Diff(tt.want, got, near); diff != "" {
				t.Errorf("features (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNoFeatureLowersAScore is the do-no-harm rule.
func TestNoFeatureLowersAScore(t *testing.T) {
	for _, f := range []features{{}, {Phrase: 1}, {Define: 1}, {Overview: 1}, {1, 1, 1}} {
		if got := defaultRerankWeights().Score(2, f); got < 2 || f == (features{}) && got != 2 {
			t.Errorf("score 2 with %+v becomes %v", f, got)
		}
	}
}

func TestExplain(t *testing.T) {
	w := rerankWeights{Phrase: 0.5, Define: 2}
	f := features{Phrase: 0.5, Define: 1}
	e := w.Explain(4, f, &core.Explanation{Value: 4, What: "before"})
	if want := w.Score(4, f); e.Value != want || want != 13 {
		t.Errorf("explained score %v, score %v, want 13", e.Value, want)
	}
	if len(e.From) != 3 || e.From[1].Value != 0.25 || e.From[2].Value != 2 {
		t.Errorf("explanation %+v", e.From)
	}
}
