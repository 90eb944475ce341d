package standards

import (
	"regexp"
	"slices"
	"strings"
)

// Plain writes the schemes, the parameter sets and what the documents describe in a
// question as the documents do: "kyber768" is "ML-KEM-768".
func Plain(question string) string {
	var b strings.Builder
	at := 0
	for _, m := range FindTerms(question) {
		if !m.Term.isNamed() || strings.EqualFold(question[m.Span.Start:m.Span.End], m.Term.Name) {
			continue
		}
		b.WriteString(question[at:m.Span.Start] + m.Term.Name)
		at = m.Span.End
	}
	return Described(unjoined(b.String() + question[at:]))
}

// joinedName matches a name that is written as code has to write it.
var joinedName = regexp.MustCompile(`\b[A-Za-z0-9]+(_[A-Za-z0-9]+)+\b`)

// unjoined writes the names of parameter sets with hyphens where a question has
// underscores.
func unjoined(question string) string {
	return joinedName.ReplaceAllStringFunc(question, func(name string) string {
		plain := strings.ReplaceAll(name, "_", "-")
		if found := FindTerms(plain); len(found) == 1 && found[0].Span.Len() == len(plain) && found[0].Term.isNamed() {
			return found[0].Term.Name
		}
		return name
	})
}

func (t Term) isNamed() bool { return t.IsParameterSet() || t.IsScheme() }

// IsParameterSet reports whether a term is one of a family and has a number:
// "ML-KEM-768".
func (t Term) IsParameterSet() bool {
	return t.Family != "" && strings.ContainsAny(t.Name, "0123456789") && !strings.Contains(t.Name, " ")
}

// IsScheme reports whether a term is a scheme rather than a parameter set: it has an
// earlier name, or is on the list of those that never had one.
func (t Term) IsScheme() bool {
	return !t.IsParameterSet() && (len(t.OldNames) > 0 || slices.Contains(schemes, t.Name))
}

// schemes are the names of schemes that never had another one.
var schemes = []string{"HQC", "BIKE", "SIKE", "Classic McEliece", "RSA", "ECDSA", "EdDSA", "LMS", "XMSS", "HashML-DSA", "HashSLH-DSA", "K-PKE"}
