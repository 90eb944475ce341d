package retrieval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

const (
	// maxQueryBytes bounds the text of a query, and that of its expansions; what
	// comes after it is not read.
	maxQueryBytes = 16 << 10
	// maxAnchors bounds the anchors of a query in the same way.
	maxAnchors = 32
)

// errQuery is wrapped by the error for a query that can't be asked.
var errQuery = errors.New("invalid query")

// Search returns the best results for the query, best first, at most K. It
// fails with errQuery, with the error of the context, and with
// lexical.ErrCorrupt or lexical.ErrClosed.
func (e *Engine) Search(ctx context.Context, q core.Query) ([]core.Hit, error) {
	if len(q.Topics) > 1 {
		return e.searchTopics(ctx, q)
	}
	r, err := e.request(q)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	exact := r.exactLeg()
	dense := r.denseLeg(ctx)
	for pool := max(r.weights.Pool, 4*r.K); ; pool *= 2 {
		found, err := e.index.Search(ctx, r.terms, pool, r.filter())
		if err != nil {
			return nil, err
		}
		weighed := r.weigh(found)
		notes, err := r.notesLeg(ctx, weighed)
		if err != nil {
			return nil, err
		}
		results := r.fuse(r.lexicalLeg(weighed), r.ranked(exact, weighed), notes, dense)
		results = r.fuse(results, r.graphLeg(results))
		if len(results) >= r.K || len(found) < pool {
			results = r.inServerOrder(ctx, results)
			return r.hits(results[:min(r.K, len(results))])
		}
	}
}

// request is a query under way.
type request struct {
	*Engine
	core.Query
	terms   []lexical.Term
	weights profileParams
	// scope and preferred say of each document whether it is searched and
	// whether the query prefers it; nil for all and for none.
	scope     []bool
	preferred []bool
	// support weighs the terms that a page may have, by idf.
	support map[string]termWeight
	pages   map[uint32]int // of the entries whose page is known
	// raw has the scores of the lexical leg before anything is credited; most is
	// the most that the terms can score.
	raw  map[uint32]float64
	most float64
	// evidence measures what a bag of words can't see; features has what it
	// found in the entries so far.
	evidence evidenceQuery
	features map[uint32]features
}

func (e *Engine) request(q core.Query) (*request, error) {
	if q.K < 1 {
		return nil, fmt.Errorf("%w: k is %d, must be at least 1", errQuery, q.K)
	}
	switch q.Granularity {
	case core.ByPassage, core.ByPage:
	case "":
		q.Granularity = core.ByPassage
	default:
		return nil, fmt.Errorf("%w: unit is %q, must be %q or %q", errQuery, q.Granularity, core.ByPassage, core.ByPage)
	}
	weights, err := e.params.profile(q.Profile)
	if err != nil {
		return nil, err
	}
	q.K = min(q.K, max(1, len(e.passages)))
	q.Text = q.Text[:min(len(q.Text), maxQueryBytes)]
	q.Anchors = q.Anchors[:min(len(q.Anchors), maxAnchors)]
	return &request{
		Engine: e, Query: q, terms: e.queryTerms(q), weights: weights,
		scope: e.marked(q.Docs), preferred: e.marked(q.Prefer), pages: make(map[uint32]int),
		evidence: newEvidenceQuery(q.Text, q.Subject), features: make(map[uint32]features),
	}, nil
}

// queryTerms returns the terms of the text, and those of the expansions that the
// text does not have.
func (e *Engine) queryTerms(q core.Query) []lexical.Term {
	terms := lexical.Terms(q.Text)
	if len(q.Expand) == 0 && !q.Legs.Thesaurus {
		return terms
	}
	own := make(map[string]bool, len(terms))
	for _, t := range terms {
		own[t.Text] = true
	}
	if q.Legs.Thesaurus {
		others := thesaurus().otherWords(q.Text)
		for _, t := range slices.Clone(terms) {
			for _, other := range others(t.Text) {
				if !own[other] {
					own[other] = true
					terms = append(terms, lexical.Term{Text: other, Boost: e.params.Thesaurus * min(t.Boost, 1)})
				}
			}
		}
	}
	expansions := strings.Join(q.Expand, "\n")
	for _, t := range lexical.Terms(expansions[:min(len(expansions), maxQueryBytes)]) {
		if !own[t.Text] {
			// A word of several names of one thing is still one word of it.
			terms = append(terms, lexical.Term{Text: t.Text, Boost: e.params.Expand * min(t.Boost, 1)})
		}
	}
	slices.SortFunc(terms, func(a, b lexical.Term) int { return cmp.Compare(a.Text, b.Text) })
	return terms
}

// marked says of each document whether its id is given, or nil if none is.
func (e *Engine) marked(ids []string) []bool {
	if len(ids) == 0 {
		return nil
	}
	marked := make([]bool, len(e.docs))
	for _, id := range ids {
		if d, ok := e.byID[id]; ok {
			marked[d] = true
		}
	}
	return marked
}

func (r *request) inScope(doc int) bool { return r.scope == nil || r.scope[doc] }

func (r *request) accept(entry uint32) bool { return r.inScope(r.passages[entry].doc) }

// filter is accept, or nil where all passages are searched.
func (r *request) filter() func(entry uint32) bool {
	if r.scope == nil {
		return nil
	}
	return r.accept
}

// hits turns results into hits, with page and explanation.
func (r *request) hits(results []*result) ([]core.Hit, error) {
	hits := make([]core.Hit, len(results))
	for i, res := range results {
		p := r.passages[res.entry]
		hits[i] = core.Hit{
			Passage: core.PassageRef{DocID: r.docs[p.doc].ID, Index: p.passage},
			Score:   res.score, Page: res.page, Support: r.supportShare(res),
		}
		if res.page == 0 {
			hits[i].Page = r.pageOf(res.entry)
		}
		if !r.Explain {
			continue
		}
		e, err := r.explain(res)
		if err != nil {
			return nil, err
		}
		hits[i].Explanation = e
	}
	return hits, nil
}

// supportShare is the lexical score of a result before rerank, of the most that
// the query's terms can score.
func (r *request) supportShare(res *result) float64 {
	if res.lexical.rank == 0 {
		return 0
	}
	if r.most == 0 {
		for _, t := range r.terms {
			r.most += t.Boost * r.index.IDF(t.Text)
		}
	}
	if r.most == 0 {
		return 0
	}
	return min(1, r.raw[res.lexical.best.Entry]/r.most)
}
