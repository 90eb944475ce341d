package lexical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"sort"
	"sync"

	"github.com/pqcite/pqcite/internal/mmap"
)

// ErrClosed is returned by a search of an index that is closed.
var ErrClosed = errors.New("index is closed")

// Index is an open index. Its methods may be called by many goroutines at once.
type Index struct {
	scorer
	lengths  []byte
	table    []byte
	names    []byte
	postings []byte

	accumulators sync.Pool // *[]float64, all zero, one for each entry

	mu     sync.RWMutex // guards closed; held for reading while the file is read
	closed bool
	unmap  func() error
}

// Open maps the index at the path and checks its checksums, at about 10 GB/s.
// It fails with ErrStale if the index is of another digest or version, with
// ErrCorrupt if it is damaged, and with fs.ErrNotExist if there is none.
func Open(path string, digest [32]byte) (*Index, error) {
	data, unmap, err := mmap.Open(path)
	if errors.Is(err, fs.ErrInvalid) {
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	x, err := Load(data, digest)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open index %q: %w", path, err), unmap())
	}
	x.unmap = unmap
	return x, nil
}

// Load opens an index from the bytes of its file, which must not be changed
// while it is open.
func Load(file []byte, digest [32]byte) (*Index, error) {
	h, err := decodeHeader(file)
	if err != nil {
		return nil, err
	}
	if h.digest != digest {
		return nil, fmt.Errorf("%w: made for %x, want %x", ErrStale, h.digest[:4], digest[:4])
	}
	x := &Index{scorer: scorer{header: *h}, unmap: func() error { return nil }}
	if err := x.cutSections(file); err != nil {
		return nil, err
	}
	if err := x.params.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	x.norms = newNorms(h)
	x.accumulators.New = func() any {
		a := make([]float64, x.entries)
		return &a
	}
	return x, nil
}

// cutSections checks that the sections follow the header and each other to the
// end of the file, and have the sizes that the header implies.
func (x *Index) cutSections(file []byte) error {
	at := uint64(headerSize)
	var cut [sectionCount][]byte
	for i, s := range x.sections {
		if s.offset != at || s.length > uint64(len(file))-at {
			return fmt.Errorf("%w: section %d is cut off", ErrCorrupt, i)
		}
		cut[i] = file[at : at+s.length]
		if crc32.Checksum(cut[i], castagnoli) != s.checksum {
			return fmt.Errorf("%w: section %d has a wrong checksum", ErrCorrupt, i)
		}
		at += s.length
	}
	x.lengths, x.table, x.names, x.postings = cut[sectionLengths], cut[sectionTerms], cut[sectionNames], cut[sectionPostings]
	switch {
	case at != uint64(len(file)):
		return fmt.Errorf("%w: %d bytes behind the last section", ErrCorrupt, uint64(len(file))-at)
	case x.entries == math.MaxUint32, uint64(len(x.lengths)) != uint64(x.entries)*lengthsSize:
		return fmt.Errorf("%w: %d bytes of lengths for %d entries", ErrCorrupt, len(x.lengths), x.entries)
	case uint64(len(x.table)) != (uint64(x.terms)+1)*termSize:
		return fmt.Errorf("%w: %d bytes of table for %d terms", ErrCorrupt, len(x.table), x.terms)
	}
	return nil
}

const (
	lengthsSize = 2 * uint64(fieldCount)
	termSize    = 16
)

// Close gives the file back when the searches under way have ended.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil
	}
	x.closed = true
	if err := x.unmap(); err != nil {
		return os.NewSyscallError("munmap", err)
	}
	return nil
}

// acquire keeps the file open until release is called.
func (x *Index) acquire() error {
	x.mu.RLock()
	if x.closed {
		x.mu.RUnlock()
		return ErrClosed
	}
	return nil
}

func (x *Index) release() { x.mu.RUnlock() }

// Len is the number of entries.
func (x *Index) Len() int { return int(x.entries) }

// Params returns the parameters that the index was built with.
func (x *Index) Params() Params { return x.params }

// DocFreq is the number of entries that have the term, a token's text. It is 0
// for a term that the index does not have, and on a closed index.
func (x *Index) DocFreq(term string) int {
	if x.acquire() != nil {
		return 0
	}
	defer x.release()
	p, err := x.lookup(term)
	if err != nil {
		return 0
	}
	return int(p.entries)
}

// Spells reports whether the index has a term that is one letter off: one more,
// one less, another one, or two that changed places. Terms that are shorter than
// five letters, or begin with another one, are left aside: those are other words.
func (x *Index) Spells(word string) bool {
	if len(word) < minSpelt || x.acquire() != nil {
		return false
	}
	defer x.release()
	from := sort.Search(int(x.terms), func(i int) bool {
		name, _ := x.name(i)
		return string(name) >= word[:1]
	})
	for i := from; i < int(x.terms); i++ {
		name, ok := x.name(i)
		if !ok || len(name) > 0 && name[0] != word[0] {
			return false
		}
		if len(name) >= minSpelt && oneOff(word, string(name)) {
			return true
		}
	}
	return false
}

// minSpelt is the minimum length of a word that can be distinguished from its
// misspelling.
const minSpelt = 5

// oneOff reports whether two words are equal but for one letter, or for two
// neighbouring ones that changed places.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case a == b:
		return true
	case len(a) < len(b):
		return a == b[1:]
	}
	return a[1:] == b[1:] || len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}

// IDF is how discriminating the term is, from 0 for a term of every entry of a large
// index to ln(2N+2) for one of none.
func (x *Index) IDF(term string) float64 { return x.idf(uint32(x.DocFreq(term))) }

// term is a row of the term table: how many entries have the term, and their
// postings.
type term struct {
	entries  uint32
	postings postings
}

// lookup finds a term. One that the index does not have has no entries.
func (x *Index) lookup(text string) (term, error) {
	var bad bool
	i := sort.Search(int(x.terms), func(i int) bool {
		name, ok := x.name(i)
		bad = bad || !ok
		return string(name) >= text
	})
	if bad {
		return term{}, fmt.Errorf("%w: term table points outside the file", ErrCorrupt)
	}
	if i == int(x.terms) {
		return term{}, nil
	}
	if name, ok := x.name(i); !ok || string(name) != text {
		return term{}, nil
	}
	from, to := x.row(i).postings, x.row(i+1).postings
	t := term{entries: x.row(i).entries}
	if from > to || to > uint64(len(x.postings)) || t.entries == 0 || t.entries > x.entries {
		return term{}, fmt.Errorf("%w: postings of term %q lie outside the file", ErrCorrupt, text)
	}
	t.postings = postings{data: x.postings[from:to], limit: x.entries}
	return t, nil
}

func (x *Index) name(i int) (name []byte, ok bool) {
	from, to := x.row(i).name, x.row(i+1).name
	if from > to || uint64(to) > uint64(len(x.names)) {
		return nil, false
	}
	return x.names[from:to], true
}

type row struct {
	name     uint32
	entries  uint32
	postings uint64
}

// row reads the i-th row of the term table, 0 to terms.
func (x *Index) row(i int) row {
	b := x.table[i*termSize:]
	return row{
		name:     binary.LittleEndian.Uint32(b),
		entries:  binary.LittleEndian.Uint32(b[4:]),
		postings: binary.LittleEndian.Uint64(b[8:]),
	}
}
