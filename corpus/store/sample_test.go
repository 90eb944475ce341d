package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// sample is a document, its source and the name of its source file.
type sample struct {
	doc    *core.Document
	source []byte
	name   string

	written *core.Document // as its file has it, where the manifest says otherwise
}

// newSample makes a valid document of about the given number of bytes, with an
// anchor for each passage, an algorithm for every tenth and a table for every
// twentieth. The variant changes its source and its text.
func newSample(t testing.TB, id, variant string, size, passages int) sample {
	t.Helper()
	s := sample{source: []byte("source of " + id + ", " + variant), name: id + ".pdf"}
	d := &core.Document{
		ID: id, Title: "Standard " + id, Label: id, Status: core.StatusFinal, Date: "2024-08-13",
		URL: "https://example.org/" + id + ".pdf", SHA256: hashOf(s.source), Format: core.FormatPDF,
	}
	var b strings.Builder
	for i := range passages {
		addPassage(d, &b, i, variant, size/passages)
	}
	d.Text = b.String()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	s.doc = d
	return s
}

func addPassage(d *core.Document, b *strings.Builder, i int, variant string, size int) {
	start := b.Len()
	fmt.Fprintf(b, "%d Section of %s\n", i+1, variant)
	for n := 0; b.Len() < start+size; n++ {
		fmt.Fprintf(b, "K-PKE.KeyGen shall return the key k^{%d} of %d bytes.\n", n, i)
	}
	span := core.Span{Start: start, End: b.Len()}
	page := len(d.Pages)
	if i%6 == 0 {
		page++
		d.Pages = append(d.Pages, core.Page{
			Number: page, Label: fmt.Sprint(page), Span: core.Span{Start: start},
			Furniture: []core.Furniture{{Kind: core.FurnitureHeader, Text: d.Label}},
		})
	}
	d.Pages[page-1].Span.End = span.End
	a := core.Anchor{
		ID: fmt.Sprint("section-", i+1), Kind: core.KindSection, Number: fmt.Sprint(i + 1), Title: "Section",
		Span: span, StartPage: page, EndPage: page,
	}
	d.Anchors = append(d.Anchors, a)
	d.Passages = append(d.Passages, core.Passage{
		Kind: core.PassageProse, Section: a.ID, Anchors: []string{a.ID}, Span: span, StartPage: page, EndPage: page,
	})
	if i%10 == 0 {
		d.Algorithms = append(d.Algorithms, sampleAlgorithm(a))
	}
	if i%20 == 0 {
		d.Tables = append(d.Tables, sampleTable(a))
	}
}

func sampleAlgorithm(a core.Anchor) core.Algorithm {
	out := core.Algorithm{Anchor: a.ID, Name: "K-PKE.KeyGen", Span: a.Span}
	for n := range 20 {
		at := min(a.Span.Start+n, a.Span.End)
		out.Lines = append(out.Lines, core.AlgorithmLine{
			Kind: core.LineStep, Step: fmt.Sprint(n + 1), Indent: n % 3, Span: core.Span{Start: at, End: a.Span.End},
		})
	}
	return out
}

func sampleTable(a core.Anchor) core.Table {
	out := core.Table{Anchor: a.ID, Caption: "Sizes", HeaderRows: 1, Columns: 5, Span: a.Span}
	for range 8 {
		row := core.Row{Span: a.Span}
		for c := range out.Columns {
			row.Cells = append(row.Cells, core.Cell{Span: a.Span, Column: c, Width: 1, Height: 1})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// smallSample is a sample for tests that do something at every byte or step.
func smallSample(t testing.TB, id, variant string) sample {
	t.Helper()
	return newSample(t, id, variant, 200, 2)
}

// put returns a change that puts the samples.
func put(samples ...sample) func(*Tx) error {
	return func(tx *Tx) error {
		for _, s := range samples {
			if _, err := tx.Put(s.doc, s.source, s.name); err != nil {
				return err
			}
		}
		return nil
	}
}

func mustUpdate(t testing.TB, home string, change func(*Tx) error) {
	t.Helper()
	if err := Update(t.Context(), home, change); err != nil {
		t.Fatal(err)
	}
}

func mustOpen(t testing.TB, home string) *Library {
	t.Helper()
	l, err := Open(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// holds returns the samples' documents in the order of their ids, which is the
// order that they must be given in.
func holds(samples ...sample) []*core.Document {
	docs := []*core.Document{}
	for _, s := range samples {
		docs = append(docs, s.doc)
	}
	return docs
}
