package core

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// units are those of all passages, as "kind of.index text".
func units(d *Document) (out [][]string) {
	for i := range d.Passages {
		var of []string
		for _, u := range d.Units(i) {
			of = append(of, fmt.Sprintf("%s %d.%d %s", u.Kind, u.Of, u.Index, d.Quote(u.Span)))
		}
		out = append(out, of)
	}
	return out
}

func TestCut(t *testing.T) {
	want := [][]string{
		{"sentence 0.0 1 Sizes", "sentence 0.0 One line."},
		{"sentence 0.0 Algorithm 1 Add", "line 0.0 1: x"},
		{"sentence 0.0 Table 1.", "sentence 0.0 Sizes", "row 0.0 set\tbytes", "row 0.1 small\t32", "row 0.2 large"},
	}
	d := sample()
	if diff := cmp.Diff(want, units(d)); diff != "" {
		t.Errorf("units of a document that has none (-want +got):\n%s", diff)
	}
	d.Cut()
	if diff := cmp.Diff(want, units(d)); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
	d.Passages[0].Units = []Unit{}
	if got := d.Units(0); len(got) != 0 {
		t.Errorf("a passage of no unit was cut anew: %v", got)
	}
}

func TestCutListing(t *testing.T) {
	text := "x = 1. Then\n\n  y = 2\n\n"
	d := &Document{Text: text, Passages: []Passage{{Kind: PassageCode, Span: Span{0, len(text)}}}}
	if diff := cmp.Diff([][]string{{"code 0.0 x = 1. Then", "code 0.0   y = 2"}}, units(d)); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
}

// Spans of rows that no sound document has make no unit.
func TestCutHostileRows(t *testing.T) {
	d := sample()
	d.Tables[0].Rows[1].Span = Span{0, 5}
	d.Tables[0].Rows[2].Span = Span{d.Passages[2].Span.Start, len(d.Text)}
	d.Cut()
	if err := d.Validate(); err == nil {
		t.Error("rows outside their table are valid")
	}
	if err := d.validateUnits(); err != nil {
		t.Error(err)
	}
	if got := units(d)[2]; len(got) != 4 {
		t.Errorf("units are %q, want the caption, the header row and the rest", got)
	}
}

func TestValidateUnits(t *testing.T) {
	last := func(d *Document, passage int) *Unit {
		units := d.Passages[passage].Units
		return &units[len(units)-1]
	}
	for name, spoil := range map[string]func(*Document){
		"a row of no table":     func(d *Document) { last(d, 2).Of = 1 },
		"no row of its table":   func(d *Document) { last(d, 2).Index = 3 },
		"a line of no box":      func(d *Document) { last(d, 1).Of = -1 },
		"no line of its box":    func(d *Document) { last(d, 1).Index = 1 },
		"an unknown kind":       func(d *Document) { last(d, 0).Kind = "word" },
		"outside its passage":   func(d *Document) { last(d, 0).Span.End = len(d.Text) },
		"before the one before": func(d *Document) { last(d, 0).Span.Start = 0 },
		"an end before a start": func(d *Document) { last(d, 0).Span.End = last(d, 0).Span.Start - 1 },
	} {
		d := sample()
		d.Cut()
		spoil(d)
		if err := d.Validate(); err == nil {
			t.Errorf("%s is valid", name)
		}
	}
}
