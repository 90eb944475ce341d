package lexical

import (
	"encoding/binary"
	"math"
)

// Products are converted to float64 before they are added: the conversion keeps
// a processor from rounding once for both, so that scores have the same bits on
// every machine and Explain adds up to them.

// normTable is how many lengths have their norm computed in advance.
const normTable = 512

// norms turns the lengths of a field into the factor of an occurrence:
// weight / (1 − b + b · length / mean).
type norms struct {
	params FieldParams
	mean   float64 // 0 if no entry has the field
	table  [normTable]float64
}

func newNorms(h *header) (all [fieldCount]norms) {
	for f, params := range h.params.fields() {
		n := &all[f]
		n.params = params
		if h.entries > 0 {
			n.mean = float64(h.totals[f]) / float64(h.entries)
		}
		for length := range n.table {
			n.table[length] = n.compute(length)
		}
	}
	return all
}

func (n *norms) of(length int) float64 {
	if length < normTable {
		return n.table[length]
	}
	return n.compute(length)
}

func (n *norms) compute(length int) float64 {
	relative := 1.0
	if n.mean > 0 {
		relative = float64(length) / n.mean
	}
	divisor := 1 - n.params.B + float64(n.params.B*relative)
	if divisor <= 0 { // b is 1 and the length 0: the header is a lie
		return 0
	}
	return n.params.Weight / divisor
}

// scorer is what a score depends on besides the entry that is scored.
type scorer struct {
	header
	norms [fieldCount]norms
}

// idf is how discriminating a term of so many entries is.
func (s *scorer) idf(entries uint32) float64 {
	df := float64(entries)
	return math.Log(1 + (float64(s.entries)-df+0.5)/(df+0.5))
}

// occurrences returns the weighted and normalized number of occurrences of a
// term in an entry with the lengths: t in the formula. Most postings are of the body alone.
func (s *scorer) occurrences(lengths []byte, tf counts) float64 {
	t := float64(s.norms[Body].factor(lengths, Body) * float64(tf.body))
	if tf.heading|tf.names != 0 {
		t += float64(s.norms[Heading].factor(lengths, Heading) * float64(tf.heading))
		t += float64(s.norms[Names].factor(lengths, Names) * float64(tf.names))
	}
	return t
}

// saturate maps weighted occurrences to 0 ≤ s < 1.
func (s *scorer) saturate(t float64) float64 { return t / (s.params.K1 + t) }

// factor is the norm for the lengths of an entry as stored in the file.
func (n *norms) factor(lengths []byte, f Field) float64 {
	return n.of(length(lengths, f))
}

// lengthsOf are the lengths of the fields of an entry as stored in the file.
func (x *Index) lengthsOf(entry uint32) []byte {
	return x.lengths[uint64(entry)*lengthsSize:][:lengthsSize]
}

// length is the length of a field in words.
func length(lengths []byte, f Field) int { return int(binary.LittleEndian.Uint16(lengths[2*f:])) }
