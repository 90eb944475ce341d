package faq_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/retrieval/faq"
)

// entries are four facts in two documents, and an unanswered question.
func entries() []faq.Entry {
	fact := func(doc string, page int, evidence string, wordings ...string) faq.Entry {
		return faq.Entry{
			Units:    []core.UnitRef{{DocID: doc, Page: page, Anchor: "section-1", Sum: lex.Sum(evidence)}},
			Evidence: []string{evidence}, Headings: []string{"Rules of the house"}, Wordings: wordings,
		}
	}
	return []faq.Entry{
		fact("house", 1, "The gate is closed at ten.", "When does the gate close?", "gate closing time"),
		fact("house", 2, "Keys are kept by the porter.", "Who keeps the keys?", "where are keys kept", "keeper of the keys"),
		fact("house", 2, "A lost key costs five crowns.", "What does a lost key cost?"),
		fact("garden", 3, "The well is forty feet deep.", "How deep is the well?", "depth of the well"),
		{Negatives: []string{"Who built the well?"}},
	}
}

// trainWeights trains on the same entries once for all tests.
func trainWeights(t testing.TB, entries []faq.Entry, epochs int) []byte {
	t.Helper()
	s := faq.DefaultTraining()
	s.Epochs = epochs
	source := faq.Source(entries, s)
	if file, ok := trainedWeights.Load(source); ok {
		return bytes.Clone(file.([]byte))
	}
	file, err := faq.Train(context.Background(), entries, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	trainedWeights.Store(source, bytes.Clone(file))
	return file
}

var trainedWeights sync.Map // by what they are trained from

func open(weights []byte, entries []faq.Entry) (*faq.Matcher, error) {
	return faq.Open(weights, 0, func() ([]faq.Entry, error) { return entries, nil })
}

func newMatcher(t testing.TB, entries []faq.Entry, epochs int) *faq.Matcher {
	t.Helper()
	matcher, err := open(trainWeights(t, entries, epochs), entries)
	if err != nil {
		t.Fatal(err)
	}
	return matcher
}

func TestMatch(t *testing.T) {
	matcher := newMatcher(t, entries(), 5)
	for _, c := range []struct {
		question string
		evidence string // of the best fact, if it is likely
		likely   bool
	}{
		{"When does the gate close?", "The gate is closed at ten.", true},
		{"what time is the gate closing", "The gate is closed at ten.", true},
		{"who is the keeper of keys", "Keys are kept by the porter.", true},
		{"cost of a lost key", "A lost key costs five crowns.", true}, // a lone wording
		{"well depth", "The well is forty feet deep.", true},
		{"Who built the well?", "", false},
		{"how far is the moon from the well", "", false},
	} {
		m := matcher.Match(c.question)
		if len(m.Facts) == 0 {
			t.Errorf("%q: no fact", c.question)
			continue
		}
		if got := m.Facts[0].Units[0].Sum; c.likely && got != lex.Sum(c.evidence) {
			t.Errorf("%q: best fact stands at %v, want that of %q", c.question, m.Facts[0].Units, c.evidence)
		}
		if c.likely != (odds(m) > 0) {
			t.Errorf("%q: odds are %.2f, want above 0: %v", c.question, odds(m), c.likely)
		}
		checkMatch(t, c.question, m)
	}
}

// A question in the words of an answer, which no wording has, finds its fact; the wording that
// is shown is still a question.
func TestStatementIsMatched(t *testing.T) {
	list := entries()
	list[0].Statement = "Nocturnal closure begins at ten."
	matcher := newMatcher(t, list, 0)
	m := matcher.Match("nocturnal closure")
	if len(m.Facts) == 0 || m.Facts[0].Statement != list[0].Statement {
		t.Fatalf("finds %+v, want the fact that states %q", m.Facts, list[0].Statement)
	}
	if !slices.Contains(list[0].Wordings, m.Facts[0].Wording) {
		t.Errorf("shows the wording %q, which is none of %q", m.Facts[0].Wording, list[0].Wordings)
	}
}

// Texts that were added after a training are matched with what it learned; what was there
// before is matched as it was.
func TestExtend(t *testing.T) {
	before := entries()
	weights := trainWeights(t, before, 5)
	after := append(slices.Clone(before), faq.Entry{
		Units: []core.UnitRef{{DocID: "garden", Page: 9, Anchor: "section-9", Sum: lex.Sum("The well is closed in winter.")}}, Evidence: []string{"The well is closed in winter."},
		Wordings: []string{"When is the well closed?", "well closed in which season"},
	})
	settings := faq.DefaultTraining()
	extended, err := faq.Extend(weights, after, settings)
	if err != nil {
		t.Fatal(err)
	}
	old, err := open(weights, before)
	if err != nil {
		t.Fatal(err)
	}
	m, err := open(extended, after)
	if err != nil {
		t.Fatal(err)
	}
	if m.Source() != faq.Source(after, settings) {
		t.Error("the weights are not of the entries")
	}
	if got := m.Match("in which season is the well closed").Facts; len(got) == 0 || got[0].Units[0].Page != 9 {
		t.Errorf("finds %+v, want what was added", got)
	}
	for _, question := range []string{"When does the gate close?", "cost of a lost key"} {
		if a, b := old.Match(question), m.Match(question); !slices.Equal(a.Facts[0].Units, b.Facts[0].Units) {
			t.Errorf("%q: finds %v, before %v", question, b.Facts[0].Units, a.Facts[0].Units)
		}
	}
	if _, err := faq.Extend(weights[:100], after, settings); !errors.Is(err, faq.ErrFormat) {
		t.Errorf("damaged weights: %v, want ErrFormat", err)
	}
}

// odds are the log-odds that a known place answers, rather than none.
func odds(k core.FAQMatch) float64 { return k.FactOdds - k.NegativeOdds }

// checkMatch holds a match against what every one must be.
func checkMatch(t *testing.T, question string, m core.FAQMatch) {
	t.Helper()
	if !(odds(m) >= -12 && odds(m) <= 12) || len(m.Facts) > 8 {
		t.Errorf("%.60q: odds are %v of %d facts, want −12 to 12 of at most 8", question, odds(m), len(m.Facts))
	}
	if !(m.NeighbourSimilarity >= 0 && m.NeighbourSimilarity <= 1.01 && m.NegativeOverlap >= 0 && m.NegativeOverlap <= 1.001 && m.NegativeSimilarity >= 0 && m.NegativeSimilarity <= 1.01) {
		t.Errorf("%.60q: agree %v, twin %v, against %v, want 0 to 1", question, m.NeighbourSimilarity, m.NegativeOverlap, m.NegativeSimilarity)
	}
	sum, last := 0.0, 1.0
	for _, f := range m.Facts {
		if !(f.Chance >= 0 && f.Chance <= last) {
			t.Errorf("%.60q: chance %v comes behind %v", question, f.Chance, last)
		}
		sum, last = sum+f.Chance, f.Chance
	}
	if sum > 1+1e-9 {
		t.Errorf("%.60q: chances sum up to %v", question, sum)
	}
}

func TestMatchTellsOfNeighbours(t *testing.T) {
	matcher := newMatcher(t, entries(), 5)
	keys, cost := matcher.Match("who keeps keys, and where"), matcher.Match("what does a lost key cost")
	if keys.NeighbourSimilarity <= cost.NeighbourSimilarity {
		t.Errorf("several wordings ask for the keys, one for the cost: they agree by %.2f and %.2f", keys.NeighbourSimilarity, cost.NeighbourSimilarity)
	}
	if twin := matcher.Match("Who built the well?").NegativeOverlap; math.Abs(twin-1) > 0.001 {
		t.Errorf("the twin of an unanswered question is alike by %v, want 1", twin)
	}
	if twin := matcher.Match("gate closing time").NegativeOverlap; twin > 0.1 {
		t.Errorf("no unanswered question is on gates, and the nearest is alike by %v", twin)
	}
}

func TestMatchOfNothing(t *testing.T) {
	full, empty := newMatcher(t, entries(), 1), newMatcher(t, nil, 1)
	traps := newMatcher(t, []faq.Entry{{Negatives: []string{"who built the well", "of the"}}}, 1)
	for name, m := range map[string]core.FAQMatch{
		"no text":          full.Match(""),
		"no tokens":        full.Match("of the ... ?!"),
		"unknown words":    full.Match("zyx wvu"),
		"invalid UTF-8":    full.Match("\xff\xfe\x80"),
		"an empty matcher": empty.Match("when does the gate close"),
		"unanswered alone": traps.Match("who built the well"),
	} {
		if odds(m) > -6 || len(m.Facts) > 0 && m.Facts[0].Chance > 0.01 {
			t.Errorf("%s: odds are %v of %d facts, want next to none", name, odds(m), len(m.Facts))
		}
	}
}

func TestMatchOfLongQuestions(t *testing.T) {
	matcher := newMatcher(t, entries(), 1)
	words := rand.New(rand.NewPCG(1, 1))
	var random strings.Builder
	for random.Len() < 1<<20 {
		fmt.Fprintf(&random, "%x ", words.Uint32())
	}
	for _, question := range []string{
		random.String(),
		"gate close " + random.String(),
		strings.Repeat("gate close when ", 1<<16),
		strings.Repeat("a-b.c_d/", 1<<16),
		strings.Repeat("é", 1<<16),
	} {
		checkMatch(t, question, matcher.Match(question))
	}
	got, want := matcher.Match(strings.Repeat("gate closing time ", 200)), matcher.Match("gate closing time")
	if odds(got) != odds(want) || !reflect.DeepEqual(got.Facts[0].Units, want.Facts[0].Units) { // its embedding has one pair of words more
		t.Errorf("a question that is repeated matches as %v, want as once, %v", got, want)
	}
}

func TestMatchIsTheSameForAll(t *testing.T) {
	matcher := newMatcher(t, entries(), 1)
	questions := []string{"when is the gate closed", "keys", "why", "depth of the well and cost of a key"}
	var want []core.FAQMatch
	for _, q := range questions {
		want = append(want, matcher.Match(q))
	}
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 50 {
				at := (i + worker) % len(questions)
				if got := matcher.Match(questions[at]); !reflect.DeepEqual(got, want[at]) {
					t.Errorf("%q: match is %v, want %v", questions[at], got, want[at])
				}
			}
		})
	}
	wg.Wait()
}

func TestDocumentsAndSource(t *testing.T) {
	matcher := newMatcher(t, entries(), 1)
	if got, want := matcher.Documents(), []string{"garden", "house"}; !slices.Equal(got, want) {
		t.Errorf("documents are %q, want %q", got, want)
	}
	s := faq.DefaultTraining()
	s.Epochs = 1
	if got, want := matcher.Source(), faq.Source(entries(), s); got != want {
		t.Errorf("source is %x, want %x", got, want)
	}
}

func TestMatchLeavesTheBytesAlone(t *testing.T) {
	file := trainWeights(t, entries(), 1)
	before := bytes.Clone(file)
	matcher, err := open(file, entries())
	if err != nil {
		t.Fatal(err)
	}
	matcher.Match("gate closing time")
	if !bytes.Equal(file, before) {
		t.Error("the bytes of a file have changed, which may be in memory that can only be read")
	}
}

func TestOpenRefusesOtherBytes(t *testing.T) {
	file := trainWeights(t, entries(), 1)
	damaged := bytes.Clone(file)
	damaged[len(damaged)/2]++
	for name, data := range map[string][]byte{"nothing": nil, "text": []byte(strings.Repeat("text", 99)), "half": file[:len(file)/2], "damaged": damaged} {
		if matcher, err := open(data, entries()); !errors.Is(err, faq.ErrFormat) || matcher != nil {
			t.Errorf("%s: error is %v, want ErrFormat", name, err)
		}
	}
}

// A word that no text has aligns with nothing, whatever else is asked alike.
func TestOutOfVocabularyWordsAreLeftOpen(t *testing.T) {
	var list []faq.Entry
	for i, thing := range strings.Fields("gate well porter key tower bell roof cellar") {
		e := entries()[0]
		e.Units = []core.UnitRef{{DocID: "house", Page: i + 1, Sum: uint32(i)}}
		e.Wordings = []string{"What is the " + thing + " for?", "purpose of the " + thing}
		list = append(list, e)
	}
	matcher := newMatcher(t, list, 5)
	named, foreign := matcher.Match("What is the tower for?"), matcher.Match("What is the widget for?")
	if !(odds(named) > 0 && odds(foreign) < 0) {
		t.Errorf("odds are %.2f for what is known and %.2f for what no text has, want above and below 0", odds(named), odds(foreign))
	}
}

func FuzzMatch(f *testing.F) {
	matcher := newMatcher(f, entries(), 1)
	f.Add("When does the gate close?")
	f.Add("ML-KEM.KeyGen_internal η₁ \xff")
	f.Fuzz(func(t *testing.T, question string) { checkMatch(t, question, matcher.Match(question)) })
}

// crowd is a matcher of the size of a real one: 7,000 facts with three wordings
// each, and 6,000 unanswered questions, of words as rare as those of a language.
func crowd() []faq.Entry {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 20, 8000)
	text := func() string {
		words := make([]string, 11)
		for i := range words {
			words[i] = "w" + letters(zipf.Uint64()) + "x"
		}
		return strings.Join(words, " ")
	}
	list := make([]faq.Entry, 7000)
	for i := range list {
		list[i] = faq.Entry{
			Units:    []core.UnitRef{{DocID: "d", Page: i%500 + 1, Sum: uint32(i)}},
			Evidence: []string{text() + text() + text()}, Wordings: []string{"how " + text(), text(), "why " + text()},
		}
		if i < 6000 {
			list[i].Negatives = []string{text()}
		}
	}
	return list
}

// letters writes a number in letters.
func letters(n uint64) string {
	s := []byte{byte('a' + n%26)}
	for n /= 26; n > 0; n /= 26 {
		s = append(s, byte('a'+n%26))
	}
	return string(s)
}

func BenchmarkMatch(b *testing.B) {
	list := crowd()
	matcher := newMatcher(b, list, 0)
	took := make([]time.Duration, 0, 1<<16)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		at := time.Now()
		matcher.Match(list[i*37%len(list)].Wordings[i%3])
		took = append(took, time.Since(at))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkOpen derives all from the weights and the texts, or maps what was derived.
func BenchmarkOpen(b *testing.B) {
	list := crowd()
	weights := trainWeights(b, list, 0)
	dir := b.TempDir()
	for name, cache := range map[string]string{"derived": "", "mapped": dir} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := faq.Open(weights, 0, func() ([]faq.Entry, error) { return list, nil }, cache); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.ReportMetric(float64(len(weights))/1e6, "MB")
}

// A circumstance is a word that several facts are asked with and that no evidence has,
// whole: a part of a name is another name.
func TestCircumstance(t *testing.T) {
	story := func(at int, evidence string, questions ...string) faq.Entry {
		return faq.Entry{
			Units:    []core.UnitRef{{DocID: "house", Page: at, Sum: lex.Sum(evidence)}},
			Evidence: []string{evidence}, Wordings: questions,
		}
	}
	matcher := newMatcher(t, []faq.Entry{
		story(1, "The gate is closed at ten.", "When does the gate close? I come by tram, line 7a", "gate closing, tram"),
		story(2, "Keys are kept by the porter.", "Who keeps keys, please? My tram leaves", "keys: porter or night-porter?"),
		story(3, "A lost key costs five crowns.", "What does a key cost that fell under a tram? The porter is asleep"),
		story(4, "The well is forty feet deep.", "How deep is the well? Asked the porter, line 7a", "well, the Night-Porter says 40"),
		{Negatives: []string{"Which bus goes by?", "when is the bus", "a bus by night", "bus to the gate"}},
	}, 1)
	for word, want := range map[string]bool{
		"tram":         true,
		"Tram":         true,
		"7a":           false, // of two facts
		"porter":       false, // evidence has it
		"night-porter": false, // of two, and its parts do not count
		"bus":          false, // only where there is no answer
		"ferry":        false,
		"":             false,
	} {
		if got := matcher.Circumstance(word); got != want {
			t.Errorf("%q: %v, want %v", word, got, want)
		}
	}
}
