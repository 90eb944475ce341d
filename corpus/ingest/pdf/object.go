package pdf

// The objects of a PDF as the interpreter sees them. A number is an int or a
// float64; null is nil.
type (
	name     string
	operator string
	str      string
	ref      struct{ number, generation int }
	dict     map[name]any
	array    []any
)

// stream is a stream object whose bytes are decoded on demand.
type stream struct {
	dict   dict
	decode func() ([]byte, error)
}

// number returns the value of an int or float64 object, else 0.
func number(o any) float64 {
	switch v := o.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// integer returns the value of a number object cut to an int, else 0.
func integer(o any) int { return int(number(o)) }
