package retrieval

import (
	"github.com/pqcite/pqcite/core"
)

// termWeight is what finding a term on a page is worth.
type termWeight struct {
	term   int // into request.terms
	weight float64
}

// pageOf returns the page of a passage whose text supports the query best; the
// earliest of equals.
func (r *request) pageOf(entry uint32) int {
	if page, known := r.pages[entry]; known {
		return page
	}
	d, p := r.passage(entry)
	best, most := p.StartPage, -1.0
	for n := p.StartPage; n <= p.EndPage && p.StartPage != p.EndPage; n++ {
		if s := r.supportOf(onPage(d, p, n)); s > most {
			best, most = n, s
		}
	}
	r.pages[entry] = best
	return best
}

// onPage is the part of a passage's text on a page.
func onPage(d *core.Document, p *core.Passage, page int) string {
	span := d.Pages[page-1].Span
	start, end := max(span.Start, p.Span.Start), min(span.End, p.Span.End)
	if start >= end {
		return ""
	}
	return d.Text[start:end]
}

// supportOf sums boost · idf over the terms of the query that the text has, each
// once and in the order of the terms: texts with the same terms are equals to
// the last bit.
func (r *request) supportOf(text string) float64 {
	if r.support == nil {
		r.support = make(map[string]termWeight, len(r.terms))
		for i, t := range r.terms {
			r.support[t.Text] = termWeight{term: i, weight: t.Boost * r.index.IDF(t.Text)}
		}
	}
	found := make([]float64, len(r.terms))
	for _, t := range r.cache.of(text) {
		if w, ok := r.support[t]; ok {
			found[w.term] = w.weight
		}
	}
	var sum float64
	for _, w := range found {
		sum += w
	}
	return sum
}
