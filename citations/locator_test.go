package citations

import (
	"testing"

	"github.com/pqcite/pqcite/core"
)

func TestPlace(t *testing.T) {
	pages := make([]core.Page, 60)
	for i := range pages {
		pages[i].Number = i + 1
	}
	pages[47].Label, pages[48].Label = "39", "40"
	pdf := &core.Document{
		ID: "NIST.FIPS.203", Label: "FIPS 203", Title: "A standard", Format: core.FormatPDF, Pages: pages,
		Anchors: []core.Anchor{
			{ID: "table-3", Kind: core.KindTable, Number: "3"},
			{ID: "foreword", Kind: core.KindSection, Title: "A [fine] foreword"},
		},
	}
	plain := &core.Document{ID: "notes", Title: "My notes", Format: core.FormatMarkdown, Pages: pages[:1]}
	rfc := &core.Document{ID: "rfc9180", Label: "RFC 9180", Format: core.FormatRFC, Pages: pages}
	const url = "https://example.org/f (1).pdf#page=48"
	tests := []struct {
		name string
		doc  *core.Document
		loc  core.Locator
		want string
	}{
		{"table", pdf, core.Locator{Anchor: "table-3", StartPage: 48, EndPage: 48, PrintedPage: "39", URL: url}, "FIPS 203, Table 3, PDF page 48 (printed 39)"},
		{"two pages", pdf, core.Locator{Anchor: "table-3", StartPage: 48, EndPage: 49, PrintedPage: "39"}, "FIPS 203, Table 3, PDF pages 48-49 (printed 39-40)"},
		{"no printed page", pdf, core.Locator{StartPage: 5, EndPage: 5}, "FIPS 203, PDF page 5"},
		{"title with brackets", pdf, core.Locator{Anchor: "foreword", StartPage: 5, URL: "u"}, "FIPS 203, A [fine] foreword, PDF page 5"},
		{"no pages", plain, core.Locator{Title: "My notes", StartPage: 1, EndPage: 1}, "My notes"},
		{"RFC", rfc, core.Locator{StartPage: 7, EndPage: 7, PrintedPage: "7", Anchor: "section-5.1"}, "RFC 9180, Section 5.1, page 7, says itself that it is RFC 9180"},
		{"no document", nil, core.Locator{DocID: "X.1", StartPage: 3, PrintedPage: "iii", Anchor: "odd-one"}, "X.1, PDF page 3 (printed iii)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := At(tt.doc, tt.loc)
			if got := p.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
