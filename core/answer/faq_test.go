package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
	"github.com/pqcite/pqcite/internal/lex"
)

// knownAt is a fact that stands in sentences of document D.
func knownAt(chance float64, texts ...string) core.Fact {
	f := core.Fact{Chance: chance}
	for _, text := range texts {
		f.Units = append(f.Units, core.UnitRef{DocID: "D", Page: 1, Anchor: "section-1", Sum: lex.Sum(text)})
	}
	return f
}

func TestFind(t *testing.T) {
	d := sections("D", "Apples are red fruit here.", "Pears are green fruit here. They fall late in autumn.")
	at := knownAt(1, "They fall late in autumn.").Units[0]
	for _, cache := range []*Passages{nil, {}} {
		if got, _, ok := cache.Find(d, at); !ok || got != 1 {
			t.Errorf("Find = %d, %t; want passage 1", got, ok)
		}
		for name, other := range map[string]core.UnitRef{
			"another page":     {DocID: "D", Page: 2, Sum: at.Sum},
			"other words":      {DocID: "D", Page: 1, Sum: at.Sum + 1},
			"another document": {DocID: "E", Page: 1, Sum: at.Sum},
		} {
			if got, _, ok := cache.Find(d, other); ok {
				t.Errorf("%s: found in passage %d", name, got)
			}
		}
	}
}

// In the pack's words a place is its element: no sentence of it is the document's.
func TestFindInThePack(t *testing.T) {
	d := sections("D", "Apples are what it speaks of.")
	d.Format = core.FormatPack
	if _, _, ok := (&Passages{}).Find(d, core.UnitRef{DocID: "D", Page: 1, Anchor: "section-1", Sum: 1}); !ok {
		t.Error("the section of the place is not found")
	}
	if _, _, ok := (&Passages{}).Find(d, core.UnitRef{DocID: "D", Page: 1, Anchor: "section-2", Sum: 1}); ok {
		t.Error("another section is found")
	}
	if _, _, ok := (&Passages{}).Find(d, core.UnitRef{DocID: "D", Page: 1, Sum: 1}); ok {
		t.Error("a place without an element is found")
	}
}

// A unit has the chances of all facts that it is a place of, and no more than 1.
func TestChances(t *testing.T) {
	d := sections("D", "Apples are red fruit here. Pears are green fruit here. Plums are blue fruit here.")
	known := core.FAQMatch{Facts: []core.Fact{
		knownAt(0.5, "Pears are green fruit here."), knownAt(0.25, "Pears are green fruit here.", "Plums are blue fruit here."), knownAt(0.75, "Plums are blue fruit here."),
	}}
	e := NewEvidence(shelf{d}, nil, nil, known, hitsIn(d), coretest.Words{}.Measure("what falls", false))
	var got []float64
	for j := range e.passages[0].units {
		got = append(got, e.passages[0].chance(j))
	}
	if diff := cmp.Diff([]float64{0, 0.75, 1}, got); diff != "" {
		t.Errorf("chances (-want +got):\n%s", diff)
	}
}

// A known unit is said first though it has no word of the question, and its passage
// comes first.
func TestKnownUnitsComeFirst(t *testing.T) {
	d := sections("D", "What falls is an apple here. And what falls is red.", "Gravity pulls on all things.")
	question := "what falls"
	known := core.FAQMatch{Facts: []core.Fact{knownAt(0.9, "Gravity pulls on all things.")}}
	e := NewEvidence(shelf{d}, nil, nil, known, hitsIn(d), coretest.Words{}.Measure(question, false))
	e.Rerank(2)
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	draft := w.sentences(Input{Question: question, Evidence: e})
	if e.Hits()[0].Passage.Index != 1 || draft.Short != "Gravity pulls on all things." {
		t.Errorf("first is passage %d, said %q", e.Hits()[0].Passage.Index, draft.Short)
	}
}

// An answer from elsewhere gets the units that are known to be asked for, each once.
func TestRecall(t *testing.T) {
	d := sections("D", "Apples are red fruit here. Pears are green fruit here. Plums are blue fruit here.")
	known := core.FAQMatch{Facts: []core.Fact{knownAt(0.9, "Pears are green fruit here."), knownAt(claimedChance/2, "Plums are blue fruit here.")}}
	in := Input{Evidence: NewEvidence(shelf{d}, nil, nil, known, hitsIn(d), coretest.Words{}.Measure("what", false))}
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	var draft Draft
	for range 2 {
		w.recall(&draft, in)
	}
	if len(draft.Claims) != 1 || draft.Claims[0].Text != "Pears are green fruit here." {
		t.Errorf("claims %v, want the one likely unit once", draft.Claims)
	}
}

// An answer by cells gets no row beside them.
func TestRecallLeavesCellsAlone(t *testing.T) {
	d := document()
	var known core.FAQMatch
	for _, p := range Units(d) {
		known.Facts = append(known.Facts, core.Fact{Chance: 1, Units: []core.UnitRef{p.Ref}})
	}
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	rows := func(exact bool) int {
		draft := Draft{Exact: exact}
		w.recall(&draft, Input{Evidence: NewEvidence(shelf{d}, nil, nil, known, hitsIn(d), coretest.Words{}.Measure("what", false))})
		n := 0
		for _, c := range draft.Citations {
			if d.Passages[d.PassageAt(c.Span.Start)].Kind == core.PassageTable {
				n++
			}
		}
		return n
	}
	if n := rows(true); n != 0 {
		t.Errorf("%d rows are added to cells", n)
	}
	if rows(false) == 0 {
		t.Error("no row is added to sentences: the test tests nothing")
	}
}

func TestUnits(t *testing.T) {
	d := sections("D", "Apples are red fruit here. Pears are green fruit here.")
	got := Units(d)
	want := []Citable{
		{knownAt(1, "Apples are red fruit here.").Units[0], "D 1 Things", "Apples are red fruit here."},
		{knownAt(1, "Pears are green fruit here.").Units[0], "D 1 Things", "Pears are green fruit here."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
	for _, p := range got {
		if i, _, ok := (&Passages{}).Find(d, p.Ref); !ok || i != 0 {
			t.Errorf("unit %q is not found where it is said to stand", p.Text)
		}
	}
}
