// Package graph finds how the anchors of a document are connected: which algorithm runs
// which, their inputs and outputs, and which anchor refers to which.
//
// It reads explicit text only. An operation written as a symbol, such as a product in
// the NTT domain, is not a call, and a reference without a number is not a reference.
package graph

import (
	"slices"
	"strings"

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
