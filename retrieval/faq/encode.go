package faq

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

const (
	magic         = "pqcknown"
	formatVersion = 2
	headSize      = len(magic) + 4 + 4 + 32 // up to the source
	sumSize       = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the bytes of the model's file. Vectors are rounded to 8 bits.
// The same model gives the same bytes.
func (m *Model) Encode() ([]byte, error) {
	if err := m.checkSize(); err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	b := append([]byte(nil), magic...)
	b = le.AppendUint32(b, formatVersion)
	b = le.AppendUint32(b, analysis.Version)
	b = append(b, m.Source[:]...)
	for _, w := range m.Weights.List() {
		b = le.AppendUint32(b, math.Float32bits(*w))
	}
	for _, list := range [][]string{m.Documents, m.Anchors, m.Names} {
		b = appendStrings(b, list)
	}
	for _, n := range m.Spread {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, lists := range [][]Tokens{m.Evidence, m.Wordings, m.Unanswered} {
		b = appendLists(b, lists)
	}
	b = appendFacts(b, m.Facts)
	for row := range m.Rows() {
		b = appendRounded(b, m.Vector(row))
	}
	for _, g := range m.Gains {
		b = le.AppendUint32(b, math.Float32bits(g))
	}
	b = appendGist(b, &m.Gist)
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

// List is all weights in the order of the file.
func (w *Weights) List() []*float32 {
	a, u := &w.Answer, &w.Unanswered
	return []*float32{&a[0], &a[1], &a[2], &a[3], &w.Evidence, &u[0], &u[1], &u[2]}
}

func (m *Model) checkSize() error {
	for _, c := range []struct {
		what      string
		have, max int
	}{
		{"names", len(m.Names), MaxNames},
		{"documents", len(m.Documents), math.MaxUint16},
		{"anchors", len(m.Anchors), math.MaxUint16},
		{"facts", len(m.Facts), maxLists},
		{"wordings", len(m.Wordings), maxLists},
		{"unanswered questions", len(m.Unanswered), maxLists},
		{"rows of gists", len(m.Gist.Scales), MaxGistRows},
	} {
		if c.have > c.max {
			return fmt.Errorf("%w: %d %s, at most %d", ErrTooLarge, c.have, c.what, c.max)
		}
	}
	return nil
}

// maxLists bounds the lists, so that memory is, and a list and a bit are 32.
const maxLists = 1 << 20

func appendStrings(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	return b
}

func appendLists(b []byte, lists []Tokens) []byte {
	b = binary.AppendUvarint(b, uint64(len(lists)))
	for _, l := range lists {
		b = append(b, byte(len(l)))
		for _, t := range l {
			b = binary.LittleEndian.AppendUint16(b, uint16(t))
		}
	}
	return b
}

func appendFacts(b []byte, facts []Fact) []byte {
	b = binary.AppendUvarint(b, uint64(len(facts)))
	for _, f := range facts {
		b = binary.AppendUvarint(b, uint64(f.Evidence))
		b = binary.AppendUvarint(b, uint64(f.Wordings.To-f.Wordings.From))
		b = binary.AppendUvarint(b, uint64(len(f.Units)))
		for _, p := range f.Units {
			b = binary.AppendUvarint(b, uint64(p.Document))
			b = binary.AppendUvarint(b, uint64(p.Anchor))
			b = binary.AppendUvarint(b, uint64(p.Page))
			b = binary.LittleEndian.AppendUint32(b, p.Sum)
		}
	}
	return b
}

func appendGist(b []byte, g *Gist) []byte {
	b = binary.AppendUvarint(b, uint64(len(g.Scales)))
	b = append(b, g.Rows...)
	for _, s := range g.Scales {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(s))
	}
	return append(append(b, g.Wordings.Bytes...), g.Unanswered.Bytes...)
}

// appendRounded writes a vector so that its largest component is ±127: only its
// direction counts.
func appendRounded(b []byte, v []float32) []byte {
	var most float32
	for _, x := range v {
		most = max(most, x, -x)
	}
	if most == 0 {
		most = 1
	}
	for _, x := range v {
		b = append(b, byte(int8(math.Round(float64(x/most*math.MaxInt8)))))
	}
	return b
}
