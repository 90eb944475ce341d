package answer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// sections is a document of one section, "1 Things", whose passages are these texts.
func sections(id string, passages ...string) *core.Document {
	d := &core.Document{ID: id, Label: id, SHA256: strings.Repeat("0", 64)}
	for i, p := range passages {
		start := len(d.Text)
		if i == 0 {
			d.Text = "1 Things\n\n"
		}
		d.Text += p + "\n\n"
		d.Passages = append(d.Passages, core.Passage{
			Kind: core.PassageProse, Section: "section-1", Span: core.Span{Start: start, End: len(d.Text)}, StartPage: 1, EndPage: 1,
		})
	}
	whole := core.Span{End: len(d.Text)}
	d.Pages = []core.Page{{Number: 1, Label: "1", Span: whole}}
	d.Anchors = []core.Anchor{{ID: "section-1", Kind: core.KindSection, Number: "1", Title: "Things", Span: whole, StartPage: 1, EndPage: 1}}
	if len(d.Passages) > 0 {
		d.Passages[0].Anchors = []string{"section-1"}
	}
	return d
}

// hitsIn are all passages of documents, in order.
func hitsIn(docs ...*core.Document) (out []core.Hit) {
	for _, d := range docs {
		for i := range d.Passages {
			out = append(out, core.Hit{Passage: core.PassageRef{DocID: d.ID, Index: i}, Page: 1})
		}
	}
	return out
}

func TestReadProse(t *testing.T) {
	long := strings.Repeat("many words ", 90)
	tests := []struct {
		name, passage string
		want          []string // a "* " marks one of a list
	}{
		{"sentences", "One is a number. Two is a number too.", []string{"One is a number.", "Two is a number too."}},
		{"too short for one", "Yes, it is. One is a number.", []string{"One is a number."}},
		{"without its beginning", "goes on from the page before. One is a number.", []string{"One is a number."}},
		{"too long for one", long + ". One is a number.", []string{"One is a number."}},
		{"over lines", "One is a\n  number that\ncounts.", []string{"One is a number that counts."}},
		{
			"a list", "The steps are these:\n\n• take one of them\n\n2. take another one now\n\n(b) put both of them away\n\nThat is all of it.",
			[]string{"The steps are these:", "* • take one of them", "* 2. take another one now", "* (b) put both of them away", "That is all of it."},
		},
		{
			"items in lower case run together", "These are all of them:\n\na. take the first one\n\nb. take the second one",
			[]string{"These are all of them:", "* a. take the first one b. take the second one"},
		},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := sections("D", tt.passage)
			r := read(d, 0)
			var got []string
			for _, u := range r.units {
				mark := ""
				if u.list {
					mark = "* "
				}
				got = append(got, mark+u.text)
				if q := strings.Join(strings.Fields(d.Quote(u.span)), " "); q != u.text {
					t.Errorf("unit %q stands at %q", u.text, q)
				}
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("units (-want +got):\n%s", diff)
			}
			if want := "D 1 Things"; r.heading != want {
				t.Errorf("heading %q, want %q", r.heading, want)
			}
		})
	}
}

func TestIsItem(t *testing.T) {
	for quote, want := range map[string]bool{
		"• one": true, "– one": true, "◦ one": true, "- one": true, "1. one": true, "(12) one": true, "a) one": true, "(z) one": true,
		"A. one": false, "123. one": false, "1.2 one": false, "ab) one": false, "One two": false, "1 one": false, "": false, "()": false, "e.g. one": false,
	} {
		if got := isItem(quote); got != want {
			t.Errorf("isItem(%q) = %t", quote, got)
		}
	}
}

func TestReadTable(t *testing.T) {
	d := document()
	type row struct {
		text string
		also []string
	}
	read := func(passage int) (rows []row, heading string) {
		r := read(d, passage)
		for _, u := range r.units {
			x := row{text: u.text}
			for _, s := range u.also {
				x.also = append(x.also, d.Quote(s))
			}
			rows = append(rows, x)
		}
		return rows, r.heading
	}
	head := "Table 1. Sizes (in bytes) of widgets\n\tpublic key\tsecret seed"
	got, heading := read(1)
	want := []row{
		{"W-1 | 100 | 32", []string{head}},
		{"W-2 | 200 | 64", []string{head}},
		{"W-2x | 200 | 64", []string{"W-2\t200\t64", head}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" {
		t.Errorf("rows, with what gives them their meaning (-want +got):\n%s", diff)
	}
	if want := "W 1 1 Widgets Sizes (in bytes) of widgets public key | secret seed"; heading != want {
		t.Errorf("heading %q, want %q", heading, want)
	}
}

func TestReadBox(t *testing.T) {
	r := read(document(), 3)
	var got []string
	for _, u := range r.units {
		got = append(got, u.text)
		if !u.list {
			t.Errorf("%q is no line of a list", u.text)
		}
	}
	want := []string{"Joins two widgets.", "Input: widgets a and b.", "Output: a widget.", "1: c ← a", "2: return c"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if !strings.Contains(r.heading, "Join") {
		t.Errorf("heading %q does not name the box", r.heading)
	}
}

func TestReadOtherKinds(t *testing.T) {
	d := sections("D", "Contents 1 Things and more of them. One is a number.")
	for kind, want := range map[core.PassageKind]int{
		core.PassageProse: 2, core.PassageFront: 2, core.PassageContents: 0, core.PassageReference: 0, core.PassageTable: 0, core.PassageAlgorithm: 0,
	} {
		d.Passages[0].Kind = kind
		if got := len(read(d, 0).units); got != want {
			t.Errorf("a passage of kind %q has %d units, want %d", kind, got, want)
		}
	}
}

// shown are runs as "passage:first-last", the unit that it was grown around after it.
func shown(runs []run) (out []string) {
	for _, e := range runs {
		out = append(out, fmt.Sprintf("%d:%d-%d @%d", e.rank, e.first, e.last, e.best))
	}
	return out
}

// alike weighs all units alike.
func alike(*passage, *unit) float64 { return 1 }

func runsOf(question string, most int, context bool, docs ...*core.Document) []run {
	e := NewEvidence(shelf(docs), nil, nil, core.FAQMatch{}, hitsIn(docs...), coretest.Words{}.Measure(question, false))
	return e.runs(alike, most, context)
}

func TestRuns(t *testing.T) {
	filler := func(n int) string {
		return strings.TrimSpace(strings.Repeat(fmt.Sprintf("Nothing of it stands in sentence %d here. ", n), 12))
	}
	short := sections("D", "First comes a word. Apples are red fruit here. Last comes a word.")
	list := sections("D", "Unrelated words that stand here. Apples need these things:\n\n• some water for them\n\n• some light for apples red\n\n• some time to grow. That is the end.")
	two := sections("D", "Apples are red fruit here. "+filler(1)+" Red apples are sweet too.")
	tests := []struct {
		name, question string
		most           int
		context        bool
		doc            *core.Document
		want           []string
	}{
		{"one unit without context", "red apples", 1, false, short, []string{"0:1-1 @1"}},
		{"its neighbours with context", "red apples", 1, true, short, []string{"0:0-2 @1"}},
		{"an item with its announcement", "light red", 1, true, list, []string{"0:0-5 @3"}},
		{"no answer", "weather tomorrow", 4, true, short, nil},
		{"at most so many", "red apples", 1, false, two, []string{"0:0-0 @0"}},
		{"both that match", "red apples", 4, false, two, []string{"0:0-0 @0", "0:13-13 @13"}},
		{"none", "red apples", 0, true, short, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs := runsOf(tt.question, tt.most, tt.context, tt.doc)
			if diff := cmp.Diff(tt.want, shown(runs), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("runs (-want +got):\n%s", diff)
			}
		})
	}
}

// Runs grow within their bound, hold the unit that they were grown around, and no
// unit stands in two of them.
func TestRunsKeepTheirBounds(t *testing.T) {
	var passages []string
	for i := range 5 {
		var b strings.Builder
		for j := range 30 {
			fmt.Fprintf(&b, "Sentence %d of %d speaks of ", j, i)
			if (i+j)%4 == 0 {
				b.WriteString("red apples and ")
			}
			b.WriteString("other things that fill it up. ")
		}
		passages = append(passages, strings.TrimSpace(b.String()))
	}
	runs := runsOf("red apples", 8, true, sections("D", passages...))
	if len(runs) < 3 {
		t.Fatalf("only %d runs", len(runs))
	}
	seen := map[[2]int]bool{}
	for i, e := range runs {
		if e.first > e.best || e.best > e.last || e.first < 0 || e.last >= len(e.units) {
			t.Errorf("run %s is not around its unit", shown(runs[i:i+1]))
		}
		size := 0
		for p := e.first; p <= e.last; p++ {
			if seen[[2]int{e.rank, p}] {
				t.Errorf("unit %d of passage %d stands in two runs", p, e.rank)
			}
			seen[[2]int{e.rank, p}] = true
			size += len(e.units[p].text)
		}
		most := runBytes
		if e.rank == 0 {
			most = topBytes
		}
		if size > most {
			t.Errorf("run %s has %d bytes, want at most %d", shown(runs[i:i+1]), size, most)
		}
		if i > 0 && e.score > runs[i-1].score {
			t.Errorf("run %d scores more than the one before", i)
		}
	}
}

func TestRunsOfATableAreRows(t *testing.T) {
	d := document()
	e := NewEvidence(shelf{d}, nil, nil, core.FAQMatch{}, hitsIn(d), coretest.Words{}.Measure("w-1 public key", false))
	tables := func(p *passage, _ *unit) float64 {
		if p.of.Kind == core.PassageTable {
			return 1
		}
		return 0
	}
	for _, x := range e.runs(tables, 3, true) {
		if x.first != x.last {
			t.Errorf("a run of a table grew: %s", shown([]run{x}))
		}
	}
}

func TestWindow(t *testing.T) {
	d := sections("D", "Apples are red fruit here. Pears are green fruit here. Plums are blue fruit here.", "Nothing of that stands here.")
	m := coretest.Words{}.Measure("red pears blue zyx", false)
	e := NewEvidence(shelf{d}, nil, nil, core.FAQMatch{}, hitsIn(d), m)
	best, all := e.Window(core.Marks{})
	if m.Share(best) != 0.75 || m.Share(all) != 0.75 {
		t.Errorf("the best window covers %v, all evidence %v; want 0.75 of both", m.Share(best), m.Share(all))
	}
	if e := NewEvidence(shelf{d}, nil, nil, core.FAQMatch{}, nil, m); true {
		if best, all := e.Window(core.Marks{}); best != (core.Marks{}) || all != best || e.Text() != "" {
			t.Errorf("no evidence covers %+v and %+v and reads %q", best, all, e.Text())
		}
	}
	if text := e.Text(); !strings.Contains(text, "D 1 Things\n") || !strings.Contains(text, "Pears are green") {
		t.Errorf("the evidence reads %q", text)
	}
}

// remarks are notes by anchor, on any document.
type remarks map[string][]string

func (r remarks) Notes(_, anchor string) []string { return r[anchor] }

// TestNotesLead checks that what a note says of a section brings that section forward,
// and is not quoted itself.
func TestNotesLead(t *testing.T) {
	d := sections("D", "All gadgets turn over here.", "All gadgets turn over there.", "Nothing stands in this one.")
	const second = "table-2"
	d.Passages[1].Anchors = []string{second}
	for name, tt := range map[string]struct {
		notes Notes
		want  []int // passages in the order that Rerank leaves
		first string
	}{
		"no notes":             {nil, []int{0, 1}, "All gadgets turn over here."},
		"a note on another":    {remarks{second: {"Why gadgets turn: the engine."}}, []int{1, 0}, "All gadgets turn over there."},
		"a note of no word":    {remarks{second: {"Something else."}}, []int{0, 1}, "All gadgets turn over here."},
		"a note on a stranger": {remarks{"section-99": {"Why gadgets turn: the engine."}}, []int{0, 1}, "All gadgets turn over here."},
	} {
		e := NewEvidence(shelf{d}, nil, tt.notes, core.FAQMatch{}, hitsIn(d), coretest.Words{}.Measure("why gadgets turn in the engine", false))
		e.Rerank(2)
		var order []int
		for _, h := range e.Hits() {
			order = append(order, h.Passage.Index)
		}
		if !slices.Equal(order, tt.want) {
			t.Errorf("%s: order %v, want %v", name, order, tt.want)
		}
		best := e.candidates(alike)[0]
		if got := best.units[best.at].text; got != tt.first {
			t.Errorf("%s: the best unit is %q, want %q", name, got, tt.first)
		}
		if strings.Contains(e.Text(), "engine") {
			t.Errorf("%s: a note is evidence", name)
		}
	}
}

// A hit of a document that the library does not have is no evidence.
func TestEvidenceOfAnUnknownDocument(t *testing.T) {
	d := sections("D", "Apples are red fruit here.")
	e := NewEvidence(shelf{d}, nil, nil, core.FAQMatch{}, hitsIn(sections("X", "Apples are red fruit."), d), coretest.Words{}.Measure("apples", false))
	if len(e.passages) != 1 || e.passages[0].doc != d {
		t.Errorf("%d passages", len(e.passages))
	}
}

// TestUnreadableUnits holds that a sentence with a character that could not be read
// is neither claimed nor cited with its neighbours.
func TestUnreadableUnits(t *testing.T) {
	d := sections("D", "The first rate is a number. The second rate must \uFFFD be a number. The third rate is a number.")
	r := read(d, 0)
	var got []string
	for _, u := range r.units {
		got = append(got, u.text)
	}
	if diff := cmp.Diff([]string{"The first rate is a number.", "The third rate is a number."}, got); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
	var draft Draft
	draft.claimRun(&r, 0, len(r.units)-1)
	if len(draft.Claims) != 2 || len(draft.Citations) != 2 {
		t.Fatalf("%d claims with %d citations", len(draft.Claims), len(draft.Citations))
	}
	for _, c := range draft.Citations {
		if !core.Readable(c.Quote) {
			t.Errorf("cites %q", c.Quote)
		}
	}
}
