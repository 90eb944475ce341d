package lexical

import "encoding/binary"

const (
	bodyMax  = 15 // largest count of the body that fits the packed byte
	otherMax = 3  // the same for the other fields
)

// counts are the occurrences of a term in the fields of an entry. It is no
// array, for those do not travel in registers.
type counts struct {
	heading, names, body uint32
}

func (c *counts) field(f Field) *uint32 {
	switch f {
	case Heading:
		return &c.heading
	case Names:
		return &c.names
	}
	return &c.body
}

// appendPosting appends the entry as its difference to the one before.
func appendPosting(dst []byte, delta uint32, tf counts) []byte {
	dst = binary.AppendUvarint(dst, uint64(delta))
	body, heading, names := min(tf.body, bodyMax), min(tf.heading, otherMax), min(tf.names, otherMax)
	dst = append(dst, byte(body|heading<<4|names<<6))
	if body == bodyMax {
		dst = binary.AppendUvarint(dst, uint64(tf.body-bodyMax))
	}
	if heading == otherMax {
		dst = binary.AppendUvarint(dst, uint64(tf.heading-otherMax))
	}
	if names == otherMax {
		dst = binary.AppendUvarint(dst, uint64(tf.names-otherMax))
	}
	return dst
}

// postings reads the postings of one term. They come from a file that may have
// been made to deceive: next never reads outside them, and entries ascend.
type postings struct {
	data  []byte
	at    int
	after uint32 // one more than the entry read last
	limit uint32 // number of entries in the index
}

// next returns the next entry and its counts. It reports false at the end and for
// invalid data; the caller distinguishes them by counting.
func (p *postings) next() (entry uint32, tf counts, ok bool) {
	delta, ok := p.uvarint()
	if !ok || delta == 0 || delta > p.limit-p.after || p.at >= len(p.data) {
		return 0, tf, false
	}
	p.after += delta
	packed := uint32(p.data[p.at])
	p.at++
	tf = counts{body: packed & bodyMax, heading: packed >> 4 & otherMax, names: packed >> 6}
	if tf.body == bodyMax || tf.heading == otherMax || tf.names == otherMax {
		tf, ok = p.addExcess(tf)
	}
	return p.after - 1, tf, ok
}

// addExcess adds what the packed byte could not hold.
func (p *postings) addExcess(tf counts) (counts, bool) {
	for _, f := range [...]Field{Body, Heading, Names} {
		full := uint32(otherMax)
		if f == Body {
			full = bodyMax
		}
		if *tf.field(f) != full {
			continue
		}
		more, ok := p.uvarint()
		if !ok {
			return tf, false
		}
		*tf.field(f) += min(more, 1<<30)
	}
	return tf, true
}

// uvarint reads an integer of at most 32 bits.
func (p *postings) uvarint() (uint32, bool) {
	if at := p.at; at < len(p.data) && p.data[at] < 0x80 {
		p.at++
		return uint32(p.data[at]), true
	}
	return p.longUvarint()
}

func (p *postings) longUvarint() (uint32, bool) {
	v, n := binary.Uvarint(p.data[min(p.at, len(p.data)):])
	if n <= 0 || v > 1<<32-1 {
		return 0, false
	}
	p.at += n
	return uint32(v), true
}
