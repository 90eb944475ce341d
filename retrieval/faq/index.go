package faq

import (
	"math"
	"slices"
)

// index finds lists of tokens by the cosine of their inverse document frequencies, before
// training and after: synonyms are not found. It may be read by many goroutines at once.
type index struct {
	starts []uint32 // by row: where its postings begin; one more at the end
	posts  []uint32 // list<<1 | 1 for a part, ascending
	scale  []float32
	group  []uint32 // by list, ascending
}

// newIndex indexes lists. Lists with the same group, which must ascend from 0, are found as
// one, by the nearest of them.
func newIndex(m *model, l *lists, group []uint32) index {
	x := index{group: group, starts: make([]uint32, m.rows()+1), scale: make([]float32, l.len())}
	for _, t := range l.tokens {
		x.starts[t.row()+1]++
	}
	for row := range m.rows() {
		x.starts[row+1] += x.starts[row]
	}
	x.posts = make([]uint32, len(l.tokens))
	next := slices.Clone(x.starts)
	for i := range l.len() {
		list := l.at(i)
		for _, t := range list {
			x.posts[next[t.row()]] = uint32(i)<<1 | uint32(t>>15)
			next[t.row()]++
		}
		x.scale[i] = 1 / (m.norm(list) + tiny)
	}
	return x
}

// norm is the length of a list as a vector of inverse document frequencies.
func (m *model) norm(l tokens) float32 {
	var sum float32
	for _, t := range l {
		w := t.share() * m.idf[t.row()]
		sum += float32(w * w)
	}
	return float32(math.Sqrt(float64(sum)))
}

// search is the working memory of searches in an index. It belongs to one goroutine.
type search struct {
	model *model
	index *index
	sums  []float32 // by list; all 0 between searches
	found []groupHit
}

// groupHit is a group that a search has found.
type groupHit struct {
	group  uint32
	cosine float32
}

func newSearch(m *model, x *index) *search {
	return &search{model: m, index: x, sums: make([]float32, len(x.group))}
}

// noList is no list.
const noList = -1

// nearest sets into dst the groups nearest to a question, best first, at most k; of equals
// the lower. None shares no token with it. The list without is left out; it may be noList.
func (s *search) nearest(dst []uint32, question tokens, without, k int) []uint32 {
	x := s.index
	for _, t := range question {
		w := t.share() * s.model.idf[t.row()] * s.model.idf[t.row()]
		shares := [2]float32{w, w * partShare}
		for _, p := range x.posts[x.starts[t.row()]:x.starts[t.row()+1]] {
			s.sums[p>>1] += shares[p&1]
		}
	}
	if without != noList {
		s.sums[without] = 0
	}
	s.pick(k)
	clear(s.sums)
	dst = dst[:0]
	for _, n := range s.found {
		dst = append(dst, n.group)
	}
	return dst
}

// similarity is the cosine of the question of the last search and the nearest that it
// found: 0, where it found none, to 1.
func (s *search) similarity(question tokens) float32 {
	if len(s.found) == 0 {
		return 0
	}
	return s.found[0].cosine / (s.model.norm(question) + tiny)
}

// pick puts the k nearest groups into found. Most lists share no token with the question.
func (s *search) pick(k int) {
	s.found = s.found[:0]
	var best groupHit // of a group, while its lists pass by
	for i, sum := range s.sums {
		if sum == 0 {
			continue
		}
		cosine := sum * s.index.scale[i]
		if group := s.index.group[i]; group != best.group {
			s.offer(best, k)
			best = groupHit{group, cosine}
		}
		best.cosine = max(best.cosine, cosine)
	}
	s.offer(best, k)
}

// offer puts a group into found if it is among the k nearest so far.
func (s *search) offer(n groupHit, k int) {
	if n.cosine > 0 && (len(s.found) < k || n.cosine > s.found[len(s.found)-1].cosine) {
		s.insert(n, k)
	}
}

func (s *search) insert(n groupHit, k int) {
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
