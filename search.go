package pqcite

import (
	"context"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// SearchOptions are what a search depends on besides its words. The zero value is the default.
type SearchOptions struct {
	// Count is how many hits to return at most, 1 to MaxCount; 0 means DefaultCount.
	Count int
	// Unit is what counts as one hit: a passage, or a page with all its passages; "" means
	// a passage.
	Unit core.Granularity
	// Explain asks how each score was made.
	Explain bool
}

// Bounds of the hits of a search.
const (
	DefaultCount = 8
	MaxCount     = 1000
)

// Hit is a passage that was found, as a script sees it.
type Hit struct {
	Rank        int               `json:"rank"` // from 1
	Score       float64           `json:"score"`
	DocID       string            `json:"doc_id"`
	Section     string            `json:"section"`
	StartPage   int               `json:"start_page"` // PDF pages, from 1
	EndPage     int               `json:"end_page"`
	PrintedPage string            `json:"printed_page"`
	Anchors     []string          `json:"anchors"`
	Text        string            `json:"text"`
	Source      core.Source       `json:"source"`
	Explanation *core.Explanation `json:"explanation,omitempty"`
}

// Search finds passages, the best first. References and terms in the words are looked up, as a
// question's are.
func (l *Library) Search(ctx context.Context, words string, o SearchOptions) ([]Hit, error) {
	if o.Count == 0 {
		o.Count = DefaultCount
	}
	if o.Unit == "" {
		o.Unit = core.ByPassage
	}
	switch {
	case o.Count < 1 || o.Count > MaxCount:
		return nil, fmt.Errorf("search: count is %d, must be 1 to %d", o.Count, MaxCount)
	case o.Unit != core.ByPassage && o.Unit != core.ByPage:
		return nil, fmt.Errorf("search: unit is %q, must be %q or %q", o.Unit, core.ByPassage, core.ByPage)
	}
	words, err := plan.Clean(words)
	if err != nil {
		return nil, err
	}
	i, err := l.prepared(ctx)
	if err != nil {
		return nil, err
	}
	q := planner(l.corpus).Query(words, o.Count, o.Unit)
	q.Explain = o.Explain
	found, err := i.engine.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, len(found))
	for n, h := range found {
		hits[n] = l.hit(h, n+1, o.Unit)
	}
	return hits, nil
}

func (l *Library) hit(h core.Hit, rank int, unit core.Granularity) Hit {
	doc := l.corpus.Document(h.Passage.DocID)
	p := &doc.Passages[h.Passage.Index]
	out := Hit{
		Rank: rank, Score: h.Score, DocID: doc.ID, Section: strings.Join(doc.SectionPath(p.Section), " > "),
		StartPage: p.StartPage, EndPage: p.EndPage, Anchors: append([]string{}, p.Anchors...),
		Text: doc.Quote(p.Span), Source: doc.Source(), Explanation: h.Explanation,
	}
	if unit == core.ByPage {
		out.StartPage, out.EndPage = h.Page, h.Page
	}
	out.PrintedPage = doc.Page(out.StartPage).Label
	return out
}
