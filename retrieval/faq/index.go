package faq

import (
	"math"
	"slices"
)

// Index finds lists of tokens by the cosine of their rarities, before training
// and after: what is not alike by letters is not found. It may be read by many
// goroutines at once.
type Index struct {
	model  *Model
	starts []uint32 // by row: where its postings begin; one more at the end
	posts  []uint32 // list<<1 | 1 for a part, ascending
	scale  []float32
	group  []uint32 // by list, ascending
}

// newIndex indexes lists. Lists with the same group, which must ascend from 0,
// are found as one, by the nearest of them.
func newIndex(m *Model, lists []Tokens, group []uint32) *Index {
	x := &Index{model: m, group: group, starts: make([]uint32, m.Rows()+1), scale: make([]float32, len(lists))}
	for _, l := range lists {
		for _, t := range l {
			x.starts[t.Row()+1]++
		}
	}
	for row := range m.Rows() {
		x.starts[row+1] += x.starts[row]
	}
	x.posts = make([]uint32, x.starts[m.Rows()])
	next := slices.Clone(x.starts)
	for i, l := range lists {
		for _, t := range l {
			x.posts[next[t.Row()]] = uint32(i)<<1 | uint32(t>>15)
			next[t.Row()]++
		}
		x.scale[i] = 1 / (m.norm(l) + tiny)
	}
	return x
}

// norm is the length of a list as a vector of rarities.
func (m *Model) norm(l Tokens) float32 {
	var sum float32
	for _, t := range l {
		w := t.share() * m.rarity[t.Row()]
		sum += float32(w * w)
	}
	return float32(math.Sqrt(float64(sum)))
}

// Search is the working memory of searches in an index. It belongs to one
// goroutine.
type Search struct {
	index *Index
	lists []float32 // all 0 between searches
	found []nearby  // by the last search, the nearest first
}

type nearby struct {
	group  uint32
	cosine float32
}

// NewSearch returns the memory for searches in the index.
func NewSearch(x *Index) *Search { return &Search{index: x, lists: make([]float32, len(x.group))} }

// Group is that of a list.
func (x *Index) Group(list int) uint32 { return x.group[list] }

// None is no list.
const None = -1

// Nearest sets into dst the groups nearest to a question, best first, at most k;
// of equals the lower. None shares no token with it. The list without is left
// out; it may be None.
func (s *Search) Nearest(dst []uint32, tokens Tokens, without, k int) []uint32 {
	x := s.index
	for _, t := range tokens {
		w := t.share() * x.model.rarity[t.Row()] * x.model.rarity[t.Row()]
		shares := [2]float32{w, w * partShare}
		for _, p := range x.posts[x.starts[t.Row()]:x.starts[t.Row()+1]] {
			s.lists[p>>1] += shares[p&1]
		}
	}
	if without != None {
		s.lists[without] = 0
	}
	s.pick(k)
	clear(s.lists)
	dst = dst[:0]
	for _, n := range s.found {
		dst = append(dst, n.group)
	}
	return dst
}

// Likeness is how alike the question of the last search and the nearest that it found
// are, as the cosine of their rarities: 0, where it found none, to 1.
func (s *Search) Likeness(tokens Tokens) float32 {
	if len(s.found) == 0 {
		return 0
	}
	return s.found[0].cosine / (s.index.model.norm(tokens) + tiny)
}

// pick puts the k nearest groups into found. Most lists share no token with the question.
func (s *Search) pick(k int) {
	s.found = s.found[:0]
	var best nearby // of a group, while its lists pass by
	for i, sum := range s.lists {
		if sum == 0 {
			continue
		}
		cosine := sum * s.index.scale[i]
		if group := s.index.group[i]; group != best.group {
			s.offer(best, k)
			best = nearby{group, cosine}
		}
		best.cosine = max(best.cosine, cosine)
	}
	s.offer(best, k)
}

// offer puts a group into found if it is among the k nearest so far.
func (s *Search) offer(n nearby, k int) {
	if n.cosine > 0 && (len(s.found) < k || n.cosine > s.found[len(s.found)-1].cosine) {
		s.insert(n, k)
	}
}

func (s *Search) insert(n nearby, k int) {
	if len(s.found) == k {
		s.found = s.found[:k-1]
	}
	at := len(s.found)
	s.found = append(s.found, n)
	for ; at > 0 && s.found[at-1].cosine < n.cosine; at-- {
		s.found[at] = s.found[at-1]
	}
	s.found[at] = n
}

// IndexFacts indexes the wordings, found as their facts.
func IndexFacts(m *Model) *Index {
	group := make([]uint32, 0, len(m.Wordings))
	for i, f := range m.Facts {
		for range f.Wordings.To - f.Wordings.From {
			group = append(group, uint32(i))
		}
	}
	return newIndex(m, m.Wordings, group)
}

// IndexUnanswered indexes the unanswered questions, found as themselves.
func IndexUnanswered(m *Model) *Index {
	group := make([]uint32, len(m.Unanswered))
	for i := range group {
		group[i] = uint32(i)
	}
	return newIndex(m, m.Unanswered, group)
}
