package faq

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/race"
)

// animals are facts about animals: what each weighs, how old it gets and what it
// eats, asked with words of the same meaning, and what it costs, which nobody
// answers. Of the badger, each is asked in one way only.
func animals() []Entry {
	ways := [][]string{
		{"how heavy is the %", "what does a % weigh", "kilograms of a %"},
		{"how old gets a %", "lifespan of the %", "age that the % reaches"},
		{"what does the % eat", "diet of a %", "food for a %"},
	}
	costs := []string{"price of a %", "what does a % cost", "where to buy the %"}
	var entries []Entry
	for i, animal := range strings.Fields("badger falcon otter heron stoat marten weasel lynx bison ibex chamois dormouse") {
		for k, forms := range append(ways, costs) {
			if animal == "badger" {
				forms = forms[1:2]
			}
			asked := make([]string, len(forms))
			for n, form := range forms {
				asked[n] = strings.ReplaceAll(form, "%", animal)
			}
			if k == len(ways) {
				entries = append(entries, Entry{Negatives: asked})
				continue
			}
			entries = append(entries, Entry{
				Units:    []core.UnitRef{{DocID: "animals", Page: i + 1, Anchor: "", Sum: uint32(k)}},
				Wordings: asked,
			})
		}
	}
	return entries
}

func testSettings() Training {
	s := DefaultTraining()
	s.Epochs, s.Batch, s.Rate = 30, 16, 0.01
	return s
}

func trained(t *testing.T, entries []Entry, s Training) []byte {
	t.Helper()
	file, err := Train(context.Background(), entries, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// odds are the log-odds that a known place answers, rather than none.
func odds(k core.FAQMatch) float64 { return k.FactOdds - k.NegativeOdds }

// animalWeights are trained once for the tests that only read them.
var animalWeights = sync.OnceValues(func() ([]byte, error) {
	return Train(context.Background(), animals(), testSettings(), nil)
})

func openAnimals(t *testing.T) *Matcher {
	t.Helper()
	file, err := animalWeights()
	if err != nil {
		t.Fatal(err)
	}
	return openTrained(t, file, animals())
}

func open(t *testing.T, entries []Entry, s Training) *Matcher {
	t.Helper()
	return openTrained(t, trained(t, entries, s), entries)
}

func openTrained(t *testing.T, file []byte, entries []Entry) *Matcher {
	t.Helper()
	m, err := Open(file, 0, func() ([]Entry, error) { return entries, nil }, "")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// badger asks of the badger with words that its facts are not asked with.
var badger = []struct {
	question string
	sum      uint32 // of the fact
}{{"is a badger heavy", 0}, {"kilograms of badger", 0}, {"badger age", 1}, {"how old a badger gets", 1}, {"food, badger", 2}, {"does the badger eat", 2}}

func TestTrainingPullsParaphrasesTogether(t *testing.T) {
	s := testSettings()
	s.Epochs = 0
	before, after := open(t, animals(), s), openAnimals(t)
	for _, c := range badger {
		m := after.Match(c.question)
		if got := m.Facts[0].Units[0]; got.Page != 1 || got.Sum != c.sum {
			t.Errorf("%q: best is fact %d on page %d, want fact %d on page 1", c.question, got.Sum, got.Page, c.sum)
		}
		if was := before.Match(c.question); odds(m) < odds(was)+0.5 {
			t.Errorf("%q: odds are %.2f before training and %.2f after, want them to rise by ½", c.question, odds(was), odds(m))
		}
	}
}

func TestUnansweredQuestionsWinWhereNearer(t *testing.T) {
	matcher := openAnimals(t)
	for _, question := range []string{"what does a badger cost", "price of a badger", "buy a badger", "an otter's price"} {
		if m := matcher.Match(question); odds(m) > -1 {
			t.Errorf("%q: odds are %.2f, want below −1", question, odds(m))
		}
	}
	for _, question := range []string{"weigh a badger", "diet of an otter"} {
		if m := matcher.Match(question); odds(m) < 1 {
			t.Errorf("%q: odds are %.2f, want above 1", question, odds(m))
		}
	}
}

func TestProgressIsMade(t *testing.T) {
	var losses, shares []float64
	s := testSettings()
	file, err := Train(context.Background(), animals(), s, func(epoch int, loss, share float64) {
		if losses = append(losses, loss); epoch != len(losses) {
			t.Errorf("epoch %d is told as %d", len(losses), epoch)
		}
		shares = append(shares, share)
	})
	if err != nil || len(file) == 0 {
		t.Fatal(err)
	}
	last := s.Epochs - 1
	if len(losses) != s.Epochs || losses[last] > losses[0]*0.7 || shares[last] < shares[0]+0.1 || shares[last] > 1 {
		t.Errorf("losses are %.3g, shares %.3g; want %d that get better", losses, shares, s.Epochs)
	}
}

func TestSameBytesOnAnyNumberOfProcessors(t *testing.T) {
	s := testSettings()
	s.Epochs = 3
	want := trained(t, animals(), s)
	if !bytes.Equal(trained(t, animals(), s), want) {
		t.Error("a second training gives other bytes")
	}
	for _, n := range race.Sample([]int{7, 1, 2}) {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
			if !bytes.Equal(trained(t, animals(), s), want) {
				t.Errorf("on %d processors training gives other bytes", n)
			}
		}()
	}
	if s.Seed++; bytes.Equal(trained(t, animals(), s), want) {
		t.Error("another seed gives the same bytes")
	}
}

func TestTrainRefuses(t *testing.T) {
	place := core.UnitRef{DocID: "d", Page: 1}
	for _, c := range []struct {
		name  string
		entry Entry
	}{
		{"wordings without a place", Entry{Wordings: []string{"who"}}},
		{"a place without a document", Entry{Units: []core.UnitRef{{Page: 1}}}},
		{"page 0", Entry{Units: []core.UnitRef{{DocID: "d"}}}},
		{"a page that no file has", Entry{Units: []core.UnitRef{place, {DocID: "d", Page: 1 << 16}}}},
	} {
		if _, err := Train(context.Background(), []Entry{{Units: []core.UnitRef{place}}, c.entry}, DefaultTraining(), nil); !errors.Is(err, ErrEntry) {
			t.Errorf("%s: error is %v, want ErrEntry", c.name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Train(ctx, animals(), DefaultTraining(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

func TestTrainStopsBetweenSteps(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Train(ctx, animals(), testSettings(), func(epoch int, _, _ float64) {
		if cancel(); epoch > 1 {
			t.Errorf("epoch %d after the context has ended", epoch)
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

func TestSettingsOutOfRange(t *testing.T) {
	for name, change := range map[string]func(*Training){
		"epochs":    func(s *Training) { s.Epochs = -1 },
		"rate":      func(s *Training) { s.Rate = math.NaN() },
		"batch":     func(s *Training) { s.Batch = 0 },
		"facts":     func(s *Training) { s.Facts = 65 },
		"random":    func(s *Training) { s.Random = s.Facts },
		"negatives": func(s *Training) { s.Negatives = -1 },
		"absent":    func(s *Training) { s.Absent = 1.1 },
		"drop":      func(s *Training) { s.Drop = 1 },
	} {
		s := DefaultTraining()
		change(&s)
		if _, err := Train(context.Background(), nil, s, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s out of range: error is %v, want one that names it", name, err)
		}
	}
}

func TestSource(t *testing.T) {
	entry := func() Entry {
		return Entry{
			Units:    []core.UnitRef{{DocID: "d", Page: 1, Anchor: "a", Sum: 1}},
			Evidence: []string{"e"}, Headings: []string{"h"}, Wordings: []string{"a", "b"}, Negatives: []string{"u"},
		}
	}
	s := DefaultTraining()
	want := Source([]Entry{entry()}, s)
	if got := open(t, []Entry{entry()}, s).Source(); got != want {
		t.Errorf("the source is %x, want %x", got, want)
	}
	changes := map[string]func(*Entry){
		"page":      func(e *Entry) { e.Units[0].Page++ },
		"anchor":    func(e *Entry) { e.Units[0].Anchor = "" },
		"sum":       func(e *Entry) { e.Units[0].Sum++ },
		"evidence":  func(e *Entry) { e.Evidence, e.Headings = nil, []string{"e", "h"} },
		"text":      func(e *Entry) { e.Evidence = []string{"f"} },
		"wordings":  func(e *Entry) { e.Wordings = []string{"ab"} },
		"order":     func(e *Entry) { slices.Reverse(e.Wordings) },
		"negatives": func(e *Entry) { e.Negatives = nil },
	}
	for name, change := range changes {
		e := entry()
		if change(&e); Source([]Entry{e}, s) == want {
			t.Errorf("another %s has the same source", name)
		}
	}
	marked := entry()
	if marked.Evidence[0] = "√ e."; Source([]Entry{marked}, s) != want {
		t.Error("a mark in the evidence has another source")
	}
	if s.Epochs++; Source([]Entry{entry()}, s) == want {
		t.Error("other settings have the same source")
	}
}

func TestDraw(t *testing.T) {
	entries := animals()
	shared := entries[1]
	shared.Units = append(shared.Units[:1:1], entries[4].Units...) // a sibling of the falcon's weight
	entries = append(entries, shared)
	m := build(entries, 1)
	s := DefaultTraining()
	list := examples(m)
	if err := mineNegatives(context.Background(), m, list, s); err != nil {
		t.Fatal(err)
	}
	d := newSampler(m, s)
	r := rand.New(rand.NewPCG(1, 1))
	owned, asked := 0, 0
	for range 20 {
		for i := range list {
			e := &list[i]
			candidates, own := d.sample(nil, e, r)
			if len(candidates) < 2 || len(candidates) > s.Facts {
				t.Fatalf("example %d: %d candidates, want 2 to %d", i, len(candidates), s.Facts)
			}
			if e.fact != noList {
				asked++
			}
			if own {
				owned++
			}
			checkCandidates(t, m, e, candidates, own)
		}
	}
	if share := float64(owned) / float64(asked); math.Abs(share-0.75) > 0.03 {
		t.Errorf("the own fact is there in %.3f of the draws, want 0.75", share)
	}
}

func checkCandidates(t *testing.T, m *model, e *example, candidates []candidate, own bool) {
	t.Helper()
	seen := map[uint32]bool{}
	for i, c := range candidates {
		f := m.facts[c.fact]
		mine := own && i == 0
		shares := e.fact != noList && slices.ContainsFunc(m.units[f.units.from:f.units.to], func(u unit) bool {
			own := m.facts[e.fact].units
			return slices.Contains(m.units[own.from:own.to], u)
		})
		switch {
		case seen[c.fact]:
			t.Fatalf("fact %d is drawn twice", c.fact)
		case mine && int(c.fact) != e.fact:
			t.Fatalf("first candidate is fact %d, want %d", c.fact, e.fact)
		case !mine && shares:
			t.Fatalf("fact %d is drawn, which shares a place with %d", c.fact, e.fact)
		case len(c.wordings) == 0 || slices.Contains(c.wordings, e.wording):
			t.Fatalf("wordings %v of fact %d are drawn for wording %d", c.wordings, c.fact, e.wording)
		}
		seen[c.fact] = true
	}
}

// TestGradient holds the gradients by hand against differences of the loss.
func TestGradient(t *testing.T) {
	m := build(animals(), 3)
	r := rand.New(rand.NewPCG(5, 6))
	for row := range m.rows() { // near enough to each other for all paths to be taken
		v := m.vector(row, nil)
		for i := range v {
			v[i] = 0.25 + float32(r.NormFloat64())*0.4
		}
		normalize(v)
		m.gains[row] = float32(r.NormFloat64()) * 0.3
	}
	var evidence lists
	for range m.evidence.len() {
		evidence.add(m.tokenize("what the lynx weighs and eats, its price and age"))
	}
	m.evidence = evidence
	m.prepare(len(m.facts))
	list := examples(m)
	s := DefaultTraining()
	if err := mineNegatives(context.Background(), m, list, s); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 17, 40, len(list) - 2} {
		e := &list[i]
		candidates, own := newSampler(m, s).sample(nil, e, rand.New(rand.NewPCG(7, uint64(i))))
		a := newBackprop(m)
		loss := func() float64 {
			m.prepare(len(m.facts))
			a.gradient.clear()
			a.ask(e, candidates, own)
			return a.gradient.loss
		}
		loss()
		g := *a.gradient
		slopes := slices.Clone(g.vectors)
		for row := range m.rows() {
			tangent(slopes[row*dim:(row+1)*dim], m.vector(row, nil), 1)
		}
		gains, weights := slices.Clone(g.gains), g.weights
		for k, w := range m.weights.list() {
			compare(t, loss, w, *weights.list()[k])
		}
		for _, row := range slices.Sorted(slices.Values(g.touched)) {
			compare(t, loss, &m.gains[row], gains[row])
			at := row * dim
			compareVector(t, loss, m.vector(row, nil), slopes[at:at+dim], r)
		}
	}
}

const nudge = 1e-3

func compare(t *testing.T, loss func() float64, x *float32, slope float32) {
	t.Helper()
	was := *x
	compareSlope(t, float64(slope), func(by float32) float64 {
		defer func() { *x = was }()
		*x = was + by
		return loss()
	})
}

// compareSlope wants the slope to lie between those on the two sides: where
// another token becomes the nearest, they differ.
func compareSlope(t *testing.T, got float64, loss func(by float32) float64) {
	t.Helper()
	middle := loss(0)
	up, down := (loss(nudge)-middle)/nudge, (middle-loss(-nudge))/nudge
	slack := 3e-3 + 0.03*math.Abs(got)
	if got < min(up, down)-slack || got > max(up, down)+slack {
		t.Errorf("slope is %v, want it between %v and %v", got, down, up)
	}
}

// compareVector nudges a unit vector in a random direction along the sphere.
func compareVector(t *testing.T, loss func() float64, v, slopes []float32, r *rand.Rand) {
	t.Helper()
	was, way := slices.Clone(v), make([]float32, len(v))
	for i := range way {
		way[i] = float32(r.NormFloat64())
	}
	tangent(way, v, 1)
	normalize(way)
	var got float64
	for i := range way {
		got += float64(way[i] * slopes[i])
	}
	compareSlope(t, got, func(by float32) float64 {
		defer copy(v, was)
		addScaled(v, way, by)
		normalize(v)
		return loss()
	})
}
