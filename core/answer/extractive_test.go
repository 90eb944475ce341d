package answer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// writeFrom lets the extractive writer answer from all passages of documents.
func writeFrom(in Input, g Graph, docs ...*core.Document) Draft {
	w := &Extractive{Library: shelf(docs), Relevance: coretest.Words{}, Graph: g}
	in.Hits = hitsIn(docs...)
	d, _ := w.Write(context.Background(), in)
	return d
}

// checkProven holds that every claim cites, that every key is that of one citation,
// and that each quote is the document's text at its span.
func checkProven(t *testing.T, d Draft, docs ...*core.Document) {
	t.Helper()
	keys := map[string]bool{}
	for _, c := range d.Citations {
		doc := shelf(docs).Document(c.DocID)
		switch {
		case doc == nil:
			t.Errorf("%s cites %q, which nobody has", c.Key, c.DocID)
		case c.Quote == "" || doc.Quote(c.Span) != c.Quote:
			t.Errorf("%s quotes %q, its span %v reads %q", c.Key, c.Quote, c.Span, doc.Quote(c.Span))
		case keys[c.Key]:
			t.Errorf("two citations have the key %s", c.Key)
		}
		keys[c.Key] = true
	}
	for _, c := range d.Claims {
		if c.Text == "" || len(c.Citations) == 0 {
			t.Errorf("claim %q cites %q", c.Text, c.Citations)
		}
		for _, k := range c.Citations {
			if !keys[k] {
				t.Errorf("%q cites unknown %s", c.Text, k)
			}
		}
	}
}

func TestDefinitions(t *testing.T) {
	d := sections("D",
		"A widget is a small part. Gadgets are the parts of engines. The price of a widget is high in winter.",
		"A gadget is a tool that turns widgets. It is made of steel or so.")
	tests := []struct {
		name, question string
		parts          []string
		want           []string
		short          string
	}{
		{"one", "what is a widget?", nil, []string{"A widget is a small part."}, "A widget is a small part."},
		{
			"by its parts", "what is a widget and what is a gadget?", []string{"what is a widget?", "what is a gadget?"},
			[]string{"A widget is a small part.", "A gadget is a tool that turns widgets."}, "A widget is a small part.",
		},
		{
			"a quoted word", `In the text, how should "gadget" be read?`, nil,
			[]string{"A gadget is a tool that turns widgets."}, "A gadget is a tool that turns widgets.",
		},
		{"nothing of it", "what is a zeppelin?", nil, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := writeFrom(Input{Question: tt.question, Plan: core.Plan{Intent: core.IntentDefinition, Parts: tt.parts}}, nil, d)
			for _, text := range tt.want {
				if !slices.Contains(claims(got), text) {
					t.Errorf("claims %q lack %q", claims(got), text)
				}
			}
			if tt.want == nil && len(got.Claims) > 0 {
				t.Errorf("claims %q, want none", claims(got))
			}
			if got.Short != tt.short {
				t.Errorf("short answer %q, want %q", got.Short, tt.short)
			}
			checkProven(t, got, d)
		})
	}
}

func TestJoin(t *testing.T) {
	doc := sections("D", "One is a number. Two is a number too. Three is one as well.")
	cited := func(texts ...string) Draft {
		var d Draft
		for _, text := range texts {
			i := strings.Index(doc.Text, text)
			d.claim(text, d.Cite(doc, core.Span{Start: i, End: i + len(text)}))
		}
		if len(texts) > 0 {
			d.Short = texts[0]
		}
		return d
	}
	one, two, three := "One is a number.", "Two is a number too.", "Three is one as well."
	tests := []struct {
		name  string
		a, b  Draft
		want  []string // the claims, each with the quotes that it cites
		short string
	}{
		{"nothing with nothing", Draft{}, Draft{}, nil, ""},
		{"with nothing", cited(one), Draft{}, []string{one}, one},
		{"nothing with one", Draft{}, cited(two), []string{two}, two},
		{"keys are renamed", cited(one), cited(two, three), []string{one, two, three}, one},
		{"no claim twice", cited(one, two), cited(two, one, three), []string{one, two, three}, one},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := claims(tt.b)
			tt.a.join(tt.b)
			if diff := cmp.Diff(tt.want, claims(tt.a), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			for _, c := range tt.a.Claims {
				for _, k := range c.Citations {
					if q := tt.a.citation(k).Quote; q != c.Text {
						t.Errorf("%q cites %s, which quotes %q", c.Text, k, q)
					}
				}
			}
			if tt.a.Short != tt.short {
				t.Errorf("short answer %q, want %q", tt.a.Short, tt.short)
			}
			if diff := cmp.Diff(before, claims(tt.b), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("the other draft changed:\n%s", diff)
			}
			checkProven(t, tt.a, doc)
		})
	}
}

func TestJoinIsBounded(t *testing.T) {
	doc := sections("D", strings.Repeat("Words. ", 40))
	var all Draft
	for i := range 2 * MaxClaims {
		var d Draft
		s := core.Span{Start: 10 + i, End: 11 + i}
		d.claim(doc.Text[:10+i], d.Cite(doc, s))
		all.join(d)
	}
	if len(all.Claims) != MaxClaims {
		t.Errorf("%d claims, want %d", len(all.Claims), MaxClaims)
	}
}

func TestFollow(t *testing.T) {
	d := document()
	pointing := strings.Replace(text, "A widget is a small part.", "Sizes are as in Table 1.", 1)
	shift := len(pointing) - len(text)
	d = shifted(d, pointing, shift)
	tests := []struct {
		name, question string
		context        bool
		want           []string
	}{
		{"a table that a sentence points to", "sizes as w-1 w-2", false, []string{"Sizes are as in Table 1.", "W-1: public key 100, secret seed 32", "W-2: public key 200, secret seed 64", "W-2x: public key 200, secret seed 64"}},
		{"no table", "screwdriver optional", false, []string{"The screwdriver is optional.", "Two widgets can be joined by a screwdriver or by hand."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
			in := Input{Question: tt.question, Plan: core.Plan{Intent: core.IntentGeneral}, Hits: hitsIn(d)[:1], Context: tt.context}
			got, _ := w.Write(context.Background(), in)
			if diff := cmp.Diff(tt.want, claims(got)); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			checkProven(t, got, d)
		})
	}
}

// shifted is a document with a text whose beginning is longer by some bytes.
func shifted(d *core.Document, text string, by int) *core.Document {
	move := func(s *core.Span) {
		if s.Start > 0 {
			s.Start += by
		}
		s.End += by
	}
	d.Text = text
	for i := range d.Pages {
		move(&d.Pages[i].Span)
	}
	for i := range d.Anchors {
		move(&d.Anchors[i].Span)
	}
	for i := range d.Passages {
		move(&d.Passages[i].Span)
	}
	for i := range d.Algorithms {
		move(&d.Algorithms[i].Span)
		for j := range d.Algorithms[i].Lines {
			move(&d.Algorithms[i].Lines[j].Span)
		}
	}
	for i := range d.Tables {
		move(&d.Tables[i].Span)
		for j := range d.Tables[i].Rows {
			move(&d.Tables[i].Rows[j].Span)
			for k := range d.Tables[i].Rows[j].Cells {
				move(&d.Tables[i].Rows[j].Cells[k].Span)
			}
		}
	}
	return d
}

// A table that a document does not have leads nowhere.
func TestFollowNothing(t *testing.T) {
	d := sections("D", "Sizes are as in Table 7 of it.")
	got := writeFrom(Input{Question: "sizes", Plan: core.Plan{Intent: core.IntentGeneral}}, nil, d)
	if diff := cmp.Diff([]string{"Sizes are as in Table 7 of it."}, claims(got)); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
}

// runsOfBoxes is a graph as pairs of who runs and what is run.
type runsOfBoxes [][2]string

func (r runsOfBoxes) Runs(_, algorithm string) (called, callers []string) {
	for _, x := range r {
		if x[0] == algorithm {
			called = append(called, x[1])
		}
		if x[1] == algorithm {
			callers = append(callers, x[0])
		}
	}
	return called, callers
}

// boxes is a document with two algorithms, of which the second runs the first; as in
// the pack, they may have no steps.
func boxes(steps bool) *core.Document {
	d := sections("B", "Boxes are these.", "Algorithm 1 Turn(s)\n1: return s", "Algorithm 2 Join(a)\n1: c ← Turn(a) ▷ turned\n2: return c ▷ not by Turn")
	for i, name := range []string{"Turn", "Join"} {
		p := &d.Passages[i+1]
		id := "algorithm-" + string(rune('1'+i))
		span := trimSpan(d, p.Span)
		a := core.Algorithm{Anchor: id, Name: name, Span: span}
		at := span.Start
		for j, line := range strings.Split(d.Quote(span), "\n") {
			kind := core.LineStep
			if j == 0 {
				kind = core.LineCaption
			}
			if j == 0 || steps {
				a.Lines = append(a.Lines, core.AlgorithmLine{Kind: kind, Span: core.Span{Start: at, End: at + len(line)}})
			}
			at += len(line) + 1
		}
		d.Algorithms = append(d.Algorithms, a)
		d.Anchors = append(d.Anchors, core.Anchor{ID: id, Kind: core.KindAlgorithm, Number: id[10:], Title: name, Parent: "section-1", Span: span, StartPage: 1, EndPage: 1})
		p.Kind, p.Anchors = core.PassageAlgorithm, []string{id}
	}
	return d
}

func TestCalls(t *testing.T) {
	graph := runsOfBoxes{{"algorithm-2", "algorithm-1"}, {"algorithm-99", "algorithm-1"}}
	tests := []struct {
		name, question, number string
		graph                  Graph
		steps                  bool
		want                   []string
		short                  string
	}{
		{"callers", "which algorithms call Turn?", "1", graph, true, []string{"1: c ← Turn(a) ▷ turned"}, "Join (B, Algorithm 2)."},
		{"callees", "what does Join call?", "2", graph, true, []string{"1: c ← Turn(a) ▷ turned"}, "Turn (B, Algorithm 1)."},
		{"nobody calls it", "which algorithms call Join?", "2", graph, true, nil, ""},
		{"it calls nothing", "what does Turn call?", "1", graph, true, nil, ""},
		{"no steps, as in the pack", "which algorithms call Turn?", "1", graph, false, nil, ""},
		{"a graph that is wrong", "what does Turn call?", "1", runsOfBoxes{{"algorithm-1", "algorithm-2"}}, true, nil, ""},
		{"no graph", "which algorithms call Turn?", "1", nil, true, nil, ""},
		{"no such box", "which algorithms call Turn?", "7", graph, true, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := boxes(tt.steps)
			w := &Extractive{Library: shelf{doc}, Relevance: coretest.Words{}, Graph: tt.graph}
			refs := []core.AnchorRef{{DocID: "B", Kind: core.KindAlgorithm, Number: tt.number}}
			d := w.calls(Input{Question: tt.question, Plan: core.Plan{Intent: core.IntentCalls, References: refs}})
			if diff := cmp.Diff(tt.want, claims(d), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			if d.Short != tt.short {
				t.Errorf("short answer %q, want %q", d.Short, tt.short)
			}
			checkProven(t, d, doc)
		})
	}
}

func TestCalledBy(t *testing.T) {
	for question, want := range map[string]bool{
		"Which algorithms call K-PKE.Encrypt?": false,
		"who calls Turn":                       false,
		"what does ML-KEM.KeyGen call?":        true,
		"What is called by ML-KEM.KeyGen?":     true,
		"list the callees of Join":             true,
		"callers of Join":                      false,
	} {
		if got := calledBy.MatchString(question); got != want {
			t.Errorf("%q asks for what is called: %t, want %t", question, got, want)
		}
	}
}

func TestHoldsKind(t *testing.T) {
	for _, tt := range []struct {
		intent       core.Intent
		text         string
		holds, asked bool
	}{
		{core.IntentDate, "It was published in August.", true, true},
		{core.IntentDate, "It takes ten years.", true, true},
		{core.IntentDate, "It may be 2048 bits.", false, true},
		{core.IntentDate, "It is 3072 bits.", false, true},
		{core.IntentSize, "It has 32 bytes.", true, true},
		{core.IntentSize, "It has many bytes.", false, true},
		{core.IntentReason, "To prevent misuse, it is checked.", true, true},
		{core.IntentReason, "It is checked.", false, true},
		{core.IntentRule, "It SHALL be checked.", true, true},
		{core.IntentRule, "It is checked.", false, true},
		{core.IntentGeneral, "It is 2024.", false, false},
		{core.IntentDefinition, "A key is a string.", false, false},
	} {
		holds, asked := HoldsKind(tt.intent, tt.text)
		if holds != tt.holds || asked != tt.asked {
			t.Errorf("HoldsKind(%s, %q) = %t, %t", tt.intent, tt.text, holds, asked)
		}
		in := Input{Plan: core.Plan{Intent: tt.intent}}
		if f := in.weight()(&passage{}, &unit{text: tt.text}); (f > 1) != tt.holds {
			t.Errorf("for %s, %q weighs %v", tt.intent, tt.text, f)
		}
	}
}

// A numbered formula is claimed whole, with all its rows; one whose rows are not known
// is not claimed.
func TestFormulaIsClaimedWhole(t *testing.T) {
	text := "f : A → B (1.1)\nx ↦ 2x . It.\n\n(1.2)\n"
	d := &core.Document{
		ID: "D", Label: "D", Format: core.FormatPDF, Text: text,
		Pages:    []core.Page{{Number: 1, Span: core.Span{End: len(text)}}},
		Passages: []core.Passage{{Kind: core.PassageProse, Span: core.Span{End: len(text)}, StartPage: 1, EndPage: 1, Anchors: []string{"equation-1.1", "equation-1.2"}}},
		Anchors: []core.Anchor{
			{ID: "equation-1.1", Kind: core.KindEquation, Number: "1.1", Span: core.Span{End: strings.Index(text, "\n\n")}, StartPage: 1, EndPage: 1},
			{ID: "equation-1.2", Kind: core.KindEquation, Number: "1.2", Span: core.Span{Start: len(text) - 6, End: len(text) - 6}, StartPage: 1, EndPage: 1},
		},
	}
	for number, want := range map[string][]string{"1.1": {"f : A → B (1.1) x ↦ 2x . It."}, "1.2": nil} {
		refs := []core.AnchorRef{{DocID: "D", Kind: core.KindEquation, Number: number}}
		w := &Extractive{Library: shelf([]*core.Document{d}), Relevance: coretest.Words{}}
		got := w.elements(Input{Question: "show equation " + number, Plan: core.Plan{References: refs}})
		checkProven(t, got, d)
		if diff := cmp.Diff(want, claims(got)); diff != "" || got.Short != "" {
			t.Errorf("%s: %q, claims (-want +got):\n%s", number, got.Short, diff)
		}
	}
}
