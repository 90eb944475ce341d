package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// found is the cells of one table that a question asks for one term.
type found struct {
	grid
	values []value
	label  string // of the row that is asked about, where there is one
	score  float64
}

// value is one cell with the labels that it answers to.
type value struct {
	subject, property string
	row, column       int
	cell              *core.Cell
}

// cycles matches the measure of speed. The headers of such tables abbreviate operations, and
// those of sizes name them: "Decapsulation Key" is no answer to how long decapsulation takes.
var cycles = regexp.MustCompile(`(?i)cycles\b`)

// lookup is a way to find the values of a term in a table.
type lookup func(g grid, term, question string) []value

// tables answers with the cells where a term of the question meets a property
// that it asks for: terms as row labels and properties as column headers, or
// the other way round. Each term is looked up in the table that fits it best.
func (w *Extractive) tables(in Input) Draft {
	if cycles.MatchString(in.Question) {
		return Draft{}
	}
	for _, read := range []lookup{w.valuesByRow, w.valuesByColumn} {
		d := Draft{Exact: true}
		for _, term := range in.Plan.Terms {
			if best := w.bestTable(in, term, read); len(best.values) > 0 {
				d.addValues(&best)
			}
		}
		if len(d.Claims) > 0 {
			return d
		}
	}
	return Draft{}
}

// saysMore is how much more of a question a statement has to cover than cells do so that they
// are of something else, which the question only names. Of 30 questions of eval/questions with
// both, statements that say less to the point cover at most 0.07 more.
const saysMore = 0.08

// cells answers with the cells of tables, or with a likely statement that says more.
func (w *Extractive) cells(in Input) Draft {
	cells, stated := w.tables(in), w.statements(in, minAlso)
	if len(cells.Claims) == 0 || len(stated.Claims) == 0 {
		return cells
	}
	e := in.evidence(w)
	covered := func(d *Draft) float64 { return e.measure.Share(e.measure.Marks(w.inContext(d))) }
	more := saysMore
	if slices.ContainsFunc(in.Facts, func(f core.Fact) bool { return f.Statement == stated.Short && f.Chance >= sureStated }) {
		more = 0 // it is what is asked for
	}
	if covered(&stated) > covered(&cells)+more {
		return stated
	}
	return cells
}

func (w *Extractive) bestTable(in Input, term string, read lookup) found {
	var best found
	for g := range w.grids(in) {
		asked := in.asked()
		if g.doc.Identity == core.IdentityOwn && g.doc.Source() != core.SourcePack {
			asked = in.Question // what the standards call it names no header of others
		}
		f := found{grid: g, values: read(g, term, asked)}
		if len(f.values) == 0 {
			continue
		}
		share, _ := w.covers(in.Question, g.Caption)
		if f.score = float64(len(f.values)) + share; f.score > best.score {
			best = f
		}
	}
	return best
}

// inScope returns the documents that the question names or is kept to, all if there
// are none. Those that nobody vouches for come last: of two that say the same of a
// standard's term, the standard is asked first.
func (w *Extractive) inScope(in Input) []*core.Document {
	var out []*core.Document
	for _, id := range in.Plan.Scope {
		if doc := w.Library.Document(id); doc != nil {
			out = append(out, doc)
		}
	}
	if len(out) == 0 {
		out = slices.Clone(w.Library.Documents())
	}
	own := func(d *core.Document) int {
		if d.Identity == core.IdentityOwn {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b *core.Document) int { return own(a) - own(b) })
	return out
}

// valuesByRow reads the rows labelled with the term under the headers that the
// question names.
func (w *Extractive) valuesByRow(g grid, term, question string) []value {
	var out []value
	for r := range g.body() {
		label := g.labelled(r, term)
		if label < 0 {
			continue
		}
		for c := label + 1; c < g.Columns; c++ {
			header := g.header(c)
			if header == "" || !w.names(header, term, question) {
				continue
			}
			if cell := g.At(r, c); cell != nil {
				out = append(out, value{subject: term, property: header, row: r, column: c, cell: cell})
			}
		}
	}
	return out
}

// valuesByColumn reads the column headed by the term, a parameter set, at the
// row whose label the question names.
func (w *Extractive) valuesByColumn(g grid, term, question string) []value {
	if !strings.ContainsAny(term, "0123456789") {
		return nil
	}
	var out []value
	for c := 1; c < g.Columns; c++ {
		if !g.heads(c, term) {
			continue
		}
		for r := range g.body() {
			label, cell := g.At(r, 0), g.At(r, c)
			if label == nil || cell == nil || !w.namesRow(g.text(label), term, question) {
				continue
			}
			out = append(out, value{subject: term, property: labelWords(g.text(label)), row: r, column: c, cell: cell})
		}
	}
	return out
}

// namesRow reports whether the question names a row by its label; a label that
// begins with a symbol, "τ - number of …", is named by its symbol alone.
func (w *Extractive) namesRow(label, term, question string) bool {
	if symbol, _, ok := strings.Cut(label, " - "); ok && w.names(symbol, term, question) {
		return true
	}
	return w.names(labelWords(label), term, question)
}

// names reports whether the question has every word of a header besides the term.
// Nearly every word is not enough: "shared secret key" would answer to "encapsulation
// key".
func (w *Extractive) names(header, term, question string) bool {
	share, missing := w.covers(withoutUnits(header), strings.ReplaceAll(question, term, " "))
	return share > 0 && len(missing) == 0
}

// addValues claims the cells that were found for one term, in one claim with those of the
// terms before it.
func (d *Draft) addValues(f *found) {
	slices.SortStableFunc(f.values, func(a, b value) int { return a.row - b.row })
	var said, keys []string
	for i := range f.values {
		property, text := f.read(&f.values[i])
		said = append(said, property+" "+text)
		keys = union(keys, d.citeValue(f.grid, &f.values[i]))
	}
	text := f.values[0].subject + ": " + strings.Join(said, ", ")
	if len(d.Claims) == 0 {
		d.claim(text, keys...)
	} else {
		c := &d.Claims[0]
		c.Text, c.Citations = c.Text+"; "+text, union(c.Citations, keys)
	}
	d.Short = d.Claims[0].Text
}

// read is a property and its value, with the unit that the header has.
func (g grid) read(v *value) (property, text string) {
	text = oneRow(g.text(v.cell))
	property = oneRow(v.property)
	if u := g.unit(v.column); u != "" && number.MatchString(text) {
		return withoutUnits(property), text + " " + u
	}
	return property, text
}

// citeValue cites the row of a cell, the header over it and its label.
func (d *Draft) citeValue(g grid, v *value) []string {
	row := g.rowOf(v.cell, v.row)
	keys := append([]string{d.Cite(g.doc, g.rowSpan(row))}, d.citeHead(g)...)
	if label := g.At(v.row, 0); label != nil && !g.Rows[row].Span.Contains(label.Span) {
		keys = append(keys, d.Cite(g.doc, label.Span))
	}
	return keys
}

// citeHead cites the caption and the header rows, which give a cell its meaning.
func (d *Draft) citeHead(g grid) []string {
	var keys []string
	for _, s := range g.head() {
		keys = append(keys, d.Cite(g.doc, s))
	}
	return keys
}

// minRow is the share of a question that a row must cover, with its headers and
// its caption, to answer it as a whole.
const minRow = 0.6

// rows answers with the rows whose label the question names and that, with their
// headers, cover most of it: "RSA, 112 bits: deprecated after 2030".
func (w *Extractive) rows(in Input) Draft {
	var d Draft
	best := minRow
	for g := range w.grids(in) {
		for r := range g.body() {
			label := g.At(r, 0)
			i := slices.IndexFunc(in.Plan.Terms, func(term string) bool { return label != nil && sameName(labelWords(g.text(label)), term) })
			if i < 0 {
				continue
			}
			text := g.spoken(r)
			share, _ := w.covers(strings.ReplaceAll(in.Question, in.Plan.Terms[i], " "), g.doc.Label+"\n"+g.Caption+"\n"+g.headerRow()+"\n"+text)
			if share < best || share == best && len(d.Claims) == MaxClaims {
				continue
			}
			if share > best {
				d, best = Draft{}, share
			}
			d.addRow(g, r, text)
		}
	}
	return d
}

// addRow claims a row as a text, which is the short answer if there is none.
func (d *Draft) addRow(g grid, row int, text string) {
	keys := append([]string{d.Cite(g.doc, g.rowSpan(row))}, d.citeHead(g)...)
	if above := g.above(row); above >= 0 {
		keys = append(keys, d.Cite(g.doc, g.Rows[above].Span))
	}
	d.claim(text, keys...)
	if d.Short == "" {
		d.Short = text
	}
}
