package retrieval

import (
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// weightedTerm is a term of a query with what it is worth.
type weightedTerm struct {
	Text    string // as it is indexed
	Surface string // as it is written, folded
	// Part is set on a part of a compound, and on a compound of plain words.
	Part     bool
	Boost    float64 // 1, or lexical.PartBoost for a part
	IDF      float64 // from 0 up; largest for a term of no passage
	Passages int     // how many passages have it
}

// mass is the most that the term can score: boost · idf. A part that no passage
// has is worth nothing, for it is an artefact of how the compound was cut.
func (t weightedTerm) mass() float64 {
	if t.Part && t.Passages == 0 {
		return 0
	}
	return t.Boost * t.IDF
}

// weightedTerms returns the terms of a query in the order of the text, each once.
func (e *Engine) weightedTerms(query string) []weightedTerm {
	var terms []weightedTerm
	at := make(map[string]int)
	for t := range analysis.QueryTokens(query[:min(len(query), maxQueryBytes)]) {
		part := t.Kind == analysis.Part
		i, twice := at[t.Text]
		if !twice {
			i = len(terms)
			at[t.Text] = i
			n := e.index.DocFreq(t.Text)
			terms = append(terms, weightedTerm{
				Text: t.Text, Surface: t.Surface, Part: true, Boost: lexical.PartBoost,
				IDF: e.index.IDF(t.Text), Passages: n,
			})
		}
		if !part {
			terms[i].Part, terms[i].Boost = false, 1
		}
	}
	return terms
}

func mass(terms []weightedTerm) float64 {
	var sum float64
	for _, t := range terms {
		sum += t.mass()
	}
	return sum
}

// nearShare is what another word for a term counts, where the term counts 1.
const nearShare = 0.6

// maxMeasured is how many terms a measure has: a mark is a bit.
const maxMeasured = 64

// measure is a query with the weight of each of its terms.
type measure struct {
	cache *termCache
	terms []weightedTerm
	total float64
	own   map[string]uint64 // bits of the terms that a token is
	near  map[string]uint64 // bits of the terms that a token is another word for
	words core.Words
}

// Measure weighs the words of a query, at most 64 of them, by how rare they are.
// With the thesaurus, other words for one of them count as near it. To compare many texts
// with a query, measure it once.
func (e *Engine) Measure(query string, withThesaurus bool) core.Measure {
	if withThesaurus {
		return e.measure(query, thesaurus())
	}
	return e.measure(query, synonyms{})
}

// MeasureAny is Measure with the thesaurus for texts of any subject: what people use for one
// another everywhere counts as near too.
func (e *Engine) MeasureAny(query string) core.Measure { return e.measure(query, anySubject()) }

func (e *Engine) measure(query string, near synonyms) core.Measure {
	terms := e.weightedTerms(query)
	terms = terms[:min(len(terms), maxMeasured)]
	m := &measure{cache: &e.cache, terms: terms, total: mass(terms), own: make(map[string]uint64, len(terms))}
	for i, t := range terms {
		m.own[t.Text] = 1 << i
	}
	m.words = e.words(terms, m.total)
	m.near = make(map[string]uint64)
	others := near.otherWords(query)
	for i, t := range terms {
		for _, other := range others(t.Text) {
			m.near[other] |= 1 << i
		}
	}
	return m
}

// Words sorts the terms by what they are worth to the query.
func (m *measure) Words() core.Words { return m.words }

// Marks returns which of the terms a text has.
func (m *measure) Marks(text string) core.Marks {
	var marks core.Marks
	for _, t := range m.cache.of(text) {
		marks.Own |= m.own[t]
		marks.Near |= m.near[t]
	}
	return marks
}

// Share is the share of the query's mass that marks cover.
func (m *measure) Share(marks core.Marks) float64 {
	if m.total == 0 {
		return 0
	}
	var sum float64
	for i, t := range m.terms {
		switch bit := uint64(1) << i; {
		case marks.Own&bit != 0:
			sum += t.mass()
		case marks.Near&bit != 0:
			sum += float64(nearShare * t.mass())
		}
	}
	return sum / m.total
}

// Within is the share of the mass of some of the terms that marks cover.
func (m *measure) Within(marks, of core.Marks) float64 {
	var sum, total float64
	for i, t := range m.terms {
		bit := uint64(1) << i
		if (of.Own|of.Near)&bit == 0 {
			continue
		}
		total += t.mass()
		switch {
		case marks.Own&bit != 0:
			sum += t.mass()
		case marks.Near&bit != 0:
			sum += float64(nearShare * t.mass())
		}
	}
	if total == 0 {
		return 1
	}
	return sum / total
}

// Missing returns the words of the query, parts of compounds aside, that marks
// lack.
func (m *measure) Missing(marks core.Marks) []string {
	var missing []string
	for i, t := range m.terms {
		if (marks.Own|marks.Near)>>i&1 == 0 && !t.Part {
			missing = append(missing, t.Surface)
		}
	}
	return missing
}
