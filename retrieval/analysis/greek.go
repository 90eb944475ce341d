package analysis

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// greekNames holds the names of α to ω; the second of the two sigmas is the
// final form.
var greekNames = [...]string{
	"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota",
	"kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "sigma",
	"tau", "upsilon", "phi", "chi", "psi", "omega",
}

// greekName returns the name of the Greek letter that the character is or folds
// to, or "".
func greekName(encoded string) string {
	if len(encoded) < 2 {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(encoded)
	if d := norm.NFKD.PropertiesString(encoded).Decomposition(); len(d) > 0 {
		r, _ = utf8.DecodeRune(d)
	}
	switch {
	case r >= 'α' && r <= 'ω':
		return greekNames[r-'α']
	case r >= 'Α' && r <= 'Ω':
		return greekNames[r-'Α']
	}
	return ""
}
