package card

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// words is a glossary of one word.
type words struct{}

func (words) At(text string, offset int) (Entry, bool) {
	at := strings.Index(text, "widget")
	if at < 0 || offset < at || offset > at+6 {
		return Entry{}, false
	}
	return Entry{
		Subject: OfTerm, Heading: "widget", Text: "A widget is small.", DocID: "D", Anchor: "section-1", Pages: []int{2},
		Span: core.Span{Start: at, End: at + 6},
	}, true
}

func (words) Summary(_, anchor string) string {
	if anchor == "equation-2" {
		return ""
	}
	return "It says what " + anchor + " is."
}

func (words) Facts(_, anchor string) []Fact { return []Fact{{Name: "runs", Value: "of " + anchor}} }

func sample(format core.Format) []*core.Document {
	text := "1 One\n\nThe first paragraph.\nIts second line.\n\n1.1 Two\n\nBelow.\n\nAlgorithm 1 Make_d(x)\nInput: x.\n" +
		strings.Repeat("1: a step\n", 100)
	section := strings.Index(text, "1.1 Two")
	box := strings.Index(text, "Algorithm 1")
	return []*core.Document{{
		ID: "D", Label: "D 1", Title: "Document", Status: core.StatusFinal, Date: "2024", URL: "https://example.org/d.pdf", Format: format, Text: text,
		Pages: []core.Page{{Number: 1, Label: "i", Span: core.Span{End: box}}, {Number: 2, Label: "ii", Span: core.Span{Start: box, End: len(text)}}},
		Anchors: []core.Anchor{
			{ID: "section-1", Kind: core.KindSection, Number: "1", Title: "One", Span: core.Span{End: len(text)}, StartPage: 1, EndPage: 2},
			{ID: "section-1.1", Kind: core.KindSection, Number: "1.1", Title: "Two", Parent: "section-1", Span: core.Span{Start: section, End: len(text)}, StartPage: 1, EndPage: 2},
			{ID: "algorithm-1", Kind: core.KindAlgorithm, Number: "1", Title: "Make_d", Parent: "section-1.1", Span: core.Span{Start: box, End: len(text)}, StartPage: 2, EndPage: 2},
		},
	}}
}

func TestAnchor(t *testing.T) {
	deck := NewDeck(sample(core.FormatPDF), words{})
	got, ok := deck.Anchor("D", "section-1")
	want := Card{
		Subject: OfReference, State: Resolved, Heading: "D 1, Section 1 — One", Text: "The first paragraph.\nIts second line.", Exactness: Verbatim,
		DocID: "D", Anchor: "section-1", Place: "D 1, Section 1", Status: core.StatusFinal, Date: "2024", StartPage: 1, EndPage: 2, PrintedPage: "i", URL: "https://example.org/d.pdf#page=1",
	}
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("card of a section: %v (-want +got):\n%s", ok, diff)
	}
	box, _ := deck.Anchor("D", "algorithm-1")
	if !box.More || strings.Count(box.Text, "\n") != maxLines-1 || len(box.Facts) != 1 {
		t.Errorf("card of a long box has %d lines, more: %v, facts %v", strings.Count(box.Text, "\n")+1, box.More, box.Facts)
	}
	if box.Shorten(DefaultLines); !box.More || strings.Count(box.Text, "\n") != DefaultLines-1 {
		t.Errorf("shortened card has %d lines", strings.Count(box.Text, "\n")+1)
	}
	if got.Shorten(2); got.More {
		t.Errorf("a card of two lines was cut: %q", got.Text)
	}
	for _, anchor := range []string{"section-9", "x"} {
		if _, ok := deck.Anchor("D", anchor); ok {
			t.Errorf("there is a card of %q", anchor)
		}
	}
	if _, ok := deck.Anchor("E", ""); ok {
		t.Error("there is a card of a document that is not there")
	}
}

// TestUnread checks that a text with unreadable characters is not called verbatim. For
// a formula whose own lines the file does not reveal, a card has the place, and our
// words if there are any; nothing is called verbatim.
func TestFormulaWithoutLines(t *testing.T) {
	docs := sample(core.FormatPDF)
	for _, number := range []string{"1", "2"} {
		docs[0].Anchors = append(docs[0].Anchors, core.Anchor{ID: "equation-" + number, Kind: core.KindEquation, Number: number, Span: core.Span{Start: 30, End: 30}, StartPage: 1, EndPage: 1})
	}
	deck := NewDeck(docs, words{})
	if got, _ := deck.Anchor("D", "equation-1"); got.Exactness != Summary || got.Text != "It says what equation-1 is." || got.StartPage != 1 {
		t.Errorf("card with a summary is %+v", got)
	}
	if got, _ := deck.Anchor("D", "equation-2"); got.Exactness != None || got.Text != "" {
		t.Errorf("card without one is %+v", got)
	}
}

func TestUnread(t *testing.T) {
	docs := sample(core.FormatPDF)
	docs[0].Text = strings.Replace(docs[0].Text, "second", "s\uFFFDd", 1) + "\n" // a byte less
	c, ok := NewDeck(docs, words{}).Anchor("D", "section-1")
	if !ok || c.Exactness != Unread || c.Unreadable() != 1 || !c.Exactness.Own() {
		t.Errorf("card is %q with %d characters unread: %+v", c.Exactness, c.Unreadable(), c)
	}
}

func TestSummary(t *testing.T) {
	deck := NewDeck(sample(core.FormatPack), words{})
	got, _ := deck.Anchor("D", "section-1")
	if got.Exactness != Summary || got.More || got.Text != "The first paragraph.\nIts second line." {
		t.Errorf("card of a summary is %q, %q, more: %v", got.Exactness, got.Text, got.More)
	}
}

func TestAt(t *testing.T) {
	deck := NewDeck(sample(core.FormatPDF), words{})
	const text = "See D 1, Section 1.1 and a widget; Make(x), D 9."
	refs := []Reference{
		{Span: core.Span{Start: 4, End: 20}, State: Resolved, DocID: "D", Anchor: "section-1.1", Written: "D 1, Section 1.1"},
		{Span: core.Span{Start: 9, End: 20}, State: Resolved, DocID: "D", Anchor: "section-1", Written: "Section 1"},
		{Span: core.Span{Start: 44, End: 47}, State: UnknownDocument, Written: "D\n9", Note: "D 9 is not known"},
	}
	for at, want := range map[int]string{
		0: "", 4: "D 1, Section 1.1 — Two", 12: "D 1, Section 1 — One", 20: "D 1, Section 1 — One", 23: "", 27: "widget", 33: "widget",
		36: "D 1, Algorithm 1 — Make_d", 40: "", 45: "D 9", len(text): "", len(text) + 1: "", -1: "",
	} {
		if c, ok := deck.At(text, at, refs); c.Heading != want || ok != (want != "") {
			t.Errorf("card at %d is %q, want %q", at, c.Heading, want)
		}
	}
	c, _ := deck.At(text, 45, refs)
	if c.Exactness != None || c.Note != "D 9 is not known" || c.StartPage != 0 {
		t.Errorf("card of what does not exist: %+v", c)
	}
	if c, _ := deck.At(text, 27, refs); c.StartPage != 2 || c.PrintedPage != "ii" || c.Exactness != Summary {
		t.Errorf("card of a term stands on page %d (%s), %s", c.StartPage, c.PrintedPage, c.Exactness)
	}
}

// defined answers with an entry whatever is asked.
type defined struct {
	words
	entry Entry
}

func (d defined) At(string, int) (Entry, bool) { return d.entry, true }

// glossaryDocument has a list of words, a list of acronyms, a table and prose.
func glossaryDocument() *core.Document {
	d := &core.Document{ID: "D", Label: "D 1", Format: core.FormatPDF, URL: "https://example.org/d.pdf"}
	section := func(id, title, text string) {
		start := len(d.Text)
		d.Text += text
		span := core.Span{Start: start, End: len(d.Text)}
		d.Anchors = append(d.Anchors, core.Anchor{ID: id, Kind: core.KindSection, Title: title, Span: span, StartPage: len(d.Pages) + 1, EndPage: len(d.Pages) + 1})
		d.Passages = append(d.Passages, core.Passage{Section: id, Span: span})
		d.Pages = append(d.Pages, core.Page{Number: len(d.Pages) + 1, Span: span})
	}
	section("terms", "Terms and Definitions", "widget A part that nobody can do without.\n\ngadget A thing.\n\n")
	section("acronyms", "Acronyms", "WGT Widget of the Greatest Thinkable kind\n\n")
	section("prose", "Overview", "We like gizmos. A gizmo is a widget with two handles and a lid. The sprocket has:\n\n")
	section("sizes", "Sizes", "set\tsize\nS-1\t100\nS-2\n")
	at := d.Pages[3].Span.Start
	row := func(start, end int, cells ...core.Cell) core.Row {
		return core.Row{Span: core.Span{Start: at + start, End: at + end}, Cells: cells}
	}
	cell := func(start, end, column, height int) core.Cell {
		return core.Cell{Span: core.Span{Start: at + start, End: at + end}, Column: column, Width: 1, Height: height}
	}
	d.Tables = []core.Table{{Anchor: "sizes", HeaderRows: 1, Columns: 2, Rows: []core.Row{
		row(0, 8, cell(0, 3, 0, 1), cell(4, 8, 1, 1)), row(9, 16, cell(9, 12, 0, 1), cell(13, 16, 1, 2)), row(17, 20, cell(17, 20, 0, 1)),
	}}}
	return d
}

func TestDefinition(t *testing.T) {
	tests := []struct {
		name   string
		entry  Entry
		want   string
		page   int
		status Exactness
	}{
		{"entry of a list", Entry{Names: []string{"widget"}, Anchor: "terms"}, "widget A part that nobody can do without.", 1, Verbatim},
		{"entry too short to say anything", Entry{Names: []string{"gadget"}, Anchor: "terms"}, "ours", 1, Summary},
		{"acronym", Entry{Names: []string{"WGT"}, Anchor: "acronyms"}, "ours", 2, Summary},
		{"defining sentence", Entry{Names: []string{"Gizmo"}, Anchor: "prose"}, "A gizmo is a widget with two handles and a lid.", 3, Verbatim},
		{"on other pages than the anchor's", Entry{Names: []string{"gizmo"}, Anchor: "terms", Pages: []int{1, 3}}, "A gizmo is a widget with two handles and a lid.", 3, Verbatim},
		{"not on the pages", Entry{Names: []string{"gizmo"}, Anchor: "terms", Pages: []int{1, 2}}, "ours", 1, Summary},
		{"what only announces", Entry{Names: []string{"sprocket"}, Anchor: "prose"}, "ours", 3, Summary},
		{"row of a table", Entry{Names: []string{"S-1"}, Anchor: "sizes"}, "set\tsize\nS-1\t100", 4, Verbatim},
		{"row that shares a cell", Entry{Names: []string{"S-2"}, Anchor: "sizes"}, "set\tsize\nS-1\t100\nS-2", 4, Verbatim},
		{"no names", Entry{Anchor: "terms"}, "ours", 1, Summary},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.entry.DocID, tt.entry.Text = "D", "ours"
			deck := NewDeck([]*core.Document{glossaryDocument()}, defined{entry: tt.entry})
			for range 2 { // looked for, and remembered
				c, _ := deck.At("x", 0, nil)
				if c.Text != tt.want || c.StartPage != tt.page || c.Exactness != tt.status {
					t.Errorf("card reads %q on page %d, %s; want %q on %d, %s", c.Text, c.StartPage, c.Exactness, tt.want, tt.page, tt.status)
				}
			}
		})
	}
}
