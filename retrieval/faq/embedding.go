package faq

import (
	"encoding/binary"
	"math"
	"math/bits"
	"runtime"
)

// encoder makes sentence embeddings: the sum of the vectors of a text's n-grams, brought
// to length 1.
type encoder struct {
	rows   []byte    // vectors of n-grams, dim × int8 each; an n-gram's is its hash, modulo their number
	scales []float32 // by row: what its components are scaled by
}

// maxEncoderRows bounds the rows.
const maxEncoderRows = 1 << 20

// embedding is a vector of length 1, or 0 for a text without one.
type embedding [dim]float32

// embed reads a text that is normalised as those of training were.
func (e *encoder) embed(text string) embedding {
	var v embedding
	for _, n := range appendNgrams(nil, text) {
		v.add(e.row(n % uint64(len(e.scales))))
	}
	v.normalize()
	return v
}

// row is the vector of an n-gram.
func (e *encoder) row(i uint64) *embedding {
	var v embedding
	b, scale := (*[dim]byte)(e.rows[i*dim:]), e.scales[i]
	for k := range v {
		v[k] = float32(float32(int8(b[k])) * scale)
	}
	return &v
}

func (v *embedding) add(w *embedding) {
	for i := range v {
		v[i] += w[i]
	}
}

// embedAll reads many texts on all processors, from rows that are expanded once.
func (e *encoder) embedAll(texts []string) embeddings {
	rows := make([]embedding, len(e.scales))
	for i := range rows {
		rows[i] = *e.row(uint64(i))
	}
	all := newEmbeddings(len(texts))
	inShares(len(texts), runtime.GOMAXPROCS(0), func(_, from, to int) {
		var ngrams []uint64
		for i := from; i < to; i++ {
			var v embedding
			ngrams = appendNgrams(ngrams[:0], texts[i])
			for _, n := range ngrams {
				v.add(&rows[n%uint64(len(rows))])
			}
			v.normalize()
			all.set(i, &v)
		}
	})
	return all
}

// normalize brings a vector to length 1 and returns the length that it had; that of
// nothing stays 0.
func (v *embedding) normalize() float32 {
	var square float32
	for _, x := range v {
		square += float32(x * x)
	}
	if square == 0 {
		return 0
	}
	length := float32(math.Sqrt(float64(square)))
	for i := range v {
		v[i] /= length
	}
	return length
}

// embeddings are those of many texts.
type embeddings struct {
	bytes []byte   // dim each: a component is int8 / embeddingUnit
	signs []uint64 // of the components, for the prefilter
}

// embeddingUnit is 1 in a component. None is more than half of it.
const embeddingUnit = 254

func newEmbeddings(n int) embeddings {
	return embeddings{bytes: make([]byte, n*dim), signs: make([]uint64, n)}
}

// set rounds a vector of length 1.
func (e *embeddings) set(i int, v *embedding) {
	b := e.bytes[i*dim : (i+1)*dim]
	for k, x := range v {
		b[k] = byte(int8(math.Round(float64(max(-0.5, min(x, 0.5)) * embeddingUnit))))
	}
	e.signs[i] = signsOf(b)
}

func (e *embeddings) len() int { return len(e.signs) }

// cosine is that of the i-th embedding with a vector, within 0.01: components are rounded.
func (e *embeddings) cosine(i int, v *embedding) float32 {
	b := e.bytes[i*dim : (i+1)*dim]
	var s0, s1, s2, s3 float32
	for k := 0; k < dim; k += 4 {
		s0 += float32(float32(int8(b[k])) * v[k])
		s1 += float32(float32(int8(b[k+1])) * v[k+1])
		s2 += float32(float32(int8(b[k+2])) * v[k+2])
		s3 += float32(float32(int8(b[k+3])) * v[k+3])
	}
	return ((s0 + s1) + (s2 + s3)) / embeddingUnit
}

// signsOf collects the signs of 64 bytes, eight at a time.
func signsOf(b []byte) uint64 {
	const signs, gather = 0x8080808080808080, 0x0102040810204080
	var code uint64
	for k := 0; k < dim; k += 8 {
		eight := (binary.LittleEndian.Uint64(b[k:]) & signs) >> 7
		code = code<<8 | (eight*gather)>>56
	}
	return code
}

// signs are those of a vector, as signsOf gives them.
func (v *embedding) signs() uint64 {
	var b [dim]byte
	for i, x := range v {
		if x < 0 {
			b[i] = 0x80
		}
	}
	return signsOf(b[:])
}

// prefilter visits the embeddings whose signs have the least Hamming distance from those
// of a vector, at least the given number of them if there are as many, in their order. The
// nearest by cosine are nearly always among the first thousand of 100,000; comparing all
// takes ten times as long.
func (e *embeddings) prefilter(v *embedding, least int, visit func(i int, cosine float32)) {
	code := v.signs()
	var count [dim + 1]int
	for _, s := range e.signs {
		count[bits.OnesCount64(s^code)]++
	}
	most, seen := 0, count[0]
	for most < dim && seen < least {
		most++
		seen += count[most]
	}
	for i, s := range e.signs {
		if bits.OnesCount64(s^code) <= most {
			visit(i, e.cosine(i, v))
		}
	}
}
