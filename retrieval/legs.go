package retrieval

import (
	"cmp"
	"math"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// resultKey names a result: a passage of a document, or a page of one.
type resultKey struct {
	doc, at int
}

// result is one result on its way through the legs.
type result struct {
	key     resultKey
	entry   uint32 // the passage that represents it
	page    int    // 0 until it is known
	score   float64
	lexical lexicalRank
	exact   exactRank
	notes   int // rank in the notes leg, from 1; 0 if it is not in it
	graph   int // the same for the graph leg
	dense   int // and for the dense leg
	before  int // rank before the reranker, from 1; 0 if it left the result alone
}

// lexicalRank is the rank of a result in the lexical leg.
type lexicalRank struct {
	rank  int // from 1; 0 if it is not in the leg
	score float64
	best  lexical.Hit
	next  lexical.Hit // the second-best passage of a page, if its score is not 0
}

// exactRank is the rank of a result in the exact leg.
type exactRank struct {
	rank  int // from 1; 0 if it is not in the leg
	match exactMatch
}

// exactMatch is a passage with an anchor that the query names.
type exactMatch struct {
	anchorStart
	ref  core.AnchorRef
	sure bool // named with its document, or in one document only
}

// keyOf names the result that a passage counts for.
func (r *request) keyOf(entry uint32, page int) resultKey {
	p := r.passages[entry]
	if r.Granularity == core.ByPage {
		return resultKey{doc: p.doc, at: page}
	}
	return resultKey{doc: p.doc, at: p.passage}
}

// exactLeg looks up the anchors that the query names, in their order.
func (r *request) exactLeg() []exactMatch {
	var matches []exactMatch
	for _, ref := range r.Anchors {
		var found []exactMatch
		for _, a := range r.anchors[anchorKey(ref.Kind, ref.Number)] {
			named := ref.DocID == "" || r.docs[a.doc].ID == ref.DocID
			if named && r.inScope(a.doc) {
				found = append(found, exactMatch{anchorStart: a, ref: ref})
			}
		}
		for i := range found {
			found[i].sure = ref.DocID != "" || found[0].doc == found[len(found)-1].doc
		}
		matches = append(matches, found...)
	}
	return matches
}

// ranked puts the sure matches before the others, and those in the order that
// the lexical leg found them in: the rest of the query says which is meant.
func (r *request) ranked(matches []exactMatch, found []lexical.Hit) []*result {
	at := make(map[uint32]int, len(found))
	for i, h := range found {
		at[h.Entry] = i
	}
	order := func(m exactMatch) int {
		if m.sure {
			return -1
		}
		if i, ok := at[m.entry]; ok {
			return i
		}
		return math.MaxInt
	}
	matches = slices.Clone(matches)
	slices.SortStableFunc(matches, func(a, b exactMatch) int { return cmp.Compare(order(a), order(b)) })
	var leg []*result
	seen := make(map[resultKey]bool)
	for _, m := range matches {
		key := r.keyOf(m.entry, m.page)
		if seen[key] {
			continue
		}
		seen[key] = true
		leg = append(leg, &result{
			key: key, entry: m.entry, page: m.page, exact: exactRank{rank: len(leg) + 1, match: m},
		})
	}
	return leg
}

// isPreferred reports whether a passage is of a document that the query prefers.
func (r *request) isPreferred(entry uint32) bool {
	return r.preferred != nil && r.preferred[r.passages[entry].doc]
}

// weigh returns the passages found in the order of their scores with the credit
// of preferred documents and of the evidence in their text.
func (r *request) weigh(found []lexical.Hit) []lexical.Hit {
	found = slices.Clone(found)
	r.raw = make(map[uint32]float64, len(found))
	for i := range found {
		r.raw[found[i].Entry] = found[i].Score
		found[i].Score = r.rerankWeights().Score(r.credited(found[i]), r.featuresOf(found[i].Entry))
	}
	slices.SortFunc(found, func(a, b lexical.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Entry, b.Entry))
	})
	return found
}

// rerankWeights are none where the query wants the order of the legs.
func (r *request) rerankWeights() rerankWeights {
	if r.NoRerank {
		return rerankWeights{}
	}
	return r.params.Rerank
}

// credited is the score of a passage with the credit of its document.
func (r *request) credited(h lexical.Hit) float64 {
	if r.isPreferred(h.Entry) {
		return h.Score * (1 + r.params.Prefer)
	}
	return h.Score
}

// featuresOf measures the evidence of a passage, once a request.
func (r *request) featuresOf(entry uint32) features {
	f, known := r.features[entry]
	if !known {
		f = r.evidence.measure(r.reranked.passage(r.Engine, entry))
		r.features[entry] = f
	}
	return f
}

// lexicalLeg makes results of the passages found. Those of one page are one
// result, with a credit for the second-best.
func (r *request) lexicalLeg(found []lexical.Hit) []*result {
	var leg []*result
	byKey := make(map[resultKey]*result, len(found))
	for _, h := range found {
		page := 0
		if r.Granularity == core.ByPage {
			page = r.pageOf(h.Entry)
		}
		key := r.keyOf(h.Entry, page)
		switch res := byKey[key]; {
		case res == nil:
			res = &result{key: key, entry: h.Entry, page: page, lexical: lexicalRank{score: h.Score, best: h}}
			byKey[key] = res
			leg = append(leg, res)
		case res.lexical.next.Score == 0:
			res.lexical.next = h
			res.lexical.score += float64(r.params.PageCredit * h.Score)
		}
	}
	slices.SortStableFunc(leg, func(a, b *result) int {
		return cmp.Or(cmp.Compare(b.lexical.score, a.lexical.score), compareKeys(a.key, b.key))
	})
	for i, res := range leg {
		res.lexical.rank = i + 1
	}
	return leg
}

func compareKeys(a, b resultKey) int {
	return cmp.Or(cmp.Compare(a.doc, b.doc), cmp.Compare(a.at, b.at))
}
