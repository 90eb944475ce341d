package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/internal/visible"
)

// shown is an anchor as `corpus show --json` prints it.
type shown struct {
	core.Locator
	Kind   core.AnchorKind `json:"kind"`
	Number string          `json:"number"`
	Name   string          `json:"name"`
	Text   string          `json:"text"`
	Source core.Source     `json:"source"`
	Rows   [][]string      `json:"rows,omitempty"` // of a table
}

func (a *app) showCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "show ANCHOR…",
		Short: "Print a section, algorithm or table as text",
		Long: `Prints the text of an anchor. An anchor is written as it is cited, "FIPS 203,
Algorithm 13", or by its id, "NIST.FIPS.203#algorithm-13"; one of your own documents goes
by its id, its label or its title: "bzip2-manual, Section 2.4".`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			doc, anchor, err := findAnchor(lib.Corpus(), strings.Join(args, " "))
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(show(doc, anchor))
			}
			printAnchor(a.sheet(), doc, anchor, lib.Corpus())
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

// findAnchor resolves what a person wrote to one anchor: a document with an anchor's id,
// a citation of a standard, or any document's name with what is cited of it.
func findAnchor(lib *corpus.Library, text string) (*core.Document, *core.Anchor, error) {
	if name, id, ok := strings.Cut(text, "#"); ok {
		doc, err := lib.Named(name)
		if err != nil {
			return nil, nil, named(err)
		}
		if found := doc.Anchor(id); found != nil {
			return doc, found, nil
		}
		return nil, nil, noAnchor(doc, id)
	}
	resolver := lib.Resolver()
	ref, cited := citedAnchor(text)
	if cited && ref.Doc != "" && len(resolver.Documents(ref.Doc)) > 0 {
		return resolved(ref, resolver.Resolve(ref))
	}
	if doc, rest, err := documentAround(lib, text); err != nil {
		return nil, nil, err
	} else if doc != nil {
		return anchorOf(doc, rest)
	}
	if cited {
		if ref.Doc == "" && ref.Span.Start > 0 && strings.Contains(text[:ref.Span.Start], ",") {
			if _, err := lib.Named(strings.TrimRight(text[:ref.Span.Start], ", ")); err != nil {
				return nil, nil, named(err)
			}
		}
		return resolved(ref, resolver.Resolve(ref))
	}
	if doc, err := lib.Named(text); err == nil {
		return nil, nil, hinted{fmt.Errorf("%q is a whole document", text), fmt.Sprintf("name a part of it: %q", doc.Label+", Section 1")}
	}
	return nil, nil, hinted{fmt.Errorf("%q names no anchor", text), `write it as it is cited: "FIPS 203, Algorithm 13"`}
}

// citedAnchor is the first reference of a text that names more than a document.
func citedAnchor(text string) (refs.Reference, bool) {
	for _, ref := range refs.Find(text) {
		if ref.Kind != "" {
			return ref, true
		}
	}
	return refs.Reference{}, false
}

// resolved is the one anchor that a reference denotes.
func resolved(ref refs.Reference, res refs.Resolution) (*core.Document, *core.Anchor, error) {
	switch res.Status {
	case refs.Resolved:
		return res.Targets[0].Document, res.Targets[0].Anchor, nil
	case refs.Ambiguous:
		return nil, nil, hinted{fmt.Errorf("%q is in several documents", ref.Text), "name one: " + targets(res.Targets)}
	case refs.UnknownDocument:
		return nil, nil, fmt.Errorf("%s is not in the library", ref.Doc)
	}
	return nil, nil, hinted{fmt.Errorf("%q does not exist in the library", ref.Text), "nearest: " + targets(res.Nearest)}
}

// documentAround is the document that the words before a comma name, the last if several do, or those after the
// last "of", with the rest of the text; nil if none do.
func documentAround(lib *corpus.Library, text string) (doc *core.Document, rest string, err error) {
	type split struct{ name, rest string }
	var splits []split
	for i := len(text) - 1; i >= 0; i-- { // a title may have commas: the longest name first
		if text[i] == ',' {
			splits = append(splits, split{text[:i], text[i+1:]})
		}
	}
	if i := strings.LastIndex(text, " of "); i >= 0 {
		splits = append(splits, split{text[i+len(" of "):], text[:i]})
	}
	for _, s := range splits {
		doc, err := lib.Named(strings.TrimSpace(s.name))
		if err == nil {
			return doc, strings.TrimSpace(s.rest), nil
		}
		var wrong *corpus.NameError
		if errors.As(err, &wrong) && wrong.Several != nil {
			return nil, "", named(err)
		}
	}
	return nil, "", nil
}

// anchorOf is the anchor of a document that is named as it is cited, or by its id, its
// title or its heading.
func anchorOf(doc *core.Document, name string) (*core.Document, *core.Anchor, error) {
	if ref, cited := citedAnchor(name); cited {
		ref.Doc, ref.Text = "", doc.Label+", "+ref.Text
		return resolved(ref, refs.NewResolver([]*core.Document{doc}).Resolve(ref))
	}
	for i := range doc.Anchors {
		a := &doc.Anchors[i]
		for _, own := range []string{a.ID, a.Name(), a.Title, a.Heading()} {
			if strings.EqualFold(oneLine(own), oneLine(name)) {
				return doc, a, nil
			}
		}
	}
	return nil, nil, noAnchor(doc, name)
}

// noAnchor is the error for an anchor that a document does not have, with those that come
// near.
func noAnchor(doc *core.Document, name string) error {
	var names []string
	for i := range doc.Anchors {
		names = append(names, doc.Anchors[i].ID, doc.Anchors[i].Title)
	}
	err := fmt.Errorf("%s has no anchor %q", doc.Label, name)
	if near := nearestNames(name, names); len(near) > 0 {
		return hinted{err, "nearest: " + strings.Join(near, ", ")}
	}
	return err
}

func targets(ts []refs.Target) string {
	var names []string
	for _, t := range ts {
		names = append(names, t.Nearest().Title)
	}
	return strings.Join(names, "; ")
}

func show(doc *core.Document, a *core.Anchor) shown {
	s := shown{Locator: doc.Locate(a.Span), Kind: a.Kind, Number: a.Number, Name: a.Title, Text: doc.Quote(a.Span), Source: doc.Source()}
	s.Anchor = a.ID
	if t := doc.Table(a.ID); t != nil {
		for _, r := range t.Rows {
			var row []string
			for _, c := range r.Cells {
				row = append(row, doc.Quote(c.Span))
			}
			s.Rows = append(s.Rows, row)
		}
	}
	return s
}

func printAnchor(w sheet, doc *core.Document, a *core.Anchor, lib *corpus.Library) {
	fmt.Fprintf(w, "%s\n\n", w.paint(strong, place(show(doc, a).Locator, lib)))
	if t := doc.Table(a.ID); t != nil {
		fmt.Fprintf(w, "%s. %s\n\n", printable(a.Name()), printable(t.Caption))
		printTable(w, doc, t)
		return
	}
	for line := range strings.Lines(strings.TrimSpace(doc.Quote(a.Span))) {
		fmt.Fprintln(w, printable(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "   ")))
	}
}

// betweenCells are the blanks between two columns of a table.
const betweenCells = "  "

// printTable prints the rows in aligned columns, empty places left empty. A table that is
// wider than the terminal is made narrower, its widest columns first, and what no longer
// fits a cell is wrapped.
func printTable(w sheet, doc *core.Document, t *core.Table) {
	cells := make([][]string, len(t.Rows))
	widths := make([]int, t.Columns)
	for r := range t.Rows {
		cells[r] = make([]string, t.Columns)
		for _, c := range t.Rows[r].Cells {
			text := printable(doc.Quote(c.Span))
			cells[r][c.Column] = text
			if c.Width == 1 {
				widths[c.Column] = max(widths[c.Column], visible.Width(text))
			}
		}
	}
	narrow := narrowed(widths, w.width-len(betweenCells)*(len(widths)-1))
	for r := range cells {
		s := plain
		if r < t.HeaderRows {
			s = strong
		}
		printLines(w, "", betweenCells, tableRow(cells[r], widths, narrow, s))
		if r+1 == t.HeaderRows {
			fmt.Fprintln(w, w.paint(faint, strings.Repeat("─", sum(narrow)+len(betweenCells)*(len(widths)-1))))
		}
	}
}

// tableRow is the cells of a row in their columns. One that reaches over several columns
// goes on into the empty ones after it; the row ends with its last text.
func tableRow(cells []string, widths, narrow []int, s style) []tableColumn {
	var row []tableColumn
	for i := 0; i < len(cells); i++ {
		text, width := cells[i], narrow[i]
		for text != "" && visible.Width(text) > widths[i] && i+1 < len(cells) && cells[i+1] == "" && visible.Width(text) > width {
			i++
			width += len(betweenCells) + narrow[i]
		}
		lines := []string{text}
		if visible.Width(text) > width && !slices.Equal(widths, narrow) {
			lines = wrap(text, width)
		}
		row = append(row, tableColumn{lines, width, s})
	}
	last := len(row)
	for last > 1 && row[last-1].lines[0] == "" {
		last--
	}
	return row[:last]
}

// minColumn is how narrow a column of a table may become.
const minColumn = 6

// narrowed are widths that add up to at most all, if they can: the widest are made as
// narrow as the next widest, and so on. All is 0 or less where nobody knows it.
func narrowed(widths []int, all int) []int {
	out := slices.Clone(widths)
	for all > 0 && sum(out) > all {
		most := slices.Max(out)
		if most <= minColumn {
			break
		}
		out[slices.Index(out, most)]--
	}
	return out
}

func sum(ns []int) int {
	total := 0
	for _, n := range ns {
		total += n
	}
	return total
}
