package lexical

import (
	"errors"
	"fmt"
)

// Field is a part of an entry with a weight of its own.
type Field int

// The fields of an entry.
const (
	Heading Field = iota // the path of its sections
	Names                // what is defined in it: anchors, titles, captions
	Body
	fieldCount
)

// String returns the field in lower case.
func (f Field) String() string {
	switch f {
	case Heading:
		return "heading"
	case Names:
		return "names"
	}
	return "body"
}

// FieldParams weighs a field.
type FieldParams struct {
	// Weight is what one occurrence counts, 0 to 1000, relative to the others.
	Weight float64
	// B is how far the length of the field is normalized: 0 not at all, 1 in full.
	B float64
}

// Params are the constants of BM25F. They are stored in the index.
type Params struct {
	// K1 is the weighted number of occurrences that gives half of the most a term
	// can score; above 0, at most 1000.
	K1                   float64
	Heading, Names, Body FieldParams
}

// DefaultParams returns k1 = 1.2 and b = 0.75 for running text, the customary
// values, and half the normalization for short fields, whose length says little.
// A heading weighs two occurrences in the body, a name three.
func DefaultParams() Params {
	return Params{
		K1:      1.2,
		Heading: FieldParams{Weight: 2, B: 0.5},
		Names:   FieldParams{Weight: 3, B: 0.5},
		Body:    FieldParams{Weight: 1, B: 0.75},
	}
}

// ErrParams is wrapped by the errors of Validate.
var ErrParams = errors.New("invalid BM25F parameters")

// Validate refuses values outside their ranges.
func (p Params) Validate() error {
	if !(p.K1 > 0 && p.K1 <= 1000) {
		return fmt.Errorf("%w: k1 is %v, must be above 0 and at most 1000", ErrParams, p.K1)
	}
	for f, fp := range p.fields() {
		if !(fp.Weight >= 0 && fp.Weight <= 1000) {
			return fmt.Errorf("%w: weight of %s is %v, must be 0 to 1000", ErrParams, Field(f), fp.Weight)
		}
		if !(fp.B >= 0 && fp.B <= 1) {
			return fmt.Errorf("%w: b of %s is %v, must be 0 to 1", ErrParams, Field(f), fp.B)
		}
	}
	return nil
}

func (p Params) fields() [fieldCount]FieldParams {
	return [fieldCount]FieldParams{p.Heading, p.Names, p.Body}
}

func paramsOf(k1 float64, f [fieldCount]FieldParams) Params {
	return Params{K1: k1, Heading: f[Heading], Names: f[Names], Body: f[Body]}
}
