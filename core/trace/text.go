package trace

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/internal/visible"
)

// graphic is text as one line, in which what could drive a terminal or reorder what
// shows it is escaped. A trace's text comes from questions, documents and models.
func graphic(s string) string { return visible.Line(lex.OneLine(s)) }

// clip cuts text that has more than n characters, and shows that it did.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}

// quoted is text of the data in quotes, as one line of a bounded length.
func quoted(s string) string { return `"` + clip(graphic(s), maxQuoted) + `"` }

// maxQuoted bounds a text of the data in a line, in characters.
const maxQuoted = 100

// span is a time in the unit that a person reads it in.
func span(us int64) string {
	switch {
	case us < 1000:
		return fmt.Sprintf("%d µs", us)
	case us < 1000*1000:
		return fmt.Sprintf("%.1f ms", float64(us)/1e3)
	}
	return fmt.Sprintf("%.2f s", float64(us)/1e6)
}

// of is a number with the word for what it counts.
func of(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if strings.HasSuffix(word, "y") {
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(word, "y"))
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// list is words in one line, "none" for no words.
func list[T ~string](words []T) string {
	if len(words) == 0 {
		return "none"
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return strings.Join(out, ", ")
}
