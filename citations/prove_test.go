package citations

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// provenDocument has prose on two pages and a table on the third.
func provenDocument() *core.Document {
	d := documentOf(
		"The toy scheme has three parameter sets. Users shall protect the signing key of TOY-5. "+
			"An implementation should erase the seed after key generation. "+
			"The component scheme is not approved for stand-alone use. "+
			"A context string has 255 or fewer bytes.",
		"Random values must come from an approved generator with a security strength of 128 bits. "+
			"Alice is not authenticated. Hybrid modes are allowed only for legacy devices.",
		"set\tsigning key\tsignature\nTOY-3\t640\t1210\nTOY-5\t896\t1777\n",
	)
	for _, p := range d.Pages[:2] {
		d.Passages = append(d.Passages, core.Passage{Kind: core.PassageProse, Span: p.Span})
	}
	table := d.Pages[2].Span
	d.Anchors = []core.Anchor{{ID: "table-1", Kind: core.KindTable, Number: "1", Title: "Sizes in bytes", Span: table, StartPage: 3, EndPage: 3}}
	d.Passages = append(d.Passages, core.Passage{Kind: core.PassageTable, Span: table, Anchors: []string{"table-1"}})
	d.Tables = []core.Table{tableOf(d, table)}
	return d
}

// tableOf reads the lines and tabs of a span as a table with one header row.
func tableOf(d *core.Document, s core.Span) core.Table {
	t := core.Table{Anchor: "table-1", Caption: "Sizes in bytes", Span: s, HeaderRows: 1, Columns: 3}
	at := s.Start
	for line := range strings.Lines(d.Quote(s)) {
		row := core.Row{Span: core.Span{Start: at, End: at + len(line) - 1}}
		for column, cell := range strings.Split(strings.TrimSuffix(line, "\n"), "\t") {
			row.Cells = append(row.Cells, core.Cell{Span: core.Span{Start: at, End: at + len(cell)}, Column: column, Width: 1, Height: 1})
			at += len(cell) + 1
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func TestProve(t *testing.T) {
	judge := NewJudge(provenDocument())
	for _, tt := range []struct {
		claim   string
		pages   []int
		verdict core.Verdict
		rule    string
		page    int
		lacks   []string
	}{
		{"Users shall protect the signing key of TOY-5.", nil, core.Verbatim, quote.Exact, 1, nil},
		{"Users shall protect the signing key of TOY-5.", []int{2}, core.Partial, ClaimElsewhere, 1, nil},
		{"TOY-5's signing key shall be protected by users.", []int{1}, core.Supported, ClaimCovered, 1, nil},
		{"TOY-5's signing key shall be protected by users.", []int{2}, core.Partial, ClaimElsewhere, 1, nil},

		{"The signature of TOY-3 has 1210 bytes", nil, core.Supported, ClaimCovered, 3, nil},
		{"The signature of TOY-3 has 9680 bits", nil, core.Supported, ClaimCovered, 3, nil},
		{"The signature of TOY-3 has 1211 bytes", nil, core.Contradicted, ClaimNumber, 3, []string{"1211 byte"}},
		{"The signature of TOY-3 has 1777 bytes", nil, core.Contradicted, ClaimCell, 3, []string{"1777"}},
		{"The signature of TOY-3 has 640 bytes", nil, core.Contradicted, ClaimCell, 3, []string{"640"}},
		{"The signature of TOY-4 has 1210 bytes", nil, core.Contradicted, ClaimIdentifier, 3, []string{"TOY-4"}},
		{"Approved generators of random values need a strength of 128 bits.", nil, core.Supported, ClaimCovered, 2, []string{"need"}},
		{"The generator of Alice has 128 bits.", nil, core.Partial, ClaimUncovered, 2, []string{"Alice"}},
		{"Approved generators of random values need a strength of 192 bits.", nil, core.Contradicted, ClaimNumber, 2, []string{"192 bit"}},
		{"A context string of at most 255 bytes", nil, core.Partial, ClaimComparator, 1, []string{"most"}},
		{"A context string has 255 bits", nil, core.Contradicted, ClaimNumber, 1, []string{"255 bit"}},

		{"After key generation, implementations should erase seeds.", nil, core.Supported, ClaimCovered, 1, nil},
		{"After key generation, implementations shall erase seeds.", nil, core.Contradicted, ClaimModality, 1, []string{"shall"}},
		{"Stand-alone use of the component scheme is approved.", nil, core.Contradicted, ClaimPolarity, 1, nil},
		{"Stand-alone use of the component scheme is not approved.", nil, core.Supported, ClaimCovered, 1, nil},
		{"After key generation, implementations should not erase seeds.", nil, core.Contradicted, ClaimPolarity, 1, []string{"not"}},
		{"Alice is", nil, core.Unverifiable, quote.TooShort, 0, nil},
		{"Legacy devices are allowed hybrid modes.", nil, core.Partial, ClaimPolarity, 2, nil},
		{"Hybrid modes are allowed", nil, core.Contradicted, ClaimPolarity, 2, nil},

		{"TEST 1, Table 1: TOY-5 signatures have 1777 bytes", nil, core.Supported, ClaimCovered, 3, nil},
		{"Users shall protect the washing machine from angry penguins.", nil, core.Unverifiable, ClaimUncovered, 1,
			[]string{"washing", "machine", "angry", "penguins"}},
		{"   ", nil, core.Unverifiable, quote.TooShort, 0, nil},
		{"of the and", nil, core.Unverifiable, quote.TooShort, 0, nil},
		{strings.Repeat("long ", quote.MaxBytes), nil, core.Unverifiable, quote.TooLong, 0, nil},
	} {
		got := judge.Prove(tt.claim, tt.pages)
		if got.Verdict != tt.verdict || got.Rule != tt.rule || got.StartPage != tt.page {
			t.Errorf("%.80q on %v:\n got %s (%s) on page %d: %q\nwant %s (%s) on page %d",
				tt.claim, tt.pages, got.Verdict, got.Rule, got.StartPage, got.Quote, tt.verdict, tt.rule, tt.page)
		}
		if diff := cmp.Diff(tt.lacks, got.Unsupported); diff != "" {
			t.Errorf("%.80q lacks (-want +got):\n%s", tt.claim, diff)
		}
	}
}

// TestProveIsPure proves claims from many goroutines; the race detector and equal
// results are the test.
func TestProveIsPure(t *testing.T) {
	judge := NewJudge(provenDocument())
	const claim = "Approved generators of random values need a strength of 128 bits."
	want := NewJudge(provenDocument()).Prove(claim, nil)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if diff := cmp.Diff(want, judge.Prove(claim, nil)); diff != "" {
				t.Errorf("a second proof differs (-want +got):\n%s", diff)
			}
		})
	}
	wg.Wait()
}

func FuzzProve(f *testing.F) {
	judge := NewJudge(provenDocument())
	for _, seed := range []string{"TOY-5's signing key shall be protected", "not not 1210 bytes", "Table 1 \xff", "١٢ 2^255 — ½"} {
		f.Add(seed, 1)
	}
	f.Fuzz(func(t *testing.T, claim string, page int) {
		p := judge.Prove(claim, []int{page})
		if p.Rule == "" || p.Verdict == "" {
			t.Fatalf("%q has no verdict: %+v", claim, p)
		}
		if p.StartPage > 0 && judge.doc.Quote(p.Span) != p.Quote {
			t.Fatalf("%q: evidence %q is not what stands at %v", claim, p.Quote, p.Span)
		}
		if p.Verdict == core.Supported && p.Coverage < supportedShare {
			t.Fatalf("%q is supported with a coverage of %.2f", claim, p.Coverage)
		}
	})
}
