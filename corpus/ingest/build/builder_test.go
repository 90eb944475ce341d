package build

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func meta() Meta {
	return Meta{ID: "T", Title: "Test", Label: "T", SHA256: strings.Repeat("0", 64), Format: core.FormatText}
}

func finish(t *testing.T, b *Builder) *core.Document {
	t.Helper()
	d, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sample builds a document with one of everything.
func sample() *Builder {
	b := New(meta(), DefaultLimits())
	b.Page("i")
	b.Furniture(core.FurnitureHeader, "running title")
	b.Zone(core.PassageFront)
	b.Paragraph("A foreword of one line.")
	b.Page("1")
	b.Zone(core.PassageProse)
	b.Heading(Heading{Kind: core.KindSection, Number: "1", Title: "First", Level: 1}, "1 First")
	b.Heading(Heading{Kind: core.KindSection, Number: "1.1", Title: "Inner", Level: 2}, "1.1 Inner")
	eq := b.Paragraph("x = y (1.1)")
	b.Mark(core.KindEquation, "1.1", "", eq)
	b.Algorithm("1", "Add", "Add", []AlgorithmLine{
		{Kind: core.LineCaption, Text: "Algorithm 1 Add(a, b)"},
		{Kind: core.LineInput, Text: "Input: a, b."},
		{Kind: core.LineStep, Step: "1", Text: "1: for a do"},
		{Kind: core.LineStep, Step: "2", Indent: 2, Text: "2: b ← b + 1"},
	})
	b.BeginTable("1", "Sizes", 2, "Table 1. Sizes")
	b.Row(true, []Cell{{Text: "set"}, {Text: "bytes", Column: 1}})
	b.Page("2")
	b.Row(false, []Cell{{Text: "small"}, {Text: "3\n2", Column: 1}})
	b.EndTable()
	b.Heading(Heading{Kind: core.KindAppendix, Number: "A", Title: "Last", Level: 1}, "Appendix A Last")
	b.Paragraph("The end.")
	return b
}

func TestDocument(t *testing.T) {
	d := finish(t, sample())
	want := "A foreword of one line.\n\n1 First\n\n1.1 Inner\n\nx = y (1.1)\n\n" +
		"Algorithm 1 Add(a, b)\nInput: a, b.\n1: for a do\n2:     b ← b + 1\n\n" +
		"Table 1. Sizes\nset\tbytes\nsmall\t3 2\n\nAppendix A Last\n\nThe end.\n\n"
	if diff := cmp.Diff(want, d.Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	var passages []string
	for _, p := range d.Passages {
		passages = append(passages, string(p.Kind)+" "+p.Section+" "+strings.Join(p.Anchors, ","))
	}
	wantPassages := []string{
		"front  ", "prose section-1.1 section-1,section-1.1,equation-1.1", "algorithm section-1.1 algorithm-1",
		"table section-1.1 table-1", "prose appendix-A appendix-A",
	}
	if diff := cmp.Diff(wantPassages, passages); diff != "" {
		t.Errorf("passages (-want +got):\n%s", diff)
	}
}

func TestAnchors(t *testing.T) {
	d := finish(t, sample())
	section := d.Anchor("section-1")
	if got := d.Quote(section.Span); !strings.HasPrefix(got, "1 First") || !strings.HasSuffix(got, "3 2\n\n") {
		t.Errorf("section 1 covers %q", got)
	}
	if section.StartPage != 2 || section.EndPage != 3 {
		t.Errorf("section 1 stands on pages %d to %d, want 2 to 3", section.StartPage, section.EndPage)
	}
	if got := d.Anchor("section-1.1").Parent; got != "section-1" {
		t.Errorf("parent of 1.1 is %q", got)
	}
	if got := d.Quote(d.Anchor("table-1").Span); got != "Table 1. Sizes\nset\tbytes\nsmall\t3 2" {
		t.Errorf("table 1 covers %q", got)
	}
	if got := d.Quote(d.Anchor("equation-1.1").Span); got != "x = y (1.1)" {
		t.Errorf("equation covers %q", got)
	}
}

func TestTableCells(t *testing.T) {
	d := finish(t, sample())
	table := d.Table("table-1")
	if table.HeaderRows != 1 || len(table.Rows) != 2 {
		t.Fatalf("table has %d header rows of %d", table.HeaderRows, len(table.Rows))
	}
	if got := d.Quote(table.At(1, 1).Span); got != "3 2" {
		t.Errorf("cell reads %q", got)
	}
	if p := d.PageAt(table.Rows[1].Span.Start); p.Label != "2" {
		t.Errorf("second row stands on page %q, want 2", p.Label)
	}
}

func TestDuplicateNumbers(t *testing.T) {
	b := New(meta(), DefaultLimits())
	for range 3 {
		b.Heading(Heading{Kind: core.KindSection, Number: "1", Title: "Again", Level: 1}, "1 Again")
		b.Paragraph("text")
	}
	b.Heading(Heading{Kind: core.KindSection, Title: "Works, Cited!", Level: 1}, "Works Cited")
	b.Paragraph("text")
	var ids []string
	for _, a := range finish(t, b).Anchors {
		ids = append(ids, a.ID)
	}
	want := []string{"section-1", "section-1~2", "section-1~3", "section-works-cited"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestPassageSizes(t *testing.T) {
	l := DefaultLimits()
	l.TargetBytes, l.MaxBytes = 100, 200
	b := New(meta(), l)
	for range 10 {
		b.Paragraph(strings.Repeat("word ", 8))
	}
	b.Paragraph(strings.Repeat("line of text\n", 1), strings.Repeat("é", 500))
	d := finish(t, b)
	for i, p := range d.Passages {
		if p.Span.Len() > l.MaxBytes {
			t.Errorf("passage %d has %d bytes, more than %d", i, p.Span.Len(), l.MaxBytes)
		}
	}
	if len(d.Passages) < 6 {
		t.Errorf("only %d passages", len(d.Passages))
	}
}

func TestErrors(t *testing.T) {
	small := DefaultLimits()
	small.MaxText, small.MaxPages, small.MaxAnchors = 10, 1, 1
	tests := []struct {
		name  string
		limit Limits
		build func(*Builder)
		want  error
	}{
		{"nothing", DefaultLimits(), func(b *Builder) {}, ErrNoText},
		{"blank pages", DefaultLimits(), func(b *Builder) { b.Page(""); b.Page("") }, ErrNoText},
		{"row without table", DefaultLimits(), func(b *Builder) { b.Row(false, nil) }, errOrder},
		{"end without table", DefaultLimits(), func(b *Builder) { b.EndTable() }, errOrder},
		{"table in table", DefaultLimits(), func(b *Builder) { b.BeginTable("1", "", 1); b.BeginTable("2", "", 1) }, errOrder},
		{"line without table", DefaultLimits(), func(b *Builder) { b.TableLine("note") }, errOrder},
		{"row after its table", DefaultLimits(), func(b *Builder) { b.BeginTable("1", "", 1); b.EndTable(); b.Row(false, nil) }, errOrder},
		{"mark on text to come", DefaultLimits(), func(b *Builder) { b.Mark(core.KindFigure, "1", "", core.Span{End: 9}) }, errOrder},
		{"columns", DefaultLimits(), func(b *Builder) { b.BeginTable("1", "", 1); b.Row(false, []Cell{{Text: "x", Column: 1 << 40}}) }, ErrLimit},
		{"furniture", small, func(b *Builder) { b.Furniture(core.FurnitureHeader, "far too long a header") }, ErrLimit},
		{"text", small, func(b *Builder) { b.Paragraph("far too long a text") }, ErrLimit},
		{"pages", small, func(b *Builder) { b.Page(""); b.Page("") }, ErrLimit},
		{"anchors", small, func(b *Builder) {
			b.Mark(core.KindFigure, "1", "", core.Span{})
			b.Mark(core.KindFigure, "2", "", core.Span{})
		}, ErrLimit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := New(meta(), tt.limit)
			tt.build(b)
			if d, err := b.Finish(); !errors.Is(err, tt.want) {
				t.Errorf("Finish() = %v, %v; want error %v", d, err, tt.want)
			}
		})
	}
}
