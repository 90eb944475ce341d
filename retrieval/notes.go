package retrieval

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/analysis"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// Note is what is said of an anchor outside its document: a summary in other
// words, the names that people have for it. It leads to the anchor and is never
// quoted.
type Note struct {
	DocID  string
	Anchor string
	Text   string
}

// notesFile is the name of the index of the notes in its directory.
const notesFile = "notes.idx"

// noteVersion changes whenever the same note gives another entry.
const noteVersion = 1

// maxNotes is how many notes a query looks at.
const maxNotes = 24

// noteTarget is what a note is about: passages from first to last, both included,
// as entries of the index.
type noteTarget struct {
	doc         int
	first, last uint32
}

// openNotes indexes the notes on anchors that the documents have.
func (e *Engine) openNotes(dir string, notes []Note) error {
	entry := make(map[passageKey]uint32, len(e.passages))
	for i, p := range e.passages {
		entry[p] = uint32(i)
	}
	var texts []string
	for _, n := range notes {
		if at, ok := e.targetOf(n, entry); ok {
			e.noteTargets = append(e.noteTargets, at)
			texts = append(texts, n.Text)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	index, err := openIndex(dir, notesFile, notesKey(e.params, texts), len(texts), e.params.Lexical, bodies(texts))
	if err != nil {
		return fmt.Errorf("index the notes: %w", err)
	}
	e.notes = index
	return nil
}

// notesKey is what an index of notes is known by: their texts and how they are cut.
func notesKey(p params, texts []string) [32]byte {
	sum := sha256.New()
	fmt.Fprintf(sum, "notes, analysis %d, entries %d, %v\n", analysis.Version, noteVersion, p.Lexical)
	for _, t := range texts {
		fmt.Fprintf(sum, "%d\n%s", len(t), t)
	}
	return [32]byte(sum.Sum(nil))
}

func bodies(texts []string) iter.Seq[lexical.Entry] {
	return func(yield func(lexical.Entry) bool) {
		for _, t := range texts {
			if !yield(lexical.Entry{Body: t}) {
				return
			}
		}
	}
}

func (e *Engine) targetOf(n Note, entry map[passageKey]uint32) (noteTarget, bool) {
	d, ok := e.byID[n.DocID]
	if !ok {
		return noteTarget{}, false
	}
	doc := e.docs[d]
	a := doc.Anchor(n.Anchor)
	if a == nil || len(doc.Passages) == 0 {
		return noteTarget{}, false
	}
	first := doc.PassageAt(a.Span.Start)
	last := max(first, doc.PassageAt(max(a.Span.Start, a.Span.End-1)))
	at := noteTarget{doc: d}
	found := false
	for i := first; i <= last; i++ {
		if x, ok := entry[passageKey{d, i}]; ok {
			if !found {
				at.first, found = x, true
			}
			at.last = x
		}
	}
	return at, found
}

// notesLeg ranks passages by the notes on the anchors that they belong to. Of the
// passages of an anchor the one that the query's own words find first represents
// it, else its first.
func (r *request) notesLeg(ctx context.Context, found []lexical.Hit) ([]*result, error) {
	if !r.Legs.Notes || r.notes == nil {
		return nil, nil
	}
	notes, err := r.notes.Search(ctx, r.terms, maxNotes, func(n uint32) bool { return r.inScope(r.noteTargets[n].doc) })
	if err != nil {
		return nil, err
	}
	var entries []uint32
	for _, n := range notes {
		entries = append(entries, bestOf(r.noteTargets[n.Entry], found))
	}
	return r.sideLeg(entries, func(res *result, rank int) { res.notes = rank }), nil
}

func bestOf(at noteTarget, found []lexical.Hit) uint32 {
	i := slices.IndexFunc(found, func(h lexical.Hit) bool { return at.first <= h.Entry && h.Entry <= at.last })
	if i < 0 {
		return at.first
	}
	return found[i].Entry
}

// sideLeg makes results of passages in their order, each once, with their rank in the leg.
func (r *request) sideLeg(entries []uint32, setRank func(res *result, rank int)) []*result {
	var out []*result
	seen := make(map[resultKey]bool, len(entries))
	for _, entry := range entries {
		page := 0
		if r.Granularity == core.ByPage {
			page = r.pageOf(entry)
		}
		key := r.keyOf(entry, page)
		if seen[key] {
			continue
		}
		seen[key] = true
		res := &result{key: key, entry: entry, page: page}
		out = append(out, res)
		setRank(res, len(out))
	}
	return out
}
