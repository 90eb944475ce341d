package refs

import (
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// specNouns are what specifications call themselves.
var specNouns = lex.Set("recommendation recommendations specification specifications spec specs standard draft paper thesis manual guide handbook " +
	"book report memo whitepaper submission proposal round documentation")

// ourSpecs start the names by which the documents of the grammar go.
var ourSpecs = []string{"ML-KEM", "ML-DSA", "SLH-DSA", "FIPS", "NIST", "FN-DSA", "RFC", "SP", "IR", "The", "This", "In", "See", "As", "Our", "Its"}

// ofOtherSpec reports whether the anchor at an offset follows the name of a specification
// that is no document of the grammar, perhaps with its version: "the Server-Sent Events
// candidate recommendation 11, section 8".
func ofOtherSpec(text string, at int) bool {
	before, _ := around(text[:at], core.Span{Start: at, End: at})
	head := strings.TrimRight(before, " \n\t,(:")
	fields := strings.Fields(head)
	for len(fields) > 0 && isVersion(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	if n := len(fields); n == 0 || !specNouns[strings.ToLower(fields[n-1])] {
		return false
	}
	for i := len(fields) - 2; i >= max(0, len(fields)-1-maxSpecWords); i-- {
		switch word := strings.Trim(fields[i], `"'()“”`); {
		case word == "the" || word == "this" || word == "a" || word == "our" || strings.HasSuffix(word, ","):
			return false
		case strings.IndexFunc(word, unicode.IsUpper) == 0:
			return !startsWithAny(word, ourSpecs)
		}
	}
	return false
}

// maxSpecWords is how far before its noun the name of a specification may appear: "Events
// candidate recommendation".
const maxSpecWords = 4

// isVersion reports whether a word says which version is meant: "11", "v2.0", "version".
func isVersion(word string) bool {
	word = strings.ToLower(strings.Trim(word, "#,()"))
	if word == "version" || word == "rev" || word == "revision" {
		return true
	}
	word = strings.TrimPrefix(word, "v")
	return word != "" && strings.Trim(word, "0123456789.") == ""
}

func startsWithAny(word string, starts []string) bool {
	for _, s := range starts {
		if strings.HasPrefix(word, s) {
			return true
		}
	}
	return false
}
