package faq

import (
	"slices"
	"sync"

	"github.com/pqcite/pqcite/core"
)

// Matcher is an open bank. Its methods may be called by many goroutines at once.
type Matcher struct {
	model         *Model
	documents     []string         // in byte order
	places        [][]core.UnitRef // by fact
	wordings      *Index
	unanswered    *Index
	circumstances Circumstances
	matchers      sync.Pool // *matcher
}

// Open reads a bank from the bytes of its file, which must not be changed while it is
// used. It checks them whole: about 3 ms for each MB.
func Open(data []byte) (*Matcher, error) {
	m, err := Decode(data)
	if err != nil {
		return nil, err
	}
	b := &Matcher{model: m, documents: slices.Sorted(slices.Values(m.Documents)), places: places(m), wordings: IndexFacts(m), unanswered: IndexUnanswered(m), circumstances: CircumstancesOf(m)}
	b.matchers.New = func() any { return newMatcher(b) }
	return b, nil
}

func places(m *Model) [][]core.UnitRef {
	var all []core.UnitRef
	byFact := make([][]core.UnitRef, len(m.Facts))
	for i, f := range m.Facts {
		from := len(all)
		for _, p := range f.Units {
			all = append(all, core.UnitRef{DocID: m.Documents[p.Document], Page: int(p.Page), Anchor: m.Anchors[p.Anchor], Sum: p.Sum})
		}
		byFact[i] = all[from:len(all):len(all)]
	}
	return byFact
}

// Documents returns the ids of the documents that the bank has facts of, in byte
// order. They must not be changed.
func (b *Matcher) Documents() []string { return b.documents }

// Source is the SHA-256 over what the bank was trained from: see train.Source.
func (b *Matcher) Source() [32]byte { return b.model.Source }
