package standards

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// Pack returns the pack as documents, in the order of the catalogue: ids, pages
// and anchors are those of the official files, the text is our summaries, the
// inputs and outputs of algorithms, and the tables of parameters. Their format is
// core.FormatPack and their hash is that of their own text. They can be searched,
// cited and verified like any others. Neither the slice nor the documents may be
// changed.
func Pack() []*core.Document { return must(packDocuments()) }

var packDocuments = sync.OnceValues(func() ([]*core.Document, error) { return embedded().assemble() })

// assemble assembles the documents side by side.
func (p *pack) assemble() ([]*core.Document, error) {
	docs := make([]*core.Document, len(p.documents))
	errs := make([]error, len(p.documents))
	var wg sync.WaitGroup
	for i := range p.documents {
		wg.Go(func() { docs[i], errs[i] = p.document(&p.documents[i]) })
	}
	wg.Wait()
	return docs, errors.Join(errs...)
}

// entry is a block of a pack document: an element with its summary, or a term
// where it is explained.
type entry struct {
	page    int
	element *Element
	term    *Term
}

// document assembles the summaries of one document.
func (p *pack) document(s *Standard) (*core.Document, error) {
	b := build.New(build.Meta{
		ID: s.ID, Title: s.Title, Label: s.Label, Status: s.Status, Date: s.Date, URL: s.URL,
		SHA256: strings.Repeat("0", 2*sha256.Size), Format: core.FormatPack,
	}, build.DefaultLimits())
	a := assembly{pack: p, standard: s, out: b}
	for _, e := range p.entries(s) {
		a.turnTo(e.page)
		if e.term != nil {
			b.Paragraph(e.term.Text)
		} else {
			a.element(e.element)
		}
	}
	a.turnTo(s.Pages)
	d, err := b.Finish()
	if err == nil {
		err = p.settle(s, d)
	}
	if err != nil {
		return nil, fmt.Errorf("assemble %q: %w", s.ID, err)
	}
	return d, nil
}

// settle gives the anchors the pages of the file and the document its hash and identity.
func (p *pack) settle(s *Standard, d *core.Document) error {
	for i := range d.Anchors {
		a := &d.Anchors[i]
		e, err := p.element(placeOf(s.ID, a.ID))
		if err != nil {
			return err
		}
		if a.StartPage != e.Page || a.Parent != e.Parent {
			return fmt.Errorf("%q stands on page %d in %q, want page %d in %q", a.ID, a.StartPage, a.Parent, e.Page, e.Parent)
		}
		a.EndPage = e.Last
	}
	if n := len(p.elements[s.ID]); len(d.Anchors) != n {
		return fmt.Errorf("it has %d anchors, want %d", len(d.Anchors), n)
	}
	sum := sha256.Sum256([]byte(d.Text))
	d.SHA256, d.Identity = hex.EncodeToString(sum[:]), core.IdentityPublished
	return nil
}

// entries are the elements of a document in reading order, each term on the first page
// that proves it, after the element that explains it.
func (p *pack) entries(s *Standard) []entry {
	elements := p.elements[s.ID]
	out := make([]entry, 0, len(elements)+len(p.terms))
	for i := range elements {
		out = append(out, entry{page: elements[i].Page, element: &elements[i]})
	}
	for i := range p.terms {
		if t := &p.terms[i]; t.At.DocID() == s.ID {
			out = slices.Insert(out, p.placeTerm(out, t), entry{page: p.termPage(t), term: t})
		}
	}
	return out
}

// termPage is the page of a term's summary: the first that proves it, but none before
// the element that explains it.
func (p *pack) termPage(t *Term) int {
	page := p.anchors[t.At].Page
	if len(t.Pages) > 0 {
		page = max(page, t.Pages[0])
	}
	return page
}

// placeTerm returns where a term goes: after the element that explains it, and after
// everything on the pages before its own.
func (p *pack) placeTerm(entries []entry, t *Term) int {
	page := p.termPage(t)
	at := slices.IndexFunc(entries, func(e entry) bool { return e.element == p.anchors[t.At] }) + 1
	for at < len(entries) && (entries[at].page < page || entries[at].term != nil && entries[at].page == page) {
		at++
	}
	return at
}

// assembly writes the entries of one document.
type assembly struct {
	pack     *pack
	standard *Standard
	out      *build.Builder
	page     int
}

// turnTo starts the pages up to n.
func (a *assembly) turnTo(n int) {
	for a.page < n {
		a.page++
		a.out.Page(a.standard.Printed(a.page))
	}
}

func (a *assembly) element(e *Element) {
	text := ""
	if s := a.pack.summaries[placeOf(a.standard.ID, e.ID)]; s != nil {
		text = s.Text
	}
	switch e.Kind {
	case core.KindSection, core.KindAppendix:
		a.section(e, text)
	case core.KindAlgorithm:
		a.algorithm(e, text)
	case core.KindTable:
		a.table(e, text)
	default:
		span := a.out.Paragraph(strings.TrimSpace(e.heading() + " " + text))
		a.out.Mark(e.Kind, e.Number, e.Title, span)
	}
}

// heading is the heading of the summary of an equation, figure or definition.
func (e *Element) heading() string {
	return strings.TrimSuffix((&core.Anchor{Kind: e.Kind, Number: e.Number, Title: e.Title}).Heading(), ".") + "."
}

func (a *assembly) section(e *Element, text string) {
	heading := (&core.Anchor{Kind: e.Kind, Number: e.Number, Title: e.Title}).Heading()
	a.out.Heading(build.Heading{Kind: e.Kind, Number: e.Number, Title: e.Title, Level: a.level(e)}, heading)
	if text != "" {
		a.out.Paragraph(text)
	}
}

// level is how deep a section lies, 1 outermost.
func (a *assembly) level(e *Element) int {
	n := 1
	for e.Parent != "" {
		e = a.pack.anchors[placeOf(a.standard.ID, e.Parent)]
		n++
	}
	return n
}

func (a *assembly) algorithm(e *Element, text string) {
	lines := []build.AlgorithmLine{
		{Kind: core.LineCaption, Text: "Algorithm " + e.Number + " " + e.Title},
		{Kind: core.LineProse, Text: text},
	}
	for _, in := range e.Inputs {
		lines = append(lines, build.AlgorithmLine{Kind: core.LineInput, Text: labelled("Input", in)})
	}
	for _, out := range e.Outputs {
		lines = append(lines, build.AlgorithmLine{Kind: core.LineOutput, Text: labelled("Output", out)})
	}
	if len(e.Runs) > 0 {
		lines = append(lines, build.AlgorithmLine{Kind: core.LineMore, Text: "Runs: " + a.names(e.Runs) + "."})
	}
	a.out.Algorithm(e.Number, e.Title, e.Title, lines)
}

// labelled is a line of an algorithm's box as the document writes it: with its
// label, unless it brings one of its own ("Checked input: …").
func labelled(label, text string) string {
	if strings.Contains(strings.ToLower(text), strings.ToLower(label)+":") {
		return text + "."
	}
	return label + ": " + text + "."
}

// names lists algorithms by number and name.
func (a *assembly) names(ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		called := a.pack.anchors[placeOf(a.standard.ID, id)]
		names[i] = "Algorithm " + called.Number + " (" + called.Title + ")"
	}
	return strings.Join(names, ", ")
}

// table writes a table with its rows where the pack has them.
func (a *assembly) table(e *Element, text string) {
	var rows []Parameter
	for _, r := range a.pack.parameters {
		if r.At == placeOf(a.standard.ID, e.ID) {
			rows = append(rows, r)
		}
	}
	caption := "Table " + e.Number + ". " + e.Title
	if len(rows) == 0 {
		span := a.out.Paragraph(caption, text)
		a.out.Mark(e.Kind, e.Number, e.Title, span)
		return
	}
	a.out.BeginTable(e.Number, e.Title, len(rows[0].Values)+1, caption)
	a.out.Row(true, headerCells(&rows[0]))
	for i := range rows {
		a.turnTo(rows[i].Page)
		a.out.Row(false, cells(&rows[i]))
	}
	a.out.EndTable(text)
}

func headerCells(p *Parameter) []build.Cell {
	out := []build.Cell{{Text: "parameter set", Column: 0}}
	for i := range p.Values {
		out = append(out, build.Cell{Text: p.Values[i].Name, Column: i + 1})
	}
	return out
}

func cells(p *Parameter) []build.Cell {
	out := []build.Cell{{Text: p.Of, Column: 0}}
	for i := range p.Values {
		out = append(out, build.Cell{Text: p.Values[i].Text(), Column: i + 1})
	}
	return out
}
