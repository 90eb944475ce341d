package core

import "strconv"

func itoa(n int) string { return strconv.Itoa(n) }

// AnchorKind names a kind of addressable element.
type AnchorKind string

// The kinds of anchors.
const (
	KindSection    AnchorKind = "section"
	KindAppendix   AnchorKind = "appendix"
	KindAlgorithm  AnchorKind = "algorithm"
	KindTable      AnchorKind = "table"
	KindFigure     AnchorKind = "figure"
	KindEquation   AnchorKind = "equation"
	KindDefinition AnchorKind = "definition"
)

// Anchor is an addressable element of a document.
type Anchor struct {
	ID     string // unique in its document: AnchorID(Kind, Number), or a slug of the title
	Kind   AnchorKind
	Number string // "7.2", "13", "4.7", "A"; "" for an unnumbered heading
	Title  string
	Parent string // id of the section around it; "" at the top
	// Span covers the heading or caption and everything up to the next anchor of
	// the same or a higher rank: a section includes its subsections.
	Span      Span
	StartPage int
	EndPage   int
}

// AnchorID is the id of a numbered anchor: "algorithm-13", "section-7.2".
func AnchorID(k AnchorKind, number string) string { return string(k) + "-" + number }

// Name is how the anchor is cited: "Algorithm 13", "Section 7.2", "Appendix A",
// or the title of an unnumbered heading. A table without a number is called by its
// title, which may be its column headers.
func (a *Anchor) Name() string {
	switch {
	case a.Number == "" && a.Kind == KindTable:
		return a.Kind.Word() + " “" + a.Title + "”"
	case a.Number == "":
		return a.Title
	}
	return a.Kind.Word() + " " + a.Number
}

// Heading is the number and title as a contents page shows them: "7.2 Title".
func (a *Anchor) Heading() string {
	switch {
	case a.Number == "":
		return a.Title
	case a.Kind == KindSection:
		return a.Number + " " + a.Title
	case a.Title == "":
		return a.Name()
	}
	return a.Name() + ". " + a.Title
}

// Word is the English word before an anchor's number.
func (k AnchorKind) Word() string {
	switch k {
	case KindSection:
		return "Section"
	case KindAppendix:
		return "Appendix"
	case KindAlgorithm:
		return "Algorithm"
	case KindTable:
		return "Table"
	case KindFigure:
		return "Figure"
	case KindEquation:
		return "Equation"
	case KindDefinition:
		return "Definition"
	}
	return string(k)
}

// Algorithm is a pseudocode box, whole.
type Algorithm struct {
	Anchor string // id of its anchor
	Name   string // "K-PKE.KeyGen", without the parameters
	Span   Span   // caption included
	Lines  []AlgorithmLine
}

// Numbered is how many numbered lines the box has, 0 where they are not numbered from
// 1 through.
func (a *Algorithm) Numbered() int {
	n := 0
	for i := range a.Lines {
		switch a.Lines[i].Step {
		case "":
		case strconv.Itoa(n + 1):
			n++
		default:
			return 0
		}
	}
	return n
}

// AlgorithmLineKind names what a line of an algorithm box is.
type AlgorithmLineKind string

// The kinds of lines of an algorithm box.
const (
	LineCaption AlgorithmLineKind = "caption"
	LineProse   AlgorithmLineKind = "prose" // what the algorithm is for
	LineInput   AlgorithmLineKind = "input"
	LineOutput  AlgorithmLineKind = "output"
	LineStep    AlgorithmLineKind = "step"
	LineMore    AlgorithmLineKind = "continuation" // belongs to the line before
)

// AlgorithmLine is one line of an algorithm box.
type AlgorithmLine struct {
	Kind   AlgorithmLineKind
	Step   string // "3" for step 3; "" otherwise
	Indent int    // nesting depth of a step, 0 outermost
	Span   Span
}

// Table is a table as rows and cells.
type Table struct {
	Anchor     string // id of its anchor
	Caption    string
	HeaderRows int // how many of the first rows are column headers
	Columns    int
	Rows       []Row
	Span       Span // caption included
}

// Row is one row of a table, on one page.
type Row struct {
	Span  Span
	Cells []Cell
}

// Cell is one cell: where it is in the text, which columns it covers and,
// from its own row on, how many rows. A place that no cell covers is empty.
type Cell struct {
	Span   Span
	Column int // 0-based
	Width  int // number of columns covered, at least 1
	Height int // number of rows covered, at least 1
}

// At returns the cell that covers a row and a column, or nil.
func (t *Table) At(row, column int) *Cell {
	for r := min(row, len(t.Rows)-1); r >= 0; r-- {
		for i := range t.Rows[r].Cells {
			c := &t.Rows[r].Cells[i]
			if c.Column <= column && column < c.Column+c.Width && row < r+c.Height {
				return c
			}
		}
	}
	return nil
}
