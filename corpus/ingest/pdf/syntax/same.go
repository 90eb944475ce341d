package syntax

// same reports whether two objects are equal.
func same(a, b any) bool {
	switch v := a.(type) {
	case Array:
		w, is := b.(Array)
		if !is || len(v) != len(w) {
			return false
		}
		for i := range v {
			if !same(v[i], w[i]) {
				return false
			}
		}
		return true
	case Dict:
		w, is := b.(Dict)
		if !is || len(v) != len(w) {
			return false
		}
		for k := range v {
			if x, has := w[k]; !has || !same(v[k], x) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case Array, Dict:
		return false
	}
	return a == b
}
