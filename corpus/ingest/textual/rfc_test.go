package textual

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

func TestIsRFC(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      bool
	}{
		{"RFC", string(sample(t, "rfc/paged.txt")), true},
		{"CRLF", strings.ReplaceAll(string(sample(t, "rfc/paged.txt")), "\n", "\r\n"), true},
		{"draft", string(sample(t, "rfc/draft.txt")), true},
		{"old RFC", string(sample(t, "rfc/old.txt")), true},
		{"plain text", string(sample(t, "plain/manual.txt")), false},
		{"text about an RFC", "Notes\n\nmore\n\nsee\n\nRequest for Comments: 9180\n", false},
		{"sentence", "Our Request for Comments: 9 people answered\n", false},
		{"empty", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := IsRFC([]byte(tt.src)); got != tt.want {
				t.Errorf("IsRFC = %t, want %t", got, tt.want)
			}
		})
	}
}

// TestTitleBlock reads the block with tabs and days that old files and drafts have.
func TestTitleBlock(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      titleBlock
	}{
		{"tabs", "Working Group\t\t\tA. Bee\nRequest for Comments: 42\t\tHive\n\t\t\tMay 1999\n\n\t\tOn Wax\n\nStatus\n", titleBlock{number: "42", title: "On Wax", date: "1999-05"}},
		{"expiry is no date", "WG                 A. Bee\nInternet-Draft\nExpires: 1 May 2030\n\n   T\n   draft-bee-wax-00\n\nAbstract", titleBlock{draft: "draft-bee-wax-00", title: "T"}},
		{"both dates", "WG                 A. Bee\nInternet-Draft\nExpires: 1 May 2030        3 November 2029\n\n   T\n", titleBlock{title: "T", date: "2029-11-03"}},
		{"none", "Just\n\n   text\n", titleBlock{}},
		{"no title", "WG\nRequest for Comments: 7\n\nText at the margin\n", titleBlock{number: "7"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := readTitleBlock(rfcSheets(tt.src)[0].blocks)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(titleBlock{})); diff != "" {
				t.Errorf("title block (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPagesWithoutFormFeeds requires the same pages of a copy that lost them.
func TestPagesWithoutFormFeeds(t *testing.T) {
	meta := build.Meta{SHA256: strings.Repeat("0", 64)}
	src := sample(t, "rfc/paged.txt")
	want, err := RFC(meta, src)
	if err != nil {
		t.Fatal(err)
	}
	for name, feed := range map[string]string{"removed": "", "behind the footer": "\f"} {
		text := strings.ReplaceAll(string(src), "\n\f\n", "\n\n")
		got, err := RFC(meta, []byte(strings.ReplaceAll(text, "]\n\nRFC", "]"+feed+"\n\nRFC")))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(dump(want)), string(dump(got))); diff != "" {
			t.Errorf("form feeds %s (-want +got):\n%s", name, diff)
		}
	}
}

// TestRFCTables reads captions on either side and tables next to each other.
func TestRFCTables(t *testing.T) {
	table := "   +---+\n   | %s |\n   +---+\n   | 1 |\n   +---+\n\n"
	draw := func(head string) string { return strings.Replace(table, "%s", head, 1) }
	src := "WG              A. Bee\nRequest for Comments: 7\n\n   T\n\n1.  First\n\n" +
		draw("a") + "   Table 1: Below\n\n" + draw("b") + "   Table 2: Also below\n\n" +
		"2.  Second\n\n   Table 3: Above\n\n" + draw("c") + "   Text.\n"
	d, err := RFC(build.Meta{}, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tb := range d.Tables {
		got = append(got, tb.Anchor+" "+tb.Caption+": "+d.Quote(tb.Rows[0].Cells[0].Span))
	}
	if diff := cmp.Diff([]string{"table-1 Below: a", "table-2 Also below: b", "table-3 Above: c"}, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

// TestTextUnderHeading keeps the text directly below a heading in its section.
func TestTextUnderHeading(t *testing.T) {
	src := "WG              A. Bee\nRequest for Comments: 7\n\n   T\n\n1.  First\n   Right below.\n\n   More.\n   And more.\n"
	d, err := RFC(build.Meta{}, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p := d.Passages[len(d.Passages)-1]
	if p.Kind != core.PassageProse || p.Section != "section-1" || d.Quote(p.Span) != "1.  First\n\nRight below.\n\nMore.\nAnd more.\n\n" {
		t.Errorf("passage in %q reads %q", p.Section, d.Quote(p.Span))
	}
}

// BenchmarkRFC measures a document of 300 pages with tables and figures.
func BenchmarkRFC(b *testing.B) {
	src := []byte(strings.Repeat(string(sample(b, "rfc/paged.txt")), 100))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := RFC(build.Meta{}, src); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRFCHostile measures one row of many lines and very many columns.
func BenchmarkRFCHostile(b *testing.B) {
	wide := strings.Repeat("+-", 1<<10) + "+\n" + strings.Repeat(strings.Repeat("|a", 1<<10)+"|\n", 100) + strings.Repeat("+-", 1<<10) + "+\n"
	for name, src := range map[string]string{
		"long row": "+===+\n" + strings.Repeat("| a |\n", 1<<17) + "+---+\n",
		"columns":  wide,
		"entries":  strings.Repeat("1. A . . . . . 3\n", 1<<16),
		"headings": strings.Repeat("1. A\n\n", 1<<14),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, err := RFC(build.Meta{ID: "x"}, []byte(src)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
