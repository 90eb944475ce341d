package lexical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// Entry is what is found as one: the texts of its fields.
type Entry struct {
	Heading string
	Names   string
	Body    string
}

// errTooLarge is wrapped by the error of a build that the file format can't
// hold: 2^32−2 entries, 4 GB of terms.
var errTooLarge = errors.New("index too large")

// Encode builds an index of the entries, in their order, and returns the bytes
// of its file. The digest is what the entries are known by; Open and Load ask
// for the same. The same arguments give the same bytes.
func Encode(digest [32]byte, params Params, entries iter.Seq[Entry]) ([]byte, error) {
	return encodeWith(analysis.Standard, digest, params, entries)
}

// encodeWith is Encode with another analyzer, which queries must then go through
// as well: see [TermsWith].
func encodeWith(a *analysis.Analyzer, digest [32]byte, params Params, entries iter.Seq[Entry]) ([]byte, error) {
	if err := params.Validate(); err != nil {
		return nil, err
	}
	b := builder{analyzer: a, terms: make(map[string]*termPostings)}
	for e := range entries {
		if b.entries == math.MaxUint32-1 {
			return nil, fmt.Errorf("%w: more than %d entries", errTooLarge, b.entries)
		}
		b.add(e)
	}
	return b.encode(digest, params)
}

// builder inverts entries in memory, which takes about the size of the file and
// 100 bytes for each term.
type builder struct {
	analyzer *analysis.Analyzer
	entries  uint32
	terms    map[string]*termPostings
	lengths  []byte
	totals   [fieldCount]uint64
}

// termPostings collects the postings of a term. Those of the entry that is
// being added are still counted.
type termPostings struct {
	data    []byte
	entries uint32
	after   uint32 // one more than the last entry in data
	entry   uint32
	tf      counts
}

func (t *termPostings) flush() {
	if t.tf == (counts{}) {
		return
	}
	t.data = appendPosting(t.data, t.entry-t.after+1, t.tf)
	t.entries++
	t.after, t.tf = t.entry+1, counts{}
}

func (b *builder) add(e Entry) {
	for f, length := range readEntry(b.analyzer, e, b.count) {
		b.totals[f] += uint64(length)
		b.lengths = binary.LittleEndian.AppendUint16(b.lengths, length)
	}
	b.entries++
}

// readEntry calls found with each term of an entry and returns the lengths of its fields.
func readEntry(a *analysis.Analyzer, e Entry, found func(term string, f Field)) (lengths [fieldCount]uint16) {
	for f, text := range [fieldCount]string{Heading: e.Heading, Names: e.Names, Body: e.Body} {
		length, last := 0, -1
		for t := range a.Tokens(text) {
			found(t.Text, Field(f))
			// All readings of a word or compound count as one: how they are cut
			// says nothing about the length of a text.
			if t.Position != last {
				length, last = length+1, t.Position
			}
		}
		lengths[f] = uint16(min(length, math.MaxUint16))
	}
	return lengths
}

func (b *builder) count(term string, f Field) {
	t := b.terms[term]
	if t == nil {
		t = &termPostings{entry: b.entries}
		b.terms[term] = t
	}
	if t.entry != b.entries {
		t.flush()
		t.entry = b.entries
	}
	*t.tf.field(f)++
}

func (b *builder) encode(digest [32]byte, params Params) ([]byte, error) {
	var table, names, postings []byte
	for _, name := range slices.Sorted(maps.Keys(b.terms)) {
		t := b.terms[name]
		t.flush()
		table = appendTerm(table, len(names), t.entries, len(postings))
		names = append(names, name...)
		postings = append(postings, t.data...)
		t.data = nil
	}
	table = appendTerm(table, len(names), 0, len(postings))
	if uint64(len(names)) > math.MaxUint32 {
		return nil, fmt.Errorf("%w: %d bytes of terms", errTooLarge, len(names))
	}
	h := header{
		digest: digest, entries: b.entries, terms: uint32(len(b.terms)), params: params, totals: b.totals,
	}
	return assemble(&h, [sectionCount][]byte{
		sectionLengths: b.lengths, sectionTerms: table, sectionNames: names, sectionPostings: postings,
	}), nil
}

func appendTerm(dst []byte, name int, entries uint32, postings int) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(name))
	dst = binary.LittleEndian.AppendUint32(dst, entries)
	return binary.LittleEndian.AppendUint64(dst, uint64(postings))
}

// assemble returns the file: the header, completed with the offsets of the sections,
// and the sections.
func assemble(h *header, sections [sectionCount][]byte) []byte {
	offset := uint64(headerSize)
	for i, s := range sections {
		h.sections[i] = section{offset: offset, length: uint64(len(s)), checksum: crc32.Checksum(s, castagnoli)}
		offset += uint64(len(s))
	}
	file := make([]byte, 0, offset)
	file = append(file, h.encode()...)
	for _, s := range sections {
		file = append(file, s...)
	}
	return file
}
