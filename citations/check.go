package citations

import (
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// The reasons for which a citation fails Check.
var (
	errWrongSource   = errors.New("citation does not say whether it quotes the document or a summary of it")
	errWrongDocument = errors.New("citation names another document")
	errWrongEdition  = errors.New("citation was made from another edition of the document")
	errWrongSpan     = errors.New("citation lies outside the document's text")
	errWrongQuote    = errors.New("citation's quote is not what stands at its place")
	errWrongPages    = errors.New("citation names other pages than it stands on")
	ErrUnreadable    = errors.New("citation's sentence, row or step holds characters that could not be read")
	errWrongPlace    = errors.New("citation names another title, section, anchor or address than it stands in")
)

// Check proves a citation by its own place: the document's id and hash are
// equal, the quote is byte for byte what is at the span, as are the words it is read with,
// every unit that they touch can be read, and the span is
// on the pages, in the section and at the anchor that the citation names. Length does not matter, since the span
// pins the place down: a table's cell passes like a paragraph. The errors wrap
// one of the sentinel errors above.
func Check(doc *core.Document, c *core.Citation) error {
	fail := func(err error, format string, args ...any) error {
		return fmt.Errorf("check citation %q: %w: %s", c.Key, err, fmt.Sprintf(format, args...))
	}
	switch {
	case c.Source != doc.Source():
		return fail(errWrongSource, "%q instead of %q", c.Source, doc.Source())
	case c.DocID != doc.ID:
		return fail(errWrongDocument, "%q instead of %q", c.DocID, doc.ID)
	case c.DocSHA256 == "" || c.DocSHA256 != doc.SHA256:
		return fail(errWrongEdition, "hash %q instead of %q", c.DocSHA256, doc.SHA256)
	}
	for _, e := range c.Excerpts() {
		switch {
		case e.Span.Start < 0 || e.Span.End <= e.Span.Start || e.Span.End > len(doc.Text):
			return fail(errWrongSpan, "%d to %d of %d bytes", e.Span.Start, e.Span.End, len(doc.Text))
		case doc.Quote(e.Span) != e.Quote:
			return fail(errWrongQuote, "bytes %d to %d of %q", e.Span.Start, e.Span.End, doc.ID)
		case !quote.Readable(doc, e.Span):
			return fail(ErrUnreadable, "bytes %d to %d of %q", e.Span.Start, e.Span.End, doc.ID)
		}
	}
	if err := checkPages(doc, c, fail); err != nil {
		return err
	}
	if at := doc.Locate(c.Span); at != c.Locator {
		return fail(errWrongPlace, "%q, %q instead of %q, %q", c.Section, c.Anchor, at.Section, at.Anchor)
	}
	return nil
}

func checkPages(doc *core.Document, c *core.Citation, fail func(error, string, ...any) error) error {
	first, last := doc.PageAt(c.Span.Start), doc.PageAt(c.Span.End-1)
	if c.StartPage != first.Number || c.EndPage != last.Number {
		return fail(errWrongPages, "%d to %d instead of %d to %d", c.StartPage, c.EndPage, first.Number, last.Number)
	}
	if c.PrintedPage != first.Label {
		return fail(errWrongPages, "printed page %q instead of %q", c.PrintedPage, first.Label)
	}
	return nil
}
