package citations

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/refs"
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
		want [4]string // String, Short, Markdown, Comment
	}{
		{"table", pdf, core.Locator{Anchor: "table-3", StartPage: 48, EndPage: 48, PrintedPage: "39", URL: url}, [4]string{
			"FIPS 203, Table 3, PDF page 48 (printed 39)", "FIPS 203 Table 3",
			"[FIPS 203, Table 3, PDF page 48 (printed 39)](https://example.org/f%20%281%29.pdf#page=48)", "[FIPS203, Table 3]",
		}},
		{"two pages", pdf, core.Locator{Anchor: "table-3", StartPage: 48, EndPage: 49, PrintedPage: "39"}, [4]string{
			"FIPS 203, Table 3, PDF pages 48-49 (printed 39-40)", "FIPS 203 Table 3",
			"FIPS 203, Table 3, PDF pages 48-49 (printed 39-40)", "[FIPS203, Table 3]",
		}},
		{"no printed page", pdf, core.Locator{StartPage: 5, EndPage: 5}, [4]string{
			"FIPS 203, PDF page 5", "FIPS 203", "FIPS 203, PDF page 5", "[FIPS203]",
		}},
		{"title escaped", pdf, core.Locator{Anchor: "foreword", StartPage: 5, URL: "u"}, [4]string{
			"FIPS 203, A [fine] foreword, PDF page 5", "FIPS 203 A [fine] foreword",
			`[FIPS 203, A \[fine\] foreword, PDF page 5](u)`, "[FIPS203, A [fine] foreword]",
		}},
		{"no pages", plain, core.Locator{Title: "My notes", StartPage: 1, EndPage: 1}, [4]string{
			"My notes", "My notes", "My notes", "[Mynotes]",
		}},
		{"RFC", rfc, core.Locator{StartPage: 7, EndPage: 7, PrintedPage: "7", Anchor: "section-5.1"}, [4]string{
			"RFC 9180, Section 5.1, page 7, says itself that it is RFC 9180", "RFC 9180 Section 5.1",
			"RFC 9180, Section 5.1, page 7, says itself that it is RFC 9180", "[RFC9180, Section 5.1]",
		}},
		{"no document", nil, core.Locator{DocID: "X.1", StartPage: 3, PrintedPage: "iii", Anchor: "odd-one"}, [4]string{
			"X.1, PDF page 3 (printed iii)", "X.1", "X.1, PDF page 3 (printed iii)", "[X.1]",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := At(tt.doc, tt.loc)
			if diff := cmp.Diff(tt.want, [4]string{p.String(), p.Short(), p.Markdown(), p.Comment()}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestCommentIsAReference checks that what is written into a comment is read as
// the same place again.
func TestCommentIsAReference(t *testing.T) {
	doc := &core.Document{Label: "FIPS 203", Anchors: []core.Anchor{{ID: "equation-4.7", Kind: core.KindEquation, Number: "4.7"}}}
	found := refs.Find("// see " + At(doc, core.Locator{Anchor: "equation-4.7"}).Comment())
	if len(found) != 1 || found[0].Doc != "FIPS 203" || found[0].Kind != core.KindEquation || found[0].Number != "4.7" {
		t.Errorf("read back as %+v", found)
	}
}
