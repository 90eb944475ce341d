package textual

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// dump shows all of a document as text.
func dump(d *core.Document) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "id %q title %q label %q status %q date %q format %q\nurl %q\n", d.ID, d.Title, d.Label, d.Status, d.Date, d.Format, d.URL)
	for _, p := range d.Pages {
		fmt.Fprintf(&b, "page %d %q %d-%d\n", p.Number, p.Label, p.Span.Start, p.Span.End)
		for _, f := range p.Furniture {
			fmt.Fprintf(&b, "  %s %q\n", f.Kind, f.Text)
		}
	}
	for _, a := range d.Anchors {
		fmt.Fprintf(&b, "anchor %s %q in %q pages %d-%d bytes %d-%d\n", a.ID, a.Title, a.Parent, a.StartPage, a.EndPage, a.Span.Start, a.Span.End)
	}
	for _, t := range d.Tables {
		dumpTable(&b, d, &t)
	}
	for _, p := range d.Passages {
		fmt.Fprintf(&b, "== %s in %q anchors %q bytes %d-%d\n%s", p.Kind, p.Section, p.Anchors, p.Span.Start, p.Span.End, d.Quote(p.Span))
	}
	return []byte(b.String())
}

func dumpTable(b *strings.Builder, d *core.Document, t *core.Table) {
	fmt.Fprintf(b, "table %s %q: %d columns, %d header rows\n", t.Anchor, t.Caption, t.Columns, t.HeaderRows)
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			fmt.Fprintf(b, "  [%d+%d %q]", c.Column, c.Width, d.Quote(c.Span))
		}
		b.WriteByte('\n')
	}
}
