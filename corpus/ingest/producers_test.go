package ingest_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest"
)

var update = flag.Bool("update", false, "write the table of producers into docs/pdf-files.md")

// producersDoc is the page with the table that TestProducers makes.
const producersDoc = "../../docs/pdf-files.md"

// reading is what came of one file of a producer.
type reading struct {
	producer, name string
	refused        error
	accuracy
}

// TestProducers reads the files of testdata/producers, whose text is known, and
// holds what comes out against the table of docs/pdf-files.md.
func TestProducers(t *testing.T) {
	readings := readProducers(t)
	for _, r := range readings {
		switch {
		case r.refused != nil:
			t.Logf("%s: %v", r.name, r.refused)
		case r.wrong+r.marked > 0 || r.inOrder < r.body || r.scriptsFound < r.scripts || r.rowsFound < r.rows || r.exposed > 0:
			t.Logf("%s: %+v", r.name, r.accuracy)
		}
	}
	doc, err := os.ReadFile(producersDoc)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- producers -->\n", "<!-- /producers -->"
	before, rest, ok := strings.Cut(string(doc), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no table between %q and %q", producersDoc, begin, end)
	}
	got := producersTable(readings)
	if *update {
		if err := os.WriteFile(producersDoc, []byte(before+begin+got+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(table, got); diff != "" {
		t.Errorf("the table of producers has changed (-page +run); look why, then run with -update:\n%s", diff)
	}
}

// The least that is promised of undamaged files of real producers, in parts of
// 10,000: how many are read, and how many of their letters are right. Every other
// letter is marked, and what nobody sees is not quoted.
const (
	leastAccepted = 9500
	leastRight    = 9950
)

// TestProducersKeepThePromise holds the sum of all producers to it, whatever the
// table says.
func TestProducersKeepThePromise(t *testing.T) {
	readings := readProducers(t)
	sum, accepted := total(readings)
	if 10_000*accepted < leastAccepted*len(readings) {
		t.Errorf("%d of %d files are accepted", accepted, len(readings))
	}
	if 10_000*sum.right < leastRight*sum.letters {
		t.Errorf("%d of %d letters are right", sum.right, sum.letters)
	}
	if sum.wrong > 0 || sum.exposed > 0 {
		t.Errorf("%d letters are wrong without a mark, %d hidden lines are quoted", sum.wrong, sum.exposed)
	}
}

// readProducers reads each file of the test corpus, in the order of their names.
func readProducers(t *testing.T) []reading {
	t.Helper()
	files, err := filepath.Glob("testdata/producers/*.pdf")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files of producers are there, want 40 or more (%v)", len(files), err)
	}
	slices.Sort(files)
	out := make([]reading, len(files))
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		known, err := os.ReadFile(strings.TrimSuffix(file, ".pdf") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		r := reading{name: filepath.Base(file)}
		r.producer, _, _ = strings.Cut(strings.TrimSuffix(r.name, ".pdf"), "-")
		doc, err := ingest.Document(context.Background(), ingest.File{Name: r.name, Data: data})
		if r.refused = err; err == nil {
			r.accuracy = measure(parseKnown(string(known)), doc)
		}
		out[i] = r
	}
	return out
}

// producersTable writes a line for each producer and one for all.
func producersTable(readings []reading) string {
	var b strings.Builder
	b.WriteString("| producer | files | accepted | letters | right | marked | wrong | in order | scripts | rows | hidden text quoted |\n")
	b.WriteString("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	byProducer := map[string][]reading{}
	var names []string
	for _, r := range readings {
		if byProducer[r.producer] == nil {
			names = append(names, r.producer)
		}
		byProducer[r.producer] = append(byProducer[r.producer], r)
	}
	for _, n := range names {
		tableLine(&b, n, byProducer[n])
	}
	tableLine(&b, "**all**", readings)
	return b.String()
}

func tableLine(b *strings.Builder, name string, readings []reading) {
	sum, accepted := total(readings)
	fmt.Fprintf(b, "| %s | %d | %d | %d | %s | %d | %d | %s | %d of %d | %d of %d | %d |\n", name, len(readings), accepted,
		sum.letters, percent(sum.right, sum.letters), sum.marked, sum.wrong, percent(sum.inOrder, sum.body),
		sum.scriptsFound, sum.scripts, sum.rowsFound, sum.rows, sum.exposed)
}

// total adds up the files that were accepted.
func total(readings []reading) (sum accuracy, accepted int) {
	for _, r := range readings {
		if r.refused == nil {
			accepted++
			sum.add(r.accuracy)
		}
	}
	return sum, accepted
}

// percent rounds down: 100 % is said of what is whole only.
func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%d.%02d %%", part*100/whole, part*10000/whole%100)
}

// TestMeasure holds the measure itself on pages whose faults are known.
func TestMeasure(t *testing.T) {
	known := parseKnown("[furniture] 7\nA first line: 2^64 − x_{i}\nSeal\tKey\n[hidden] not this\n[page]\nend")
	whole := func() *core.Document {
		d := &core.Document{Text: "A ﬁrst line: 2^64 − 𝑥_𝑖\nSeal\tKey\nend\n"}
		cut := strings.Index(d.Text, "end")
		d.Pages = []core.Page{
			{Number: 1, Span: core.Span{End: cut}, Furniture: []core.Furniture{{Kind: core.FurnitureFooter, Text: "7"}, {Kind: core.FurnitureHidden, Text: "not this"}}},
			{Number: 2, Span: core.Span{Start: cut, End: len(d.Text)}},
		}
		return d
	}
	perfect := accuracy{letters: 28, right: 28, body: 27, inOrder: 27, scripts: 2, scriptsFound: 2, rows: 1, rowsFound: 1}
	tests := []struct {
		name   string
		change func(*core.Document)
		want   func(*accuracy)
	}{
		{"nothing", func(*core.Document) {}, func(*accuracy) {}},
		{"a letter dropped", replace("line", "ine"), func(a *accuracy) { a.right--; a.wrong++; a.inOrder-- }},
		{"a letter taken for another", replace("−", "+"), func(a *accuracy) { a.right--; a.wrong++; a.inOrder-- }},
		{"a letter marked", replace("−", "\uFFFD"), func(a *accuracy) { a.right--; a.marked++; a.inOrder-- }},
		{"a letter too many", replace("line", "liine"), func(a *accuracy) { a.wrong++ }},
		{"an exponent flattened", replace("2^64", "264"), func(a *accuracy) { a.scriptsFound-- }},
		{"an exponent torn off", replace("2^64", "^642"), func(a *accuracy) { a.inOrder--; a.scriptsFound-- }},
		{"a row broken", replace("\tKey", "\nKey"), func(a *accuracy) { a.rowsFound-- }},
		{"hidden text read", func(d *core.Document) { d.Pages[0].Furniture[1].Kind = core.FurnitureFooter }, func(a *accuracy) { a.wrong += 7; a.exposed = 1 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, want := whole(), perfect
			tt.change(d)
			tt.want(&want)
			if got := measure(known, d); got != want {
				t.Errorf("measured %+v, want %+v", got, want)
			}
		})
	}
}

// replace changes the text of a document's first page.
func replace(from, to string) func(*core.Document) {
	return func(d *core.Document) {
		before := len(d.Text)
		d.Text = strings.Replace(d.Text, from, to, 1)
		d.Pages[0].Span.End += len(d.Text) - before
		d.Pages[1].Span = core.Span{Start: d.Pages[0].Span.End, End: len(d.Text)}
	}
}

// TestPercentRoundsDown holds that a letter wrong of 100,000 is seen.
func TestPercentRoundsDown(t *testing.T) {
	if got := percent(99_999, 100_000); got != "99.99 %" {
		t.Errorf("percent is %q", got)
	}
	if got := percent(5, 5); got != "100.00 %" {
		t.Errorf("percent is %q", got)
	}
}
