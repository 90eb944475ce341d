package eval

import (
	"cmp"
	"errors"
	"fmt"
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

// recall is the share of the gold spans that the first k hits claim; 0 without
// gold.
func (j *judgement) recall(k int) float64 {
	claimed := 0.0
	for _, c := range j.claims[:min(k, len(j.claims))] {
		claimed += truth(c)
	}
	return share(claimed, float64(j.gold))
}

// reciprocalRank is one over the rank of the first hit among k that strictly
// matches any gold span, claimed before or not; 0 if none does.
func (j *judgement) reciprocalRank(k int) float64 {
	for i, m := range j.matches[:min(k, len(j.matches))] {
		if m == matchStrict {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// ndcg is the discounted gain of the first k hits, 1 for a hit that claims and 0
// for any other, over that of the best list: min(k, number of gold spans)
// claims from rank 1 on.
func (j *judgement) ndcg(k int) float64 {
	grades := make([]int, min(k, len(j.claims)))
	for i := range grades {
		grades[i] = int(truth(j.claims[i]))
	}
	return share(discountedGain(grades), discountedGain(slices.Repeat([]int{1}, min(k, j.gold))))
}

// hit reports whether any of the first k hits matches at least as well as m.
func (j *judgement) hit(k int, m Match) bool {
	return slices.ContainsFunc(j.matches[:min(k, len(j.matches))], func(got Match) bool { return got >= m })
}

// PageSpan is a run of pages of a document: 1-based PDF pages, both ends
// included.
type PageSpan struct {
	DocID     string `json:"doc_id"`
	StartPage int    `json:"start_page"`
	EndPage   int    `json:"end_page"`
}

// maxPage bounds a page number; no document comes near, and sums of page numbers
// can't overflow.
const maxPage = 1_000_000

func (s PageSpan) validate() error {
	switch {
	case s.DocID == "":
		return errors.New("page span names no document")
	case s.StartPage < 1 || s.EndPage < s.StartPage || s.EndPage > maxPage:
		return fmt.Errorf("pages %d to %d of %q are no range of 1-based pages", s.StartPage, s.EndPage, s.DocID)
	}
	return nil
}

// within reports whether s shares a page with o once o is widened by slack pages
// at both ends.
func (s PageSpan) within(o PageSpan, slack int) bool {
	return s.DocID == o.DocID && s.StartPage <= o.EndPage+slack && s.EndPage >= o.StartPage-slack
}

// sortedSpans returns a copy in the order of document, start and end. Duplicates
// stay: each asks for a result of its own.
func sortedSpans(spans []PageSpan) []PageSpan {
	out := slices.Clone(spans)
	slices.SortStableFunc(out, func(a, b PageSpan) int {
		return cmp.Or(cmp.Compare(a.DocID, b.DocID), cmp.Compare(a.StartPage, b.StartPage), cmp.Compare(a.EndPage, b.EndPage))
	})
	return out
}
