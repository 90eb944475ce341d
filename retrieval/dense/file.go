package dense

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/pqcite/pqcite/internal/atomicfile"
)

// ErrCorrupt says that a file of vectors is damaged: make them again.
var ErrCorrupt = errors.New("corrupt file of vectors")

// A file is the magic, the length of the model's name, the dimension and the number of vectors
// as 32 bits each, the name, the hashes of the texts, the vectors, and the CRC-32C of all that;
// numbers are in little-endian order.
const (
	magic      = "pqcvec01"
	headerSize = len(magic) + 3*4
	sumSize    = 4
	maxModel   = 1 << 10 // bytes of a name
	maxFile    = 8 << 30 // a million vectors of 2,000 numbers
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Path is the file in dir with the vectors of a model.
func Path(dir, model string) string {
	sum := sha256.Sum256([]byte(model))
	return filepath.Join(dir, "vectors-"+hex.EncodeToString(sum[:8])+".vec")
}

// Read reads the vectors of a model from dir; none where there is no file. It fails with
// ErrCorrupt.
func Read(dir, model string) (*Vectors, error) {
	f, err := os.Open(Path(dir, model))
	if errors.Is(err, fs.ErrNotExist) {
		return &Vectors{model: model}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	defer f.Close()
	v, err := read(f, model)
	if err != nil {
		return nil, fmt.Errorf("read vectors in %q: %w", f.Name(), err)
	}
	return v, nil
}

func read(f *os.File, model string) (*Vectors, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if size := info.Size(); !info.Mode().IsRegular() || size < int64(headerSize+sumSize) || size > maxFile {
		return nil, fmt.Errorf("%w: it has %d bytes", ErrCorrupt, size)
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return decode(data, model)
}

// decode checks all of a file before it takes anything of it.
func decode(data []byte, model string) (*Vectors, error) {
	le := binary.LittleEndian
	body, sum := data[:len(data)-sumSize], data[len(data)-sumSize:]
	if !bytes.HasPrefix(body, []byte(magic)) || crc32.Checksum(body, castagnoli) != le.Uint32(sum) {
		return nil, fmt.Errorf("%w: its checksum is wrong", ErrCorrupt)
	}
	sizes := body[len(magic):headerSize]
	name, dimension, count := int64(le.Uint32(sizes)), int64(le.Uint32(sizes[4:])), int64(le.Uint32(sizes[8:]))
	each := sha256.Size + 4*dimension
	if name > maxModel || dimension < 1 || dimension > MaxDimension || int64(len(body)) != int64(headerSize)+name+count*each {
		return nil, fmt.Errorf("%w: its sizes do not fit", ErrCorrupt)
	}
	rest := body[headerSize:]
	if string(rest[:name]) != model {
		return nil, fmt.Errorf("%w: it is of model %q", ErrCorrupt, rest[:name])
	}
	keys, numbers := rest[name:name+count*sha256.Size], rest[name+count*sha256.Size:]
	v := &Vectors{model: model, dimension: int(dimension), at: make(map[hash]int, count), numbers: make([]float32, count*dimension)}
	for i := range int(count) {
		v.at[hash(keys[i*sha256.Size:])] = i
	}
	if len(v.at) != int(count) {
		return nil, fmt.Errorf("%w: a text has two vectors", ErrCorrupt)
	}
	for i := range v.numbers {
		v.numbers[i] = math.Float32frombits(le.Uint32(numbers[4*i:]))
	}
	return v, nil
}

// write replaces the file in dir, whole or not at all, and makes the folder.
func (v *Vectors) write(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	err := atomicfile.Write(Path(dir, v.model), 0o600, func(w io.Writer) error {
		sum := crc32.New(castagnoli)
		if err := v.encode(io.MultiWriter(w, sum)); err != nil {
			return err
		}
		_, err := w.Write(checksum(sum.Sum32()))
		return err
	})
	if err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	return nil
}

func checksum(sum uint32) []byte { return binary.LittleEndian.AppendUint32(nil, sum) }

// encode writes a file but for its checksum, some vectors at a time.
func (v *Vectors) encode(w io.Writer) error {
	le := binary.LittleEndian
	b := append(make([]byte, 0, 1<<16), magic...)
	for _, n := range []int{len(v.model), v.dimension, v.Len()} {
		b = le.AppendUint32(b, uint32(n))
	}
	b = append(b, v.model...)
	for _, key := range v.keys() {
		b = append(b, key[:]...)
	}
	for row := range slices.Chunk(v.numbers, max(1, v.dimension)) {
		for _, x := range row {
			b = le.AppendUint32(b, math.Float32bits(x))
		}
		if len(b) >= 1<<16 {
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	_, err := w.Write(b)
	return err
}

// keys are the hashes of the texts in the order of their vectors.
func (v *Vectors) keys() []hash {
	keys := make([]hash, v.Len())
	for key, i := range v.at {
		keys[i] = key
	}
	return keys
}
