package pdf

import "github.com/pqcite/pqcite/corpus/ingest/pdf/syntax"

// The objects of a PDF as the interpreter sees them. A number is an int or a
// float64; null is nil.
type (
	name     = syntax.Name
	operator = syntax.Operator
	str      = syntax.String
	ref      = syntax.Ref
	dict     = syntax.Dict
	array    = syntax.Array
)

// stream is a stream object whose bytes are decoded on demand.
type stream struct {
	dict   dict
	decode func() ([]byte, error)
}

// number returns the value of an int or float64 object, else 0.
func number(o any) float64 { return syntax.Number(o) }

// integer returns the value of a number object cut to an int, else 0.
func integer(o any) int { return int(number(o)) }
