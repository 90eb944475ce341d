package citations

import (
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"

	"github.com/pqcite/pqcite/internal/lex"
)

// modals are the normative words that must agree.
var modals = lex.Set("shall should may must")

// negators are the words that turn what follows them round.
var negators = lex.Set("not no never none neither nor cannot")

// limiters are the words that narrow a statement.
var limiters = lex.Set("only unless except without")

// mark is a word that governs another: "not" of "not approved".
type mark struct {
	word string
	stem string // of the first word after it that carries content; "" if none does
}

// marksIn returns the words of a set that a text has with what each governs. A
// word that comes twice before anything that it could govern is gone: "not not".
func marksIn(text string, set map[string]bool) []mark {
	env := snowballstem.NewEnv("")
	var out []mark
	var open []string
	for _, w := range slotWords(text) {
		w = strings.ToLower(w)
		if strings.HasSuffix(w, "n't") {
			w = "not"
		}
		switch {
		case set[w] && slices.Contains(open, w):
			open = slices.DeleteFunc(open, func(o string) bool { return o == w })
		case set[w]:
			open = append(open, w)
		case !functionWords[w] && len(open) > 0:
			out = append(out, marksOn(open, stem(w, env))...)
			open = nil
		}
	}
	return append(out, marksOn(open, "")...)
}

func marksOn(open []string, stem string) []mark {
	var out []mark
	for _, w := range open {
		out = append(out, mark{w, stem})
	}
	return out
}

// governing returns the words that mark a stem.
func governing(marks []mark, stem string) []string {
	var out []string
	for _, m := range marks {
		if m.stem == stem {
			out = append(out, m.word)
		}
	}
	return out
}
