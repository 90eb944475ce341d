package build

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func section(b *Builder, number string, level int) {
	b.Heading(Heading{Kind: core.KindSection, Number: number, Title: "T", Level: level}, number+" T")
}

// passages returns the texts of the passages without their last line breaks.
func passages(d *core.Document) []string {
	var out []string
	for _, p := range d.Passages {
		out = append(out, strings.TrimRight(d.Quote(p.Span), "\n"))
	}
	return out
}

func TestPacking(t *testing.T) {
	limits := Limits{TargetBytes: 40, MaxBytes: 60}
	a, c := strings.Repeat("a", 28), strings.Repeat("c", 50)
	tests := []struct {
		name  string
		build func(*Builder)
		want  []string
	}{
		{"up to the target", func(b *Builder) { b.Paragraph("one"); b.Paragraph("two"); b.Paragraph(a); b.Paragraph("three") },
			[]string{"one\n\ntwo\n\n" + a, "three"}},
		{"a lead-in stays with its text", func(b *Builder) { b.Paragraph("lead:"); b.Paragraph(c) },
			[]string{"lead:\n\n" + c}},
		{"but not beyond the maximum", func(b *Builder) { b.Paragraph("lead in:"); b.Paragraph(c) },
			[]string{"lead in:", c}},
		{"at a heading", func(b *Builder) { section(b, "1", 1); b.Paragraph("x"); section(b, "2", 1); b.Paragraph("y") },
			[]string{"1 T\n\nx", "2 T\n\ny"}},
		{"headings without text go on", func(b *Builder) { section(b, "1", 1); section(b, "1.1", 2); b.Paragraph("x") },
			[]string{"1 T\n\n1.1 T\n\nx"}},
		{"at a zone", func(b *Builder) {
			b.Zone(core.PassageFront)
			b.Paragraph("x")
			b.Zone(core.PassageProse)
			b.Paragraph("y")
		},
			[]string{"x", "y"}},
		{"around a table", func(b *Builder) {
			b.Paragraph("x")
			b.BeginTable("1", "", 1)
			b.Row(false, []Cell{{Text: a + a + a}})
			b.TableLine("note")
			b.EndTable()
			b.Paragraph("y")
		}, []string{"x", a + a + a + "\nnote", "y"}},
		{"what stands in a table is a part of it", func(b *Builder) {
			b.BeginTable("1", "", 1)
			b.Row(false, []Cell{{Text: "x"}})
			b.Paragraph("y")
			b.Row(false, []Cell{{Text: "z"}})
			b.EndTable()
		}, []string{"x\ny\nz"}},
		{"long lines at line ends", func(b *Builder) { b.Paragraph(a, a, a) }, []string{a, a + "\n" + a}},
		{"a long line at words", func(b *Builder) { b.Paragraph(strings.Repeat("word ", 14)) },
			[]string{"word word word word word word word ", "word word word word word word word"}},
		{"a long word between characters", func(b *Builder) { b.Paragraph(strings.Repeat("é", 31)) },
			[]string{strings.Repeat("é", 16), strings.Repeat("é", 15)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := New(meta(), limits)
			tt.build(b)
			if diff := cmp.Diff(tt.want, passages(finish(t, b))); diff != "" {
				t.Errorf("passages (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTableWithoutNumber(t *testing.T) {
	b := New(meta(), DefaultLimits())
	b.BeginTable("", "Key sizes", 1)
	b.Row(false, []Cell{{Text: "x", Column: 1}})
	b.EndTable()
	b.BeginTable("", "", 1)
	b.Row(false, []Cell{{Text: "y"}})
	b.EndTable()
	d := finish(t, b)
	if len(d.Tables) != 1 || d.Tables[0].Anchor != "table-key-sizes" || d.Tables[0].Columns != 2 {
		t.Errorf("tables are %+v, want one that is cited by its title and has 2 columns", d.Tables)
	}
	if got := d.Passages[1].Kind; got != core.PassageProse {
		t.Errorf("rows that nothing names are %q, want prose", got)
	}
}

func TestMarkLate(t *testing.T) {
	b := New(meta(), DefaultLimits())
	section(b, "1", 1)
	eq := b.Paragraph("x = y (1)")
	section(b, "1.1", 2)
	b.Mark(core.KindEquation, "1", "", eq)
	var ids []string
	for _, a := range finish(t, b).Anchors {
		ids = append(ids, a.ID)
	}
	if diff := cmp.Diff([]string{"section-1", "equation-1", "section-1.1"}, ids); diff != "" {
		t.Errorf("anchors are not in reading order (-want +got):\n%s", diff)
	}
}

// BenchmarkBuild measures a document of 10,000 paragraphs.
func BenchmarkBuild(b *testing.B) {
	line := strings.Repeat("a word and ", 8)
	b.SetBytes(int64(40_000 * len(line)))
	for b.Loop() {
		d := New(meta(), DefaultLimits())
		for i := range 10_000 {
			if i%20 == 0 {
				section(d, "1", 1)
			}
			d.Paragraph(line, line, line, line)
		}
		if _, err := d.Finish(); err != nil {
			b.Fatal(err)
		}
	}
}
