package syntax

// The kinds of objects (ISO 32000-1, 7.3). An integer is an int, a real a float64,
// a boolean a bool; null is nil.
type (
	Name   string
	String string // the bytes, without escapes
	Dict   map[Name]any
	Array  []any
	// Operator is a word that is not an object, as in content streams and CMaps.
	Operator string
	// Closer is a token that ends an array (']') or a dictionary ('>').
	Closer byte
)

// Ref is a reference to an indirect object.
type Ref struct{ Number, Generation int }

// Number returns the value of an integer or a real, else 0.
func Number(o any) float64 {
	switch v := o.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// nonNegative returns the value of an integer that is not below zero.
func nonNegative(o any) (int, bool) {
	n, is := o.(int)
	return n, is && n >= 0
}
