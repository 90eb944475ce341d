package answer

import (
	"fmt"
	"regexp"
	"sort"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// found is the cells of one table that a question asks for.
type found struct {
	doc    *core.Document
	table  *core.Table
	values []value
	score  float64
}

// value is one cell with the labels that it answers to.
type value struct {
	subject, property string
	row, column       int
	cell              *core.Cell
}

// minHeader is the share of a header's words, by idf, that the question must
// hold for its column to be meant. Below it "shared secret key" would answer to
// "encapsulation key".
const minHeader = 0.75

// tables answers with the cells where a term of the question meets a property
// that it asks for: terms as row labels and properties as column headers, or
// the other way round.
func (w *Extractive) tables(in Input) Draft {
	var best found
	for _, doc := range w.inScope(in) {
		for i := range doc.Tables {
			f := w.lookUp(doc, &doc.Tables[i], in)
			if len(f.values) > 0 && f.score > best.score {
				best = f
			}
		}
	}
	if len(best.values) == 0 {
		return Draft{}
	}
	return best.draft()
}

// inScope returns the documents that the question names; all if it names none.
func (w *Extractive) inScope(in Input) []*core.Document {
	var out []*core.Document
	for _, id := range in.Plan.Scope {
		if doc := w.Library.Document(id); doc != nil {
			out = append(out, doc)
		}
	}
	if len(out) == 0 {
		return w.Library.Documents()
	}
	return out
}

func (w *Extractive) lookUp(doc *core.Document, t *core.Table, in Input) found {
	f := found{doc: doc, table: t}
	for _, term := range in.Plan.Terms {
		byRow := w.valuesByRow(doc, t, term, in.Question)
		if len(byRow) == 0 {
			byRow = w.valuesByColumn(doc, t, term, in.Question)
		}
		f.values = append(f.values, byRow...)
	}
	share, _ := w.Relevance.Coverage(in.Question, t.Caption)
	f.score = float64(len(f.values)) + share
	return f
}

// valuesByRow reads the rows labelled with the term under the headers that the
// question names.
func (w *Extractive) valuesByRow(doc *core.Document, t *core.Table, term, question string) []value {
	var out []value
	for r := t.HeaderRows; r < len(t.Rows); r++ {
		label := t.At(r, 0)
		if label == nil || !sameName(doc.Quote(label.Span), term) {
			continue
		}
		for c := 1; c < t.Columns; c++ {
			header := columnHeader(doc, t, c)
			if header == "" || w.headerShare(header, term, question) < minHeader {
				continue
			}
			if cell := t.At(r, c); cell != nil {
				out = append(out, value{subject: term, property: header, row: r, column: c, cell: cell})
			}
		}
	}
	return out
}

// valuesByColumn reads the column headed by the term at the row whose label the
// question names best.
func (w *Extractive) valuesByColumn(doc *core.Document, t *core.Table, term, question string) []value {
	for c := 1; c < t.Columns; c++ {
		if !sameName(columnHeader(doc, t, c), term) && !lastHeaderIs(doc, t, c, term) {
			continue
		}
		row, share := -1, 0.0
		for r := t.HeaderRows; r < len(t.Rows); r++ {
			label := t.At(r, 0)
			if label == nil {
				continue
			}
			if s := w.headerShare(labelWords(doc.Quote(label.Span)), term, question); s > share {
				row, share = r, s
			}
		}
		if row < 0 || share < minHeader {
			return nil
		}
		if cell := t.At(row, c); cell != nil {
			label := doc.Quote(t.At(row, 0).Span)
			return []value{{subject: term, property: labelWords(label), row: row, column: c, cell: cell}}
		}
	}
	return nil
}

// headerShare is the share of a header that the question holds beside the term.
func (w *Extractive) headerShare(header, term, question string) float64 {
	rest := strings.ReplaceAll(question, term, " ")
	share, _ := w.Relevance.Coverage(withoutUnits(header), rest)
	return share
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

func (f *found) draft() Draft {
	d := Draft{Exact: true}
	sort.SliceStable(f.values, func(i, j int) bool { return f.values[i].row < f.values[j].row })
	var short []string
	for _, v := range f.values {
		text := f.doc.Quote(v.cell.Span)
		if u := f.unit(v); u != "" && number.MatchString(text) && !strings.HasSuffix(text, u) {
			text += " " + u
		}
		property := strings.Join(strings.Fields(v.property), " ")
		keys := []string{d.cite(f.doc, trimSpan(f.doc, f.table.Rows[f.rowOf(v)].Span))}
		if header := f.headerSpan(); header.Len() > 0 {
			keys = append(keys, d.cite(f.doc, header))
		}
		d.claim(fmt.Sprintf("%s, %s: %s", v.subject, property, text), keys...)
		short = append(short, fmt.Sprintf("%s %s", property, text))
	}
	anchor := f.doc.Anchor(f.table.Anchor)
	d.Short = fmt.Sprintf("%s: %s (%s, %s).", f.values[0].subject, strings.Join(short, "; "), f.doc.Label, anchor.Name())
	return d
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

// headerSpan covers the caption and the header rows.
func (f *found) headerSpan() core.Span {
	if f.table.HeaderRows == 0 {
		return core.Span{}
	}
	s := core.Span{Start: f.table.Span.Start, End: f.table.Rows[f.table.HeaderRows-1].Span.End}
	if first := f.table.Rows[0].Span.Start; first < s.Start {
		s.Start = first
	}
	return trimSpan(f.doc, s)
}
