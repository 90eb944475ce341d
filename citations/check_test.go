package citations

import (
	"errors"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// cellCitation cites the first occurrence of a text.
func cellCitation(d *core.Document, quote string) core.Citation {
	at := strings.Index(d.Text, quote)
	loc := d.Locate(core.Span{Start: at, End: at + len(quote)})
	return core.Citation{Key: "c1", Locator: loc, Quote: quote, DocSHA256: d.SHA256, Source: core.SourceDocument}
}

func TestCheck(t *testing.T) {
	doc := documentOf("The first page is short. ", "The modulus is 𝑞 = 2^{23} − 2^{13} + 1. A value of 256 bytes is too long. ", "Nothing else.")
	tests := []struct {
		name string
		edit func(*core.Citation)
		want error
	}{
		{"sound", func(c *core.Citation) {}, nil},
		{"one digit more", func(c *core.Citation) { c.Quote = "2561" }, errWrongQuote},
		{"other digit", func(c *core.Citation) { c.Quote = "257" }, errWrongQuote},
		{"moved by one", func(c *core.Citation) { c.Span.Start++; c.Span.End++ }, errWrongQuote},
		{"pack", func(c *core.Citation) { c.Source = core.SourcePack }, errWrongSource},
		{"no source", func(c *core.Citation) { c.Source = "" }, errWrongSource},
		{"document", func(c *core.Citation) { c.DocID = "TEST.2" }, errWrongDocument},
		{"edition", func(c *core.Citation) { c.DocSHA256 = strings.Repeat("cd", 32) }, errWrongEdition},
		{"no hash", func(c *core.Citation) { c.DocSHA256 = "" }, errWrongEdition},
		{"empty span", func(c *core.Citation) { c.Span.End = c.Span.Start; c.Quote = "" }, errWrongSpan},
		{"negative", func(c *core.Citation) { c.Span = core.Span{Start: -3, End: 0} }, errWrongSpan},
		{"behind the end", func(c *core.Citation) { c.Span.End = len(doc.Text) + 1 }, errWrongSpan},
		{"page", func(c *core.Citation) { c.StartPage, c.EndPage = 1, 1 }, errWrongPages},
		{"last page", func(c *core.Citation) { c.EndPage = 3 }, errWrongPages},
		{"title", func(c *core.Citation) { c.Title = "Another" }, errWrongPlace},
		{"section", func(c *core.Citation) { c.Section = "9 Annex" }, errWrongPlace},
		{"anchor", func(c *core.Citation) { c.Anchor = "table-9" }, errWrongPlace},
		{"address", func(c *core.Citation) { c.URL = "https://example.org/phish" }, errWrongPlace},
		{"printed page", func(c *core.Citation) { c.PrintedPage = "39" }, errWrongPages},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := cellCitation(doc, "256")
			tt.edit(&c)
			if err := Check(doc, &c); !errors.Is(err, tt.want) || tt.want == nil && err != nil {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

// TestCheckFound checks that what Find found passes as a citation.
func TestCheckFound(t *testing.T) {
	text := quote.NewText(documentOf("The first page is short. ", "Keys differ. This sentence crosses the ", "\nborder between two pages of the text."))
	f := text.Find(quote.Quote{Text: "sentence crosses the border between two", Pages: []int{2}})
	c := core.Citation{
		Key: "c1", Locator: text.Document().Locate(f.Span), Quote: f.Quote,
		DocSHA256: text.Document().SHA256, Source: core.SourceDocument,
	}
	if err := Check(text.Document(), &c); err != nil {
		t.Errorf("a found quote fails: %v", err)
	}
	if c.StartPage != 2 || c.EndPage != 3 {
		t.Errorf("pages %d to %d, want 2 to 3", c.StartPage, c.EndPage)
	}
}
