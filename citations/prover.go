package citations

import (
	"sync"

	"github.com/pqcite/pqcite/core"
)

// Prover checks statements against documents, each made ready when it is first
// asked for. It is safe for concurrent use.
type Prover struct {
	judges sync.Map // by *core.Document: func() *Judge, which makes it once
}

// judge returns the judge over a document, the same one each time.
func (p *Prover) judge(d *core.Document) *Judge {
	made, _ := p.judges.LoadOrStore(d, sync.OnceValue(func() *Judge { return NewJudge(d) }))
	return made.(func() *Judge)()
}

// Statement is a claim or a quote.
type Statement struct {
	Text  string
	Quote bool  // it must be there word for word
	Pages []int // PDF pages it is said to be on; empty means any page
}

// RuleNotIngested decides about a quote from a document whose own text is not in the
// library: the pack's summaries are in other words.
const RuleNotIngested = "document-not-ingested"

// Prove checks a statement against documents and returns what the one says that
// settles most, and that document; it is nil only if there are none.
func (p *Prover) Prove(s Statement, docs []*core.Document) (Proof, *core.Document) {
	var best Proof
	var from *core.Document
	for _, d := range docs {
		if proof := p.prove(s, d); from == nil || proof.Stronger(&best) {
			best, from = proof, d
		}
	}
	return best, from
}

func (p *Prover) prove(s Statement, d *core.Document) Proof {
	switch {
	case s.Quote && d.Source() == core.SourcePack:
		return Proof{Verdict: core.Unverifiable, Rule: RuleNotIngested}
	case s.Quote:
		return p.judge(d).ProveQuote(s.Text, s.Pages)
	}
	return p.judge(d).Prove(s.Text, s.Pages)
}

// ProveWithin checks a claim against spans of a document, see [Judge.ProveWithin].
func (p *Prover) ProveWithin(claim string, d *core.Document, at []core.Span) Proof {
	return p.judge(d).ProveWithin(claim, at)
}

// maxElsewhere bounds the places that Elsewhere returns.
const maxElsewhere = 16

// Elsewhere returns the other places of a document where the words of a span of it
// are, in reading order: a sentence may appear in two sections, and proves as much in
// the one as in the other.
func (p *Prover) Elsewhere(d *core.Document, s core.Span) []core.Span {
	var out []core.Span
	for _, at := range p.judge(d).text.Places(d.Quote(s)) {
		if !at.Overlaps(s) && len(out) < maxElsewhere {
			out = append(out, at)
		}
	}
	return out
}

// strength orders verdicts by how much they settle, so that of many documents the
// one that says most about a claim is heard.
var strength = map[core.Verdict]int{
	core.Unverifiable: 1, core.Partial: 2, core.Contradicted: 3, core.Supported: 4, core.Stated: 5, core.Verbatim: 6,
}

// Stronger reports whether a proof settles more than another one.
func (p *Proof) Stronger(than *Proof) bool {
	if p.Verdict != than.Verdict {
		return strength[p.Verdict] > strength[than.Verdict]
	}
	return p.Coverage > than.Coverage
}
