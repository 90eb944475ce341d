package known

import (
	"slices"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/known/model"
)

// ErrFormat is wrapped by the error of Open for bytes that are no bank, are
// damaged, or are of another version of the format or of the analysis: train the
// bank again.
var ErrFormat = model.ErrFormat

// Bank is an open bank. Its methods may be called by many goroutines at once.
type Bank struct {
	model         *model.Model
	documents     []string            // in byte order
	places        [][]core.KnownPlace // by fact
	wordings      *model.Index
	unanswered    *model.Index
	circumstances model.Circumstances
	matchers      sync.Pool // *matcher
}

// Open reads a bank from the bytes of its file, which must not be changed while it is
// used. It checks them whole: about 3 ms for each MB.
func Open(data []byte) (*Bank, error) {
	m, err := model.Decode(data)
	if err != nil {
		return nil, err
	}
	b := &Bank{model: m, documents: slices.Sorted(slices.Values(m.Documents)), places: places(m), wordings: model.IndexFacts(m), unanswered: model.IndexUnanswered(m), circumstances: model.CircumstancesOf(m)}
	b.matchers.New = func() any { return newMatcher(b) }
	return b, nil
}

func places(m *model.Model) [][]core.KnownPlace {
	var all []core.KnownPlace
	byFact := make([][]core.KnownPlace, len(m.Facts))
	for i, f := range m.Facts {
		from := len(all)
		for _, p := range f.Places {
			all = append(all, core.KnownPlace{DocID: m.Documents[p.Document], Page: int(p.Page), Anchor: m.Anchors[p.Anchor], Sum: p.Sum})
		}
		byFact[i] = all[from:len(all):len(all)]
	}
	return byFact
}

// Documents returns the ids of the documents that the bank has facts of, in byte
// order. They must not be changed.
func (b *Bank) Documents() []string { return b.documents }

// Source is the SHA-256 over what the bank was trained from: see train.Source.
func (b *Bank) Source() [32]byte { return b.model.Source }
