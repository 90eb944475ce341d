package faq

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// GistDim is the length of a gist: a bit for each component fills a word.
const GistDim = 64

// MaxGistRows bounds the vectors of marks.
const MaxGistRows = 1 << 20

// Gist makes one vector of a whole text, where Query holds one word against the other:
// the sum of the vectors of its marks, brought to length 1. The gists of the lists of a
// model stand beside them.
type Gist struct {
	Rows   []byte    // vectors of marks, each GistDim × int8; a mark's is its hash, modulo their number
	Scales []float32 // by row: what its components are scaled by

	Wordings   Gists
	Unanswered Gists
}

// Gists are vectors of length 1, GistDim bytes each: a component is int8 / GistUnit.
type Gists struct {
	Bytes []byte
	signs []uint64
}

// GistUnit is 1 in a component of a gist. None is more than half of it.
const GistUnit = 254

// Vector is the gist of a text.
type Vector [GistDim]float32

// Of reads a text, as what the model learned from was normalised.
func (g *Gist) Of(text string) Vector {
	var v Vector
	if len(g.Scales) == 0 {
		return v
	}
	for _, mark := range Marks(text) {
		row := int(mark % uint64(len(g.Scales)))
		scale := g.Scales[row]
		for i, b := range g.Rows[row*GistDim : (row+1)*GistDim] {
			v[i] += float32(float32(int8(b)) * scale)
		}
	}
	v.Unit()
	return v
}

// Unit brings a vector to length 1 and returns the length that it had; that of nothing
// stays 0.
func (v *Vector) Unit() float32 {
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

// Append adds a vector of length 1.
func (g *Gists) Append(v *Vector) {
	for _, x := range v {
		g.Bytes = append(g.Bytes, byte(int8(math.Round(float64(max(-0.5, min(x, 0.5))*GistUnit)))))
	}
}

// Len is how many there are.
func (g *Gists) Len() int { return len(g.Bytes) / GistDim }

// Cosine is that of the i-th gist with a vector, within 0.01: components are rounded.
func (g *Gists) Cosine(i int, v *Vector) float32 {
	b := g.Bytes[i*GistDim : (i+1)*GistDim]
	var s0, s1, s2, s3 float32
	for k := 0; k < GistDim; k += 4 {
		s0 += float32(float32(int8(b[k])) * v[k])
		s1 += float32(float32(int8(b[k+1])) * v[k+1])
		s2 += float32(float32(int8(b[k+2])) * v[k+2])
		s3 += float32(float32(int8(b[k+3])) * v[k+3])
	}
	return ((s0 + s1) + (s2 + s3)) / GistUnit
}

// prepare works out the signs by which gists are told apart at a glance.
func (g *Gists) prepare() {
	g.signs = make([]uint64, g.Len())
	for i := range g.signs {
		g.signs[i] = signsOf(g.Bytes[i*GistDim : (i+1)*GistDim])
	}
}

// signsOf collects the signs of 64 bytes, eight at a time.
func signsOf(b []byte) uint64 {
	const signs, gather = 0x8080808080808080, 0x0102040810204080
	var code uint64
	for k := 0; k < GistDim; k += 8 {
		eight := (binary.LittleEndian.Uint64(b[k:]) & signs) >> 7
		code = code<<8 | (eight*gather)>>56
	}
	return code
}

// Glance visits the gists that share the most signs with a vector, at least the given
// number of them if there are as many, in their order. The nearest are nearly always
// among the first thousand of 100,000; looking at all of them takes ten times as long.
func (g *Gists) Glance(v *Vector, least int, visit func(i int, cosine float32)) {
	code := v.signs()
	var count [GistDim + 1]int
	for _, s := range g.signs {
		count[bits.OnesCount64(s^code)]++
	}
	most, seen := 0, count[0]
	for most < GistDim && seen < least {
		most++
		seen += count[most]
	}
	for i, s := range g.signs {
		if bits.OnesCount64(s^code) <= most {
			visit(i, g.Cosine(i, v))
		}
	}
}

// signs are those of a vector, as signsOf gives them.
func (v *Vector) signs() uint64 {
	var b [GistDim]byte
	for i, x := range v {
		if x < 0 {
			b[i] = 0x80
		}
	}
	return signsOf(b[:])
}
