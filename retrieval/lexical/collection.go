package lexical

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval/analysis"
)

// Statistics returns the file of the index without its postings: what the scores of its
// entries depend on besides themselves, a small share of the whole. It is opened by Load,
// under the same digest, and finds nothing.
func (x *Index) Statistics() ([]byte, error) {
	if err := x.acquire(); err != nil {
		return nil, err
	}
	defer x.release()
	table := make([]byte, 0, len(x.table))
	for i := range int(x.terms) + 1 {
		r := x.row(i)
		table = appendTerm(table, int(r.name), r.entries, 0)
	}
	h := header{digest: x.digest, entries: x.entries, terms: x.terms, params: x.params, totals: x.totals}
	return assemble(&h, [sectionCount][]byte{sectionLengths: x.lengths, sectionTerms: table, sectionNames: x.names}), nil
}

// Collection scores entries that are indexed in several parts, wherever their postings are, as
// one index of them all would. Its methods may be called by many goroutines at once.
type Collection struct {
	scorer
	parts []*Index
}

// errParts is wrapped by the error for parts that can't be scored together.
var errParts = errors.New("parts of a collection differ in their parameters")

// Join makes a collection of at least one index, or the statistics of it. They belong to the
// collection from then on.
func Join(parts ...*Index) (*Collection, error) {
	c := &Collection{parts: parts, scorer: scorer{header: header{params: parts[0].params}}}
	for _, p := range parts {
		if p.params != c.params {
			return nil, fmt.Errorf("%w: %v and %v", errParts, p.params, c.params)
		}
		c.entries += p.entries
		for f, total := range p.totals {
			c.totals[f] += total
		}
	}
	c.norms = newNorms(&c.header)
	return c, nil
}

// Close closes the parts.
func (c *Collection) Close() error {
	var errs []error
	for _, p := range c.parts {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}

// DocFreq is the number of entries that have the term; see [Index.DocFreq].
func (c *Collection) DocFreq(term string) int {
	n := 0
	for _, p := range c.parts {
		n += p.DocFreq(term)
	}
	return n
}

// IDF is how discriminating the term is; see [Index.IDF].
func (c *Collection) IDF(term string) float64 { return c.idf(uint32(c.DocFreq(term))) }

// Spells reports whether a part has a term that is one letter off; see [Index.Spells].
func (c *Collection) Spells(word string) bool {
	return slices.ContainsFunc(c.parts, func(p *Index) bool { return p.Spells(word) })
}

// Bag is an entry as it is scored: how often its fields have which terms, and their lengths.
type Bag struct {
	lengths [lengthsSize]byte
	terms   []bagTerm // by key
}

type bagTerm struct {
	key uint64
	tf  counts
}

// ReadEntry reads an entry as a build does.
func ReadEntry(e Entry) *Bag {
	at := make(map[uint64]int)
	b := new(Bag)
	lengths := readEntry(analysis.Standard, e, func(term string, f Field) {
		key := termKey(term)
		i, found := at[key]
		if !found {
			i = len(b.terms)
			at[key] = i
			b.terms = append(b.terms, bagTerm{key: key})
		}
		*b.terms[i].tf.field(f)++
	})
	for f, length := range lengths {
		binary.LittleEndian.PutUint16(b.lengths[2*f:], length)
	}
	b.terms = slices.Clip(b.terms)
	slices.SortFunc(b.terms, func(a, b bagTerm) int { return cmp.Compare(a.key, b.key) })
	return b
}

// Size is what the bag takes, in bytes.
func (b *Bag) Size() int { return 64 + 24*len(b.terms) }

// termKey is the FNV-1a hash of a term in 64 bits: among a billion terms of a text and a
// query, two differ and meet once in twenty.
func termKey(term string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(term) {
		h = (h ^ uint64(term[i])) * 1099511628211
	}
	return h
}

func (b *Bag) counts(key uint64) (counts, bool) {
	i, found := slices.BinarySearchFunc(b.terms, key, func(t bagTerm, key uint64) int { return cmp.Compare(t.key, key) })
	if !found {
		return counts{}, false
	}
	return b.terms[i].tf, true
}

// Scoring is the terms of a query, made ready to score many entries.
type Scoring struct {
	collection *Collection
	terms      []scoredTerm
}

type scoredTerm struct {
	Term
	key     uint64
	entries uint32
	weight  float64 // boost · idf
}

// Scoring makes terms ready. Equal terms count together.
func (c *Collection) Scoring(terms []Term) *Scoring {
	q := &Scoring{collection: c}
	for _, t := range ordered(terms) {
		entries := uint32(c.DocFreq(t.Text))
		if t.Boost > 0 && entries > 0 {
			q.terms = append(q.terms, scoredTerm{t, termKey(t.Text), entries, t.Boost * c.idf(entries)})
		}
	}
	return q
}

// Score is the score of an entry, with the same bits as that of Index.Search.
func (q *Scoring) Score(b *Bag) float64 {
	score := 0.0
	for _, t := range q.terms {
		if tf, found := b.counts(t.key); found {
			score += float64(t.weight * q.collection.saturate(q.collection.occurrences(b.lengths[:], tf)))
		}
	}
	return score
}

// Explain returns the arithmetic of the score of an entry.
func (q *Scoring) Explain(b *Bag) *core.Explanation {
	root := newExplanation()
	for _, t := range q.terms {
		if tf, found := b.counts(t.key); found {
			addTo(root, q.collection.explainPosting(t.Term, t.entries, b.lengths[:], tf))
		}
	}
	return root
}

// Weightiest returns at most n of the terms that entries have, those that can score most, the
// best first. Their boosts are what they can score.
func (q *Scoring) Weightiest(n int) []Term {
	var terms []Term
	for _, t := range q.terms {
		terms = append(terms, Term{Text: t.Text, Boost: t.weight})
	}
	slices.SortStableFunc(terms, func(a, b Term) int { return cmp.Compare(b.Boost, a.Boost) })
	return terms[:min(n, len(terms))]
}

// Best returns the k best of scored entries as Search does.
func Best(hits []Hit, k int) []Hit {
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return !(h.Score > 0) })
	slices.SortFunc(hits, byRank)
	return hits[:min(k, len(hits))]
}

// Impact is the share of the most that a term can score which it scores in an entry.
type Impact struct {
	Term  string
	Share float64 // above 0, below 1
}

// Impacts returns what each term of an entry of the index scores, the greatest first.
func (x *Index) Impacts(e Entry) []Impact {
	tfs := make(map[string]*counts)
	var lengths [lengthsSize]byte
	for f, length := range readEntry(analysis.Standard, e, func(term string, f Field) {
		if tfs[term] == nil {
			tfs[term] = new(counts)
		}
		*tfs[term].field(f)++
	}) {
		binary.LittleEndian.PutUint16(lengths[2*f:], length)
	}
	impacts := make([]Impact, 0, len(tfs))
	for term, tf := range tfs {
		impacts = append(impacts, Impact{term, x.saturate(x.occurrences(lengths[:], *tf))})
	}
	slices.SortFunc(impacts, func(a, b Impact) int { return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Term, b.Term)) })
	return impacts
}
