package loop

import (
	"math"
	"slices"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

// recalling is a bank that knows one thing of every question.
type recalling struct {
	known   core.FAQMatch
	docs    []string
	passing []string // circumstances
	asked   []string // what a follow-up is followed by; nil where none follows
	both    core.FAQMatch
}

func (r recalling) Match(string) core.FAQMatch { return r.known }
func (r recalling) Follow(alone, together, last string) (byItself, both core.FAQMatch, follows bool) {
	return r.both, r.both, slices.Equal(r.asked, []string{alone, together, last})
}
func (r recalling) Circumstance(word string) bool { return slices.Contains(r.passing, word) }
func (r recalling) Documents() []string           { return r.docs }

func factAt(chance float64, doc, text string) core.Fact {
	return core.Fact{Chance: chance, Units: []core.UnitRef{{DocID: doc, Page: 1, Sum: lex.Sum(text)}}}
}

// greekPorts are those of a shelf of greek letters on which questions are known.
func greekPorts(hits []core.Hit, known core.FAQMatch, docs ...string) (*fake, Ports) {
	f := newShelf(greek...)
	f.hits = hits
	p := f.ports()
	p.FAQ, p.Passages = recalling{known: known, docs: docs}, &answer.Passages{}
	return f, p
}

func recalled(t *testing.T, events []core.Event) core.FAQMatch {
	t.Helper()
	for _, e := range events {
		if e.FAQ != nil {
			return *e.FAQ
		}
	}
	t.Fatal("no event tells of what was recalled")
	return core.FAQMatch{}
}

// The passage of a known fact is evidence though no search finds it, and comes first
// where the chance is good.
func TestPassagesOfFactsAreEvidence(t *testing.T) {
	f, p := greekPorts([]core.Hit{hit(0, 1), hit(1, 1)}, core.FAQMatch{FactOdds: 3, Facts: []core.Fact{factAt(0.9, "W", greek[3])}}, "W")
	o, events := watch(t, "alpha beta", p, DefaultSettings())
	if o.Status != core.Answered || len(f.written) == 0 || f.written[0].Hits[0].Passage.Index != 3 {
		t.Errorf("%s; written from %v, want the known passage first", o.Status, f.written)
	}
	if k := recalled(t, events); k.FactOdds != 3 || len(k.Facts) != 1 {
		t.Errorf("recalled %v", k)
	}
}

// What is hardly likely is no evidence, nor is anything without the feature.
func TestUnlikelyFactsAreLeftOut(t *testing.T) {
	for name, tt := range map[string]struct {
		chance   float64
		settings Settings
	}{
		"hardly a chance": {minChance / 2, DefaultSettings()},
		"switched off":    {0.9, without(DefaultSettings(), "faq")},
	} {
		f, p := greekPorts([]core.Hit{hit(0, 1), hit(1, 1)}, core.FAQMatch{FactOdds: 3, Facts: []core.Fact{factAt(tt.chance, "W", greek[3])}}, "W")
		watch(t, "alpha beta", p, tt.settings)
		for _, in := range f.written {
			for _, h := range in.Hits {
				if h.Passage.Index == 3 {
					t.Errorf("%s: the passage is evidence", name)
				}
			}
		}
	}
}

// Facts of documents that are not searched are forgotten, and the odds are those of
// the best that is left.
func TestRecallKeepsToTheScope(t *testing.T) {
	_, p := greekPorts([]core.Hit{hit(0, 1), hit(1, 1)}, core.FAQMatch{FactOdds: 2, Facts: []core.Fact{
		factAt(0.6, "elsewhere", "It stands elsewhere."), factAt(0.2, "W", greek[3]),
	}}, "W", "elsewhere")
	_, events := watch(t, "alpha beta", p, DefaultSettings())
	k := recalled(t, events)
	if want := 2 + math.Log(0.2/0.6); len(k.Facts) != 1 || k.Facts[0].Units[0].DocID != "W" || math.Abs(k.FactOdds-want) > 1e-3 {
		t.Errorf("recalled %v, want W's fact alone at %.3f", k, want)
	}
}

// Low odds refuse what the words alone would answer, on a document of which questions
// are known, and on no other.
func TestOddsDecideWhereThereIsAFAQ(t *testing.T) {
	for _, tt := range []struct {
		name string
		odds float64
		docs []string
		want core.OutcomeStatus
	}{
		{"asked before", 4, []string{"W"}, core.Answered},
		{"never asked", -6, []string{"W"}, core.Refused},
		{"on another document", -6, []string{"X"}, core.Answered},
	} {
		_, p := greekPorts([]core.Hit{hit(0, 1), hit(1, 1)}, core.FAQMatch{FactOdds: tt.odds}, tt.docs...)
		o, events := watch(t, "alpha beta", p, DefaultSettings())
		if o.Status != tt.want {
			t.Errorf("%s: %s at %.2f, want %s", tt.name, o.Status, o.Confidence, tt.want)
		}
		for _, e := range events {
			if a := e.Assessment; a != nil && (a.Signals.FactOdds > 0) != (tt.docs[0] == "W") {
				t.Errorf("%s: asked is %v", tt.name, a.Signals.FactOdds)
			}
		}
	}
}

// A fact of two documents is no reason to fall over where one of them is not there.
func TestUnitOfAMissingDocument(t *testing.T) {
	fact := factAt(0.9, "W", greek[3])
	fact.Units = append(fact.Units, core.UnitRef{DocID: "gone", Page: 1, Sum: 1})
	f, p := greekPorts([]core.Hit{hit(0, 1), hit(1, 1)}, core.FAQMatch{FactOdds: 3, Facts: []core.Fact{fact}}, "W")
	if o, _ := watch(t, "alpha beta", p, DefaultSettings()); o.Status != core.Answered || f.written[0].Hits[0].Passage.Index != 3 {
		t.Errorf("%s, written from %v", o.Status, f.written)
	}
}

// What no search finds a word of is not answered by what is known.
func TestNothingFoundMatchesNothing(t *testing.T) {
	_, p := greekPorts(nil, core.FAQMatch{FactOdds: 6, Facts: []core.Fact{factAt(0.9, "W", greek[3])}}, "W")
	if o, _ := watch(t, "omega", p, DefaultSettings()); o.Status != core.Refused || o.RefusalReason != core.RefusalOffCorpus {
		t.Errorf("%s for %q, want refused as off the corpus", o.Status, o.RefusalReason)
	}
}

// What the checklist lacks binds until known questions convince. What may not exist at
// all binds always.
func TestWhatBindsWhereTheFAQConvinces(t *testing.T) {
	for name, tt := range map[string]struct {
		facet      core.Facet
		confidence float64
		docs       []string
		want       bool
	}{
		"convinced, a number in passing": {core.Facet{Kind: core.FacetName, Text: "3293"}, completeConfidence, []string{"W"}, true},
		"convinced, another unit":        {core.Facet{Kind: core.FacetUnit, Text: "throughput"}, completeConfidence, []string{"W"}, true},
		"convinced, a number elsewhere":  {core.Facet{Kind: core.FacetUnit, Text: "level 5"}, completeConfidence, []string{"W"}, true},
		"convinced, a number of nothing": {core.Facet{Kind: core.FacetUnit, Text: "level 7"}, 0.99, []string{"W"}, false},
		"not convinced":                  {core.Facet{Kind: core.FacetName, Text: "3293"}, completeConfidence - 0.01, []string{"W"}, false},
		"nothing is known":               {core.Facet{Kind: core.FacetName, Text: "3293"}, completeConfidence, nil, false},
		"convinced, a name like another": {core.Facet{Kind: core.FacetName, Text: "SHAKE512"}, 0.99, []string{"W"}, false},
		"convinced, a term elsewhere":    {core.Facet{Kind: core.FacetTerm, Text: "ML-KEM-768"}, completeConfidence, []string{"W"}, true},
		"convinced, an unknown name":     {core.Facet{Kind: core.FacetName, Text: "ML-KEM-2048"}, 0.99, []string{"W"}, false},
		"convinced, no such element":     {core.Facet{Kind: core.FacetAnchor, Text: "FIPS 203 Algorithm 22"}, 0.99, []string{"W"}, false},
		"convinced, a name with a point": {core.Facet{Kind: core.FacetName, Text: "ML-DSA.Encrypt"}, 0.99, []string{"W"}, false},
	} {
		p := newShelf("There is Level 5 of alpha beta.").ports()
		p.FAQ = recalling{docs: tt.docs}
		q := newQuestion(&plan.Plan{}, p, DefaultSettings())
		n := &round{hits: []core.Hit{hit(0, 1), hit(1, 1)}}
		n.assessment = core.Assessment{Confidence: tt.confidence, Hits: 2, Missing: []core.Facet{tt.facet}, Signals: core.Signals{Window: 1}}
		if got := acceptable(q, n); got != tt.want {
			t.Errorf("%s: acceptable is %v, want %v", name, got, tt.want)
		}
	}
}

// A name that other questions with an answer are asked with too need not be in the
// evidence; one that nobody asks with must.
func TestCircumstancesAreNoGap(t *testing.T) {
	for name, tt := range map[string]struct {
		passing []string
		docs    []string
		want    []core.Facet
	}{
		"asked with":              {[]string{"CORTEX-M9"}, []string{"W"}, []core.Facet{}},
		"never asked with":        {nil, []string{"W"}, []core.Facet{{Kind: core.FacetName, Text: "CORTEX-M9"}}},
		"of documents not known":  {[]string{"CORTEX-M9"}, nil, []core.Facet{{Kind: core.FacetName, Text: "CORTEX-M9"}}},
		"another one is asked in": {[]string{"CORTEX-M7"}, []string{"W"}, []core.Facet{{Kind: core.FacetName, Text: "CORTEX-M9"}}},
	} {
		_, p := greekPorts([]core.Hit{hit(0, 1), hit(1, 1)}, core.FAQMatch{FactOdds: 6}, tt.docs...)
		p.FAQ = recalling{known: core.FAQMatch{FactOdds: 6}, docs: tt.docs, passing: tt.passing}
		o, _ := watch(t, "alpha beta on a CORTEX-M9", p, DefaultSettings())
		if o.Assessment == nil || !slices.Equal(o.Assessment.Missing, tt.want) {
			t.Errorf("%s: missing %v, want %v", name, o.Assessment, tt.want)
		}
	}
}

// A follow-up that names nothing is answered from what the last question and it ask for
// together, and the plan says so.
func TestFollowUpIsReadTogether(t *testing.T) {
	const last, question = "alpha beta", "each time?"
	both := core.FAQMatch{FactOdds: 3, Facts: []core.Fact{factAt(0.9, "W", greek[3])}}
	for name, follows := range map[string]bool{"follows": true, "goes on with something else": false} {
		f, p := greekPorts([]core.Hit{hit(0, 1), hit(1, 1)}, core.FAQMatch{}, "W")
		bank := p.FAQ.(recalling)
		if bank.both = both; follows {
			bank.asked = []string{question, last + "? Each time?", last}
		}
		p.FAQ = bank
		s := DefaultSettings()
		s.Context.Earlier = []string{last}
		o, _ := watch(t, question, p, s)
		if want := question; !follows && (o.Plan.Question != want || o.Plan.Last != "") {
			t.Errorf("%s: asks %q of %q, want %q", name, o.Plan.Question, o.Plan.Last, want)
		}
		if want := last + "? Each time?"; follows && (o.Plan.Question != want || o.Plan.Last != last || len(f.written) == 0 || f.written[0].Hits[0].Passage.Index != 3) {
			t.Errorf("%s: asks %q of %q, written from %v; want %q and the fact's passage first", name, o.Plan.Question, o.Plan.Last, f.written, want)
		}
	}
}
