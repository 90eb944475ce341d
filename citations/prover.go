package citations

import (
	"slices"
	"sync"

	"github.com/pqcite/pqcite/core"
)

// Knowledge is what is known of documents besides their text.
type Knowledge interface {
	// Facts are the facts of a document; none of one that nobody has written any for.
	Facts(docID string) []core.Fact
	// Rule decides about a claim by typed facts of the documents with the ids, if they do.
	Rule(claim string, docIDs []string) (core.TypedRuling, bool)
}

// Prover checks statements against documents, each made ready when it is first
// asked for. It is safe for concurrent use; the zero value knows the documents' text alone.
type Prover struct {
	Knowledge Knowledge

	judges sync.Map // by *core.Document: func() *Judge, which makes it once
}

// judge returns the judge over a document, the same one each time.
func (p *Prover) judge(d *core.Document) *Judge {
	made, _ := p.judges.LoadOrStore(d, sync.OnceValue(func() *Judge {
		j := NewJudge(d)
		if p.Knowledge != nil {
			j.facts = p.Knowledge.Facts(d.ID)
		}
		return j
	}))
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
	if proof, d := p.rule(&s, docs); d != nil {
		return proof, d
	}
	var best Proof
	var from *core.Document
	for _, d := range docs {
		if proof := p.prove(s, d); from == nil || proof.Stronger(&best) {
			best, from = proof, d
		}
	}
	return best, from
}

// rule decides about a claim by typed facts; the document is nil if they don't.
func (p *Prover) rule(s *Statement, docs []*core.Document) (Proof, *core.Document) {
	if s.Quote || p.Knowledge == nil {
		return Proof{}, nil
	}
	ids := make([]string, len(docs))
	for i, d := range docs {
		ids[i] = d.ID
	}
	r, ok := p.Knowledge.Rule(s.Text, ids)
	if !ok || len(r.Places) == 0 {
		return Proof{}, nil
	}
	for _, at := range r.Places {
		i := slices.IndexFunc(docs, func(d *core.Document) bool { return d.ID == at.DocID })
		if i < 0 || len(at.Spans) == 0 || r.Holds && !p.judge(docs[i]).isOn(at.Spans[0], s.Pages) {
			continue
		}
		proof := p.judge(docs[i]).proofAt(at.Spans[0])
		proof.Rule, proof.Coverage = ClaimTyped, 1
		proof.Verdict = core.Supported
		if !r.Holds {
			proof.Verdict, proof.Says, proof.Not = core.Contradicted, r.Says, r.Not
			if r.Not != "" {
				proof.Unsupported = []string{r.Not}
			}
			if r.Says == "" {
				proof.Says, proof.Not = r.Sentence, ""
			}
		}
		return proof, docs[i]
	}
	return Proof{}, nil
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
