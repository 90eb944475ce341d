package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// source says how to read a table of parameters.
type source struct {
	table string // id of its anchor
	// sideways is set where the sets are the columns, as in FIPS 204, Table 1.
	sideways bool
	// keys is how many columns name what a row is about.
	keys int
	// unit of all values, or of the columns whose name is in units.
	unit  string
	units map[string]string
}

// sources are the tables of parameters by document.
var sources = map[string][]source{
	"NIST.FIPS.203": {{table: "table-2", keys: 1, units: map[string]string{"required RBG strength (bits)": "bits"}}, {table: "table-3", keys: 1, unit: "bytes"}},
	"NIST.FIPS.204": {{table: "table-1", sideways: true, keys: 1}, {table: "table-2", keys: 1, unit: "bytes"}},
	"NIST.FIPS.205": {{table: "table-2", keys: 1, units: map[string]string{"pk bytes": "bytes", "sig bytes": "bytes"}}},
	"NIST.IR.8545": {
		{table: "table-6", keys: 1, units: sizeUnits}, {table: "table-7", keys: 1, units: sizeUnits}, {table: "table-8", keys: 1, units: sizeUnits},
	},
	"NIST.IR.8547.ipd": {{table: "table-2", keys: 2}, {table: "table-4", keys: 2}},
}

var sizeUnits = map[string]string{"Encapsulation Key": "bytes", "Decapsulation Key": "bytes", "Ciphertext": "bytes"}

// tables reads the tables of parameters of a document.
func tables(d *core.Document) ([]standards.Parameter, error) {
	var out []standards.Parameter
	for _, s := range sources[d.ID] {
		t := d.Table(s.table)
		if t == nil {
			return nil, fmt.Errorf("%s has no %s", d.ID, s.table)
		}
		at := standards.Place(d.ID + "#" + s.table)
		if s.sideways {
			out = append(out, columns(d, t, at)...)
			continue
		}
		for row := t.HeaderRows; row < len(t.Rows); row++ {
			out = append(out, s.row(d, t, at, row))
		}
	}
	return out, nil
}

// row reads one row as the values of what its first columns name.
func (s *source) row(d *core.Document, t *core.Table, at standards.Place, row int) standards.Parameter {
	var of []string
	for c := range s.keys {
		of = append(of, withoutNotes(cell(d, t, row, c)))
	}
	p := standards.Parameter{At: at, Page: d.PageAt(t.Rows[row].Span.Start).Number, Of: strings.Join(of, ", ")}
	for c := s.keys; c < t.Columns; c++ {
		name := cell(d, t, t.HeaderRows-1, c)
		unit := s.unit
		if u, ok := s.units[name]; ok {
			unit = u
		}
		p.Values = append(p.Values, standards.Value{Name: withoutNotes(name), Value: typed(cell(d, t, row, c)), Unit: unit})
	}
	return p
}

// columns reads a table whose columns are the sets: one record a column.
func columns(d *core.Document, t *core.Table, at standards.Place) []standards.Parameter {
	var out []standards.Parameter
	for c := 1; c < t.Columns; c++ {
		p := standards.Parameter{At: at, Page: d.PageAt(t.Span.Start).Number, Of: cell(d, t, t.HeaderRows-1, c)}
		for row := t.HeaderRows; row < len(t.Rows); row++ {
			p.Values = append(p.Values, standards.Value{Name: withoutNotes(cell(d, t, row, 0)), Value: typed(cell(d, t, row, c))})
		}
		out = append(out, p)
	}
	return out
}

func cell(d *core.Document, t *core.Table, row, column int) string {
	c := t.At(row, column)
	if c == nil {
		return ""
	}
	return plain(d.Quote(c.Span))
}

// notes match what a cell says besides its name: where to read on, and sources.
var notes = regexp.MustCompile(`\s*(\[[^\]]*\]|\(see [^)]*\))`)

func withoutNotes(s string) string { return strings.TrimSpace(notes.ReplaceAllString(s, "")) }

var (
	number  = regexp.MustCompile(`^(0|[1-9][0-9]*)(\.[0-9]+)?$`)
	grouped = regexp.MustCompile(`^[1-9][0-9]{0,2}( [0-9]{3})+$`)
)

// typed makes a JSON number of a number, thousands separators or not, and a
// string of anything else.
func typed(s string) jsontext.Value {
	if grouped.MatchString(s) {
		s = strings.ReplaceAll(s, " ", "")
	}
	if number.MatchString(s) {
		return jsontext.Value(s)
	}
	quoted, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		panic(err) // only for text that is not UTF-8, and the document is
	}
	return quoted
}
