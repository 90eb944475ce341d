package faq

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// ErrFormat is wrapped by the error of a file that is no model, is damaged, or
// is of another version of the format or of the analysis: train it again.
var ErrFormat = errors.New("invalid bank of known questions")

// Decode reads the bytes of a file and prepares the model, which keeps the gists as they
// stand there: the bytes must not be changed. The checksum finds accidents. A file made to deceive has a right one,
// so everything that scoring relies on is checked too; memory is bounded by a
// small multiple of the file's size.
func Decode(file []byte) (*Model, error) {
	if err := checkFrame(file); err != nil {
		return nil, err
	}
	m := &Model{}
	copy(m.Source[:], file[headSize-32:])
	d := &decoder{rest: file[headSize : len(file)-sumSize]}
	for _, w := range m.Weights.List() {
		*w = d.float(MaxWeight)
	}
	m.Documents, m.Anchors, m.Names = d.strings(math.MaxUint16), d.strings(math.MaxUint16), d.strings(MaxNames)
	d.check(ascend(m.Names), "names are out of order")
	d.check(len(m.Anchors) > 0 && m.Anchors[0] == "", "first anchor is not the empty one")
	m.Spread = make([]uint32, len(m.Names))
	for i := range m.Spread {
		m.Spread[i] = uint32(d.count(maxLists))
	}
	rows := m.Rows()
	m.Evidence, m.Wordings, m.Unanswered = d.lists(MaxEvidence, rows), d.lists(MaxTokens, rows), d.lists(MaxTokens, rows)
	m.Facts = d.facts(m)
	d.vectors(m)
	m.Gist = d.gist(m)
	if d.check(len(d.rest) == 0, "bytes are left over"); d.err != nil {
		return nil, d.err
	}
	for _, n := range m.Spread {
		if int(n) > len(m.Facts) {
			return nil, fmt.Errorf("%w: name of %d facts, there are %d", ErrFormat, n, len(m.Facts))
		}
	}
	m.Prepare()
	return m, nil
}

func checkFrame(file []byte) error {
	le := binary.LittleEndian
	if len(file) < headSize+sumSize || string(file[:len(magic)]) != magic {
		return fmt.Errorf("%w: no header", ErrFormat)
	}
	if v := le.Uint32(file[len(magic):]); v != formatVersion {
		return fmt.Errorf("%w: format version %d, want %d", ErrFormat, v, formatVersion)
	}
	if v := le.Uint32(file[len(magic)+4:]); v != analysis.Version {
		return fmt.Errorf("%w: analysis version %d, want %d", ErrFormat, v, analysis.Version)
	}
	body := file[:len(file)-sumSize]
	if crc32.Checksum(body, castagnoli) != le.Uint32(file[len(body):]) {
		return fmt.Errorf("%w: wrong checksum", ErrFormat)
	}
	return nil
}

func ascend(names []string) bool {
	for i := range names {
		if i > 0 && names[i-1] >= names[i] {
			return false
		}
	}
	return true
}

// decoder reads what it is asked for until the first error; from then on all
// counts are 0.
type decoder struct {
	rest []byte
	err  error
}

func (d *decoder) check(ok bool, complaint string) {
	if !ok && d.err == nil {
		d.err = fmt.Errorf("%w: %s", ErrFormat, complaint)
	}
	if d.err != nil {
		d.rest = nil
	}
}

// take returns the next n bytes, or nil with an error.
func (d *decoder) take(n int) []byte {
	if d.check(n <= len(d.rest), "it is cut off"); d.err != nil {
		return nil
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b
}

// count reads an integer from 0 to most.
func (d *decoder) count(most int) int {
	v, n := binary.Uvarint(d.rest)
	if d.check(n > 0 && v <= uint64(most), "a number is out of range"); d.err != nil {
		return 0
	}
	d.rest = d.rest[n:]
	return int(v)
}

// length reads how many items of at least size bytes follow.
func (d *decoder) length(most, size int) int {
	n := d.count(most)
	if d.check(n*size <= len(d.rest), "it is cut off"); d.err != nil {
		return 0
	}
	return n
}

// float reads a number from −most to most.
func (d *decoder) float(most float32) float32 {
	b := d.take(4)
	if b == nil {
		return 0
	}
	f := math.Float32frombits(binary.LittleEndian.Uint32(b))
	d.check(f >= -most && f <= most, "a weight is out of range")
	return f
}

// strings reads a list of strings, which share memory.
func (d *decoder) strings(most int) []string {
	list := make([]string, d.length(most, 1))
	ends := make([]int, len(list))
	all := d.rest
	for i := range ends {
		d.take(d.count(len(d.rest)))
		ends[i] = len(all) - len(d.rest)
	}
	if d.err != nil {
		return nil
	}
	shared, from := string(all[:len(all)-len(d.rest)]), 0
	for i, end := range ends {
		_, n := binary.Uvarint(all[from:])
		list[i], from = shared[from+n:end], end
	}
	return list
}

func (d *decoder) lists(longest, rows int) []Tokens {
	lists := make([]Tokens, d.length(maxLists, 1))
	all := make(Tokens, 0, len(d.rest)/2)
	for i := range lists {
		n := d.take(1)
		if n == nil {
			return nil
		}
		d.check(int(n[0]) <= longest, "a list is too long")
		from := len(all)
		for b := d.take(2 * int(n[0])); len(b) > 0; b = b[2:] {
			t := Token(binary.LittleEndian.Uint16(b))
			d.check(t.Row() < rows, "a token has no vector")
			all = append(all, t)
		}
		lists[i] = all[from:len(all):len(all)]
	}
	return lists
}

func (d *decoder) facts(m *Model) []Fact {
	facts := make([]Fact, d.length(maxLists, 3))
	var all []Place
	from := 0
	for i := range facts {
		evidence := d.count(len(m.Evidence) - 1)
		to := from + d.count(len(m.Wordings)-from)
		d.check(to > from, "a fact has no wording")
		first := len(all)
		for range d.length(math.MaxUint16, 7) {
			all = append(all, d.place(m))
		}
		facts[i] = Fact{Units: all[first:len(all):len(all)], Wordings: Range{from, to}, Evidence: evidence}
		from = to
	}
	d.check(from == len(m.Wordings), "wordings are of no fact")
	return facts
}

func (d *decoder) place(m *Model) Place {
	p := Place{
		Document: uint16(d.count(len(m.Documents) - 1)),
		Anchor:   uint16(d.count(len(m.Anchors) - 1)),
		Page:     uint16(d.count(math.MaxUint16)),
	}
	if sum := d.take(4); sum != nil {
		p.Sum = binary.LittleEndian.Uint32(sum)
	}
	return p
}

// gist reads the vectors of marks, if there are any, and the gists of all lists.
func (d *decoder) gist(m *Model) Gist {
	rows := d.length(MaxGistRows, GistDim)
	if rows == 0 {
		return Gist{}
	}
	g := Gist{Rows: d.take(rows * GistDim), Scales: make([]float32, rows)}
	for i := range g.Scales {
		g.Scales[i] = d.float(MaxWeight)
	}
	g.Wordings.Bytes = d.take(len(m.Wordings) * GistDim)
	g.Unanswered.Bytes = d.take(len(m.Unanswered) * GistDim)
	g.Wordings.prepare()
	g.Unanswered.prepare()
	return g
}

// vectors reads the vectors, and brings them to length 1, and the gains.
func (d *decoder) vectors(m *Model) {
	b := d.take(m.Rows() * Dim)
	if b == nil {
		return
	}
	m.Vectors = make([]float32, len(b))
	for row := 0; row < len(b); row += Dim {
		var square int32
		for _, x := range b[row : row+Dim] {
			square += int32(int8(x)) * int32(int8(x))
		}
		scale := float32(1 / math.Sqrt(float64(max(square, 1))))
		for i, x := range b[row : row+Dim] {
			m.Vectors[row+i] = float32(int8(x)) * scale
		}
	}
	m.Gains = make([]float32, m.Rows())
	for i := range m.Gains {
		m.Gains[i] = d.float(MaxGain)
	}
}
