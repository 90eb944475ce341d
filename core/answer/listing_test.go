package answer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// written makes a document of passages of kinds, "kind: text", all in one section.
func written(passages ...string) *core.Document {
	d := &core.Document{ID: "W", Label: "W", SHA256: strings.Repeat("0", 64), Format: core.FormatText}
	for _, p := range passages {
		kind, text, _ := strings.Cut(p, ": ")
		start := len(d.Text)
		d.Text += text + "\n\n"
		d.Passages = append(d.Passages, core.Passage{Kind: core.PassageKind(kind), Span: core.Span{Start: start, End: len(d.Text)}, StartPage: 1, EndPage: 1})
	}
	d.Pages = []core.Page{{Number: 1, Span: core.Span{End: len(d.Text)}}}
	return d
}

// A listing is claimed whole, with its line breaks, behind the sentence that announces
// it, before the caption below it, or alone.
func TestListingsAreClaimedWhole(t *testing.T) {
	code := "wob init\n    --store ./keys\n\nwob run"
	long := strings.TrimSuffix(strings.Repeat("wob run again and again\n", 100), "\n")
	for _, tt := range []struct {
		name     string
		doc      *core.Document
		question string
		want     []string
	}{
		{"announced", written("prose: The installer runs so:", "code: "+code, "prose: Elsewhere nothing is said of such."), "How does the installer run?", []string{"The installer runs so:", code}},
		{"announced without a colon", written("prose: The installer runs as follows.", "code: "+code), "How does the installer run?", []string{"The installer runs as follows.", code}},
		{"longer than a run of sentences", written("prose: The installer runs so:", "code: "+long), "How does the installer run?", []string{"The installer runs so:", long}},
		{"found by what stands in it", written("prose: This is what is to do:", "code: "+code), "Which store does wob init take?", []string{"This is what is to do:", code}},
		{"not announced", written("prose: A sentence of something else.", "code: "+code), "Which store does wob init take?", []string{code}},
		{"with a caption below", written("code: "+code, "prose: Figure 1: The Installer"), "Is there a figure of the installer?", []string{code, "Figure 1: The Installer"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := writeFrom(Input{Question: tt.question, Plan: core.Plan{Intent: core.IntentGeneral}, Context: true}, nil, tt.doc)
			checkProven(t, got, tt.doc)
			if diff := cmp.Diff(tt.want, claims(got)); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
		})
	}
}

// optionTable is a document of one's own with a table.
func optionTable(identity core.Identity) *core.Document {
	d := &core.Document{ID: "O", Label: "O", SHA256: strings.Repeat("0", 64), Identity: identity}
	rows := [][]string{{"Option", "Default", "Count"}, {"window", "16 frames", "3"}, {"pace", "40ms", "9"}, {"12", "none", "4"}}
	t := core.Table{Anchor: "table-options", Caption: "Options", HeaderRows: 1, Columns: 3}
	for _, cells := range rows {
		row := core.Row{Span: core.Span{Start: len(d.Text)}}
		for c, text := range cells {
			if c > 0 {
				d.Text += "\t"
			}
			row.Cells = append(row.Cells, core.Cell{Span: core.Span{Start: len(d.Text), End: len(d.Text) + len(text)}, Column: c, Width: 1, Height: 1})
			d.Text += text
		}
		row.Span.End = len(d.Text)
		d.Text += "\n"
		t.Rows = append(t.Rows, row)
	}
	t.Span = core.Span{End: len(d.Text)}
	d.Tables = []core.Table{t}
	d.Anchors = []core.Anchor{{ID: t.Anchor, Kind: core.KindTable, Title: "Options", Span: t.Span, StartPage: 1, EndPage: 1}}
	d.Passages = []core.Passage{{Kind: core.PassageTable, Anchors: []string{t.Anchor}, Span: t.Span, StartPage: 1, EndPage: 1}}
	d.Pages = []core.Page{{Number: 1, Span: t.Span}}
	return d
}

// A question about a cell of one's own table is answered with the row under its header.
func TestOwnTables(t *testing.T) {
	standard := written("prose: The window of the standard is small and of no use.")
	standard.Identity = core.IdentityPublished
	for _, tt := range []struct {
		name, question string
		docs           []*core.Document
		want           []string
	}{
		{"a cell", "What is the default of window?", []*core.Document{optionTable(core.IdentityOwn)}, []string{"window: Default 16 frames"}},
		{"a row", "What is the option pace?", []*core.Document{optionTable(core.IdentityOwn)}, []string{"pace: Default 40ms, Count 9"}},
		{"a bare number without its header", "What are the 12 frames?", []*core.Document{optionTable(core.IdentityOwn)}, nil},
		{"a bare number under its header", "What is the default of option 12?", []*core.Document{optionTable(core.IdentityOwn)}, []string{"12: Default none"}},
		{"a part of a word", "What is the default of windows?", []*core.Document{optionTable(core.IdentityOwn)}, nil},
		{"what a standard speaks of", "What is the default of window?", []*core.Document{optionTable(core.IdentityOwn), standard}, nil},
		{"a published document", "What is the default of window?", []*core.Document{optionTable(core.IdentityPublished)}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &Extractive{Library: shelf(tt.docs), Relevance: coretest.Words{}}
			in := Input{Question: tt.question, Hits: hitsIn(tt.docs...)}
			in.evidence(w)
			got := w.ownTables(in)
			checkProven(t, got, tt.docs...)
			if diff := cmp.Diff(tt.want, claims(got)); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
		})
	}
}
