package core

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/internal/lex"
)

// UnitKind names what a unit is.
type UnitKind string

// The kinds of units.
const (
	UnitSentence UnitKind = "sentence"
	UnitRow      UnitKind = "row"  // of a table, its header rows included
	UnitLine     UnitKind = "line" // of an algorithm box
	UnitCode     UnitKind = "code" // a line of a listing, which is quoted whole
)

// Unit is the smallest citable piece of a passage. The units of a passage are in
// reading order and do not overlap; white space between them belongs to none.
type Unit struct {
	Kind UnitKind
	Span Span
	// Of is the index of its table in Document.Tables, or of its box in
	// Document.Algorithms, and Index that of the row or line in it; both are 0 for
	// other kinds.
	Of, Index int
}

// Cut cuts each passage into its units. It is for the end of ingest: whoever reads a
// document asks for Units.
func (d *Document) Cut() {
	for i := range d.Passages {
		d.Passages[i].Units = d.cut(&d.Passages[i])
	}
}

// Units returns the units of a passage. They were cut at ingest; for a document from
// a library of an older format they are cut anew with each call, some microseconds.
func (d *Document) Units(passage int) []Unit {
	p := &d.Passages[passage]
	if p.Units != nil {
		return p.Units
	}
	return d.cut(p)
}

// cut cuts a passage: the rows and lines of its elements, and sentences around them.
func (d *Document) cut(p *Passage) []Unit {
	units := []Unit{}
	at := p.Span.Start
	for _, u := range d.elementUnits(p) {
		if u.Span.Start < at || u.Span.End > p.Span.End {
			continue // of a hostile document: no unit overlaps another or leaves its passage
		}
		units = append(d.sentences(units, Span{at, u.Span.Start}), u)
		at = u.Span.End
	}
	return d.sentences(units, Span{at, p.Span.End})
}

// elementUnits are the rows, lines and lines of code of a passage that is a table, a
// box or a listing.
func (d *Document) elementUnits(p *Passage) []Unit {
	var units []Unit
	switch p.Kind {
	case PassageTable:
		for of := range d.Tables {
			if t := &d.Tables[of]; slices.Contains(p.Anchors, t.Anchor) {
				for i := range t.Rows {
					units = append(units, Unit{UnitRow, t.Rows[i].Span, of, i})
				}
			}
		}
	case PassageAlgorithm:
		for of := range d.Algorithms {
			if a := &d.Algorithms[of]; slices.Contains(p.Anchors, a.Anchor) {
				for i := range a.Lines {
					units = append(units, Unit{UnitLine, a.Lines[i].Span, of, i})
				}
			}
		}
	case PassageCode:
		at := p.Span.Start
		for line := range strings.Lines(d.Quote(p.Span)) {
			if text := strings.TrimRight(line, "\n"); strings.TrimSpace(text) != "" {
				units = append(units, Unit{Kind: UnitCode, Span: Span{at, at + len(text)}})
			}
			at += len(line)
		}
	}
	return units
}

// sentences appends the sentences of a span.
func (d *Document) sentences(units []Unit, s Span) []Unit {
	for _, part := range lex.Split(d.Quote(s)) {
		units = append(units, Unit{Kind: UnitSentence, Span: Span{s.Start + part.Start, s.Start + part.End}})
	}
	return units
}
