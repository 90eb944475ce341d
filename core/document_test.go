package core

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sample is a document of two pages with a section, an algorithm and a table.
func sample() *Document {
	text := "1 Sizes\n\nOne line.\n\nAlgorithm 1 Add\n1: x\n\nTable 1. Sizes\nset\tbytes\nsmall\t32\nlarge\n\n"
	page := strings.Index(text, "Table")
	algorithm := strings.Index(text, "Algorithm")
	row := func(s string) Span { i := strings.Index(text, s); return Span{i, i + len(s)} }
	return &Document{
		ID: "T", Label: "T 1", Title: "Test", SHA256: strings.Repeat("0", 64), Format: FormatPDF, URL: "https://example.org/t.pdf", Text: text,
		Pages: []Page{{Number: 1, Label: "i", Span: Span{0, page}}, {Number: 2, Label: "1", Span: Span{page, len(text)}}},
		Anchors: []Anchor{
			{ID: "section-1", Kind: KindSection, Number: "1", Title: "Sizes", Span: Span{0, len(text)}, StartPage: 1, EndPage: 2},
			{ID: "algorithm-1", Kind: KindAlgorithm, Number: "1", Title: "Add", Parent: "section-1", Span: Span{algorithm, page - 2}, StartPage: 1, EndPage: 1},
			{ID: "table-1", Kind: KindTable, Number: "1", Title: "Sizes", Parent: "section-1", Span: Span{page, len(text) - 2}, StartPage: 2, EndPage: 2},
		},
		Passages: []Passage{
			{Kind: PassageProse, Section: "section-1", Anchors: []string{"section-1"}, Span: Span{0, algorithm}, StartPage: 1, EndPage: 1},
			{Kind: PassageAlgorithm, Section: "section-1", Anchors: []string{"algorithm-1"}, Span: Span{algorithm, page}, StartPage: 1, EndPage: 1},
			{Kind: PassageTable, Section: "section-1", Anchors: []string{"table-1"}, Span: Span{page, len(text)}, StartPage: 2, EndPage: 2},
		},
		Algorithms: []Algorithm{{Anchor: "algorithm-1", Name: "Add", Span: Span{algorithm, page - 2}, Lines: []AlgorithmLine{{Kind: LineStep, Step: "1", Span: row("1: x")}}}},
		Tables: []Table{{
			Anchor: "table-1", Caption: "Sizes", HeaderRows: 1, Columns: 2, Span: Span{page, len(text) - 2},
			Rows: []Row{
				{Span: row("set\tbytes"), Cells: []Cell{{Span: row("set"), Width: 1, Height: 1}, {Span: row("bytes"), Column: 1, Width: 1, Height: 1}}},
				{Span: row("small\t32"), Cells: []Cell{{Span: row("small"), Width: 1, Height: 1}, {Span: row("32"), Column: 1, Width: 1, Height: 2}}},
				{Span: row("large"), Cells: []Cell{{Span: row("large"), Width: 1, Height: 1}}},
			},
		}},
	}
}

func TestValidate(t *testing.T) {
	if err := sample().Validate(); err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(*Document){
		"no id":               func(d *Document) { d.ID = "" },
		"short hash":          func(d *Document) { d.SHA256 = "00" },
		"no pages":            func(d *Document) { d.Pages = nil },
		"invalid text":        func(d *Document) { d.Text = d.Text[:len(d.Text)-1] + "\xff" },
		"page number":         func(d *Document) { d.Pages[1].Number = 3 },
		"gap between pages":   func(d *Document) { d.Pages[1].Span.Start++ },
		"text after pages":    func(d *Document) { d.Text += "x" },
		"gap in passages":     func(d *Document) { d.Passages[1].Span.Start++ },
		"empty passage":       func(d *Document) { d.Passages[0].Span.End = 0 },
		"passage on page":     func(d *Document) { d.Passages[2].StartPage = 1 },
		"unknown section":     func(d *Document) { d.Passages[0].Section = "section-9" },
		"unknown anchor":      func(d *Document) { d.Passages[0].Anchors[0] = "x" },
		"anchor twice":        func(d *Document) { d.Anchors[1].ID = "section-1" },
		"anchor's own parent": func(d *Document) { d.Anchors[0].Parent = "section-1" },
		"anchor outside":      func(d *Document) { d.Anchors[0].Span.End = 10_000 },
		"anchor's pages":      func(d *Document) { d.Anchors[0].EndPage = 3 },
		"algorithm's anchor":  func(d *Document) { d.Algorithms[0].Anchor = "x" },
		"line outside box":    func(d *Document) { d.Algorithms[0].Lines[0].Span.Start = 0 },
		"cell outside row":    func(d *Document) { d.Tables[0].Rows[0].Cells[0].Span.Start = 0 },
		"cell beyond columns": func(d *Document) { d.Tables[0].Rows[0].Cells[1].Width = 2 },
		"flat cell":           func(d *Document) { d.Tables[0].Rows[0].Cells[1].Height = 0 },
		"row that ends early": func(d *Document) { d.Tables[0].Rows[1] = Row{Span: Span{d.Tables[0].Span.End, d.Tables[0].Span.Start}} },
		"row outside table":   func(d *Document) { d.Tables[0].Span.Start += 20 },
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			d := sample()
			spoil(d)
			if err := d.Validate(); !errors.Is(err, ErrInvalidDocument) {
				t.Errorf("Validate() = %v, want %v", err, ErrInvalidDocument)
			}
		})
	}
}

func TestLocate(t *testing.T) {
	d := sample()
	cell := d.Tables[0].At(1, 1).Span
	want := Locator{
		DocID: "T", Title: "Test", Section: "1 Sizes", Anchor: "table-1", StartPage: 2, EndPage: 2,
		PrintedPage: "1", Span: cell, URL: "https://example.org/t.pdf#page=2",
	}
	if diff := cmp.Diff(want, d.Locate(cell)); diff != "" {
		t.Errorf("locator (-want +got):\n%s", diff)
	}
}

func TestTableAt(t *testing.T) {
	d := sample()
	table := &d.Tables[0]
	for _, tt := range []struct {
		row, column int
		want        string
	}{{0, 1, "bytes"}, {1, 1, "32"}, {2, 1, "32"}, {2, 0, "large"}} {
		if got := d.Quote(table.At(tt.row, tt.column).Span); got != tt.want {
			t.Errorf("cell %d, %d reads %q, want %q", tt.row, tt.column, got, tt.want)
		}
	}
	if c := table.At(0, 5); c != nil {
		t.Errorf("cell beyond the table: %+v", c)
	}
}

func TestNames(t *testing.T) {
	tests := []struct {
		anchor        Anchor
		name, heading string
	}{
		{Anchor{Kind: KindSection, Number: "7.2", Title: "Use"}, "Section 7.2", "7.2 Use"},
		{Anchor{Kind: KindAppendix, Number: "A", Title: "More"}, "Appendix A", "Appendix A. More"},
		{Anchor{Kind: KindAlgorithm, Number: "3", Title: "Add"}, "Algorithm 3", "Algorithm 3. Add"},
		{Anchor{Kind: KindEquation, Number: "4.7"}, "Equation 4.7", "Equation 4.7"},
		{Anchor{Kind: KindSection, Title: "Abstract"}, "Abstract", "Abstract"},
	}
	for _, tt := range tests {
		if tt.anchor.Name() != tt.name || tt.anchor.Heading() != tt.heading {
			t.Errorf("%+v is named %q and %q", tt.anchor, tt.anchor.Name(), tt.anchor.Heading())
		}
	}
}

func TestBudget(t *testing.T) {
	if err := DefaultBudget().Validate(); err != nil {
		t.Error(err)
	}
	for _, b := range []Budget{{}, {Steps: 8, ToolCalls: 3, Rounds: 2, MinHits: -1}, {Steps: 0, ToolCalls: 3, Rounds: 2, MinHits: 2}} {
		if err := b.Validate(); !errors.Is(err, ErrBudget) {
			t.Errorf("Validate(%+v) = %v", b, err)
		}
	}
}
