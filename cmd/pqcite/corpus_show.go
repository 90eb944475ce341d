package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
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
		Use:   "show ANCHOR",
		Short: "Print a section, algorithm or table as text",
		Long: `Prints what stands at an anchor. An anchor is written as it is cited, "FIPS 203,
Algorithm 13", or by its id, "NIST.FIPS.203#algorithm-13".`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			doc, anchor, err := findAnchor(lib, strings.Join(args, " "))
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(show(doc, anchor))
			}
			printAnchor(a.out, doc, anchor, lib)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

// findAnchor resolves what a person wrote to one anchor.
func findAnchor(lib *corpus.Library, text string) (*core.Document, *core.Anchor, error) {
	if id, anchor, ok := strings.Cut(text, "#"); ok {
		doc := lib.Document(id)
		if doc == nil {
			return nil, nil, noDocument(id, lib.Documents())
		}
		if found := doc.Anchor(anchor); found != nil {
			return doc, found, nil
		}
		return nil, nil, fmt.Errorf("%s has no anchor %q", doc.Label, anchor)
	}
	refs := citations.References(text)
	resolver := citations.NewResolver(lib.Documents())
	for _, ref := range refs {
		if ref.Kind == "" {
			continue
		}
		switch res := resolver.Resolve(ref); res.Status {
		case citations.Resolved:
			return res.Targets[0].Document, res.Targets[0].Anchor, nil
		case citations.Ambiguous:
			return nil, nil, hinted{fmt.Errorf("%q stands in several documents", ref.Text), "name one: " + targets(res.Targets)}
		case citations.UnknownDocument:
			return nil, nil, fmt.Errorf("%s is not in the library", ref.Doc)
		default:
			return nil, nil, hinted{fmt.Errorf("%q does not exist in the library", ref.Text), "nearest: " + targets(res.Nearest)}
		}
	}
	return nil, nil, hinted{fmt.Errorf("%q names no anchor", text), `write it as it is cited: "FIPS 203, Algorithm 13"`}
}

func targets(ts []citations.Target) string {
	var names []string
	for _, t := range ts {
		names = append(names, corpus.NearestOf(t).Title)
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

func printAnchor(w io.Writer, doc *core.Document, a *core.Anchor, lib *corpus.Library) {
	fmt.Fprintf(w, "%s\n\n", place(show(doc, a).Locator, lib))
	if t := doc.Table(a.ID); t != nil {
		fmt.Fprintf(w, "%s. %s\n\n", printable(a.Name()), printable(t.Caption))
		printTable(w, doc, t)
		return
	}
	for line := range strings.Lines(strings.TrimSpace(doc.Quote(a.Span))) {
		fmt.Fprintln(w, printable(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "   ")))
	}
}

// printTable prints the rows in aligned columns, empty places left empty.
func printTable(w io.Writer, doc *core.Document, t *core.Table) {
	cells := make([][]string, len(t.Rows))
	widths := make([]int, t.Columns)
	for r := range t.Rows {
		cells[r] = make([]string, t.Columns)
		for _, c := range t.Rows[r].Cells {
			text := printable(doc.Quote(c.Span))
			cells[r][c.Column] = text
			if c.Width == 1 {
				widths[c.Column] = max(widths[c.Column], len([]rune(text)))
			}
		}
	}
	for r := range cells {
		var line strings.Builder
		for c, text := range cells[r] {
			line.WriteString(text + strings.Repeat(" ", max(0, widths[c]-len([]rune(text)))+2))
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
		if r+1 == t.HeaderRows {
			fmt.Fprintln(w, strings.Repeat("─", sum(widths)+2*(len(widths)-1)))
		}
	}
}

func sum(ns []int) int {
	total := 0
	for _, n := range ns {
		total += n
	}
	return total
}
