package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// algorithms answers with the lines of the algorithm boxes that the question
// names: all of them, or only what goes in and what comes out.
func (w *Extractive) algorithms(in Input) Draft {
	var d Draft
	for _, ref := range in.Plan.References {
		if ref.Kind != core.KindAlgorithm {
			continue
		}
		for _, doc := range w.documents(in, ref.DocID) {
			if a := doc.Algorithm(ref.ID()); a != nil {
				d.addAlgorithm(doc, a, in)
			}
		}
	}
	return d
}

// documents returns the document with the id, or those that the question keeps to for an
// empty id.
func (w *Extractive) documents(in Input, id string) []*core.Document {
	if id == "" {
		return w.inScope(in)
	}
	if doc := w.Library.Document(id); doc != nil {
		return []*core.Document{doc}
	}
	return nil
}

func (d *Draft) addAlgorithm(doc *core.Document, a *core.Algorithm, in Input) {
	key := d.Cite(doc, trimSpan(doc, a.Span))
	anchor := doc.Anchor(a.Anchor)
	d.Exact = true
	steps := 0
	for _, l := range a.Lines {
		text := strings.TrimRight(doc.Quote(l.Span), " \n")
		switch l.Kind {
		case core.LineStep:
			steps++
		case core.LineCaption:
			continue
		}
		if in.Plan.Intent == core.IntentInterface && !isInterface(a, l) {
			continue
		}
		d.claim(text, key)
	}
	head := fmt.Sprintf("%s of %s is %s", anchor.Name(), doc.Label, a.Name)
	switch {
	case in.Plan.Intent == core.IntentInterface:
		d.Short = strings.TrimSpace(d.Short + " " + interfaceOf(doc, a, anchor))
		return
	case steps == 0 && doc.Source() == core.SourcePack:
		head += "; its steps are in the document, which the library does not hold"
	default:
		head += fmt.Sprintf(", in %d steps", steps)
	}
	if head += "."; steps > 0 && asksSteps.MatchString(in.Question) {
		head = firstSteps(doc, a, head)
	}
	d.Short = strings.TrimSpace(strings.TrimSpace(d.Short) + " " + head)
}

// asksSteps matches a question for the steps themselves.
var asksSteps = regexp.MustCompile(`(?i)\b(?:steps?|pseudo-?code)\b`)

// firstSteps lists as many steps of an algorithm after a sentence as a short answer has room
// for, with their numbers.
func firstSteps(doc *core.Document, a *core.Algorithm, said string) string {
	for _, l := range a.Lines {
		if l.Kind != core.LineStep {
			continue
		}
		step, _, _ := strings.Cut(oneLine(doc, doc.Quote(l.Span)), "▷")
		if len(strings.Fields(said+" "+step)) > maxShort {
			return said + " …"
		}
		said += " " + strings.TrimSpace(step) + ";"
	}
	return strings.TrimSuffix(said, ";") + "."
}

// interfaceOf is what goes into an algorithm and what comes out, on one line.
func interfaceOf(doc *core.Document, a *core.Algorithm, anchor *core.Anchor) string {
	var lines []string
	for _, l := range a.Lines {
		text, _, _ := strings.Cut(oneLine(doc, doc.Quote(l.Span)), "▷")
		if isInterface(a, l) && !strings.HasPrefix(text, "Runs:") { // which the pack's boxes have
			lines = append(lines, strings.TrimSpace(text))
		}
	}
	return fmt.Sprintf("%s (%s, %s). %s", a.Name, doc.Label, anchor.Name(), strings.Join(lines, " "))
}

// isInterface reports whether a line belongs to the inputs and outputs: one of
// theirs, or a continuation of it before the first step.
func isInterface(a *core.Algorithm, l core.AlgorithmLine) bool {
	if l.Kind == core.LineInput || l.Kind == core.LineOutput {
		return true
	}
	if l.Kind != core.LineMore {
		return false
	}
	for _, other := range a.Lines {
		if other.Kind == core.LineStep && other.Span.Start < l.Span.Start {
			return false
		}
	}
	return true
}

// trimSpan cuts white space off the end of a span.
func trimSpan(doc *core.Document, s core.Span) core.Span {
	text := doc.Quote(s)
	s.End = s.Start + len(strings.TrimRight(text, " \t\n"))
	s.Start += len(text) - len(strings.TrimLeft(text, "\n"))
	return s
}

// byNumber matches what asks for an element by its number.
var byNumber = regexp.MustCompile(`(?i)(?:\b(?:algorithm|alg\.?|table|figure|section|sec\.?|appendix|equation|eq\.?|definition)|§) ?\(?[A-Z]?\.?[0-9A-F]`)

// numberedElements answers a question that names elements by their numbers. One that names
// an algorithm asks what it does more often than which it is.
func (w *Extractive) numberedElements(in Input) Draft {
	if !byNumber.MatchString(in.Question) {
		return Draft{}
	}
	return w.elements(in)
}

// maxHomonyms is of how many documents elements with the same number are shown; of more,
// that of the document of the best hit is.
const maxHomonyms = 2

// elements answers a question that names a table, section, definition or
// equation by its number with what is there.
func (w *Extractive) elements(in Input) Draft {
	var d Draft
	for _, ref := range in.Plan.References {
		docs := slices.DeleteFunc(w.documents(in, ref.DocID), func(doc *core.Document) bool { return doc.Anchor(ref.ID()) == nil })
		if len(docs) > maxHomonyms && len(in.Hits) > 0 {
			docs = slices.DeleteFunc(docs, func(doc *core.Document) bool { return doc.ID != in.Hits[0].Passage.DocID })
		}
		for _, doc := range docs {
			a := doc.Anchor(ref.ID())
			if algorithm := doc.Algorithm(a.ID); algorithm != nil {
				d.addAlgorithm(doc, algorithm, in)
				continue
			}
			d.addElement(w, doc, a, in.Question)
		}
	}
	return d
}

func (d *Draft) addElement(w *Extractive, doc *core.Document, a *core.Anchor, question string) {
	d.Exact = true
	if a.Kind == core.KindEquation { // its number is in it
		if s := trimSpan(doc, a.Span); s.Len() > 0 {
			d.claim(oneLine(doc, doc.Quote(s)), d.Cite(doc, s))
		}
		return
	}
	name := fmt.Sprintf(" %s of %s", a.Name(), doc.Label)
	if a.Title != "" {
		name += ": " + strings.TrimSuffix(a.Title, ".")
	}
	d.Short = strings.TrimSpace(d.Short + name + ".")
	if t := doc.Table(a.ID); t != nil {
		if caption := (grid{t, doc}).captionSpan(); caption.Len() > 0 {
			d.claim(oneLine(doc, doc.Quote(caption)), d.Cite(doc, caption))
		}
		for _, r := range t.Rows {
			d.claim(rowText(doc, r), d.Cite(doc, trimSpan(doc, r.Span)))
		}
		return
	}
	spans := sentencesIn(doc, a.Span)
	for _, s := range spans[:min(len(spans), MaxClaims)] {
		d.claim(oneLine(doc, doc.Quote(s)), d.Cite(doc, s))
	}
}

// sentencesIn are the units of a part of a document that are no bare words.
func sentencesIn(doc *core.Document, s core.Span) []core.Span {
	var out []core.Span
	for i := doc.PassageAt(s.Start); i < len(doc.Passages) && doc.Passages[i].Span.Start < s.End; i++ {
		for _, u := range doc.Units(i) {
			if s.Contains(u.Span) && !isShort(doc.Quote(u.Span)) {
				out = append(out, u.Span)
			}
		}
	}
	return out
}

func rowText(doc *core.Document, r core.Row) string {
	cells := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		cells[i] = doc.Quote(c.Span)
	}
	return strings.Join(cells, CellSeparator)
}
