package lexical

import "encoding/binary"

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

// occurrences returns the weighted and normalized number of occurrences of a
// term in an entry: t in the formula. Most postings are of the body alone.
func (x *Index) occurrences(entry uint32, tf counts) float64 {
	lengths := x.lengths[uint64(entry)*lengthsSize:][:lengthsSize]
	t := float64(x.norms[Body].factor(lengths, Body) * float64(tf.body))
	if tf.heading|tf.names != 0 {
		t += float64(x.norms[Heading].factor(lengths, Heading) * float64(tf.heading))
		t += float64(x.norms[Names].factor(lengths, Names) * float64(tf.names))
	}
	return t
}

// factor is the norm for the lengths of an entry as stored in the file.
func (n *norms) factor(lengths []byte, f Field) float64 {
	return n.of(int(binary.LittleEndian.Uint16(lengths[2*f:])))
}

// length is the length of a field of an entry in words.
func (x *Index) length(entry uint32, f Field) int {
	return int(binary.LittleEndian.Uint16(x.lengths[uint64(entry)*lengthsSize+2*uint64(f):]))
}

// saturate maps weighted occurrences to 0 ≤ s < 1.
func (x *Index) saturate(t float64) float64 { return t / (x.params.K1 + t) }
