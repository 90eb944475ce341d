package core

import (
	"sort"
	"strings"
)

// Status says how binding an edition of a document is.
type Status string

// The statuses of a document. A user's own text has StatusUnknown.
const (
	StatusUnknown Status = ""
	StatusFinal   Status = "final"
	StatusDraft   Status = "draft"
)

// Format is the kind of file that a document was ingested from.
type Format string

// The formats that corpus/ingest reads.
const (
	FormatPDF      Format = "pdf"
	FormatRFC      Format = "rfc"
	FormatMarkdown Format = "markdown"
	FormatText     Format = "text"
	// FormatPack is the embedded pack's own summaries of a PDF file: pages and
	// anchors are the file's, the words are ours.
	FormatPack Format = "pack"
)

// Identity says who vouches that a document is what its id says.
type Identity string

// The identities of a document. Only a published or declared one is ever found by
// the name of a standard.
const (
	IdentityOwn       Identity = ""          // a document of one's own, whatever it is called
	IdentityPublished Identity = "published" // its source has the pinned SHA-256 of a published document
	IdentityDeclared  Identity = "declared"  // a person said which published document it is
)

// Unreadable is in a document's text for a character that its source shows
// and gives no meaning: a glyph of a font that maps it to nothing. What has one
// is no verbatim quote and proves nothing.
const Unreadable = '\uFFFD'

// Readable reports whether a text has no Unreadable.
func Readable(text string) bool { return !strings.ContainsRune(text, Unreadable) }

// UnreadableIn counts the characters of a text that its source gives no meaning.
func UnreadableIn(text string) int { return strings.Count(text, string(Unreadable)) }

// Span is a half-open range of byte offsets in a document's text.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Len is the length of the span in bytes.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether o lies wholly inside s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Overlaps reports whether s and o share at least one byte.
func (s Span) Overlaps(o Span) bool { return s.Start < o.End && o.Start < s.End }

// Document is one edition of a standard, or a user's own text, after ingest.
//
// Invariants, checked by Validate: Text is valid UTF-8; Pages and Passages each
// partition Text in order without a gap; every Anchor, Table and Algorithm lies
// inside Text and names only anchors that exist.
type Document struct {
	ID     string // stable and unique in a library, for example "NIST.FIPS.203"
	Title  string
	Label  string // how people cite it: "FIPS 203"
	Status Status
	Date   string // ISO 8601, as precise as it is known: "2024-08-13", "2025-09"
	URL    string // the official place, or where it was fetched from
	SHA256 string // lower-case hex, of the source file's bytes
	Format Format
	// Identity says who vouches for the id.
	Identity Identity
	// Repaired reports that the source's structure was damaged and mended, and that
	// its text was found complete by another count.
	Repaired bool

	// Text is the document in reading order, one line of the page per line. It
	// is what quotes are quoted from: characters as the source has them, a
	// superscript run as ^x or ^{x y}, a subscript run as _x or _{x y}, a fraction
	// with a bar as x/(y z). Cells of a table's row are separated by a tab.
	Text string

	Pages      []Page
	Anchors    []Anchor // in reading order
	Passages   []Passage
	Algorithms []Algorithm
	Tables     []Table
}

// Page is one page of a document, or the whole text where the format has none.
type Page struct {
	Number int    // 1-based index in the file
	Label  string // what is printed on the page ("39", "iv"); "" if nothing is
	Span   Span
	// Furniture is what is on the page but no part of its text: running
	// headers and footers, margin line numbers. It is kept so that every
	// character of a page can be accounted for.
	Furniture []Furniture
}

// FurnitureKind names a kind of page furniture.
type FurnitureKind string

// The kinds of page furniture.
const (
	FurnitureHeader     FurnitureKind = "header"
	FurnitureFooter     FurnitureKind = "footer"
	FurnitureLineNumber FurnitureKind = "line-number"
	FurnitureMargin     FurnitureKind = "margin" // text set upright along the edge
	FurnitureHidden     FurnitureKind = "hidden" // text that nobody sees: white, invisible, off the page
)

// Furniture is one line of page furniture.
type Furniture struct {
	Kind FurnitureKind
	Text string
}

// Quote returns the text of a span, as it is in the document.
func (d *Document) Quote(s Span) string { return d.Text[s.Start:s.End] }

// PageAt returns the page with the byte at the offset, clamped to the
// first and last page. The document must have a page.
func (d *Document) PageAt(offset int) *Page {
	i := sort.Search(len(d.Pages), func(i int) bool { return d.Pages[i].Span.End > offset })
	return &d.Pages[min(i, len(d.Pages)-1)]
}

// Page returns the page with the 1-based number, or nil.
func (d *Document) Page(number int) *Page {
	if number < 1 || number > len(d.Pages) {
		return nil
	}
	return &d.Pages[number-1]
}

// PassageAt returns the index of the passage with the byte at the offset,
// clamped to the first and last passage.
func (d *Document) PassageAt(offset int) int {
	i := sort.Search(len(d.Passages), func(i int) bool { return d.Passages[i].Span.End > offset })
	return min(i, len(d.Passages)-1)
}

// Anchor returns the anchor with the id, or nil.
func (d *Document) Anchor(id string) *Anchor {
	if id == "" {
		return nil
	}
	for i := range d.Anchors {
		if d.Anchors[i].ID == id {
			return &d.Anchors[i]
		}
	}
	return nil
}

// Algorithm returns the algorithm box of the anchor, or nil.
func (d *Document) Algorithm(anchorID string) *Algorithm {
	for i := range d.Algorithms {
		if d.Algorithms[i].Anchor == anchorID {
			return &d.Algorithms[i]
		}
	}
	return nil
}

// Table returns the table of the anchor, or nil.
func (d *Document) Table(anchorID string) *Table {
	for i := range d.Tables {
		if d.Tables[i].Anchor == anchorID {
			return &d.Tables[i]
		}
	}
	return nil
}

// SectionPath returns the headings from the outermost section down to the
// anchor with the id, each as "7.2 Title".
func (d *Document) SectionPath(id string) []string {
	var path []string
	for a := d.Anchor(id); a != nil && len(path) < maxSectionDepth; a = d.Anchor(a.Parent) {
		if a.Kind == KindSection || a.Kind == KindAppendix {
			path = append([]string{a.Heading()}, path...)
		}
	}
	return path
}

// maxSectionDepth bounds SectionPath against a cycle in a hostile document.
const maxSectionDepth = 16

// Locate returns the locator of a span: its pages, their printed label and the
// innermost section and anchor.
func (d *Document) Locate(s Span) Locator {
	first, last := d.PageAt(s.Start), d.PageAt(max(s.Start, s.End-1))
	loc := Locator{
		DocID: d.ID, Title: d.Title, StartPage: first.Number, EndPage: last.Number,
		PrintedPage: first.Label, Span: s, URL: d.PageURL(first.Number),
	}
	if len(d.Passages) == 0 {
		return loc
	}
	p := &d.Passages[d.PassageAt(s.Start)]
	loc.Section = strings.Join(d.SectionPath(p.Section), " > ")
	loc.Anchor = d.innermost(s, p)
	return loc
}

// LocateUnit returns the locator of a unit of the publication, in a document that holds not
// its text but what the pack says of it: the page, and the anchor as far as it is known. The
// span is empty.
func (d *Document) LocateUnit(at UnitRef) Locator {
	loc := Locator{DocID: d.ID, Title: d.Title, StartPage: at.Page, EndPage: at.Page, URL: d.PageURL(at.Page)}
	if p := d.Page(at.Page); p != nil {
		loc.PrintedPage = p.Label
	}
	if a := d.Anchor(at.Anchor); a != nil {
		loc.Anchor = at.Anchor
		for section := a; section != nil; section = d.Anchor(section.Parent) {
			if path := d.SectionPath(section.ID); len(path) > 0 {
				loc.Section = strings.Join(path, " > ")
				break
			}
		}
	}
	return loc
}

// innermost returns the smallest anchor around the span: the passage's own
// algorithm or table before its section.
func (d *Document) innermost(s Span, p *Passage) string {
	best, size := p.Section, len(d.Text)+1
	for _, id := range p.Anchors {
		if a := d.Anchor(id); a != nil && a.Span.Contains(s) && a.Span.Len() < size {
			best, size = id, a.Span.Len()
		}
	}
	return best
}

// Source says what a citation of the document quotes.
func (d *Document) Source() Source {
	if d.Format == FormatPack {
		return SourcePack
	}
	return SourceDocument
}

// NamesItself reports whether nobody vouches for the document, and its own title
// block says which publication it is, as that of an RFC's text does.
func (d *Document) NamesItself() bool {
	return d.Identity == IdentityOwn && d.Format == FormatRFC && strings.HasPrefix(d.Label, "RFC ")
}

// Vouched says for people on whose word the document is what its label says: "" for
// one that is published, and for one that has a name of its own.
func (d *Document) Vouched() string {
	switch {
	case d.Identity == IdentityDeclared:
		return "declared as " + d.Label + " by its owner"
	case d.NamesItself():
		return "says itself that it is " + d.Label
	}
	return ""
}

// Paged reports whether the document's pages are those of a PDF file.
func (d *Document) Paged() bool { return d.Format == FormatPDF || d.Format == FormatPack }

// PageURL is the official place of a page: the file's address with the page as
// its fragment, or the address alone for documents that have no PDF file.
func (d *Document) PageURL(page int) string {
	if d.URL == "" || !d.Paged() {
		return d.URL
	}
	return d.URL + "#page=" + itoa(page)
}
