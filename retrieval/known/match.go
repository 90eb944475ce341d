package known

import (
	"math"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/known/model"
)

const (
	maxOdds    = 12
	maxFacts   = 8
	candidates = 30 // facts, and as many unanswered questions
)

// Match holds a question against the bank. The question has been normalised as
// the wordings were; its first 4096 bytes and its 24 heaviest tokens are read. The
// same bank and question give the same match: log-odds up to 12 either way, and at most 8
// facts, of equals the first in the bank, whose places must not be changed.
func (b *Bank) Match(question string) core.Known {
	m := b.matchers.Get().(*matcher)
	defer b.matchers.Put(m)
	return m.match(question)
}

// matcher is the memory of one match at a time.
type matcher struct {
	bank       *Bank
	query      *model.Query
	wordings   *model.Search
	unanswered *model.Search
	near       []uint32
	facts      []scored
}

// scored is a fact with its logit.
type scored struct {
	fact  uint32
	logit float64
}

func newMatcher(b *Bank) *matcher {
	return &matcher{
		bank:       b,
		query:      model.NewQuery(b.model),
		wordings:   model.NewSearch(b.wordings),
		unanswered: model.NewSearch(b.unanswered),
	}
}

func (m *matcher) match(question string) core.Known {
	tokens := m.bank.model.Question(question)
	m.query.Ask(tokens)
	m.score(tokens)
	if len(m.facts) == 0 {
		return core.Known{Asked: -maxOdds}
	}
	none := m.none(tokens)
	var total float64
	for _, f := range m.facts {
		total += math.Exp(f.logit)
	}
	out := core.Known{
		Asked:      max(-maxOdds, min(m.facts[0].logit, maxOdds)),
		Unanswered: min(math.Log(none), maxOdds),
		Facts:      make([]core.KnownFact, min(len(m.facts), maxFacts)),
	}
	for i := range out.Facts {
		f := m.facts[i]
		out.Facts[i] = core.KnownFact{Places: m.bank.places[f.fact], Chance: math.Exp(f.logit) / (total + none)}
	}
	return out
}

// score puts the candidates with their logits into facts, best first.
func (m *matcher) score(tokens model.Tokens) {
	m.facts = m.facts[:0]
	m.near = m.wordings.Nearest(m.near, tokens, model.None, candidates)
	for _, fact := range m.near {
		m.insert(scored{fact, bounded(m.logit(fact))})
	}
}

// logit is that of the wording which comes nearest.
func (m *matcher) logit(fact uint32) float32 {
	bank := m.bank.model
	f := bank.Facts[fact]
	shadow := m.query.Shadow(bank.Evidence[f.Evidence])
	best := float32(math.Inf(-1))
	for i := f.Wordings.From; i < f.Wordings.To; i++ {
		logit, _ := m.query.Answer(bank.Wordings[i], &shadow)
		best = max(best, logit)
	}
	return best
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
func (m *matcher) none(tokens model.Tokens) float64 {
	sum := 1.0
	m.near = m.unanswered.Nearest(m.near, tokens, model.None, candidates)
	for _, i := range m.near {
		logit, _ := m.query.Unanswered(m.bank.model.Unanswered[i])
		sum += math.Exp(bounded(logit))
	}
	return sum
}
