package rerank

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestFeatures(t *testing.T) {
	tests := []struct {
		name, query, subject string
		passage              Passage
		want                 Features
	}{
		{
			"nothing speaks", "key sizes", "", Passage{Text: "Other words, sizes of keys.", Kind: core.PassageProse},
			Features{},
		},
		{
			"half of the pairs", "public key size", "", Passage{Text: "the Public\n key is long", Kind: core.PassageProse},
			Features{Phrase: 0.5},
		},
		{
			"glue makes no pair", "what is the key", "", Passage{Text: "what is the key", Kind: core.PassageProse},
			Features{},
		},
		{
			"a definition", "what is a widget", "widget", Passage{Text: "Much is known. A widget is a part.", Kind: core.PassageProse},
			Features{Define: 1},
		},
		{
			"a gloss", "what is WG", "WG", Passage{Text: "A wide gadget (WG) was bought by us in the end.", Kind: core.PassageProse},
			Features{Define: 0.6},
		},
		{
			"only named", "what is a widget", "widget", Passage{Text: "We bought a widget.", Kind: core.PassageProse},
			Features{},
		},
		{
			"an entry of a glossary", "define widget", "widget",
			Passage{Text: "gadget A thing.\n\nWidget A part of a thing.\n", Kind: core.PassageProse, Section: []string{"2 Front", "2.1 Terms"}},
			Features{Define: 1},
		},
		{
			"an introduction", "what is a widget", "widget",
			Passage{Text: "On many things.", Kind: core.PassageProse, Section: []string{"1 Introduction"}},
			Features{Overview: 1},
		},
		{
			"front matter", "what is a widget", "widget", Passage{Text: "Title.", Kind: core.PassageFront},
			Features{Overview: frontMatter},
		},
		{
			"an introduction to no question", "widget", "",
			Passage{Text: "On many things.", Kind: core.PassageProse, Section: []string{"1 Introduction"}},
			Features{},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := NewQuery(tt.query, tt.subject).Features(&tt.passage)
			near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
			if diff := cmp.Diff(tt.want, got, near); diff != "" {
				t.Errorf("features (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNoFeatureLowersAScore is the do-no-harm rule.
func TestNoFeatureLowersAScore(t *testing.T) {
	for _, f := range []Features{{}, {Phrase: 1}, {Define: 1}, {Overview: 1}, {1, 1, 1}} {
		if got := DefaultWeights().Score(2, f); got < 2 || f == (Features{}) && got != 2 {
			t.Errorf("score 2 with %+v becomes %v", f, got)
		}
	}
}

func TestExplain(t *testing.T) {
	w := Weights{Phrase: 0.5, Define: 2}
	f := Features{Phrase: 0.5, Define: 1}
	e := w.Explain(4, f, &core.Explanation{Value: 4, What: "before"})
	if want := w.Score(4, f); e.Value != want || want != 13 {
		t.Errorf("explained score %v, score %v, want 13", e.Value, want)
	}
	if len(e.From) != 3 || e.From[1].Value != 0.25 || e.From[2].Value != 2 {
		t.Errorf("explanation %+v", e.From)
	}
}

func TestValidate(t *testing.T) {
	if err := DefaultWeights().Validate(); err != nil {
		t.Error(err)
	}
	for _, w := range []Weights{{Phrase: -1}, {Define: math.NaN()}, {Overview: math.Inf(1)}} {
		if w.Validate() == nil {
			t.Errorf("%+v passes", w)
		}
	}
}
