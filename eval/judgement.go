package eval

import (
	"fmt"
	"math"
	"slices"
)

// Match says how near a result comes to the gold. The values are ordered: a
// strict match is also near, and a near one is also in the right document.
type Match int

// The matches, from none to best.
const (
	matchNone   Match = iota
	matchDoc          // in a document that the gold names
	matchNear         // on a gold page, or one page before or after a gold span
	matchStrict       // on a gold page; in a collection: judged relevant
)

// nearSlack is how many pages off a near match may be.
const nearSlack = 1

var matchNames = [...]string{"none", "doc", "near", "strict"}

// String returns the name that reports use: "none", "doc", "near" or "strict".
func (m Match) String() string {
	if m < matchNone || m > matchStrict {
		return fmt.Sprintf("Match(%d)", int(m))
	}
	return matchNames[m]
}

// MarshalText writes the match by its name.
func (m Match) MarshalText() ([]byte, error) {
	if m < matchNone || m > matchStrict {
		return nil, fmt.Errorf("unknown match %d", int(m))
	}
	return []byte(matchNames[m]), nil
}

// UnmarshalText reads what MarshalText writes.
func (m *Match) UnmarshalText(text []byte) error {
	i := slices.Index(matchNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown match %q", text)
	}
	*m = Match(i)
	return nil
}

// judgement is a ranked list of page spans held against gold page spans. Its
// measures take a cutoff k of at least 1; a list shorter than k costs nothing
// beyond the gold that it misses.
type judgement struct {
	gold    int
	matches []Match // by rank
	claims  []bool  // by rank: this hit claimed a gold span
}

// Judge matches hits, in rank order, with gold. Matching is greedy: each hit
// claims the first gold span, in the order of document and pages, that it
// strictly matches and that no earlier hit has claimed, and at most one. So a
// second hit on a claimed page gains nothing but takes up its rank, a hit over
// many pages claims one span only, and a span that the gold lists twice wants
// two hits. Because the walk never looks ahead, one judgement serves every k.
func judge(hits, gold []PageSpan) *judgement {
	gold = sortedSpans(gold)
	j := &judgement{gold: len(gold), matches: make([]Match, len(hits)), claims: make([]bool, len(hits))}
	taken := make([]bool, len(gold))
	for i, h := range hits {
		j.matches[i] = bestMatch(h, gold)
		for g := range gold {
			if !taken[g] && h.within(gold[g], 0) {
				taken[g], j.claims[i] = true, true
				break
			}
		}
	}
	return j
}

func bestMatch(h PageSpan, gold []PageSpan) Match {
	best := matchNone
	for _, g := range gold {
		switch {
		case h.within(g, 0):
			return matchStrict
		case h.within(g, nearSlack):
			best = max(best, matchNear)
		case h.DocID == g.DocID:
			best = max(best, matchDoc)
		}
	}
	return best
}

// Recall is the share of the gold spans that the first k hits claim; 0 without
// gold.
func (j *judgement) Recall(k int) float64 {
	if j.gold == 0 {
		return 0
	}
	claimed := 0
	for _, c := range j.claims[:min(k, len(j.claims))] {
		if c {
			claimed++
		}
	}
	return float64(claimed) / float64(j.gold)
}

// ReciprocalRank is one over the rank of the first hit among k that strictly
// matches any gold span, claimed before or not; 0 if none does.
func (j *judgement) ReciprocalRank(k int) float64 {
	for i, m := range j.matches[:min(k, len(j.matches))] {
		if m == matchStrict {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// NDCG is the discounted gain of the first k hits, 1 for a hit that claims and 0
// for any other, over that of the best list: min(k, number of gold spans)
// claims from rank 1 on. The discount at rank r is log2(r+1).
func (j *judgement) NDCG(k int) float64 {
	var gain, ideal float64
	for i, c := range j.claims[:min(k, len(j.claims))] {
		if c {
			gain += discount(i + 1)
		}
	}
	for i := range min(k, j.gold) {
		ideal += discount(i + 1)
	}
	if ideal == 0 {
		return 0
	}
	return gain / ideal
}

// discount is the weight of a 1-based rank in a discounted gain.
func discount(rank int) float64 { return 1 / math.Log2(float64(rank+1)) }

// Hit reports whether any of the first k hits matches at least as well as m.
func (j *judgement) Hit(k int, m Match) bool {
	for _, got := range j.matches[:min(k, len(j.matches))] {
		if got >= m {
			return true
		}
	}
	return false
}
