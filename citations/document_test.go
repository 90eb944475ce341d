package citations

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// documentOf returns a document with the pages.
func documentOf(pages ...string) *core.Document {
	d := &core.Document{ID: "TEST.1", Label: "TEST 1", Title: "A test", SHA256: strings.Repeat("ab", 32), Format: core.FormatPDF, URL: "https://example.org/t.pdf"}
	for i, p := range pages {
		start := len(d.Text)
		d.Text += p
		d.Pages = append(d.Pages, core.Page{Number: i + 1, Label: fmt.Sprint("p", i+1), Span: core.Span{Start: start, End: len(d.Text)}})
	}
	return d
}
