package answer

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// text is a document with prose, a table whose last row reaches over two, and an
// algorithm. Spans are found by what stands there.
const text = `1 Widgets

A widget is a small part. Two widgets can be joined by a screw-
driver or by hand.

goes on from before. The screwdriver is optional.

Table 1. Sizes (in bytes) of widgets
	public key	secret seed
W-1	100	32
W-2	200	64
W-2x

Table 2. Parameters
parameter	W-1	W-2
k - rows [see 3]	7	9

Algorithm 1 Join(a, b)
Joins two widgets.
Input: widgets a and b.
Output: a widget.
1: c ← a
2: return c

`

func at(s string) core.Span {
	i := strings.Index(text, s)
	if i < 0 {
		panic("no " + s)
	}
	return core.Span{Start: i, End: i + len(s)}
}

func cell(s string, column, height int) core.Cell {
	return core.Cell{Span: at(s), Column: column, Width: 1, Height: height}
}

func document() *core.Document {
	whole := core.Span{End: len(text)}
	caption := at("Table 1. Sizes (in bytes) of widgets")
	table := core.Span{Start: caption.Start, End: at("W-2x").End}
	second := core.Span{Start: at("Table 2.").Start, End: at("7\t9").End}
	box := core.Span{Start: at("Algorithm 1").Start, End: at("2: return c").End}
	line := func(k core.AlgorithmLineKind, step, s string) core.AlgorithmLine {
		return core.AlgorithmLine{Kind: k, Step: step, Span: at(s)}
	}
	return &core.Document{
		ID: "W", Label: "W 1", SHA256: strings.Repeat("0", 64), Text: text, Pages: []core.Page{{Number: 1, Label: "1", Span: whole}},
		Anchors: []core.Anchor{
			{ID: "section-1", Kind: core.KindSection, Number: "1", Title: "Widgets", Span: whole, StartPage: 1, EndPage: 1},
			{ID: "table-1", Kind: core.KindTable, Number: "1", Title: "Sizes (in bytes) of widgets", Span: table, StartPage: 1, EndPage: 1},
			{ID: "table-2", Kind: core.KindTable, Number: "2", Title: "Parameters", Span: second, StartPage: 1, EndPage: 1},
			{ID: "algorithm-1", Kind: core.KindAlgorithm, Number: "1", Title: "Join", Span: box, StartPage: 1, EndPage: 1},
		},
		Passages: passages(table, second, box, len(text)),
		Algorithms: []core.Algorithm{{Anchor: "algorithm-1", Name: "Join", Span: box, Lines: []core.AlgorithmLine{
			line(core.LineCaption, "", "Algorithm 1 Join(a, b)"), line(core.LineProse, "", "Joins two widgets."),
			line(core.LineInput, "", "Input: widgets a and b."), line(core.LineOutput, "", "Output: a widget."),
			line(core.LineStep, "1", "1: c ← a"), line(core.LineStep, "2", "2: return c"),
		}}},
		Tables: []core.Table{
			{
				Anchor: "table-1", Caption: "Sizes (in bytes) of widgets", HeaderRows: 1, Columns: 3, Span: table,
				Rows: []core.Row{
					{Span: at("\tpublic key\tsecret seed"), Cells: []core.Cell{cell("public key", 1, 1), cell("secret seed", 2, 1)}},
					{Span: at("W-1\t100\t32"), Cells: []core.Cell{cell("W-1", 0, 1), cell("100", 1, 1), cell("32", 2, 1)}},
					{Span: at("W-2\t200\t64"), Cells: []core.Cell{cell("W-2", 0, 1), cell("200", 1, 2), cell("64", 2, 2)}},
					{Span: at("W-2x"), Cells: []core.Cell{cell("W-2x", 0, 1)}},
				},
			},
			{
				Anchor: "table-2", Caption: "Parameters", HeaderRows: 1, Columns: 3, Span: second,
				Rows: []core.Row{
					{Span: at("parameter\tW-1\tW-2"), Cells: []core.Cell{cell("parameter", 0, 1), {Span: core.Span{Start: at("parameter\tW-1").Start + 10, End: at("parameter\tW-1").End}, Column: 1, Width: 1, Height: 1}, {Span: core.Span{Start: at("parameter\tW-1\tW-2").End - 3, End: at("parameter\tW-1\tW-2").End}, Column: 2, Width: 1, Height: 1}}},
					{Span: at("k - rows [see 3]\t7\t9"), Cells: []core.Cell{cell("k - rows [see 3]", 0, 1), cell("7", 1, 1), cell("9", 2, 1)}},
				},
			},
		},
	}
}

// passages cuts the text: prose, a passage for each table, and the box.
func passages(first, second, box core.Span, end int) []core.Passage {
	passage := func(k core.PassageKind, from, to int, anchors ...string) core.Passage {
		return core.Passage{Kind: k, Section: "section-1", Anchors: anchors, Span: core.Span{Start: from, End: to}, StartPage: 1, EndPage: 1}
	}
	return []core.Passage{
		passage(core.PassageProse, 0, first.Start, "section-1"), passage(core.PassageTable, first.Start, second.Start, "table-1"),
		passage(core.PassageTable, second.Start, box.Start, "table-2"), passage(core.PassageAlgorithm, box.Start, end, "algorithm-1"),
	}
}

type library struct{ doc *core.Document }

func (l library) Documents() []*core.Document { return []*core.Document{l.doc} }

func (l library) Document(id string) *core.Document {
	if id == l.doc.ID {
		return l.doc
	}
	return nil
}

func write(question string, plan core.Plan) Draft {
	l := library{document()}
	w := &Extractive{Library: l, Relevance: coretest.Words{}}
	d, _ := w.Write(context.Background(), Input{Question: question, Plan: plan, Hits: hits()})
	return d
}

func hits() []core.Hit {
	var out []core.Hit
	for i := range document().Passages {
		out = append(out, core.Hit{Passage: core.PassageRef{DocID: "W", Index: i}, Page: 1})
	}
	return out
}

func claims(d Draft) []string {
	var out []string
	for _, c := range d.Claims {
		out = append(out, c.Text)
	}
	return out
}

func TestWrite(t *testing.T) {
	algorithm := []core.AnchorRef{{DocID: "W", Kind: core.KindAlgorithm, Number: "1"}}
	tests := []struct {
		name, question string
		plan           core.Plan
		want           []string
	}{
		{
			"cell by row", "size of the public key of W-1", core.Plan{Intent: core.IntentSize, Terms: []string{"W-1"}},
			[]string{"W-1: public key 100 bytes"},
		},
		{
			"two cells", "public key and secret seed of W-1", core.Plan{Intent: core.IntentSize, Terms: []string{"W-1"}},
			[]string{"W-1: public key 100 bytes, secret seed 32 bytes"},
		},
		{
			"cell that reaches down", "public key size of W-2x", core.Plan{Intent: core.IntentSize, Terms: []string{"W-2x"}},
			[]string{"W-2x: public key 200 bytes"},
		},
		{
			"cell by column and symbol", "what is k for W-2", core.Plan{Intent: core.IntentDefinition, Terms: []string{"W-2"}},
			[]string{"W-2: k - rows 9"},
		},
		{
			"steps", "steps of Algorithm 1", core.Plan{Intent: core.IntentSteps, References: algorithm},
			[]string{"Joins two widgets.", "Input: widgets a and b.", "Output: a widget.", "1: c ← a", "2: return c"},
		},
		{
			"inputs and outputs", "inputs of Algorithm 1", core.Plan{Intent: core.IntentInterface, References: algorithm},
			[]string{"Input: widgets a and b.", "Output: a widget."},
		},
		{
			"what a box leaves open", "inputs of Algorithm 1, whether joined by screwdriver or by hand",
			core.Plan{Intent: core.IntentInterface, References: algorithm},
			[]string{
				"Input: widgets a and b.", "Output: a widget.", "Two widgets can be joined by a screwdriver or by hand.", "The screwdriver is optional.",
			},
		},
		{
			"a table as a whole", "show Table 2", core.Plan{Intent: core.IntentGeneral, References: []core.AnchorRef{{DocID: "W", Kind: core.KindTable, Number: "2"}}},
			[]string{"Table 2. Parameters", "parameter | W-1 | W-2", "k - rows [see 3] | 7 | 9"},
		},
		{
			"definition", "what is a widget?", core.Plan{Intent: core.IntentDefinition},
			[]string{"A widget is a small part."},
		},
		{
			"sentence without its line break", "joined by screwdriver or by hand", core.Plan{Intent: core.IntentGeneral},
			[]string{"Two widgets can be joined by a screwdriver or by hand.", "The screwdriver is optional."},
		},
		{"nothing", "weather tomorrow", core.Plan{Intent: core.IntentGeneral}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := write(tt.question, tt.plan)
			if diff := cmp.Diff(tt.want, claims(d)); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			checkCitations(t, d)
		})
	}
}

// checkCitations holds that each claim is cited and each quote stands at its
// span.
func checkCitations(t *testing.T, d Draft) {
	t.Helper()
	keys := map[string]bool{}
	for _, c := range d.Citations {
		keys[c.Key] = true
		if got := text[c.Span.Start:c.Span.End]; got != c.Quote || c.Quote == "" {
			t.Errorf("%s quotes %q, its span reads %q", c.Key, c.Quote, got)
		}
	}
	for _, c := range d.Claims {
		if len(c.Citations) == 0 {
			t.Errorf("%q is not cited", c.Text)
		}
		for _, k := range c.Citations {
			if !keys[k] {
				t.Errorf("%q cites unknown %s", c.Text, k)
			}
		}
	}
}

func TestShortAnswer(t *testing.T) {
	d := write("size of the public key of W-1", core.Plan{Intent: core.IntentSize, Terms: []string{"W-1"}})
	if want := "W-1: public key 100 bytes"; d.Short != want {
		t.Errorf("short answer %q, want %q", d.Short, want)
	}
	if !d.Exact || len(d.Citations) != 2 {
		t.Errorf("exact %v, %d citations: want the row and the head of the table", d.Exact, len(d.Citations))
	}
}

func TestOneLine(t *testing.T) {
	doc := &core.Document{Text: "the responsible party. Key-encapsulation is good."}
	for quote, want := range map[string]string{
		"a respon-\nsible one": "a responsible one", "key-\nestablishment": "key-establishment", "one\n  two\n\nthree": "one two three",
	} {
		if got := oneLine(doc, quote); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", quote, got, want)
		}
	}
}
