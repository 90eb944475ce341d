package corpus

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// Interface is the inputs and outputs of an algorithm, one entry per line of its box,
// folded as package citations folds quotes.
type Interface struct {
	Inputs, Outputs []string
}

// InterfaceOf reads the inputs and outputs of an algorithm box.
func InterfaceOf(d *core.Document, a *core.Algorithm) Interface {
	var io Interface
	var last *string
	for _, l := range a.Lines {
		text, _, _ := strings.Cut(plain(d.Quote(l.Span)), "▷")
		text = strings.TrimSpace(text)
		switch l.Kind {
		case core.LineInput:
			io.Inputs = append(io.Inputs, label(text, "Input"))
			last = &io.Inputs[len(io.Inputs)-1]
		case core.LineOutput:
			io.Outputs = append(io.Outputs, label(text, "Output"))
			last = &io.Outputs[len(io.Outputs)-1]
		case core.LineMore:
			if last != nil {
				*last = strings.TrimSuffix(*last+" "+text, ".")
			}
		default:
			last = nil
		}
	}
	return io
}

// label removes the label and its colon from the start of a line, and the full stop
// from its end.
func label(text, word string) string {
	return strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, word), ":")), ".")
}

// plain folds a text and removes line breaks inside words.
func plain(text string) string {
	return strings.ReplaceAll(quote.Fold(text), "-\n", "-")
}

// Runs returns, for each algorithm by the id of its anchor, the algorithms of the
// same document whose names its steps call, in the order of the first call. An
// algorithm that calls itself is among its own callees.
func Runs(d *core.Document) map[string][]string {
	names := make([]callName, len(d.Algorithms))
	for i := range d.Algorithms {
		names[i] = callNameOf(d.Algorithms[i].Name)
	}
	runs := make(map[string][]string)
	for i := range d.Algorithms {
		a := &d.Algorithms[i]
		if called := calls(steps(d, a), names, d.Algorithms); len(called) > 0 {
			runs[a.Anchor] = called
		}
	}
	return runs
}

// steps is the text of an algorithm's steps without comments.
func steps(d *core.Document, a *core.Algorithm) string {
	var b strings.Builder
	inSteps := false
	for _, l := range a.Lines {
		inSteps = inSteps || l.Kind == core.LineStep
		if !inSteps {
			continue
		}
		code, _, _ := strings.Cut(plain(d.Quote(l.Span)), "▷")
		b.WriteString(code + "\n")
	}
	return b.String()
}

func calls(text string, names []callName, algorithms []core.Algorithm) []string {
	type call struct {
		at     int
		anchor string
	}
	var found []call
	for i, n := range names {
		if at := n.find(text); at >= 0 {
			found = append(found, call{at, algorithms[i].Anchor})
		}
	}
	slices.SortStableFunc(found, func(x, y call) int { return x.at - y.at })
	var out []string
	for _, c := range found {
		out = append(out, c.anchor)
	}
	return out
}

// callName is an algorithm's name as calls to it are written.
type callName struct {
	name string
	// family is set if the name ends in a variable subscript: calls of ByteEncode_d put
	// a value there.
	family bool
}

func callNameOf(name string) callName {
	name = quote.Fold(name)
	base, subscript, found := cutLast(name, "_")
	if found && utf8.RuneCountInString(subscript) == 1 && !unicode.IsDigit([]rune(subscript)[0]) {
		return callName{base, true}
	}
	return callName{name, false}
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// find returns the offset of the first call in a text, or -1.
func (n callName) find(text string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], n.name)
		if i < 0 {
			return -1
		}
		at := from + i
		if !insideName(text, at) && n.called(text[at+len(n.name):]) {
			return at
		}
		from = at + len(n.name)
	}
}

// insideName reports whether the name continues to the left of the offset.
func insideName(text string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return at > 0 && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.-^", r))
}

// called reports whether the text after a name makes it a call: arguments in
// parentheses, after a subscript if the name takes one.
func (n callName) called(rest string) bool {
	if n.family {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, "_"); !ok {
			return false
		}
		rest = skipSubscript(rest)
	}
	return strings.HasPrefix(strings.TrimPrefix(rest, " "), "(")
}

// skipSubscript removes a leading subscript: {…}, or a word.
func skipSubscript(s string) string {
	if strings.HasPrefix(s, "{") {
		if _, rest, ok := strings.Cut(s, "}"); ok {
			return rest
		}
		return s
	}
	return strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' })
}
