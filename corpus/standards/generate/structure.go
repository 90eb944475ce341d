package main

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
)

// structure reads the elements of a document.
func structure(d *core.Document, all *refs.Resolver) ([]standards.Element, error) {
	s, ok := standards.ByID(d.ID)
	if !ok {
		return nil, fmt.Errorf("document %q is not in the pack", d.ID)
	}
	runs, refs := corpus.Runs(d), corpus.Refs(d, all)
	var out []standards.Element
	for i := range d.Anchors {
		a := &d.Anchors[i]
		e := standards.Element{
			ID: a.ID, Kind: a.Kind, Number: a.Number, Title: plain(a.Title), Page: a.StartPage, Last: a.EndPage,
			Printed: s.Printed(a.StartPage), Parent: a.Parent, Runs: runs[a.ID],
		}
		if box := d.Algorithm(a.ID); box != nil {
			io := corpus.InterfaceOf(d, box)
			e.Lines, e.Inputs, e.Outputs = box.Numbered(), io.Inputs, io.Outputs
		}
		for _, link := range refs[a.ID] {
			e.Refs = append(e.Refs, standards.Place(link.DocID+"#"+link.Anchor))
		}
		out = append(out, e)
	}
	return out, nil
}

// plain folds a text to one line of plain letters.
func plain(s string) string {
	return strings.ReplaceAll(quote.Fold(s), "-\n", "")
}
