package eval

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// WriteText writes the report for people: what was measured on what, the means,
// and the comparison if there is one. Single questions are in the JSON form.
func (r *Report) WriteText(w io.Writer) error {
	var b bytes.Buffer
	r.writeHead(&b)
	b.WriteByte('\n')
	if r.Task == TaskRetrieval {
		b.WriteString(r.pageTable().Text())
	} else {
		b.WriteString(r.itemTable().Text())
	}
	fmt.Fprintf(&b, "\ninterval  bootstrap over questions, %d resamples, seed %d\n", r.Interval.Resamples, r.Interval.Seed)
	fmt.Fprintf(&b, "latency   p50 %d µs, p99 %d µs over %d searches\n", r.Latency.P50, r.Latency.P99, r.Asked)
	if r.Comparison != nil {
		r.Comparison.write(&b, r.N)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (r *Report) writeHead(b *bytes.Buffer) {
	fmt.Fprintf(b, "%s, engine %q\n", r.Task, r.Engine)
	writeSet(b, r.Set, r.Files)
	fmt.Fprintf(b, "unit      %s\n", unitNote(r.Unit))
	fmt.Fprintf(b, "cutoff    k %d, depth %d\n", r.K, r.Depth)
	if r.Task == TaskRetrieval {
		fmt.Fprintf(b, "n         %d scored of %d questions: answerable, with gold; macro mean\n", r.N, r.Asked)
		b.WriteString("recall@k  share of a question's gold page spans that its first k results claim, at most one each\n")
		return
	}
	fmt.Fprintf(b, "n         %d scored of %d queries: with a relevant document; macro mean\n", r.N, r.Asked)
	b.WriteString("recall@k  share of a query's relevant documents that stand among its first k results\n")
}

func unitNote(u core.Granularity) string {
	switch u {
	case core.ByPage:
		return "page (a result is one page; no page counts twice)"
	case core.ByPassage:
		return "passage (a result may span pages; two may stand on one page)"
	case byDocument:
		return "document (a result is one document of the collection)"
	}
	return string(u)
}

// pageTable has a row for each measure and a column for each cutoff.
func (r *Report) pageTable() Table {
	head := []string{""}
	var rows Table
	for _, m := range r.Means {
		if len(rows) == 0 || rows[len(rows)-1][0] != m.Name {
			rows = append(rows, []string{m.Name})
		}
		if len(rows) == 1 {
			head = append(head, fmt.Sprintf("@%d", m.K))
		}
		row := append(rows[len(rows)-1], decimals(m.Value))
		if m.K == r.K {
			row = append(row, interval(m.Low, m.High))
		}
		rows[len(rows)-1] = row
	}
	head = append(head, fmt.Sprintf("95 %% interval @%d", r.K))
	return append(Table{head}, rows...)
}

// itemTable has a row for each measure with its cutoff.
func (r *Report) itemTable() Table {
	rows := Table{{"", "mean", "95 % interval"}}
	for _, m := range r.Means {
		rows = append(rows, []string{m.String(), decimals(m.Value), interval(m.Low, m.High)})
	}
	return rows
}

func (c *Comparison) write(b *bytes.Buffer, n int) {
	fmt.Fprintf(b, "\nagainst the baseline, engine %q, paired over %d questions\n\n", c.Baseline, n)
	rows := Table{{"", "baseline", "now", "delta", "95 % interval", "better", "worse", "equal", "sign test p"}}
	for _, d := range c.Measures {
		rows = append(rows, []string{
			d.String(), decimals(d.Baseline), decimals(d.Now), fmt.Sprintf("%+.4f", d.Delta), interval(d.Low, d.High),
			fmt.Sprint(d.Better), fmt.Sprint(d.Worse), fmt.Sprint(d.Equal), decimals(d.P),
		})
	}
	b.WriteString(rows.Text())
	if len(c.Questions) == 0 {
		b.WriteString("\nno question changed\n")
		return
	}
	b.WriteString("\nquestions that changed\n\n")
	for _, q := range c.Questions {
		fmt.Fprintf(b, "%s", q.ID)
		for _, d := range q.Deltas {
			fmt.Fprintf(b, "  %s %+.4f", d.Measure, d.Value)
		}
		b.WriteByte('\n')
	}
}

func decimals(x float64) string { return fmt.Sprintf("%.4f", x) }

func interval(low, high float64) string { return decimals(low) + " to " + decimals(high) }

// Table is rows of cells, the first of them the head.
type Table [][]string

// Text aligns the first column left and the others right.
func (t Table) Text() string {
	var widths []int
	for _, row := range t {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range t {
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString(cell + pad)
			} else {
				b.WriteString("  " + pad + cell)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Markdown is the table as Markdown has it.
func (t Table) Markdown() string {
	var b strings.Builder
	for i, row := range t {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	return b.String()
}

// writeSet names what was measured on, in the head of a report.
func writeSet(b *bytes.Buffer, set string, files []File) {
	fmt.Fprintf(b, "set       %q\n", set)
	for _, f := range files {
		fmt.Fprintf(b, "          %s  %s\n", f.SHA256, f.Name)
	}
}
