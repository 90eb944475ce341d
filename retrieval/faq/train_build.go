package faq

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/analysis"
)

// build makes an untrained model of the entries, whose texts are normalised.
func build(entries []Entry, seed uint64) *Model {
	m := &Model{Weights: StartWeights()}
	m.Names, m.Spread = vocabulary(entries)
	m.Vectors, m.Gains = directions(m.Rows(), seed), make([]float32, m.Rows())
	facts := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return len(e.Wordings) == 0 })
	m.Facts = make([]Fact, len(facts))
	m.Prepare() // for the rarities by which the heaviest tokens are chosen

	b := builder{Model: m, evidence: map[string]int{}}
	b.name(facts)
	for i := range facts {
		m.Facts[i] = b.fact(&facts[i])
	}
	for _, e := range entries {
		for _, text := range e.Unanswered {
			m.Unanswered = append(m.Unanswered, m.Question(text))
		}
	}
	return m
}

// vocabulary returns the tokens that have a vector of their own, in byte order,
// and how many facts ask with each: the most used, where there are too many.
func vocabulary(entries []Entry) (names []string, spread []uint32) {
	uses, facts := map[string]int{}, map[string]uint32{}
	for i := range entries {
		e := &entries[i]
		asked := set{}
		for _, text := range e.Wordings {
			t := distinct(analysis.QueryTokens, text)
			count(uses, t)
			maps.Copy(asked, t)
		}
		for t := range asked {
			facts[t]++
		}
		for _, text := range e.Unanswered {
			count(uses, distinct(analysis.QueryTokens, text))
		}
		count(uses, distinct(analysis.Tokens, e.Evidence...))
		count(uses, distinct(analysis.Tokens, e.Headings...))
	}
	names = slices.SortedFunc(maps.Keys(uses), func(a, b string) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a, b))
	})
	names = names[:min(len(names), MaxNames)]
	slices.Sort(names)
	spread = make([]uint32, len(names))
	for i, name := range names {
		spread[i] = facts[name]
	}
	return names, spread
}

type set = map[string]bool

// distinct returns the tokens of texts.
func distinct(tokens func(string) iter.Seq[analysis.Token], texts ...string) set {
	found := set{}
	for _, text := range texts {
		for t := range tokens(text) {
			found[t.Text] = true
		}
	}
	return found
}

func count(uses map[string]int, tokens set) {
	for t := range tokens {
		uses[t]++
	}
}

// directions returns random unit vectors.
func directions(rows int, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 0))
	all := make([]float32, rows*Dim)
	for row := 0; row < len(all); row += Dim {
		v := all[row : row+Dim]
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		unit(v)
	}
	return all
}

// unit brings a vector to length 1 and returns the length that it had.
func unit(v []float32) float32 {
	var square float32
	for _, x := range v {
		square += float32(x * x)
	}
	length := float32(math.Sqrt(float64(square)))
	for i := range v {
		v[i] /= length
	}
	return length
}

// builder turns entries into facts.
type builder struct {
	*Model
	evidence map[string]int // its tokens' bytes to its index
}

// name collects the documents and anchors in byte order.
func (b *builder) name(facts []Entry) {
	documents, anchors := set{}, set{"": true}
	for i := range facts {
		for _, p := range facts[i].Units {
			documents[p.DocID], anchors[p.Anchor] = true, true
		}
	}
	b.Documents, b.Anchors = slices.Sorted(maps.Keys(documents)), slices.Sorted(maps.Keys(anchors))
}

func (b *builder) fact(e *Entry) Fact {
	f := Fact{Wordings: Range{From: len(b.Wordings), To: len(b.Wordings) + len(e.Wordings)}}
	for _, text := range e.Wordings {
		b.Wordings = append(b.Wordings, b.Question(text))
	}
	for _, p := range e.Units {
		f.Units = append(f.Units, b.place(p))
	}
	tokens := b.EvidenceOf(e.Evidence, e.Headings)
	key := fmt.Sprint(tokens)
	at, ok := b.evidence[key]
	if !ok {
		at = len(b.Evidence)
		b.evidence[key] = at
		b.Evidence = append(b.Evidence, tokens)
	}
	f.Evidence = at
	return f
}

func (b *builder) place(p core.UnitRef) Place {
	document, _ := slices.BinarySearch(b.Documents, p.DocID)
	anchor, _ := slices.BinarySearch(b.Anchors, p.Anchor)
	return Place{Document: uint16(document), Anchor: uint16(anchor), Page: uint16(p.Page), Sum: p.Sum}
}
