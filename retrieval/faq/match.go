package faq

import (
	"math"
	"slices"
	"sync"

	"github.com/pqcite/pqcite/core"
)

const (
	maxOdds    = 12
	maxFacts   = 8
	candidates = 30 // facts, and as many hard negatives
)

// Match finds the facts that a question asks for. The question has been normalised as the
// wordings were; its first 4096 bytes are read, and of those its 24 heaviest tokens. The
// same model and question give the same match: log-odds up to 12 either way, and at most 8
// facts, of equals the first in the texts.
func (m *Matcher) Match(question string) core.FAQMatch {
	s := m.scratch.Get().(*scratch)
	defer m.scratch.Put(s)
	return s.match(question)
}

// scratch is the memory of one match at a time.
type scratch struct {
	model      *model
	query      *query
	wordings   *search
	negatives  *search
	embedding  embedding
	near       []uint32
	neighbours [maxNeighbours]neighbour // the wordings with the nearest embeddings, best first
	found      int                      // of them
	facts      []scoredFact
	negative   nearestNegatives
}

// nearestNegatives are the hard negatives nearest by words, how similar the nearest of them
// is, and how similar the nearest by embedding.
type nearestNegatives struct {
	near               []uint32
	overlap, embedding float32
}

// scoredFact is a fact with its logits, by words alone and with the embedding, and the
// wording that comes nearest by both.
type scoredFact struct {
	fact    uint32
	wording uint32
	words   float64
	logit   float64
}

// neighbour is a wording with a near embedding.
type neighbour struct {
	wording int
	cosine  float32
}

func newScratch(m *model) *scratch {
	return &scratch{
		model:     m,
		query:     newQuery(m),
		wordings:  newSearch(m, &m.wordings.index),
		negatives: newSearch(m, &m.negatives.index),
	}
}

func (s *scratch) match(question string) core.FAQMatch {
	list := s.model.tokenize(question)
	s.query.ask(list)
	s.embedding = s.model.encoder.embed(question)
	inParallel(func() { s.findNeighbours(); s.score(list) }, func() { s.findNegatives(list) })
	if len(s.facts) == 0 {
		return core.FAQMatch{FactOdds: -maxOdds}
	}
	return core.FAQMatch{
		FactOdds:            max(-maxOdds, min(s.facts[0].words, maxOdds)),
		NegativeOdds:        min(math.Log(s.oddsOfNone()), maxOdds),
		NeighbourSimilarity: s.neighbourSimilarity(),
		NegativeOverlap:     float64(s.negative.overlap),
		NegativeSimilarity:  float64(s.negative.embedding),
		Facts:               s.likeliest(s.facts, s.oddsOfNone()),
	}
}

// likeliest are the first of the facts, best first, with their chances against the others and
// the odds that none of them is asked for.
func (s *scratch) likeliest(facts []scoredFact, none float64) []core.Fact {
	var total float64
	for _, f := range facts {
		total += math.Exp(f.logit)
	}
	out := make([]core.Fact, min(len(facts), maxFacts))
	for i := range out {
		f := facts[i]
		out[i] = core.Fact{
			Units:     s.model.unitsOf(f.fact),
			Chance:    math.Exp(f.logit) / (total + none),
			Wording:   s.model.wordings.texts.at(int(f.wording)),
			Statement: s.model.stated.at(int(f.fact)),
		}
	}
	return out
}

// Statement returns the units of each fact that has the statement, any of which prove it;
// nil if none has.
func (m *Matcher) Statement(text string) [][]core.UnitRef {
	if text == "" {
		return nil
	}
	var out [][]core.UnitRef
	for i := range m.model.facts {
		if m.model.stated.is(i, text) {
			out = append(out, m.model.unitsOf(uint32(i)))
		}
	}
	return out
}

// unitsOf are the units of a fact.
func (m *model) unitsOf(fact uint32) []core.UnitRef {
	at := m.facts[fact].units
	refs := make([]core.UnitRef, 0, at.len())
	for _, u := range m.units[at.from:at.to] {
		refs = append(refs, core.UnitRef{DocID: m.documents[u.document], Page: int(u.page), Anchor: m.anchors[u.anchor], Sum: u.sum})
	}
	return refs
}

const (
	// prefiltered is how many embeddings are compared by cosine.
	prefiltered = 500
	// maxNeighbours is how many of the nearest wordings are kept. Those after the first, up
	// to agreeing, show whether it is alone; the facts of all are candidates.
	maxNeighbours = 20
	agreeing      = 5
)

// findNeighbours finds the wordings with the nearest embeddings.
func (s *scratch) findNeighbours() {
	s.found = 0
	s.model.wordings.embeddings.prefilter(&s.embedding, prefiltered, func(i int, cosine float32) {
		if s.found == maxNeighbours && cosine <= s.neighbours[maxNeighbours-1].cosine {
			return
		}
		at := min(s.found, maxNeighbours-1)
		for ; at > 0 && s.neighbours[at-1].cosine < cosine; at-- {
			s.neighbours[at] = s.neighbours[at-1]
		}
		s.neighbours[at] = neighbour{i, cosine}
		s.found = min(s.found+1, maxNeighbours)
	})
}

// neighbourSimilarity is the mean cosine of the neighbours after the nearest.
func (s *scratch) neighbourSimilarity() float64 {
	var sum float32
	for _, n := range s.neighbours[min(1, s.found):min(agreeing, s.found)] {
		sum += n.cosine
	}
	return max(0, float64(sum/(agreeing-1)))
}

// findNegatives finds the nearest hard negatives. It shares nothing that it writes with
// what finds the facts.
func (s *scratch) findNegatives(list tokens) {
	n := &s.negative
	n.near = s.negatives.nearest(n.near, list, noList, candidates)
	n.overlap, n.embedding = s.negatives.similarity(list), 0
	s.model.negatives.embeddings.prefilter(&s.embedding, prefiltered, func(_ int, cosine float32) { n.embedding = max(n.embedding, cosine) })
}

// inParallel runs two functions at once and returns when both have. A panic of either is
// the caller's.
func inParallel(a, b func()) {
	var wg sync.WaitGroup
	var failure any
	wg.Go(func() {
		defer func() { failure = recover() }()
		b()
	})
	func() {
		defer wg.Wait()
		a()
	}()
	if failure != nil {
		panic(failure)
	}
}

// score puts the candidates with their logits into facts, best first: those that share
// words with the question, and those with a near embedding.
func (s *scratch) score(list tokens) {
	s.facts = s.facts[:0]
	s.near = s.wordings.nearest(s.near, list, noList, candidates)
	for _, n := range s.neighbours[:s.found] {
		if fact := s.model.wordings.index.group[n.wording]; !slices.Contains(s.near, fact) {
			s.near = append(s.near, fact)
		}
	}
	for _, fact := range s.near {
		s.insert(s.scoreFact(fact))
	}
}

// What ranks facts. One wording may be near by accident; if the third best agrees by words, or
// the fourth by embedding, the fact is likelier. Fitted on the development questions of
// eval/questions, dev to test5, by which of the candidates is right; rankOffset keeps the mean
// logit of the best where the hard negatives were weighed against it.
const (
	rankWords, rankThirdWords    = 0.64, 0.29
	rankCosine, rankFourthCosine = 12.5, 11.5
	rankOffset                   = -16.6
)

// nearest are the largest of the numbers that were added, largest first.
type nearest [4]float32

func newNearest() nearest {
	none := float32(math.Inf(-1))
	return nearest{none, none, none, none}
}

func (n *nearest) add(x float32) {
	for i := range n {
		if x > n[i] {
			n[i], x = x, n[i]
		}
	}
}

// at returns the i-th largest, or the smallest if there are fewer.
func (n *nearest) at(i int) float32 {
	for i > 0 && math.IsInf(float64(n[i]), -1) {
		i--
	}
	return n[i]
}

// scoreFact compares a fact's wordings and its statement by words and by embedding, and takes
// the wording that comes nearest by both.
func (s *scratch) scoreFact(id uint32) scoredFact {
	m := s.model
	f := m.facts[id]
	evidence := s.query.maxSims(m.evidence.at(int(f.evidence)))
	words, cosines, best := newNearest(), newNearest(), float32(math.Inf(-1))
	scored := scoredFact{fact: id}
	asked := int(f.wordings.to)
	if !m.stated.is(int(id), "") {
		asked-- // the last is the statement
	}
	for i := int(f.wordings.from); i < int(f.wordings.to); i++ {
		logit, _ := s.query.factLogit(m.wordings.lists.at(i), &evidence)
		c := m.wordings.embeddings.cosine(i, &s.embedding)
		words.add(logit)
		cosines.add(c)
		if both := rankWords*logit + rankCosine*c; both > best && i < asked {
			best, scored.wording = both, uint32(i)
		}
	}
	scored.words = bounded(words.at(0))
	scored.logit = bounded(rankWords*words.at(0) + rankThirdWords*words.at(2) + rankCosine*cosines.at(0) + rankFourthCosine*cosines.at(3) + rankOffset)
	return scored
}

// bounded keeps a logit of a model that was made to deceive from overflowing.
func bounded(logit float32) float64 { return max(-50, min(float64(logit), 50)) }

func (s *scratch) insert(f scoredFact) {
	at := len(s.facts)
	s.facts = append(s.facts, f)
	for ; at > 0 && f.precedes(s.facts[at-1]); at-- {
		s.facts[at] = s.facts[at-1]
	}
	s.facts[at] = f
}

func (f scoredFact) precedes(g scoredFact) bool {
	return f.logit > g.logit || f.logit == g.logit && f.fact < g.fact
}

// oddsOfNone are those that none of the facts is asked for: 1, and e^logit of each hard
// negative.
func (s *scratch) oddsOfNone() float64 {
	sum := 1.0
	for _, i := range s.negative.near {
		logit, _ := s.query.negativeLogit(s.model.negatives.lists.at(int(i)))
		sum += math.Exp(bounded(logit))
	}
	return sum
}
