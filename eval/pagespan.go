package eval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// PageSpan is a run of pages of a document: 1-based PDF pages, both ends
// included.
type PageSpan struct {
	DocID     string `json:"doc_id"`
	StartPage int    `json:"start_page"`
	EndPage   int    `json:"end_page"`
}

// maxPage bounds a page number; no document comes near, and sums of page numbers
// can't overflow.
const maxPage = 1_000_000

func (s PageSpan) validate() error {
	switch {
	case s.DocID == "":
		return errors.New("page span names no document")
	case s.StartPage < 1 || s.EndPage < s.StartPage || s.EndPage > maxPage:
		return fmt.Errorf("pages %d to %d of %q are no range of 1-based pages", s.StartPage, s.EndPage, s.DocID)
	}
	return nil
}

// within reports whether s shares a page with o once o is widened by slack pages
// at both ends.
func (s PageSpan) within(o PageSpan, slack int) bool {
	return s.DocID == o.DocID && s.StartPage <= o.EndPage+slack && s.EndPage >= o.StartPage-slack
}

// sortedSpans returns a copy in the order of document, start and end. Duplicates
// stay: each asks for a result of its own.
func sortedSpans(spans []PageSpan) []PageSpan {
	out := slices.Clone(spans)
	slices.SortStableFunc(out, func(a, b PageSpan) int {
		return cmp.Or(cmp.Compare(a.DocID, b.DocID), cmp.Compare(a.StartPage, b.StartPage), cmp.Compare(a.EndPage, b.EndPage))
	})
	return out
}
