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

func (words) Facts(_, anchor string) []Fact { return []Fact{{Name: "runs", Value: "of " + anchor}} }

func sample(format core.Format) []*core.Document {
	text := "1 One\n\nThe first paragraph.\nIts second line.\n\n1.1 Two\n\nBelow.\n\nAlgorithm 1 Make_d(x)\nInput: x.\n" +
		strings.Repeat("1: a step\n", 40)
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
		DocID: "D", Anchor: "section-1", Status: core.StatusFinal, Date: "2024", StartPage: 1, EndPage: 2, PrintedPage: "i", URL: "https://example.org/d.pdf#page=1",
	}
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("card of a section: %v (-want +got):\n%s", ok, diff)
	}
	box, _ := deck.Anchor("D", "algorithm-1")
	if !box.More || strings.Count(box.Text, "\n") != maxLines-1 || len(box.Facts) != 1 {
		t.Errorf("card of a long box has %d lines, more: %v, facts %v", strings.Count(box.Text, "\n")+1, box.More, box.Facts)
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
		{Span: core.Span{Start: 44, End: 47}, State: UnknownDocument, Written: "D\n9", Note: "there is no D 9"},
	}
	for at, want := range map[int]string{
		0: "", 4: "D 1, Section 1.1 — Two", 12: "D 1, Section 1 — One", 20: "D 1, Section 1 — One", 23: "", 27: "widget", 33: "widget",
		36: "D 1, Algorithm 1 — Make_d", 40: "", 45: "D 9 does not exist", len(text): "", len(text) + 1: "", -1: "",
	} {
		if c, ok := deck.At(text, at, refs); c.Heading != want || ok != (want != "") {
			t.Errorf("card at %d is %q, want %q", at, c.Heading, want)
		}
	}
	c, _ := deck.At(text, 45, refs)
	if c.Exactness != None || c.Note != "there is no D 9" || c.StartPage != 0 {
		t.Errorf("card of what does not exist: %+v", c)
	}
	if c, _ := deck.At(text, 27, refs); c.StartPage != 2 || c.PrintedPage != "ii" || c.Exactness != Summary {
		t.Errorf("card of a term stands on page %d (%s), %s", c.StartPage, c.PrintedPage, c.Exactness)
	}
}
