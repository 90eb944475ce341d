package refs

import (
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// kindPage is the kind of a page, as long as a reference is read: pages are no anchors.
const kindPage core.AnchorKind = "page"

// pages makes pages of the numbers after "page": "PDF page 48", "pp. 12-14"; false if one
// is none. They count only where a document is named with them.
func pages(text string, at int, ms []mention) bool {
	const sort = "PDF "
	pdf := strings.HasSuffix(text[:at], sort) && startsWord(text, at-len(sort))
	if pdf {
		stretch(ms, func(s core.Span) core.Span { return core.Span{Start: s.Start - len(sort), End: s.End} }, false)
	}
	for i := range ms {
		m := &ms[i]
		n, err := strconv.Atoi(m.number)
		if err != nil || n == 0 {
			return false
		}
		m.page, m.pdf, m.weak, m.numberAt = n, pdf, true, core.Span{}
	}
	return true
}

// turnTo follows the page that an address or a text names. A text may mean the number
// that is printed on the page, or that of the PDF file.
func (o *Occurrence) turnTo(d *core.Document) {
	o.Page = o.Reference.Page
	if o.Printed {
		if len(d.Pages) < 2 {
			o.Page = 0 // it has no pages of its own
			return
		}
		label := strconv.Itoa(o.Page)
		for i := range d.Pages {
			if d.Pages[i].Label == label {
				o.Page = d.Pages[i].Number
				break
			}
		}
	}
	if d.Page(o.Page) == nil {
		o.Status = Dangling
		o.Note = d.Label + " has " + strconv.Itoa(len(d.Pages)) + " pages"
		return
	}
	o.URL = d.PageURL(o.Page)
}
