package layout

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

var (
	regular = &pdf.Font{Name: "Serif"}
	bold    = &pdf.Font{Name: "Serif-Bold", Bold: true}

	extension = &pdf.Font{Name: "CMEX10"} // its glyphs hang below their baseline
)

// press sets text on a page, each character half as wide as the size.
type press struct{ page pdf.Page }

func newPress(number int) *press {
	return &press{pdf.Page{Number: number, Box: pdf.Box{X1: 612, Y1: 792}}}
}

// set writes a string from x on a baseline and returns where it ends.
func (p *press) set(x, y, size float64, font *pdf.Font, s string) float64 {
	for _, r := range s {
		p.page.Glyphs = append(p.page.Glyphs, pdf.Glyph{
			Text: string(r), X: x, Y: y, Width: size / 2, Size: size, Font: font, Upright: true,
		})
		x += size / 2
	}
	return x
}

// rule draws a horizontal or vertical rule.
func (p *press) rule(x0, y0, x1, y1 float64) {
	p.page.Rules = append(p.page.Rules, pdf.Rule{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

// fill sets lines of body text, so that the page has margins to measure.
func (p *press) fill(y float64, lines int) {
	for i := range lines {
		p.set(72, y-float64(i)*14, 12, regular, strings.Repeat("word ", 15)+"end.")
	}
}

func document(t *testing.T, outline []pdf.OutlineItem, pages ...*press) *core.Document {
	t.Helper()
	file := &pdf.File{Outline: outline}
	for _, p := range pages {
		file.Pages = append(file.Pages, p.page)
	}
	d, err := Document(build.Meta{ID: "T", SHA256: strings.Repeat("0", 64)}, file, build.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestScripts(t *testing.T) {
	tests := []struct {
		name string
		set  func(*press)
		want string
	}{
		{"superscript number", func(p *press) { x := p.set(72, 500, 12, regular, "2"); p.set(x, 505, 8, regular, "−138.8") }, "2^−138.8"},
		{"subscript word", func(p *press) { x := p.set(72, 500, 12, regular, "ek"); p.set(x, 497, 8, regular, "PKE") }, "ek_PKE"},
		{"mixture keeps braces", func(p *press) { x := p.set(72, 500, 12, regular, "B"); p.set(x, 505, 8, regular, "384k+32") }, "B^{384k+32}"},
		{"braces before what goes on", func(p *press) {
			x := p.set(72, 500, 12, regular, "x")
			x = p.set(x, 505, 8, regular, "2")
			p.set(x, 500, 12, regular, "3")
		}, "x^{2}3"},
		{"nested", func(p *press) {
			x := p.set(72, 500, 12, regular, "P")
			x = p.set(x, 497, 8, regular, "n")
			p.set(x, 495.5, 6, regular, "1")
		}, "P_{n_1}"},
		{"both", func(p *press) {
			x := p.set(72, 500, 12, regular, "Z")
			p.set(x, 497, 8, regular, "q")
			p.set(x, 505, 8, regular, "256")
		}, "Z_q^256"},
		{"fraction", func(p *press) {
			x := p.set(72, 500, 12, regular, "[")
			p.set(x+1, 505, 8, regular, "k·a")
			p.set(x+5, 496, 8, regular, "8")
			p.rule(x, 503, x+14, 503)
			p.set(x+14, 500, 12, regular, "]")
		}, "[(k·a)/8]"},
		{"raised at nine tenths of the size", func(p *press) {
			x := p.set(72, 500, 12, regular, "2")
			x = p.set(x, 505.3, 10.7, regular, "64")
			p.set(x+4, 500, 12, regular, "values")
		}, "2^64 values"},
		{"lowered at nine tenths of the size", func(p *press) {
			x := p.set(72, 500, 12, regular, "x")
			p.set(x, 494.7, 10.7, regular, "i")
			p.set(x, 505.3, 10.7, regular, "2")
		}, "x_i^2"},
		{"words", func(p *press) { x := p.set(72, 500, 12, regular, "two"); p.set(x+4, 500, 12, regular, "words") }, "two words"},
		{"accents of a TeX font", func(p *press) {
			x := p.set(72, 500, 12, regular, "Zo")
			p.set(x, 500, 12, regular, "¨")
			x = p.set(x, 500, 12, regular, "e na")
			p.set(x, 500, 12, regular, "¨")
			x = p.set(x, 500, 12, regular, "ıve ")
			p.set(x, 502, 12, regular, "˚")
			p.set(x, 500, 12, regular, "Angstrom")
		}, "Zoë naïve Ångstrom"},
		{"an accent that is a word", func(p *press) { p.set(72, 500, 12, regular, "x ˆ y") }, "x ˆ y"},
		{"a slash through a relation", func(p *press) {
			x := p.set(72, 500, 12, regular, "a ")
			p.page.Glyphs = append(p.page.Glyphs, pdf.Glyph{Text: "\u0338", X: x, Y: 500, Size: 12, Font: regular, Upright: true})
			p.set(x, 500, 12, regular, "= b")
		}, "a ≠ b"},
		{"TeX's big delimiters and operators hang", func(p *press) {
			x := p.set(72, 500, 12, regular, "P = ")
			x = p.set(x, 511.4, 12, extension, "∑")
			x = p.set(x, 513.3, 12, extension, "(")
			x = p.set(x, 500, 12, regular, "1")
			p.set(x, 513.3, 12, extension, ")")
		}, "P = ∑(1)"},
		{"hat over its letter", func(p *press) {
			p.set(72, 500, 12, regular, "st")
			p.page.Glyphs = append(p.page.Glyphs, pdf.Glyph{Text: "\u0302", X: 72, Y: 500, Width: 6, Size: 12, Font: regular, Upright: true})
		}, "s\u0302t"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPress(1)
			tt.set(p)
			ls := lines(runs(p.page.Glyphs), rulingOf(p.page.Rules).horizontal)
			if len(ls) != 1 {
				t.Fatalf("%d lines", len(ls))
			}
			if got := ls[0].text(); got != tt.want {
				t.Errorf("line reads %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCloseLinesStayApart holds that lines of nearly one size are not taken for
// scripts of each other, however close they are set.
func TestCloseLinesStayApart(t *testing.T) {
	p := newPress(1)
	p.set(72, 500, 12, regular, "first line")
	p.set(90, 493, 11, regular, "second")
	if ls := lines(runs(p.page.Glyphs), nil); len(ls) != 2 || ls[0].text() != "first line" || ls[1].text() != "second" {
		t.Errorf("%d lines, the first reads %q", len(ls), ls[0].text())
	}
}

func TestReadingOrderIsGeometric(t *testing.T) {
	p := newPress(1)
	p.set(72, 480, 12, regular, "second")
	p.set(120, 500, 12, regular, "line")
	p.set(72, 500, 12, regular, "first")
	var got []string
	ls := lines(runs(p.page.Glyphs), rulingOf(p.page.Rules).horizontal)
	for i := range ls {
		got = append(got, ls[i].text())
	}
	if diff := cmp.Diff([]string{"first line", "second"}, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func TestFurniture(t *testing.T) {
	var pages []*press
	for n := range 4 {
		p := newPress(n + 1)
		p.set(72, 760, 10, regular, "A Running Title")
		p.set(300, 40, 10, regular, []string{"ii", "1", "2", "3"}[n])
		p.fill(700, 5)
		p.set(40, 700, 10, regular, "17")
		p.page.Glyphs[len(p.page.Glyphs)-1].Artifact = true
		p.page.Glyphs[len(p.page.Glyphs)-2].Artifact = true
		pages = append(pages, p)
	}
	d := document(t, nil, pages...)
	if strings.Contains(d.Text, "Running") || strings.Contains(d.Text, "17") {
		t.Errorf("furniture is in the text: %q", d.Text)
	}
	want := []core.Furniture{{Kind: core.FurnitureLineNumber, Text: "17"}, {Kind: core.FurnitureHeader, Text: "A Running Title"}, {Kind: core.FurnitureFooter, Text: "ii"}}
	if diff := cmp.Diff(want, d.Pages[0].Furniture); diff != "" {
		t.Errorf("furniture (-want +got):\n%s", diff)
	}
	if d.Pages[0].Label != "ii" || d.Pages[3].Label != "3" {
		t.Errorf("labels %q and %q", d.Pages[0].Label, d.Pages[3].Label)
	}
}

// A line in the band that ends in the number of its page is a running head, whatever else it
// says; one that ends in another number is text.
func TestRunningHeadsOfChapters(t *testing.T) {
	heads := []string{"Chapter 1: Apples 15", "16 Chapter 1: Apples", "Chapter 2: Pears 17", "18 Chapter 2: Pears", "The dozen has 12"}
	var pages []*press
	for n, head := range heads {
		p := newPress(n + 1)
		p.set(72, 760, 10, regular, head)
		p.fill(700, 5)
		pages = append(pages, p)
	}
	d := document(t, nil, pages...)
	for i, head := range heads {
		taken := slices.Contains(d.Pages[i].Furniture, core.Furniture{Kind: core.FurnitureHeader, Text: head})
		if want := i < 4; taken != want || strings.Contains(d.Text, head) == want {
			t.Errorf("%q: in the furniture %t, want %t", head, taken, want)
		}
	}
}

// TestBookmarkOnAWrongPage holds that the heading's own page is the truth.
func TestBookmarkOnAWrongPage(t *testing.T) {
	first, second := newPress(1), newPress(2)
	first.set(72, 740, 16, bold, "1 Start")
	first.fill(700, 6)
	second.fill(700, 3)
	second.set(72, 640, 16, bold, "1.1 Further")
	second.fill(620, 3)
	d := document(t, []pdf.OutlineItem{{Level: 1, Title: "1 Start", Page: 1}, {Level: 2, Title: "Further", Page: 1}}, first, second)
	a := d.Anchor("section-1.1")
	if a == nil || a.StartPage != 2 || a.Title != "Further" || a.Parent != "section-1" {
		t.Errorf("section 1.1 is %+v", a)
	}
}

func TestHeadingsWithoutBookmarks(t *testing.T) {
	p := newPress(1)
	p.set(72, 740, 16, bold, "1 Start")
	p.fill(710, 3)
	p.set(72, 650, 14, bold, "1.1 Inside")
	p.fill(630, 3)
	p.set(72, 570, 12, bold, "9 Lives have cats")
	p.fill(550, 3)
	var got []string
	for _, a := range document(t, nil, p).Anchors {
		got = append(got, a.Heading())
	}
	if diff := cmp.Diff([]string{"1 Start", "1.1 Inside"}, got); diff != "" {
		t.Errorf("headings (-want +got):\n%s", diff)
	}
}

func TestAlgorithmBox(t *testing.T) {
	p := newPress(1)
	p.fill(700, 4)
	p.rule(72, 612, 540, 612)
	x := p.set(72, 600, 12, bold, "Algorithm 3")
	p.set(x+6, 600, 12, regular, "Add(a, b)")
	p.rule(72, 595, 540, 595)
	p.set(72, 580, 12, regular, "Input: numbers a, b.")
	for i, step := range []struct {
		label, body string
		indent      float64
	}{{"1:", "for a do", 0}, {"2:", "b gets one more", 12}, {"3:", "return b", 0}} {
		y := 565 - float64(i)*14
		p.set(72, y, 12, regular, step.label)
		p.set(95+step.indent, y, 12, regular, step.body)
	}
	p.rule(72, 530, 540, 530)
	p.fill(510, 4)
	d := document(t, nil, p)
	a := d.Algorithm("algorithm-3")
	if a == nil || a.Name != "Add" {
		t.Fatalf("algorithm is %+v", a)
	}
	want := "Algorithm 3 Add(a, b)\nInput: numbers a, b.\n1: for a do\n2:   b gets one more\n3: return b"
	if diff := cmp.Diff(want, strings.TrimSpace(d.Quote(a.Span))); diff != "" {
		t.Errorf("box (-want +got):\n%s", diff)
	}
}

// cells returns the rows of a document's first table.
func cells(d *core.Document) [][]string {
	var out [][]string
	for r := range d.Tables[0].Rows {
		var row []string
		for c := range d.Tables[0].Columns {
			if cell := d.Tables[0].At(r, c); cell != nil {
				row = append(row, d.Quote(cell.Span))
			} else {
				row = append(row, "")
			}
		}
		out = append(out, row)
	}
	return out
}

func TestOpenTable(t *testing.T) {
	p := newPress(1)
	p.fill(740, 3)
	p.set(150, 660, 12, bold, "Table 1. Sizes of things")
	for _, y := range []float64{650, 630, 590} {
		p.rule(100, y, 400, y)
	}
	for y, row := range map[float64][]string{636: {"", "key", "text"}, 618: {"small", "100", "20"}, 600: {"large", "300", "40"}} {
		for c, s := range row {
			p.set(110+float64(c)*100, y, 12, regular, s)
		}
	}
	p.fill(560, 3)
	d := document(t, nil, p)
	want := [][]string{{"", "key", "text"}, {"small", "100", "20"}, {"large", "300", "40"}}
	if diff := cmp.Diff(want, cells(d)); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
	if table := d.Table("table-1"); table.Caption != "Sizes of things" || table.HeaderRows != 1 {
		t.Errorf("caption %q, %d header rows", table.Caption, table.HeaderRows)
	}
}

func TestBoxedTable(t *testing.T) {
	p := newPress(1)
	p.fill(740, 3)
	for _, x := range []float64{100, 200, 300} {
		p.rule(x, 560, x, 650)
	}
	for _, y := range []float64{650, 620, 560} {
		p.rule(100, y, 300, y)
	}
	p.rule(200, 590, 300, 590) // the left cell reaches over two rows
	p.set(110, 632, 12, bold, "family")
	p.set(210, 632, 12, bold, "member")
	p.set(110, 586, 12, regular, "both")
	p.set(210, 602, 12, regular, "one")
	p.set(210, 572, 12, regular, "two")
	p.set(110, 540, 12, regular, "Table 2. Families")
	p.fill(510, 3)
	d := document(t, nil, p)
	want := [][]string{{"family", "member"}, {"both", "one"}, {"both", "two"}}
	if diff := cmp.Diff(want, cells(d)); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}

func TestContentsPage(t *testing.T) {
	p, q := newPress(1), newPress(2)
	p.set(72, 740, 16, bold, "Contents")
	p.set(72, 710, 12, regular, "1 Start . . . . . . . . . . . . . . . . . . . . . . . . 1")
	p.set(72, 690, 12, regular, "2 End . . . . . . . . . . . . . . . . . . . . . . . . . 9")
	q.set(72, 740, 16, bold, "1 Start")
	q.fill(700, 5)
	d := document(t, []pdf.OutlineItem{{Level: 1, Title: "1 Start", Page: 2}}, p, q)
	if d.Passages[0].Kind != core.PassageContents || d.Passages[0].Retrieved() {
		t.Errorf("first passage is %s", d.Passages[0].Kind)
	}
	if a := d.Anchor("section-1"); a == nil || a.StartPage != 2 {
		t.Errorf("section 1 is %+v", a)
	}
}

func TestEquationsAndFigures(t *testing.T) {
	p := newPress(1)
	p.fill(740, 4)
	p.set(200, 670, 12, regular, "x = y + z")
	p.set(510, 670, 12, regular, "(4.7)")
	p.fill(640, 3)
	p.set(150, 580, 12, bold, "Figure 2. A thing")
	p.fill(550, 3)
	d := document(t, nil, p)
	if a := d.Anchor("equation-4.7"); a == nil || !strings.HasPrefix(d.Quote(a.Span), "x = y + z") {
		t.Errorf("equation is %+v", a)
	}
	if a := d.Anchor("figure-2"); a == nil || a.Title != "A thing" {
		t.Errorf("figure is %+v", a)
	}
}

func TestFollows(t *testing.T) {
	for _, ok := range [][2]string{{"", "1"}, {"1", "2"}, {"1", "1.1"}, {"1.1", "1.2"}, {"1.9", "1.10"}, {"2.3.4", "3"}, {"8", "A"}, {"A", "B"}, {"A", "A.1"}, {"9", "10"}} {
		if !follows(ok[1], ok[0]) {
			t.Errorf("%q does not follow %q", ok[1], ok[0])
		}
	}
	for _, no := range [][2]string{{"", "2"}, {"1", "3"}, {"1", "1.2"}, {"2", "1"}, {"1.2", "1.1"}, {"A", "1"}} {
		if follows(no[1], no[0]) {
			t.Errorf("%q follows %q", no[1], no[0])
		}
	}
}

// FuzzDocument lays out glyphs at places that the input chooses: the document is
// valid and holds every letter.
func FuzzDocument(f *testing.F) {
	f.Add("1 A heading\nTable 1. x\ntext (1.1)", uint64(12345))
	f.Add("Algorithm 1 X(a)\nInput: a\n1: b", uint64(99))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 500 || !utf8.ValidString(text) {
			return
		}
		next := func(n float64) float64 {
			seed = seed*6364136223846793005 + 1442695040888963407
			return float64(seed>>40) / float64(1<<24) * n
		}
		p := newPress(1)
		for _, l := range strings.Split(text, "\n") {
			font := regular
			if next(1) < 0.4 {
				font = bold
			}
			p.set(next(500), next(792), 4+next(20), font, l)
			x, y := next(400), next(792)
			p.rule(x, y, x+next(300), y)
			p.rule(x, y, x, y-next(100))
		}
		d, err := Document(build.Meta{ID: "T", SHA256: strings.Repeat("0", 64)}, &pdf.File{Pages: []pdf.Page{p.page}}, build.DefaultLimits())
		if err != nil {
			return
		}
		held := letters(d.Text)
		for _, piece := range d.Pages[0].Furniture {
			held += letters(piece.Text)
		}
		if want := letters(text); held != want {
			t.Errorf("%d letters and digits of %d are kept: %q", held, want, d.Text)
		}
	})
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') {
			n++
		}
	}
	return n
}

// TestHiddenText holds that text which nobody sees is furniture of its own kind: it
// is kept, and it is neither text of the document nor its page number.
func TestHiddenText(t *testing.T) {
	p := newPress(1)
	p.fill(700, 5)
	seen := len(p.page.Glyphs)
	p.set(72, 600, 12, regular, "nobody sees this")
	p.set(300, 30, 12, regular, "77")
	p.set(500, 400, 12, regular, "turned")
	for i := range p.page.Glyphs[seen:] {
		p.page.Glyphs[seen+i].Hidden = true
	}
	for i := len(p.page.Glyphs) - len("turned"); i < len(p.page.Glyphs); i++ {
		p.page.Glyphs[i].Upright = false
	}
	p.set(72, 580, 12, regular, "must \uFFFD be seen")
	d := document(t, nil, p)
	want := []core.Furniture{
		{Kind: core.FurnitureHidden, Text: "nobody sees this"}, {Kind: core.FurnitureHidden, Text: "77"}, {Kind: core.FurnitureHidden, Text: "turned"},
	}
	if diff := cmp.Diff(want, d.Pages[0].Furniture); diff != "" {
		t.Errorf("furniture (-want +got):\n%s", diff)
	}
	if strings.Contains(d.Text, "nobody") || strings.Contains(d.Text, "turned") || d.Pages[0].Label == "77" {
		t.Errorf("page %q reads\n%s", d.Pages[0].Label, d.Text)
	}
	if !strings.Contains(d.Text, "must \uFFFD be seen") || core.UnreadableIn(d.Text) != 1 {
		t.Errorf("the mark is lost:\n%s", d.Text)
	}
}
