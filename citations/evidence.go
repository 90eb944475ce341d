package citations

import (
	"math"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/internal/sentence"
)

// clause is the least part of a document that a claim can rest on: a sentence, a
// row of a table, a line of an algorithm.
type clause struct {
	span  core.Span
	stems map[string]bool
	// context is what a reader of the clause knows: the headings above it, the
	// caption and headers of its table, the caption of its box.
	context *surroundings
	row     *tableRow // nil for what is no row of a table
	box     core.Span // of the algorithm that it is a line of; empty for none
}

type surroundings struct {
	text  string
	stems map[string]bool
}

// tableRow is a row with the table that it is of.
type tableRow struct {
	table *core.Table
	index int
}

// evidence is a document cut into clauses, with how rare each stem is.
type evidence struct {
	clauses []clause
	idf     map[string]float64
	rare    float64 // of a stem that the document does not have

	resolver *refs.Resolver // of the document alone
}

// evidenceOf cuts a document into clauses.
func evidenceOf(d *core.Document) *evidence {
	e := &evidence{idf: make(map[string]float64), resolver: refs.NewResolver([]*core.Document{d})}
	env := snowballstem.NewEnv("")
	for i := range d.Passages {
		e.passage(d, &d.Passages[i], env)
	}
	df := make(map[string]int)
	for i := range e.clauses {
		for s := range e.clauses[i].stems {
			df[s]++
		}
	}
	n := float64(len(e.clauses))
	e.rare = math.Log(1 + n)
	for s, k := range df {
		e.idf[s] = math.Log(1 + n/float64(k))
	}
	return e
}

func (e *evidence) weight(stem string) float64 {
	if w, ok := e.idf[stem]; ok {
		return w
	}
	return e.rare
}

func (e *evidence) passage(d *core.Document, p *core.Passage, env *snowballstem.Env) {
	if p.Kind == core.PassageContents {
		return
	}
	headings := d.Label + "\n" + d.Title + "\n" + strings.Join(d.SectionPath(p.Section), "\n")
	for _, id := range p.Anchors {
		if t := d.Table(id); t != nil && p.Kind == core.PassageTable {
			e.table(d, t, headings, env)
			return
		}
		if a := d.Algorithm(id); a != nil && p.Kind == core.PassageAlgorithm {
			e.box(d, a, headings, env)
			return
		}
	}
	c := contextOf(headings, env)
	if p.Kind == core.PassageCode {
		e.listing(d, p, c, env)
		return
	}
	for _, s := range sentence.Split(d.Quote(p.Span)) {
		at := core.Span{Start: p.Span.Start + s.Start, End: p.Span.Start + s.End}
		e.add(d, clause{span: at, context: c}, env)
	}
}

// listing adds the lines of a listing, each of which belongs to the whole.
func (e *evidence) listing(d *core.Document, p *core.Passage, c *surroundings, env *snowballstem.Env) {
	at := p.Span.Start
	for line := range strings.Lines(d.Quote(p.Span)) {
		e.add(d, clause{span: core.Span{Start: at, End: at + len(strings.TrimRight(line, "\n"))}, context: c, box: p.Span}, env)
		at += len(line)
	}
}

func (e *evidence) table(d *core.Document, t *core.Table, headings string, env *snowballstem.Env) {
	var head strings.Builder
	head.WriteString(headings + "\n" + t.Caption)
	for i := range t.HeaderRows {
		head.WriteString("\n" + d.Quote(t.Rows[i].Span))
	}
	c := contextOf(head.String(), env)
	for i := range t.Rows {
		e.add(d, clause{span: t.Rows[i].Span, context: c, row: &tableRow{t, i}}, env)
	}
}

func (e *evidence) box(d *core.Document, a *core.Algorithm, headings string, env *snowballstem.Env) {
	c := contextOf(headings+"\n"+a.Name, env)
	for _, l := range a.Lines {
		e.add(d, clause{span: l.Span, context: c, box: a.Span}, env)
	}
}

func contextOf(text string, env *snowballstem.Env) *surroundings {
	return &surroundings{text, stemsOf(text, env)}
}

func (e *evidence) add(d *core.Document, c clause, env *snowballstem.Env) {
	text := c.text(d)
	if strings.TrimSpace(d.Quote(c.span)) == "" || !core.Readable(text) {
		return
	}
	c.stems = stemsOf(text, env)
	e.clauses = append(e.clauses, c)
}

// text is what the clause says: for a row of a table also the cells that reach into
// it from above.
func (c *clause) text(d *core.Document) string {
	text := d.Quote(c.span)
	if c.row == nil {
		return text
	}
	for column := range c.row.table.Columns {
		if cell := c.row.table.At(c.row.index, column); cell != nil && !c.span.Contains(cell.Span) {
			text += "\t" + d.Quote(cell.Span)
		}
	}
	return text
}

// stemsOf returns the stems of the words of a text that are no function words.
func stemsOf(text string, env *snowballstem.Env) map[string]bool {
	set := make(map[string]bool)
	for _, w := range slotWords(text) {
		for _, part := range wordParts(w) {
			if len(part) > 1 && !functionWords[part] {
				set[stem(part, env)] = true
			}
		}
	}
	return set
}

// wordParts are a word in lower case and, for a compound, its parts.
func wordParts(w string) []string {
	low := strings.ToLower(w)
	parts := strings.FieldsFunc(low, func(r rune) bool { return r == '-' || r == '.' || r == '_' || r == '/' })
	if len(parts) < 2 {
		return []string{low}
	}
	return append(parts, low)
}

func stem(w string, env *snowballstem.Env) string {
	env.SetCurrent(w)
	english.Stem(env)
	return env.Current()
}

// functionWords carry no content of their own.
var functionWords = lex.Set("a an the of in on at by for to from with as and or is are was were be been being it its this that these those " +
	"which who whom whose what when where while there here if then than so such also but both each any all into over under between " +
	"has have had do does did can may might will would could shall should must not no nor only per via using used use uses one two")
