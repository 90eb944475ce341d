package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestLabelsNamed(t *testing.T) {
	text := "set\tbytes\nhqc-128\t3\nplain\t4\n512\t5\n"
	span := func(s string) core.Span { i := strings.Index(text, s); return core.Span{Start: i, End: i + len(s)} }
	table := core.Table{HeaderRows: 1, Columns: 2}
	for _, label := range []string{"set", "hqc-128", "plain", "512"} {
		table.Rows = append(table.Rows, core.Row{Cells: []core.Cell{{Span: span(label), Width: 1, Height: 1}}})
	}
	docs := []*core.Document{{Text: text, Tables: []core.Table{table}}}
	want := []Term{{Name: "hqc-128", Written: "hqc-128"}}
	if diff := cmp.Diff(want, labelsNamed("bytes of HQC-128, plain 512?", docs, nil)); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	if got := labelsNamed("hqc-1280", docs, nil); got != nil {
		t.Errorf("a longer word names %v", got)
	}
	if got := labelsNamed("hqc-128", docs, []Term{{Name: "HQC-128"}}); got != nil {
		t.Errorf("a known term is named again: %v", got)
	}
}
