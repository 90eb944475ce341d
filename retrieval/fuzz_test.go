package retrieval_test

import (
	"context"
	"errors"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
)

func FuzzSearch(f *testing.F) {
	f.Add("What is the failure rate?", "KEM", "algorithm", "02.", 3, true)
	f.Add("key", "", "appendix", "A.1", 1, false)
	f.Add("\xff^{", "SIG", "", "(4.7)", -1, true)
	docs := library(f)
	e := open(f, docs)
	f.Fuzz(func(t *testing.T, text, doc, kind, number string, k int, pages bool) {
		q := core.Query{
			Text: text, K: k, Explain: true, Granularity: core.ByPassage,
			Anchors: []core.AnchorRef{{DocID: doc, Kind: core.AnchorKind(kind), Number: number}},
		}
		if pages {
			q.Granularity = core.ByPage
		}
		hits, err := e.Search(context.Background(), q)
		if err != nil {
			if k >= 1 || !errors.Is(err, retrieval.ErrQuery) {
				t.Fatal(err)
			}
			return
		}
		for i, h := range hits {
			d := docs[0]
			if h.Passage.DocID != d.ID {
				d = docs[1]
			}
			p := d.Passages[h.Passage.Index]
			switch {
			case h.Page < p.StartPage || h.Page > p.EndPage:
				t.Fatalf("page %d of a passage on %d to %d", h.Page, p.StartPage, p.EndPage)
			case h.Explanation.Value != h.Score:
				t.Fatalf("score %v is explained as %v", h.Score, h.Explanation.Value)
			case i > 0 && hits[i-1].Score < h.Score:
				t.Fatalf("hit %d scores more than the one before", i)
			}
		}
		m := e.Measure(text, false)
		if share := m.Share(m.Marks(text)); share < 0 || share > 1 {
			t.Fatalf("a text covers %v of itself", share)
		}
	})
}
