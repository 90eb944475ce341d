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
	candidates = 30 // facts, and as many unanswered questions
)

// Match holds a question against the bank. The question has been normalised as
// the wordings were; its first 4096 bytes are read, and of those its 24 heaviest tokens. The
// same bank and question give the same match: log-odds up to 12 either way, and at most 8
// facts, of equals the first in the bank, whose places must not be changed.
func (b *Matcher) Match(question string) core.FAQMatch {
	m := b.matchers.Get().(*matcher)
	defer b.matchers.Put(m)
	return m.match(question)
}

// matcher is the memory of one match at a time.
type matcher struct {
	bank       *Matcher
	query      *Query
	wordings   *Search
	unanswered *Search
	near       []uint32
	gist       Vector
	kin        [kinMost]kin // the wordings whose gists are nearest, best first
	kins       int
	facts      []scored
	rivals     rivals
}

// rivals are the unanswered questions nearest by words, how alike the nearest of them
// is, and how alike the nearest by its gist.
type rivals struct {
	near          []uint32
	twin, against float32
}

// scored is a fact with its logits: by words alone, and with the gist.
type scored struct {
	fact  uint32
	words float64
	logit float64
}

// kin is a wording whose gist is near.
type kin struct {
	wording int
	cosine  float32
}

func newMatcher(b *Matcher) *matcher {
	return &matcher{
		bank:       b,
		query:      NewQuery(b.model),
		wordings:   NewSearch(b.wordings),
		unanswered: NewSearch(b.unanswered),
	}
}

func (m *matcher) match(question string) core.FAQMatch {
	tokens := m.bank.model.Question(question)
	m.query.Ask(tokens)
	m.gist = m.bank.model.Gist.Of(question)
	beside(func() { m.glance(); m.score(tokens) }, func() { m.meet(tokens) })
	if len(m.facts) == 0 {
		return core.FAQMatch{FactOdds: -maxOdds}
	}
	none := m.none()
	var total float64
	for _, f := range m.facts {
		total += math.Exp(f.logit)
	}
	out := core.FAQMatch{
		FactOdds:            max(-maxOdds, min(m.facts[0].words, maxOdds)),
		NegativeOdds:        min(math.Log(none), maxOdds),
		NeighbourSimilarity: m.agree(),
		NegativeOverlap:     float64(m.rivals.twin),
		NegativeSimilarity:  float64(m.rivals.against),
		Facts:               make([]core.Fact, min(len(m.facts), maxFacts)),
	}
	for i := range out.Facts {
		f := m.facts[i]
		out.Facts[i] = core.Fact{Units: m.bank.places[f.fact], Chance: math.Exp(f.logit) / (total + none)}
	}
	return out
}

const (
	// glanced is how many gists are looked at closely.
	glanced = 500
	// kinMost is how many of the nearest wordings are kept. Those behind the first, up
	// to agreeing, tell whether it is alone; the facts of all are candidates.
	kinMost  = 20
	agreeing = 5
)

// glance puts the wordings into kin whose gists are nearest.
func (m *matcher) glance() {
	m.kins = 0
	m.bank.model.Gist.Wordings.Glance(&m.gist, glanced, func(i int, cosine float32) {
		if m.kins == kinMost && cosine <= m.kin[kinMost-1].cosine {
			return
		}
		at := min(m.kins, kinMost-1)
		for ; at > 0 && m.kin[at-1].cosine < cosine; at-- {
			m.kin[at] = m.kin[at-1]
		}
		m.kin[at] = kin{i, cosine}
		m.kins = min(m.kins+1, kinMost)
	})
}

// agree is the mean over the wordings behind the nearest.
func (m *matcher) agree() float64 {
	var sum float32
	for _, k := range m.kin[min(1, m.kins):min(agreeing, m.kins)] {
		sum += k.cosine
	}
	return max(0, float64(sum/(agreeing-1)))
}

// meet finds the unanswered questions that come nearest. It shares nothing that it
// writes with what finds the facts.
func (m *matcher) meet(tokens Tokens) {
	r := &m.rivals
	r.near = m.unanswered.Nearest(r.near, tokens, None, candidates)
	r.twin, r.against = m.unanswered.Likeness(tokens), 0
	m.bank.model.Gist.Unanswered.Glance(&m.gist, glanced, func(_ int, cosine float32) { r.against = max(r.against, cosine) })
}

// beside runs two functions at once and returns when both have. A panic of either is
// the caller's.
func beside(here, there func()) {
	var wg sync.WaitGroup
	var failure any
	wg.Go(func() {
		defer func() { failure = recover() }()
		there()
	})
	func() {
		defer wg.Wait()
		here()
	}()
	if failure != nil {
		panic(failure)
	}
}

// score puts the candidates with their logits into facts, best first: those that share
// words with the question, and those whose gist is near.
func (m *matcher) score(tokens Tokens) {
	m.facts = m.facts[:0]
	m.near = m.wordings.Nearest(m.near, tokens, None, candidates)
	for _, k := range m.kin[:m.kins] {
		if fact := m.bank.wordings.Group(k.wording); !slices.Contains(m.near, fact) {
			m.near = append(m.near, fact)
		}
	}
	for _, fact := range m.near {
		m.insert(m.scored(fact))
	}
}

// What a gist counts beside the words: gistWeight times how much nearer than usual it
// is. Chosen on the development questions of eval/questions.
const (
	gistWeight = 8
	gistUsual  = 0.65
)

// scored takes of a fact's wordings the one that comes nearest by words, and the one
// that does by gist.
func (m *matcher) scored(fact uint32) scored {
	bank := m.bank.model
	f := bank.Facts[fact]
	shadow := m.query.Shadow(bank.Evidence[f.Evidence])
	words, cosine := float32(math.Inf(-1)), float32(gistUsual)
	for i := f.Wordings.From; i < f.Wordings.To; i++ {
		logit, _ := m.query.Answer(bank.Wordings[i], &shadow)
		words = max(words, logit)
	}
	if bank.Gist.Wordings.Len() > 0 {
		cosine = -1
		for i := f.Wordings.From; i < f.Wordings.To; i++ {
			cosine = max(cosine, bank.Gist.Wordings.Cosine(i, &m.gist))
		}
	}
	return scored{fact, bounded(words), bounded(words + gistWeight*(cosine-gistUsual))}
}

// bounded keeps a logit of a bank that was made to deceive from overflowing.
func bounded(logit float32) float64 { return max(-50, min(float64(logit), 50)) }

func (m *matcher) insert(s scored) {
	at := len(m.facts)
	m.facts = append(m.facts, s)
	for ; at > 0 && m.facts[at-1].before(s) < 0; at-- {
		m.facts[at] = m.facts[at-1]
	}
	m.facts[at] = s
}

// before is above 0 if s comes before t, below 0 if it comes behind.
func (s scored) before(t scored) int {
	switch {
	case s.logit > t.logit, s.logit == t.logit && s.fact < t.fact:
		return 1
	}
	return -1
}

// none is what stands against the facts: 1, and e^logit of each unanswered
// question.
func (m *matcher) none() float64 {
	sum := 1.0
	for _, i := range m.rivals.near {
		logit, _ := m.query.Unanswered(m.bank.model.Unanswered[i])
		sum += math.Exp(bounded(logit))
	}
	return sum
}
