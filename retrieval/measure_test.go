package retrieval_test

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
)

func TestMeasure(t *testing.T) {
	e := open(t, library(t))
	tests := []struct {
		name, query, text string
		thesaurus         bool
		own, near         uint64
		share             float64 // of equal words; negative where the idf decides
		missing           []string
	}{
		{name: "all of it", query: "failure rate", text: "The rates of failures", own: 0b11, share: 1},
		{name: "nothing of it", query: "failure rate", text: "A signature", share: 0, missing: []string{"failure", "rate"}},
		{name: "another word, without the thesaurus", query: "banned zyx", text: "disallowed", share: 0, missing: []string{"banned", "zyx"}},
		{name: "another word", query: "banned zyx", text: "It is disallowed.", thesaurus: true, near: 0b01, share: 0.3, missing: []string{"zyx"}},
		{name: "both words", query: "banned zyx", text: "banned and disallowed", thesaurus: true, own: 0b01, near: 0b01, share: 0.5, missing: []string{"zyx"}},
		{name: "not the other way round", query: "disallowed", text: "banned", thesaurus: true, share: 0, missing: []string{"disallowed"}},
		{name: "a phrase", query: "is it cranked up or to crank up", text: "larger", thesaurus: true, near: 0b1, share: 0.6},
		{name: "the words of a phrase apart", query: "up the crank", text: "larger", thesaurus: true, missing: []string{"crank"}},
		{name: "an empty text", query: "banned", thesaurus: true, missing: []string{"banned"}},
		{name: "an empty query", text: "failure", thesaurus: true},
		{name: "words that say nothing", query: "what is it?", text: "what is it?", thesaurus: true},
		{name: "bytes that are no text", query: "\xff\xfe", text: "\xff\xfe"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := e.Measure(tt.query, tt.thesaurus)
			marks := m.Marks(tt.text)
			if marks != (core.Marks{Own: tt.own, Near: tt.near}) {
				t.Errorf("marks %+v, want %b and %b", marks, tt.own, tt.near)
			}
			if got := m.Share(marks); math.Abs(got-tt.share) > 1e-9 {
				t.Errorf("share %v, want %v", got, tt.share)
			}
			if diff := cmp.Diff(tt.missing, m.Missing(marks), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("missing (-want +got):\n%s", diff)
			}
		})
	}
}

// Synonyms count for texts of any subject, and not where the thesaurus alone does.
func TestMeasureAny(t *testing.T) {
	e := open(t, library(t))
	if got := e.Measure("folder", true).Marks("a directory"); got != (core.Marks{}) {
		t.Errorf("with the thesaurus alone: %+v", got)
	}
	if got := e.MeasureAny("folder").Marks("a directory"); got != (core.Marks{Near: 1}) {
		t.Errorf("with the synonyms: %+v", got)
	}
	if got := e.MeasureAny("banned").Marks("disallowed"); got != (core.Marks{Near: 1}) {
		t.Errorf("with both: %+v", got)
	}
}

func TestMeasureWithin(t *testing.T) {
	e := open(t, library(t))
	m := e.Measure("zyx banned xyz", true)
	mark := func(text string) core.Marks { return m.Marks(text) }
	tests := []struct {
		name      string
		marks, of core.Marks
		want      float64
	}{
		{"of nothing", mark("zyx"), core.Marks{}, 1},
		{"none of it", core.Marks{}, mark("zyx"), 0},
		{"half of it", mark("zyx"), mark("zyx xyz"), 0.5},
		{"all of it", mark("xyz zyx banned"), mark("zyx xyz"), 1},
		{"what is not asked", mark("banned"), mark("zyx"), 0},
		{"near it", mark("disallowed"), mark("banned"), 0.6},
		{"of what was near", mark("banned"), mark("disallowed"), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := m.Within(tt.marks, tt.of); math.Abs(got-tt.want) > 1e-9 {
				t.Errorf("Within(%+v, %+v) = %v, want %v", tt.marks, tt.of, got, tt.want)
			}
		})
	}
}

// A mark is a bit: what comes after the 64th word counts neither in a text nor in the
// whole.
func TestMeasureOfManyWords(t *testing.T) {
	e := open(t, library(t))
	var words []string
	for i := range 100 {
		words = append(words, fmt.Sprintf("zyx%c%cq", 'a'+i/26, 'a'+i%26))
	}
	m := e.Measure(strings.Join(words, " "), true)
	if got := m.Marks(strings.Join(words[64:], " ")); got != (core.Marks{}) {
		t.Errorf("words behind the 64th are marked: %+v", got)
	}
	all := m.Marks(strings.Join(words, " "))
	if all.Own != math.MaxUint64 || math.Abs(m.Share(all)-1) > 1e-9 || len(m.Missing(all)) != 0 {
		t.Errorf("marks %b share %v, missing %q", all.Own, m.Share(all), m.Missing(all))
	}
	if got := m.Missing(core.Marks{}); len(got) != 64 {
		t.Errorf("%d words are missing, want 64", len(got))
	}
	half := m.Marks(strings.Join(words[:32], " "))
	if got := m.Share(half); math.Abs(got-0.5) > 1e-9 {
		t.Errorf("share of half the words is %v", got)
	}
}

// What a text was cut into is remembered, and gives the marks that it gave before.
func TestMeasureRemembers(t *testing.T) {
	texts := []string{"the failure rate", "a key", "", "ML-KEM-768 and its seed", "\xff key"}
	e := open(t, library(t))
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 40 {
				query := []string{"failure of a key", "seed of ML-KEM-768", "rate"}[(g+i)%3]
				text := texts[(g*i)%len(texts)]
				m, fresh := e.Measure(query, true), e.Measure(query, true)
				if first, again := m.Marks(text), fresh.Marks(text); first != again {
					t.Errorf("marks of %q in %q: %+v, then %+v", query, text, first, again)
				}
			}
		})
	}
	wg.Wait()
	for _, text := range texts {
		want := open(t, library(t)).Measure("failure of a key seed of ML-KEM-768", true).Marks(text)
		if got := e.Measure("failure of a key seed of ML-KEM-768", true).Marks(text); got != want {
			t.Errorf("remembered marks of %q are %+v, fresh ones %+v", text, got, want)
		}
	}
}

func FuzzMeasure(f *testing.F) {
	f.Add("is RSA banned, or phased out?", "It is disallowed.", "and deprecated")
	f.Add("\xff\xfe", "", "2^{-138}")
	e := open(f, library(f))
	f.Fuzz(func(t *testing.T, query, text, of string) {
		for _, thesaurus := range []bool{false, true} {
			m := e.Measure(query, thesaurus)
			a, b := m.Marks(text), m.Marks(of)
			for what, v := range map[string]float64{
				"share": m.Share(a), "within": m.Within(a, b), "share of both": m.Share(a.With(b)),
			} {
				if !(v >= 0 && v <= 1+1e-9) {
					t.Errorf("%s is %v", what, v)
				}
			}
			if m.Share(a.With(b)) < m.Share(a) {
				t.Errorf("two texts cover %v, one of them %v", m.Share(a.With(b)), m.Share(a))
			}
			if m.Within(a, a) < m.Within(core.Marks{}, a) {
				t.Errorf("a text has less of itself than nothing has")
			}
		}
	})
}
