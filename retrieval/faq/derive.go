package faq

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
)

// derived returns the model of the weights and the texts that they were trained from.
func derived(weights []byte, entries []Entry) (*model, error) {
	m, wordings, negatives, err := decode(weights)
	if err != nil {
		return nil, err
	}
	facts := factsOf(entries)
	if have, want := [3]int{len(facts), count(facts, wordingsOf), count(entries, negativesOf)}, [3]int{len(m.facts), wordings, negatives}; have != want {
		return nil, fmt.Errorf("%w: %d facts, wordings and hard negatives, trained from %d", ErrFormat, have, want)
	}
	m.prepare(len(facts))
	matched := withStatements(entries)
	m.read(matched)
	m.finish(matched)
	return m, nil
}

// factsOf are the entries that are facts.
func factsOf(entries []Entry) []Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return len(e.Wordings) == 0 })
}

// withStatements adds the statement of each fact to its wordings, as the last: who asks for a
// fact may use the words of its answer. Training does without, so that a better statement
// needs none.
func withStatements(entries []Entry) []Entry {
	out := slices.Clone(entries)
	for i := range out {
		if e := &out[i]; len(e.Wordings) > 0 && e.Statement != "" {
			e.Wordings = append(slices.Clone(e.Wordings), e.Statement)
		}
	}
	return out
}

func wordingsOf(e *Entry) []string  { return e.Wordings }
func negativesOf(e *Entry) []string { return e.Negatives }

func count(entries []Entry, of func(*Entry) []string) int {
	n := 0
	for i := range entries {
		n += len(of(&entries[i]))
	}
	return n
}

func collect(entries []Entry, of func(*Entry) []string) []string {
	out := make([]string, 0, count(entries, of))
	for i := range entries {
		out = append(out, of(&entries[i])...)
	}
	return out
}

// read fills in the facts but their evidence, and the tokens of all questions.
func (m *model) read(entries []Entry) {
	facts := factsOf(entries)
	m.nameUnits(facts)
	m.facts = slices.Grow(m.facts, len(facts))[:len(facts)]
	wordings := uint32(0)
	for i := range facts {
		f := &m.facts[i]
		f.wordings = span{wordings, wordings + uint32(len(facts[i].Wordings))}
		wordings = f.wordings.to
		f.units.from = uint32(len(m.units))
		for _, u := range facts[i].Units {
			document, _ := slices.BinarySearch(m.documents, u.DocID)
			anchor, _ := slices.BinarySearch(m.anchors, u.Anchor)
			m.units = append(m.units, unit{document: uint16(document), anchor: uint16(anchor), page: uint16(u.Page), sum: u.Sum})
		}
		f.units.to = uint32(len(m.units))
	}
	m.indexVocabulary()
	m.wordings.lists = m.tokenizeAll(collect(facts, wordingsOf))
	m.negatives.lists = m.tokenizeAll(collect(entries, negativesOf))
}

// nameUnits collects the documents and anchors in byte order.
func (m *model) nameUnits(facts []Entry) {
	documents, anchors := set{}, set{"": true}
	for i := range facts {
		for _, u := range facts[i].Units {
			documents[u.DocID], anchors[u.Anchor] = true, true
		}
	}
	m.documents, m.anchors = slices.Sorted(maps.Keys(documents)), slices.Sorted(maps.Keys(anchors))
}

type set = map[string]bool

// finish adds what only matching needs: embeddings, indexes, circumstances and the texts of
// the wordings.
func (m *model) finish(entries []Entry) {
	wordings := collect(entries, wordingsOf)
	m.wordings.texts = textsOf(wordings)
	m.wordings.embeddings = m.encoder.embedAll(wordings)
	m.negatives.embeddings = m.encoder.embedAll(collect(entries, negativesOf))
	m.stated = textsOf(collect(factsOf(entries), func(e *Entry) []string { return []string{e.Statement} }))
	m.index()
	m.circumstances = circumstancesOf(m)
}

// index indexes the wordings, found as their facts, and the hard negatives, found as
// themselves.
func (m *model) index() {
	group := make([]uint32, 0, m.wordings.lists.len())
	for i, f := range m.facts {
		for range f.wordings.len() {
			group = append(group, uint32(i))
		}
	}
	m.wordings.index = newIndex(m, &m.wordings.lists, group)
	group = make([]uint32, m.negatives.lists.len())
	for i := range group {
		group[i] = uint32(i)
	}
	m.negatives.index = newIndex(m, &m.negatives.lists, group)
}

// tokenizeAll reads texts on all processors.
func (m *model) tokenizeAll(texts []string) lists {
	parts := make([]lists, runtime.GOMAXPROCS(0))
	inShares(len(texts), len(parts), func(share, from, to int) {
		for _, text := range texts[from:to] {
			parts[share].add(m.tokenize(text))
		}
	})
	var all lists
	for _, p := range parts {
		for i := range p.len() {
			all.add(p.at(i))
		}
	}
	return all
}

// inShares does n things in equal shares at once.
func inShares(n, shares int, do func(share, from, to int)) {
	var wg sync.WaitGroup
	for s := range shares {
		wg.Go(func() { do(s, n*s/shares, n*(s+1)/shares) })
	}
	wg.Wait()
}
