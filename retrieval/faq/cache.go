package faq

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unsafe"

	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/internal/mmap"
)

// The file of a derived model is its arrays as they are in memory, so that it is mapped and
// not read. It is for one machine: another byte order, another version and other weights
// have another key. All offsets are multiples of 8.
//
//	key: "pqcfaq cache ", version, byte order, checksum of the statements, head of the weights; then CRC-32C of the rest u32
//	sections: n u32, then of each its length u64
//	the sections

// cacheVersion is that of what is derived: raise it with every change of derive.go and of
// what that calls, or of model.arrays.
const cacheVersion = 4

// errStale says that a file is damaged or of other weights.
var errStale = errors.New("stale cache of frequently asked questions")

// array is an array whose memory can be a section of the file.
type array interface {
	bytes() []byte
	use(section []byte) error
}

type flat[T any] struct{ slice *[]T }

func (f flat[T]) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(*f.slice))), len(*f.slice)*int(unsafe.Sizeof(*new(T))))
}

func (f flat[T]) use(section []byte) error {
	size := int(unsafe.Sizeof(*new(T)))
	if len(section)%size != 0 {
		return errStale
	}
	*f.slice = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(section))), len(section)/size)
	return nil
}

// value is a struct of numbers. It is copied.
type value[T any] struct{ at *T }

func (v value[T]) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v.at)), int(unsafe.Sizeof(*v.at)))
}

func (v value[T]) use(section []byte) error {
	if copy(v.bytes(), section) != len(section) || len(section) != len(v.bytes()) {
		return errStale
	}
	return nil
}

// names is a list of strings without line feeds. It is copied: it is short.
type names struct{ slice *[]string }

func (n names) bytes() []byte { return []byte(strings.Join(*n.slice, "\n")) }

func (n names) use(section []byte) error {
	*n.slice = nil
	if len(section) > 0 {
		*n.slice = strings.Split(string(section), "\n")
	}
	return nil
}

// arrays are those that matching reads.
func (m *model) arrays() []array {
	list := []array{
		value[weights]{&m.weights},
		names{&m.documents}, names{&m.anchors}, names{&m.vocabulary},
		flat[byte]{&m.rounded}, flat[float32]{&m.idf}, flat[float32]{&m.mass},
		flat[byte]{&m.encoder.rows}, flat[float32]{&m.encoder.scales},
		flat[fact]{&m.facts}, flat[unit]{&m.units}, flat[uint64]{&m.circumstances},
		flat[uint32]{&m.stated.starts}, flat[byte]{&m.stated.bytes},
		flat[uint32]{&m.evidence.starts}, flat[token]{(*[]token)(&m.evidence.tokens)},
	}
	for _, c := range []*corpus{&m.wordings, &m.negatives} {
		list = append(list,
			flat[uint32]{&c.texts.starts}, flat[byte]{&c.texts.bytes},
			flat[uint32]{&c.lists.starts}, flat[token]{(*[]token)(&c.lists.tokens)},
			flat[uint32]{&c.index.starts}, flat[uint32]{&c.index.posts}, flat[float32]{&c.index.scale}, flat[uint32]{&c.index.group},
			flat[byte]{&c.embeddings.bytes}, flat[uint64]{&c.embeddings.signs},
		)
	}
	return list
}

// cacheKey is what a file of these weights begins with, a multiple of 8 bytes.
func cacheKey(h head, statements uint32) []byte {
	order := binary.NativeEndian.Uint16([]byte{1, 2})
	key := fmt.Appendf(nil, "pqcfaq cache %d %d %08x ", cacheVersion, order, statements)
	return aligned(append(key, h[:]...))
}

// aligned appends zeros up to a multiple of 8 bytes.
func aligned(b []byte) []byte { return append(b, make([]byte, -len(b)&7)...) }

func cachePath(dir string, key []byte) string {
	return filepath.Join(dir, fmt.Sprintf("%s%08x%s", cachePrefix, crc32.Checksum(key, castagnoli), cacheSuffix))
}

const (
	cachePrefix = "faq-"
	cacheSuffix = ".bin"
	// cacheAge is after how long the caches of other weights are removed: two versions of
	// the program may be in use at a time.
	cacheAge = 30 * 24 * time.Hour
)

// save writes the arrays of a model for load.
func (m *model) save(dir string, key []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	removeOld(dir)
	sections := [][]byte{nil}
	table := binary.NativeEndian.AppendUint64(nil, uint64(len(m.arrays())))
	for _, a := range m.arrays() {
		b := a.bytes()
		table = binary.NativeEndian.AppendUint64(table, uint64(len(b)))
		sections = append(sections, b, make([]byte, -len(b)&7))
	}
	sections[0] = table
	sum := crc32.New(castagnoli)
	for _, s := range sections {
		_, _ = sum.Write(s) // a hash does not fail
	}
	return atomicfile.Write(cachePath(dir, key), 0o644, func(w io.Writer) error {
		for _, s := range append([][]byte{key, binary.NativeEndian.AppendUint64(nil, uint64(sum.Sum32()))}, sections...) {
			if _, err := w.Write(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// removeOld removes old caches as far as it may.
func removeOld(dir string) {
	paths, _ := filepath.Glob(filepath.Join(dir, cachePrefix+"*"+cacheSuffix)) // the pattern is right
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > cacheAge {
			_ = os.Remove(path)
		}
	}
}

// load maps the model that was saved under the key. The mapping lasts as long as the
// process.
func load(dir string, key []byte) (*model, error) {
	path := cachePath(dir, key)
	if err := verify(path, key); err != nil {
		return nil, err
	}
	data, unmap, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	m, err := modelIn(data, len(key))
	if err != nil {
		return nil, errors.Join(err, unmap())
	}
	return m, nil
}

// verify checks the key and the checksum of a file. It reads where it could map: pages that
// are mapped stay in memory, and few are needed.
func verify(path string, key []byte) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	start := make([]byte, len(key)+8)
	if _, err := io.ReadFull(f, start); err != nil || !bytes.HasPrefix(start, key) {
		return errStale
	}
	sum := crc32.New(castagnoli)
	if _, err := io.CopyBuffer(struct{ io.Writer }{sum}, struct{ io.Reader }{f}, make([]byte, 1<<16)); err != nil {
		return err
	}
	if binary.NativeEndian.Uint64(start[len(key):]) != uint64(sum.Sum32()) {
		return errStale
	}
	return nil
}

// modelIn is the model in a file, after its key and checksum.
func modelIn(data []byte, key int) (*model, error) {
	if len(data) < key+16 {
		return nil, errStale
	}
	rest := data[key+8:]
	m := &model{}
	list, u64 := m.arrays(), binary.NativeEndian.Uint64
	table := rest[8:]
	if n := u64(rest); n != uint64(len(list)) || uint64(len(table)) < 8*n {
		return nil, errStale
	}
	rest = table[8*len(list):]
	for i, a := range list {
		n := u64(table[8*i:])
		padded := n + -n&7
		if n > uint64(len(rest)) || padded > uint64(len(rest)) {
			return nil, errStale
		}
		if err := a.use(rest[:n:n]); err != nil {
			return nil, err
		}
		rest = rest[padded:]
	}
	m.prepareWeights()
	return m, nil
}
