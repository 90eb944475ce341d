package plan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// asksAbout is the part of a question in which an algorithm's name means that
// the algorithm is asked for: all of it where steps, inputs, outputs or calls are asked
// for, else its subject alone. "How long may SampleNTT run" names one and asks
// for something else.
func (p *Plan) asksAbout() string {
	switch p.Intent {
	case core.IntentSteps, core.IntentInterface, core.IntentCalls:
		return p.Query
	}
	return lex.Subject(p.Query)
}

// algorithmsNamed finds algorithms that the question names by name instead of
// by number: the longest names win, and a name inside a longer one is not meant.
// It also returns all names that it saw, in words.
func algorithmsNamed(question string, docs []*core.Document, scope []string) (out []core.AnchorRef, names []string) {
	words := " " + nameWords(question) + " "
	longest := 0
	for _, doc := range docs {
		if len(scope) > 0 && !slices.Contains(scope, doc.ID) {
			continue
		}
		for i := range doc.Algorithms {
			a := &doc.Algorithms[i]
			name := nameWords(withoutSubscript(a.Name))
			if !distinctive(a.Name) || !strings.Contains(words, " "+name+" ") {
				continue
			}
			if names = append(names, name); len(name) < longest {
				continue
			}
			if len(name) > longest {
				out, longest = nil, len(name)
			}
			anchor := doc.Anchor(a.Anchor)
			out = append(out, core.AnchorRef{DocID: doc.ID, Kind: core.KindAlgorithm, Number: anchor.Number})
		}
	}
	return out, names
}

// withoutSubscript is a name without the variable at its end: SamplePolyCBD for
// SamplePolyCBD_eta.
func withoutSubscript(name string) string {
	if i := strings.LastIndex(name, "_"); i > 0 && utf8.RuneCountInString(strings.Trim(name[i+1:], "{}")) == 1 {
		return name[:i]
	}
	return name
}

// distinctive reports whether a name can't be an ordinary word: it has a capital
// or a digit inside, or a point or underscore.
func distinctive(name string) bool {
	if strings.ContainsAny(name, "._") {
		return true
	}
	return strings.IndexFunc(name[min(1, len(name)):], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) >= 0
}

// nameWords folds a name to words in lower case: "ML-KEM.KeyGen" and
// "ml-kem keygen" are the same.
func nameWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
