package citations

import (
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Place is a locator and its document, ready to be shown to people.
type Place struct {
	doc *core.Document
	loc core.Locator
}

// At returns the place of a locator in its document. The document may be nil:
// then only what the locator itself says is shown.
func At(doc *core.Document, loc core.Locator) Place { return Place{doc, loc} }

// String returns the place in full: "FIPS 203, Table 3, PDF page 48 (printed
// 39)". Documents that have no pages show none. Of one that is not published it says on
// whose word it is what its label says.
func (p Place) String() string {
	vouched := ""
	if p.doc != nil {
		vouched = p.doc.Vouched()
	}
	return joinWith(", ", p.Label(), p.AnchorName(), p.Page(), vouched)
}

// Label is how the document is cited: its label, else its title, else its id.
func (p Place) Label() string {
	switch {
	case p.doc != nil && p.doc.Label != "":
		return p.doc.Label
	case p.loc.Title != "":
		return p.loc.Title
	}
	return p.loc.DocID
}

// AnchorName is how the anchor is cited: "Table 3"; "" if the place has none.
func (p Place) AnchorName() string {
	if p.doc != nil {
		if a := p.doc.Anchor(p.loc.Anchor); a != nil {
			return a.Name()
		}
	}
	kind, number, ok := strings.Cut(p.loc.Anchor, "-")
	if word := core.AnchorKind(kind).Word(); ok && word != kind {
		return word + " " + number
	}
	return ""
}

// Page names the pages: "PDF page 48 (printed 39)", "PDF pages 48-49 (printed
// 39-40)"; "" for a document that is one page as a whole.
func (p Place) Page() string {
	first, last := p.loc.StartPage, max(p.loc.StartPage, p.loc.EndPage)
	if first < 1 || p.doc != nil && len(p.doc.Pages) == 1 && !p.doc.Paged() {
		return ""
	}
	word := "PDF page"
	if p.doc != nil && !p.doc.Paged() {
		word = "page"
	}
	pages := strconv.Itoa(first)
	if last > first {
		word += "s"
		pages += "-" + strconv.Itoa(last)
	}
	if printed := p.printed(last); printed != "" && printed != pages {
		return word + " " + pages + " (printed " + printed + ")"
	}
	return word + " " + pages
}

// printed returns the labels on the first and the last page.
func (p Place) printed(last int) string {
	label := p.loc.PrintedPage
	if label == "" || p.doc == nil || last <= p.loc.StartPage {
		return label
	}
	if end := p.doc.Page(last); end != nil && end.Label != "" && end.Label != label {
		return label + "-" + end.Label
	}
	return label
}

func joinWith(sep string, parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(sep)
		}
		b.WriteString(p)
	}
	return b.String()
}
