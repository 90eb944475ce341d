package layout

import (
	"regexp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// Document lays out the pages of a file as a document.
func Document(meta build.Meta, file *pdf.File, limits build.Limits) (*core.Document, error) {
	a := newAssembler(meta, file, limits)
	a.started = !a.hasNumbered()
	a.zone("")
	for i := range a.sheets {
		a.page(i)
	}
	if a.open {
		a.out.EndTable()
	}
	return a.out.Finish()
}

// assembler walks the sheets in order and passes their parts to the builder.
type assembler struct {
	out      *build.Builder
	body     margins
	sheets   []*sheet
	skip     [][]bool // contents entries
	headings map[[2]int]heading
	boxes    [][]algorithmBox
	tables   [][]table
	open     bool // a table is open that may continue on the next sheet
	started  bool // the first numbered section has begun
	plain    int  // the last equation numbered without its section
}

func newAssembler(meta build.Meta, file *pdf.File, limits build.Limits) *assembler {
	a := &assembler{out: build.New(meta, limits), headings: map[[2]int]heading{}}
	a.sheets, a.body = newSheets(file.Pages)
	contents := false
	var before *table
	for _, s := range a.sheets {
		var zone []bool
		zone, contents = s.contentsZone(contents, a.body)
		a.skip = append(a.skip, zone)
		take(s.used, zone)
		boxes := s.algorithms(a.body)
		for _, b := range boxes {
			s.take(b.first, b.last)
		}
		tables := s.tables(before)
		for _, t := range tables {
			s.take(t.first, t.last)
		}
		a.boxes, a.tables = append(a.boxes, boxes), append(a.tables, tables)
		before = lastTable(s, tables)
	}
	for _, h := range headings(a.sheets, a.skip, file.Outline, a.body) {
		a.headings[[2]int{h.sheet, h.first}] = h
	}
	return a
}

// hasNumbered reports whether the document has numbered sections: only then is the text
// before the first of them front matter.
func (a *assembler) hasNumbered() bool {
	for _, h := range a.headings {
		if h.number != "" {
			return true
		}
	}
	return false
}

func take(used, lines []bool) {
	for i := range lines {
		used[i] = used[i] || lines[i]
	}
}

func (s *sheet) take(first, last int) {
	for i := first; i <= last; i++ {
		s.used[i] = true
	}
}

// lastTable returns the table at the end of a sheet, or nil: only that one can continue
// on the next sheet.
func lastTable(s *sheet, tables []table) *table {
	if len(tables) == 0 || len(s.lines) == 0 {
		return nil
	}
	last := &tables[len(tables)-1]
	if last.last < len(s.lines)-1 {
		return nil
	}
	return last
}

// page writes one sheet.
func (a *assembler) page(i int) {
	s := a.sheets[i]
	if a.open && !a.continues(i) {
		a.out.EndTable()
		a.open = false
	}
	a.out.Page(s.label)
	for _, f := range s.furniture {
		a.out.Furniture(f.Kind, f.Text)
	}
	p := paragraphs{out: a.out, body: a.body, plain: &a.plain}
	for k := 0; k < len(s.lines); {
		next := a.element(i, k, &p)
		if next == k {
			p.add(&s.lines[k])
			next++
		}
		k = next
	}
	p.flush()
}

// continues reports whether the open table continues on sheet i.
func (a *assembler) continues(i int) bool {
	ts := a.tables[i]
	return len(ts) > 0 && ts[0].captionAbove == nil && ts[0].captionBelow == nil
}

// element writes the box, table, heading or contents list that starts at line k, and
// returns the line after it; k if there is none.
func (a *assembler) element(i, k int, p *paragraphs) int {
	s := a.sheets[i]
	if box, ok := at(a.boxes[i], k, func(b algorithmBox) int { return b.first }); ok {
		p.flush()
		a.out.Algorithm(box.number, box.name, box.name, box.lines)
		return box.last + 1
	}
	if t, ok := at(a.tables[i], k, func(t table) int { return t.first }); ok {
		p.flush()
		a.table(s, &t)
		return t.last + 1
	}
	if h, ok := a.headings[[2]int{i, k}]; ok {
		p.flush()
		a.heading(s, h)
		return h.last + 1
	}
	if a.skip[i][k] {
		p.flush()
		return a.contents(i, k)
	}
	return k
}

// at returns the element that starts at line k.
func at[T any](elements []T, k int, first func(T) int) (T, bool) {
	for _, e := range elements {
		if first(e) == k {
			return e, true
		}
	}
	var none T
	return none, false
}

// contents writes the contents entries from line k.
func (a *assembler) contents(i, k int) int {
	a.out.Zone(core.PassageContents)
	var texts []string
	for k < len(a.sheets[i].lines) && a.skip[i][k] {
		texts = append(texts, a.sheets[i].lines[k].text())
		k++
	}
	a.out.Paragraph(texts...)
	a.zone("")
	return k
}

// references matches the heading of a bibliography.
var references = regexp.MustCompile(`(?i)^(references|bibliography|works cited)$`)

// zone sets the kind of the passages after a heading.
func (a *assembler) zone(title string) {
	switch {
	case !a.started:
		a.out.Zone(core.PassageFront)
	case references.MatchString(title):
		a.out.Zone(core.PassageReference)
	default:
		a.out.Zone(core.PassageProse)
	}
}

func (a *assembler) heading(s *sheet, h heading) {
	if h.number != "" {
		a.started = true
	}
	a.zone(h.title)
	var texts []string
	for k := h.first; k <= h.last; k++ {
		texts = append(texts, s.lines[k].text())
	}
	a.out.Heading(build.Heading{Kind: h.kind, Number: h.number, Title: h.title, Level: h.level}, texts...)
}

// table writes a table, or the part of one that is on this sheet.
func (a *assembler) table(s *sheet, t *table) {
	if !a.open {
		a.out.BeginTable(t.number, t.title, len(t.grid.columns)-1, t.captionAbove...)
	}
	for _, r := range t.grid.rows {
		cells := make([]build.Cell, len(r.cells))
		for i, c := range r.cells {
			cells[i] = build.Cell{Text: c.text, Column: c.column, Width: c.width, Height: c.height}
		}
		a.out.Row(r.header, cells)
	}
	for _, k := range t.outside() {
		a.out.TableLine(s.lines[k].text())
	}
	if t.last == len(s.lines)-1 && len(t.captionBelow) == 0 {
		a.open = true
		return
	}
	a.out.EndTable(t.captionBelow...)
	a.open = false
}

// outside returns the lines between a table's first and last line that are neither in
// its grid nor in its caption.
func (t *table) outside() []int {
	var out []int
	for k := t.first; k <= t.last; k++ {
		if !t.placed[k] {
			out = append(out, k)
		}
	}
	return out
}
