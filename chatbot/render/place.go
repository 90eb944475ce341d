package render

import (
	"strings"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// Bounds of the parts of a place, in UTF-16 units of what is shown.
const (
	maxSection = 60
	maxPrinted = 12
)

// place is a citation's place, with a link to its page: "[FIPS 203, Table 3](…#page=48)
// · 8 Parameter Sets · PDF page 48 (printed 39)".
func (v View) place(c *core.Citation) string {
	at := citations.At(v.Document(c.DocID), c.Locator)
	heading := lastHeading(c.Section)
	name, section := at.AnchorName(), heading
	if name == "" || strings.HasPrefix(c.Anchor, string(core.KindSection)+"-") {
		name, section = heading, ""
	} else if strings.HasPrefix(heading, name) { // an appendix
		name, section = heading, ""
	}
	parts := []string{link(joined(", ", at.Label(), name), c.URL)}
	if section, _ = fit(plain(section), maxSection, Escape); section != "" {
		parts = append(parts, section)
	}
	if pages := v.pages(c); pages != "" {
		parts = append(parts, pages)
	}
	return strings.Join(parts, " · ")
}

func lastHeading(section string) string {
	path := strings.Split(section, " > ")
	return path[len(path)-1]
}

// pages names the pages of a citation; "" for a document without pages.
func (v View) pages(c *core.Citation) string {
	doc := v.Document(c.DocID)
	switch {
	case c.StartPage < 1 || doc != nil && !doc.Paged() && len(doc.Pages) == 1:
		return ""
	case doc != nil && !doc.Paged():
		return v.Words.Text("place.page", words.Args{"First": c.StartPage})
	}
	return v.pdfPages(c.StartPage, c.EndPage, c.PrintedPage)
}

func (v View) pdfPages(first, last int, label string) string {
	printed, _ := fit(plain(label), maxPrinted, Escape)
	key := words.Key("place.pdf_page")
	switch {
	case first < 1:
		return ""
	case last > first && printed != "":
		key = "place.pdf_pages_printed"
	case last > first:
		key = "place.pdf_pages"
	case printed != "":
		key = "place.pdf_page_printed"
	}
	return v.Words.Text(key, words.Args{"First": first, "Last": last, "Printed": printed})
}

// label is a document's label, or its id if the library does not have it.
func (v View) label(docID string) string {
	if d := v.Document(docID); d != nil {
		return d.Label
	}
	return docID
}

// maxLabels is how many documents are listed.
const maxLabels = 12

// labels names documents, escaped.
func (v View) labels(ids []string) string {
	var out []string
	for _, id := range ids[:min(len(ids), maxLabels)] {
		label, _ := fit(plain(v.label(id)), 60, Escape)
		out = append(out, label)
	}
	if len(ids) > maxLabels {
		out = append(out, ellipsis)
	}
	return strings.Join(out, ", ")
}

// maxNearQuote bounds what a similar place says, in UTF-16 units: three fit in a field.
const maxNearQuote = 200

// nearest are similar places, one per line, as links to their pages.
func (v View) nearest(all []core.Nearest) string {
	var out []string
	for i := range all[:min(len(all), refs.MaxNearest)] {
		out = append(out, "• "+v.near(&all[i]))
		if all[i].Quote != "" {
			quote, _ := fit(plain(fromLead(&all[i])), maxNearQuote, Escape)
			out = append(out, "> "+quote)
		}
	}
	return bounded(out)
}

// fromLead is what a similar place says from the sentence on that most likely answers, so that
// the bound never hides it.
func fromLead(n *core.Nearest) string {
	if i := strings.Index(n.Quote, n.Lead); i > 0 {
		return "… " + n.Quote[i:]
	}
	return n.Quote
}

func (v View) near(n *core.Nearest) string {
	address := ""
	if d := v.Document(n.DocID); d != nil {
		address = d.PageURL(n.StartPage)
	}
	return joined(" · ", link(n.Title, address), v.pdfPages(n.StartPage, n.StartPage, n.PrintedPage))
}

// joined joins the parts that are not empty.
func joined(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}
