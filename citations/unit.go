package citations

import (
	"math"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// unit is a unit of a document as claims are checked against it.
type unit struct {
	core.Unit
	stems map[string]bool
	// context is what a reader of the unit knows: the headings above it, the caption
	// and headers of its table, the name of its box.
	context *surroundings
	whole   core.Span // the box or listing that it is a line of; empty for others
}

type surroundings struct {
	text  string
	stems map[string]bool
}

// evidence is the units of a document, with how rare each stem is.
type evidence struct {
	units []unit
	idf   map[string]float64
	rare  float64 // of a stem that the document does not have

	resolver *refs.Resolver // of the document alone
}

// evidenceOf reads the units of a document.
func evidenceOf(d *core.Document) *evidence {
	e := &evidence{idf: make(map[string]float64), resolver: refs.NewResolver([]*core.Document{d})}
	env := snowballstem.NewEnv("")
	for i := range d.Passages {
		e.passage(d, i, env)
	}
	df := make(map[string]int)
	for i := range e.units {
		for s := range e.units[i].stems {
			df[s]++
		}
	}
	n := float64(len(e.units))
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

// passage adds the units of a passage. The caption of a table or box is none here, since
// it is in the context of the rows or lines.
func (e *evidence) passage(d *core.Document, index int, env *snowballstem.Env) {
	p := &d.Passages[index]
	if p.Kind == core.PassageContents {
		return
	}
	units := d.Units(index)
	element := slices.ContainsFunc(units, func(u core.Unit) bool { return u.Kind == core.UnitRow || u.Kind == core.UnitLine })
	var c *surroundings
	of := -1
	for _, u := range units {
		if element && u.Kind == core.UnitSentence {
			continue
		}
		if of != u.Of {
			of, c = u.Of, contextOf(d, p, u, env)
		}
		e.add(d, unit{Unit: u, context: c, whole: wholeOf(d, p, u)}, env)
	}
}

// wholeOf is the box or listing that a unit is a line of.
func wholeOf(d *core.Document, p *core.Passage, u core.Unit) core.Span {
	switch u.Kind {
	case core.UnitLine:
		return d.Algorithms[u.Of].Span
	case core.UnitCode:
		return p.Span
	}
	return core.Span{}
}

func contextOf(d *core.Document, p *core.Passage, u core.Unit, env *snowballstem.Env) *surroundings {
	text := d.Label + "\n" + d.Title + "\n" + strings.Join(d.SectionPath(p.Section), "\n")
	switch u.Kind {
	case core.UnitRow:
		t := &d.Tables[u.Of]
		text += "\n" + t.Caption
		for i := range t.HeaderRows {
			text += "\n" + d.Quote(t.Rows[i].Span)
		}
	case core.UnitLine:
		text += "\n" + d.Algorithms[u.Of].Name
	}
	return &surroundings{text, stemsOf(text, env)}
}

func (e *evidence) add(d *core.Document, u unit, env *snowballstem.Env) {
	text := u.text(d)
	if strings.TrimSpace(d.Quote(u.Span)) == "" || !core.Readable(text) {
		return
	}
	u.stems = stemsOf(text, env)
	e.units = append(e.units, u)
}

// text is what the unit says: for a row of a table its cells by column, those that reach into it
// from above among them.
func (u *unit) text(d *core.Document) string {
	if !u.isRow() {
		return d.Quote(u.Span)
	}
	t := &d.Tables[u.Of]
	var cells []string
	var last *core.Cell
	for column := range t.Columns {
		if cell := t.At(u.Index, column); cell != nil && cell != last {
			cells, last = append(cells, d.Quote(cell.Span)), cell
		}
	}
	return strings.Join(cells, "\t")
}

func (u *unit) isRow() bool { return u.Kind == core.UnitRow }

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

// functionWords carry no content of their own in a claim. Those that make a norm are
// judged by their own rule.
var functionWords = lex.Set(lex.FunctionWords + " can may might must shall should one two per use used uses using")
