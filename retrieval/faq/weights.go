package faq

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// ErrFormat is wrapped by the errors for weights that are damaged, or of another version of
// the format, of the analysis or of the texts: train again.
var ErrFormat = errors.New("invalid weights of frequently asked questions")

// ErrTooLarge is wrapped by the error of a model that a file can't hold.
var ErrTooLarge = errors.New("model too large")

const (
	weightsMagic   = "pqcfaq\r\n"
	weightsVersion = 1
	sourceAt       = len(weightsMagic) + 4 + 4
	headSize       = sourceAt + 32 + 4 + 4 // up to the size of the body and its checksum
	// maxBody bounds the body in bytes, maxLists lists, so that one and a bit are 32.
	maxBody  = 1 << 26
	maxLists = 1 << 20
)

// levels are those of a component in the file, either side of 0; in memory it is a byte. Of
// the outcomes of the evaluation's questions as many are right with 15 as with 127.
const levels = 15

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// head is the first bytes of a file of weights; they identify it.
type head [headSize]byte

// headOf checks the versions in a file of weights.
func headOf(file []byte) (head, error) {
	le := binary.LittleEndian
	if len(file) < headSize || string(file[:len(weightsMagic)]) != weightsMagic {
		return head{}, fmt.Errorf("%w: no header", ErrFormat)
	}
	if v := le.Uint32(file[len(weightsMagic):]); v != weightsVersion {
		return head{}, fmt.Errorf("%w: format version %d, want %d", ErrFormat, v, weightsVersion)
	}
	if v := le.Uint32(file[len(weightsMagic)+4:]); v != analysis.Version {
		return head{}, fmt.Errorf("%w: analysis version %d, want %d", ErrFormat, v, analysis.Version)
	}
	return head(file[:headSize]), nil
}

// source is the digest of what the weights were trained from.
func (h head) source() [32]byte { return [32]byte(h[sourceAt:]) }

// encode returns the bytes of the file of weights: what can't be derived from the texts.
// The same model gives the same bytes.
func (m *model) encode(source [32]byte) ([]byte, error) {
	if err := m.checkSize(); err != nil {
		return nil, err
	}
	body := m.appendBody(nil)
	le := binary.LittleEndian
	b := append([]byte(nil), weightsMagic...)
	b = le.AppendUint32(b, weightsVersion)
	b = le.AppendUint32(b, analysis.Version)
	b = append(b, source[:]...)
	b = le.AppendUint32(b, uint32(len(body)))
	b = le.AppendUint32(b, crc32.Checksum(body, castagnoli))
	out := bytes.NewBuffer(b)
	w, _ := flate.NewWriter(out, flate.BestCompression) // fails for another level only
	_, _ = w.Write(body)                                // a buffer does not fail
	_ = w.Close()
	return out.Bytes(), nil
}

func (m *model) checkSize() error {
	for _, c := range []struct {
		what      string
		have, max int
	}{
		{"words", len(m.vocabulary), maxVocabulary},
		{"documents", len(m.documents), math.MaxUint16},
		{"anchors", len(m.anchors), math.MaxUint16},
		{"facts", len(m.facts), maxLists},
		{"wordings", m.wordings.lists.len(), maxLists},
		{"hard negatives", m.negatives.lists.len(), maxLists},
		{"rows of the encoder", len(m.encoder.scales), maxEncoderRows},
	} {
		if c.have > c.max {
			return fmt.Errorf("%w: %d %s, at most %d", ErrTooLarge, c.have, c.what, c.max)
		}
	}
	return nil
}

func (m *model) appendBody(b []byte) []byte {
	for _, w := range m.weights.list() {
		b = appendFloats(b, *w)
	}
	b = binary.AppendUvarint(b, uint64(len(m.vocabulary)))
	for _, s := range m.vocabulary {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	for _, n := range m.df {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = binary.AppendUvarint(b, uint64(m.evidence.len()))
	for i := range m.evidence.len() {
		list, last := m.evidence.at(i), token(0)
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, t := range list {
			b, last = binary.AppendUvarint(b, uint64(t-last)), t
		}
	}
	b = binary.AppendUvarint(b, uint64(len(m.facts)))
	for _, f := range m.facts {
		b = binary.AppendUvarint(b, uint64(f.evidence))
	}
	b = binary.AppendUvarint(b, uint64(m.wordings.lists.len()))
	b = binary.AppendUvarint(b, uint64(m.negatives.lists.len()))
	vectors, rows, scales := m.coarse()
	b = append(b, vectors...)
	b = appendFloats(b, m.gains...)
	b = binary.AppendUvarint(b, uint64(len(scales)))
	b = append(b, rows...)
	return appendFloats(b, scales...)
}

// coarse returns the vectors of the tokens and the rows of the encoder in the levels of the
// file, with what one of them is in each row. Those of a model from a file are in them.
func (m *model) coarse() (vectors, rows []byte, scales []float32) {
	if m.vectors == nil {
		return m.rounded, m.encoder.rows, m.encoder.scales
	}
	var rounded []byte
	for row := range m.rows() {
		rounded, _ = appendRounded(rounded, m.vectors[row*dim:(row+1)*dim])
	}
	for _, s := range m.encoder.scales {
		scales = append(scales, s*math.MaxInt8/levels)
	}
	return appendCoarse(nil, rounded), appendCoarse(nil, m.encoder.rows), scales
}

func appendFloats(b []byte, list ...float32) []byte {
	for _, x := range list {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// appendRounded appends a vector in int8 so that its largest component is ±127, and returns
// what one of them is.
func appendRounded(b []byte, v []float32) ([]byte, float32) {
	most := float32(tiny)
	for _, x := range v {
		most = max(most, x, -x)
	}
	for _, x := range v {
		b = append(b, byte(int8(math.Round(float64(x/most*math.MaxInt8)))))
	}
	return b, most / math.MaxInt8
}

// appendCoarse appends rounded components in fewer levels.
func appendCoarse(b, rounded []byte) []byte {
	for _, x := range rounded {
		b = append(b, byte(int8(math.Round(float64(int8(x))*levels/math.MaxInt8))))
	}
	return b
}

// decode reads the bytes of a file of weights into a model without texts, and returns how
// many wordings and hard negatives there must be.
func decode(file []byte) (m *model, wordings, negatives int, err error) {
	if _, err := headOf(file); err != nil {
		return nil, 0, 0, err
	}
	le := binary.LittleEndian
	size, sum := le.Uint32(file[headSize-8:]), le.Uint32(file[headSize-4:])
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(file[headSize:])), maxBody))
	if err != nil || uint32(len(body)) != size || crc32.Checksum(body, castagnoli) != sum {
		return nil, 0, 0, fmt.Errorf("%w: %d bytes with a wrong checksum, want %d (%v)", ErrFormat, len(body), size, err)
	}
	d := &decoder{rest: body}
	m = d.model()
	wordings, negatives = d.counts[0], d.counts[1]
	if d.check(len(d.rest) == 0); d.failed {
		return nil, 0, 0, fmt.Errorf("%w: a number is out of range", ErrFormat)
	}
	return m, wordings, negatives, nil
}

// decoder reads what it is asked for until something is wrong; from then on all is 0.
type decoder struct {
	rest   []byte
	counts [2]int // of wordings and hard negatives
	failed bool
}

func (d *decoder) check(ok bool) {
	if !ok {
		d.failed, d.rest = true, nil
	}
}

// take returns the next n bytes, or nil.
func (d *decoder) take(n int) []byte {
	if d.check(n <= len(d.rest)); d.failed {
		return nil
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b
}

// count reads an integer from 0 to most.
func (d *decoder) count(most int) int {
	v, n := binary.Uvarint(d.rest)
	if d.check(n > 0 && v <= uint64(max(most, 0))); d.failed {
		return 0
	}
	d.rest = d.rest[n:]
	return int(v)
}

// length reads how many items of at least size bytes follow.
func (d *decoder) length(most, size int) int {
	n := d.count(most)
	if d.check(n*size <= len(d.rest)); d.failed {
		return 0
	}
	return n
}

// floats reads numbers from −most to most.
func (d *decoder) floats(n int, most float32) []float32 {
	b := d.take(4 * n)
	out := make([]float32, len(b)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		d.check(out[i] >= -most && out[i] <= most)
	}
	return out
}

func (d *decoder) model() *model {
	m := &model{}
	for i, w := range d.floats(len(m.weights.list()), maxWeight) {
		*m.weights.list()[i] = w
	}
	m.vocabulary = make([]string, d.length(maxVocabulary, 1))
	for i := range m.vocabulary {
		m.vocabulary[i] = string(d.take(d.count(maxTextBytes)))
		d.check(i == 0 || m.vocabulary[i-1] < m.vocabulary[i])
	}
	m.df = make([]uint32, len(m.vocabulary))
	for i := range m.df {
		m.df[i] = uint32(d.count(maxLists))
	}
	d.evidence(m)
	m.facts = make([]fact, d.length(maxLists, 1))
	for i := range m.facts {
		m.facts[i].evidence = uint32(d.count(m.evidence.len() - 1))
	}
	d.counts = [2]int{d.count(maxLists), d.count(maxLists)}
	m.rounded = d.take(m.rows() * dim)
	m.gains = d.floats(m.rows(), maxGain)
	rows := d.length(maxEncoderRows, dim)
	d.check(rows > 0)
	m.encoder.rows = d.take(rows * dim)
	m.encoder.scales = d.floats(rows, maxWeight)
	return m
}

func (d *decoder) evidence(m *model) {
	for range d.length(maxLists, 1) {
		list := make(tokens, d.length(maxEvidence, 1))
		last := 0
		for i := range list {
			last += d.count(math.MaxUint16 - last)
			list[i] = token(last)
			d.check(list[i].row() < m.rows())
		}
		m.evidence.add(list)
	}
}
