package answer

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// found is the cells of one table that a question asks for one term.
type found struct {
	doc    *core.Document
	table  *core.Table
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

// lookup is a way to find the values of a term in a table.
type lookup func(doc *core.Document, t *core.Table, term, question string) []value

// tables answers with the cells where a term of the question meets a property
// that it asks for: terms as row labels and properties as column headers, or
// the other way round. Each term is looked up in the table that fits it best.
func (w *Extractive) tables(in Input) Draft {
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

func (w *Extractive) bestTable(in Input, term string, read lookup) found {
	var best found
	for _, doc := range w.inScope(in) {
		for i := range doc.Tables {
			t := &doc.Tables[i]
			asked := in.asked()
			if doc.Identity == core.IdentityOwn && doc.Source() != core.SourcePack {
				asked = in.Question // what the standards call it names no header of others
			}
			f := found{doc: doc, table: t, values: read(doc, t, term, asked)}
			if len(f.values) == 0 {
				continue
			}
			share, _ := w.covers(in.Question, t.Caption)
			if f.score = float64(len(f.values)) + share; f.score > best.score {
				best = f
			}
		}
	}
	return best
}

// inScope returns the documents that the question names or is kept to; all if there are
// none.
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
	slices.SortStableFunc(out, func(a, b *core.Document) int { return ownLast(a) - ownLast(b) })
	return out
}

// ownLast is 1 for a document that nobody vouches for: of two that say the same of a
// standard's term, the standard is asked first.
func ownLast(d *core.Document) int {
	if d.Identity == core.IdentityOwn {
		return 1
	}
	return 0
}

// labelColumns is how many of the first columns can hold a row's label: families
// of parameter sets come before their members.
const labelColumns = 2

// valuesByRow reads the rows labelled with the term under the headers that the
// question names.
func (w *Extractive) valuesByRow(doc *core.Document, t *core.Table, term, question string) []value {
	var out []value
	for r := t.HeaderRows; r < len(t.Rows); r++ {
		label := labelColumn(doc, t, r, term)
		if label < 0 {
			continue
		}
		for c := label + 1; c < t.Columns; c++ {
			header := columnHeader(doc, t, c)
			if header == "" || !w.names(header, term, question) {
				continue
			}
			if cell := t.At(r, c); cell != nil {
				out = append(out, value{subject: term, property: header, row: r, column: c, cell: cell})
			}
		}
	}
	return out
}

// labelColumn returns the column in which the term labels a row, or -1.
func labelColumn(doc *core.Document, t *core.Table, row int, term string) int {
	for c := range min(labelColumns, t.Columns-1) {
		if cell := t.At(row, c); cell != nil && sameName(doc.Quote(cell.Span), term) {
			return c
		}
	}
	return -1
}

// valuesByColumn reads the column headed by the term, a parameter set, at the
// row whose label the question names.
func (w *Extractive) valuesByColumn(doc *core.Document, t *core.Table, term, question string) []value {
	if !strings.ContainsAny(term, "0123456789") {
		return nil
	}
	var out []value
	for c := 1; c < t.Columns; c++ {
		if !sameName(columnHeader(doc, t, c), term) && !lastHeaderIs(doc, t, c, term) {
			continue
		}
		for r := t.HeaderRows; r < len(t.Rows); r++ {
			label, cell := t.At(r, 0), t.At(r, c)
			if label == nil || cell == nil || !w.namesRow(doc.Quote(label.Span), term, question) {
				continue
			}
			out = append(out, value{subject: term, property: labelWords(doc.Quote(label.Span)), row: r, column: c, cell: cell})
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

// names reports whether the question holds every word of a header beside the
// term. Nearly every word is not enough: "shared secret key" would answer to
// "encapsulation key".
func (w *Extractive) names(header, term, question string) bool {
	share, missing := w.covers(withoutUnits(header), strings.ReplaceAll(question, term, " "))
	return share > 0 && len(missing) == 0
}

// bracketed are remarks in brackets: cross-references and units.
var bracketed = regexp.MustCompile(`\[[^\]]*\]|\([^)]*\)`)

func labelWords(s string) string { return strings.TrimSpace(bracketed.ReplaceAllString(s, " ")) }

// measure matches the words of a header that say how it counts, not what.
var measure = regexp.MustCompile(`(?i)\b(size|sizes|bytes|bits|length|lengths|in|of|the)\b`)

func withoutUnits(s string) string {
	if rest := strings.TrimSpace(measure.ReplaceAllString(labelWords(s), " ")); rest != "" {
		return rest
	}
	return s
}

// columnHeader joins the header cells above a column.
func columnHeader(doc *core.Document, t *core.Table, c int) string {
	var parts []string
	for r := range t.HeaderRows {
		if cell := t.At(r, c); cell != nil {
			if s := doc.Quote(cell.Span); len(parts) == 0 || parts[len(parts)-1] != s {
				parts = append(parts, s)
			}
		}
	}
	return strings.Join(parts, " ")
}

func lastHeaderIs(doc *core.Document, t *core.Table, c int, term string) bool {
	cell := t.At(t.HeaderRows-1, c)
	return t.HeaderRows > 0 && cell != nil && sameName(doc.Quote(cell.Span), term)
}

// sameName compares names without case, spaces and kinds of dashes.
func sameName(a, b string) bool { return foldName(a) == foldName(b) }

var dashes = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "−", "-", " ", "", "\n", "")

func foldName(s string) string { return strings.ToLower(dashes.Replace(s)) }

// unit is the unit that the caption or a header gives for numbers, or "".
func (f *found) unit(v value) string {
	for _, s := range []string{columnHeader(f.doc, f.table, v.column), f.table.Caption} {
		low := strings.ToLower(s)
		switch {
		case strings.Contains(low, "bytes"):
			return "bytes"
		case strings.Contains(low, "bits"):
			return "bits"
		}
	}
	return ""
}

// number matches a cell that is a plain number.
var number = regexp.MustCompile(`^[\d\s.,\x{2009}\x{202f}]+$`)

// addValues claims the cells that were found for one term.
func (d *Draft) addValues(f *found) {
	sort.SliceStable(f.values, func(i, j int) bool { return f.values[i].row < f.values[j].row })
	var short []string
	for _, v := range f.values {
		text := f.doc.Quote(v.cell.Span)
		property := strings.Join(strings.Fields(v.property), " ")
		if u := f.unit(v); u != "" && number.MatchString(text) {
			text, property = text+" "+u, withoutUnits(property)
		}
		row := f.table.Rows[f.rowOf(v)].Span
		keys := append([]string{d.Cite(f.doc, trimSpan(f.doc, row))}, d.citeHead(f.doc, f.table)...)
		if label := f.table.At(v.row, 0); label != nil && !row.Contains(label.Span) {
			keys = append(keys, d.Cite(f.doc, label.Span))
		}
		d.claim(fmt.Sprintf("%s, %s: %s", v.subject, property, text), keys...)
		short = append(short, fmt.Sprintf("%s %s", property, text))
	}
	d.Short = strings.TrimSpace(fmt.Sprintf("%s %s: %s (%s, %s).", d.Short,
		f.values[0].subject, strings.Join(short, "; "), f.doc.Label, f.doc.Anchor(f.table.Anchor).Name()))
}

// rowOf is the row whose text holds the value: a cell over several rows stands
// in the first of them.
func (f *found) rowOf(v value) int {
	for r := v.row; r > 0; r-- {
		if f.table.Rows[r].Span.Contains(v.cell.Span) {
			return r
		}
	}
	return v.row
}

// citeHead cites the caption and the header rows, which give a cell its meaning.
func (d *Draft) citeHead(doc *core.Document, t *core.Table) []string {
	var keys []string
	for _, s := range headSpans(doc, t) {
		keys = append(keys, d.Cite(doc, s))
	}
	return keys
}

// headSpans are the header rows and the caption, in one span where they stand
// together.
func headSpans(doc *core.Document, t *core.Table) []core.Span {
	caption := captionSpan(doc, t)
	if t.HeaderRows == 0 {
		if caption.Len() == 0 {
			return nil
		}
		return []core.Span{caption}
	}
	head := core.Span{Start: t.Rows[0].Span.Start, End: t.Rows[t.HeaderRows-1].Span.End}
	if caption.Len() > 0 && caption.End <= head.Start {
		head.Start = caption.Start
		caption = core.Span{}
	}
	spans := []core.Span{trimSpan(doc, head)}
	if caption.Len() > 0 {
		spans = append(spans, caption)
	}
	return spans
}

// captionSpan is where the caption stands, above or below the rows.
func captionSpan(doc *core.Document, t *core.Table) core.Span {
	first, last := t.Rows[0].Span.Start, t.Rows[len(t.Rows)-1].Span.End
	for _, s := range []core.Span{{Start: t.Span.Start, End: first}, {Start: last, End: t.Span.End}} {
		if at := strings.Index(doc.Quote(s), "Table "); at >= 0 {
			return trimSpan(doc, core.Span{Start: s.Start + at, End: s.End})
		}
	}
	return core.Span{}
}

// minRow is the share of a question that a row must cover, with its headers and
// its caption, to answer it as a whole.
const minRow = 0.6

// rows answers with the rows whose label the question names and that, with their
// headers, cover most of it: "RSA, 112 bits: deprecated after 2030".
func (w *Extractive) rows(in Input) Draft {
	var d Draft
	best := minRow
	for _, doc := range w.inScope(in) {
		for i := range doc.Tables {
			t := &doc.Tables[i]
			for r := t.HeaderRows; r < len(t.Rows); r++ {
				label := t.At(r, 0)
				if label == nil {
					continue
				}
				named := namedBy(labelWords(doc.Quote(label.Span)), in.Plan.Terms)
				if named == "" {
					continue
				}
				text := rowOfCells(doc, t, r)
				share, _ := w.covers(strings.ReplaceAll(in.Question, named, " "), doc.Label+"\n"+t.Caption+"\n"+headerRow(doc, t)+"\n"+text)
				if share < best || share == best && len(d.Claims) == MaxClaims {
					continue
				}
				if share > best {
					d, best = Draft{}, share
				}
				d.addRow(doc, t, r, text)
			}
		}
	}
	return d
}

// namedBy returns the term that a row's label names, or "".
func namedBy(label string, terms []string) string {
	for _, term := range terms {
		if sameName(label, term) {
			return term
		}
	}
	return ""
}

// rowOfCells is a row with the cells that reach into it from above.
func rowOfCells(doc *core.Document, t *core.Table, r int) string {
	var cells []string
	for c := 0; c < t.Columns; {
		cell := t.At(r, c)
		if cell == nil {
			c++
			continue
		}
		cells = append(cells, doc.Quote(cell.Span))
		c = cell.Column + cell.Width
	}
	return strings.Join(cells, CellSeparator)
}

func headerRow(doc *core.Document, t *core.Table) string {
	if t.HeaderRows == 0 {
		return ""
	}
	return rowOfCells(doc, t, t.HeaderRows-1)
}

func (d *Draft) addRow(doc *core.Document, t *core.Table, r int, text string) {
	keys := append([]string{d.Cite(doc, trimSpan(doc, t.Rows[r].Span))}, d.citeHead(doc, t)...)
	if above := reachingRow(t, r); above >= 0 {
		keys = append(keys, d.Cite(doc, t.Rows[above].Span))
	}
	d.claim(text, keys...)
	if d.Short == "" {
		d.Short = fmt.Sprintf("%s (%s, %s).", text, doc.Label, doc.Anchor(t.Anchor).Name())
	}
}

// reachingRow is the row from which a cell reaches down into another one, -1 if none
// does.
func reachingRow(t *core.Table, row int) int {
	for c := range t.Columns {
		if cell := t.At(row, c); cell != nil && !t.Rows[row].Span.Contains(cell.Span) {
			return max(0, slices.IndexFunc(t.Rows, func(r core.Row) bool { return r.Span.Contains(cell.Span) }))
		}
	}
	return -1
}
