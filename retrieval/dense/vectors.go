package dense

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
)

// MaxDimension is how many numbers a vector may have.
const MaxDimension = 8192

// ErrDimension says that vectors have another dimension than those that they are to be
// compared with: another model made them.
var ErrDimension = errors.New("vectors of another dimension")

// ErrMissing says that texts have no vector yet.
var ErrMissing = errors.New("passages have no vector")

// hash knows a text.
type hash [sha256.Size]byte

func hashOf(text string) hash { return sha256.Sum256([]byte(text)) }

// Vectors are the vectors of texts by one model, each of length 1. The zero value has none.
// They are safe for concurrent reading.
type Vectors struct {
	model     string
	dimension int // 0 while there are none
	at        map[hash]int
	numbers   []float32 // one vector after the other
}

// Len is how many there are.
func (v *Vectors) Len() int { return len(v.at) }

// Dimension is how many numbers each has, 0 where there are none.
func (v *Vectors) Dimension() int { return v.dimension }

// Of is the vector of a text, nil where there is none. It must not be changed.
func (v *Vectors) Of(text string) []float32 { return v.of(hashOf(text)) }

func (v *Vectors) of(key hash) []float32 {
	i, ok := v.at[key]
	if !ok {
		return nil
	}
	return v.row(i)
}

func (v *Vectors) row(i int) []float32 {
	return v.numbers[i*v.dimension : (i+1)*v.dimension : (i+1)*v.dimension]
}

// add keeps the vector of a text, which it has none of.
func (v *Vectors) add(key hash, vector []float32) error {
	if v.dimension == 0 {
		v.dimension, v.at = len(vector), make(map[hash]int)
	}
	unit, err := v.unit(vector)
	if err != nil {
		return err
	}
	v.at[key] = len(v.at)
	v.numbers = append(v.numbers, unit...)
	return nil
}

// unit is a vector of the same direction, of length 1 and of the dimension of the others.
func (v *Vectors) unit(vector []float32) ([]float32, error) {
	if len(vector) != v.dimension || len(vector) > MaxDimension {
		return nil, fmt.Errorf("%w: %d, want %d", ErrDimension, len(vector), v.dimension)
	}
	var sum float64
	for _, x := range vector {
		sum += float64(float64(x) * float64(x))
	}
	if sum == 0 || math.IsInf(sum, 0) || math.IsNaN(sum) {
		return nil, fmt.Errorf("%w: its length is %g", errVector, math.Sqrt(sum))
	}
	length := math.Sqrt(sum)
	out := make([]float32, len(vector))
	for i, x := range vector {
		out[i] = float32(float64(x) / length)
	}
	return out, nil
}

// errVector is wrapped by the error for a vector without a direction.
var errVector = errors.New("invalid vector")

// cosine of the angle between two vectors of length 1 and the same dimension. Four sums run side
// by side, which the processor adds at once.
func cosine(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float32(a[i] * b[i])
		s1 += float32(a[i+1] * b[i+1])
		s2 += float32(a[i+2] * b[i+2])
		s3 += float32(a[i+3] * b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float32(a[i] * b[i])
	}
	return s0 + s1 + s2 + s3
}
