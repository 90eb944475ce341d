package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// transitions is the document that schedules the end of algorithms.
const transitions = "NIST.IR.8547.ipd"

// retiring is an algorithm with a schedule: what a question says, in the documents' words,
// and the rows of the tables.
type retiring struct {
	said, name, plural string
	of                 []string
}

var retirings = func() []retiring {
	var out []retiring
	for _, strength := range []struct{ said, of string }{
		{"112 bits of security strength", "112 bits of security strength"},
		{"128 bits of security strength", "≥ 128 bits of security strength"},
		{"at least 128 bits of security strength", "≥ 128 bits of security strength"},
	} {
		for _, a := range []struct {
			said, name string
			of         []string
		}{
			{"rsa", "RSA", []string{"RSA"}}, {"ecdsa", "ECDSA", []string{"ECDSA"}},
			{"an elliptic curve", "ECDSA and Elliptic Curve DH", []string{"ECDSA", "Elliptic Curve DH and MQC"}},
			{"finite field dh", "Finite Field DH", []string{"Finite Field DH and MQV"}},
		} {
			r := retiring{said: a.said + " with " + strength.said, name: a.name + " with " + strings.Replace(strength.of, "≥", "at least", 1)}
			for _, of := range a.of {
				r.of = append(r.of, of+", "+strength.of)
			}
			if r.plural = "is"; len(a.of) > 1 {
				r.plural = "are"
			}
			out = append(out, r)
		}
	}
	return out
}()

// asksEnd matches a question for the years in which an algorithm ends.
var asksEnd = regexp.MustCompile(`(?i)^(?:when|(?:in |by |from |after )?(?:what|which) year|until when) (?:is|are|will|does|do|gets?) (.+?) (?:be |become |get |being )?(?:deprecated|disallowed)(?:,? (?:and|or|&) (?:deprecated|disallowed))?[ ?.]*$`)

// answerEnd answers a question for the years in which an algorithm is deprecated and
// disallowed.
func (f *Facts) answerEnd(question string) (core.TypedAnswer, bool) {
	m := asksEnd.FindStringSubmatch(question)
	if m == nil {
		return core.TypedAnswer{}, false
	}
	i := slices.IndexFunc(retirings, func(r retiring) bool { return r.said == strings.ToLower(m[1]) })
	if i < 0 {
		return core.TypedAnswer{}, false
	}
	return f.sayEnd(&retirings[i])
}

// sayEnd says what the tables say of an algorithm, where all of them say the same.
func (f *Facts) sayEnd(r *retiring) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	doc, said := f.docs[transitions], ""
	if doc == nil {
		return a, false
	}
	for _, of := range r.of {
		for _, p := range standards.ParametersOf(of) {
			place, ok := schedulePlace(doc, &p)
			if text := p.Values[0].Text(); !ok || said != "" && said != text {
				return a, false
			} else {
				said, a.Places = text, append(a.Places, place)
			}
		}
	}
	said = strings.ToLower(strings.Replace(said, " Disallowed", " and Disallowed", 1))
	a.Sentence = fmt.Sprintf("In the draft IR 8547, %s %s %s.", r.name, r.plural, said)
	return a, len(a.Places) > 0
}

// schedulePlace finds the row of an algorithm and a strength, which label it in one or two
// cells.
func schedulePlace(doc *core.Document, p *standards.Parameter) (core.TypedPlace, bool) {
	t := doc.Table(p.At.Anchor())
	if t == nil || t.HeaderRows == 0 {
		return core.TypedPlace{}, false
	}
	last := t.Columns - 1
	for row := t.HeaderRows; row < len(t.Rows); row++ {
		place := core.TypedPlace{DocID: doc.ID, Table: t.Anchor, Row: row}
		var labels []string
		for column := range last {
			if c := t.At(row, column); c != nil {
				labels, place.Spans = append(labels, doc.Quote(c.Span)), append(place.Spans, c.Span)
			}
		}
		cell, header := t.At(row, last), t.At(t.HeaderRows-1, last)
		if cell != nil && header != nil && folded(strings.Join(labels, ", ")) == folded(p.Of) && folded(doc.Quote(cell.Span)) == folded(p.Values[0].Text()) {
			place.Spans = append(place.Spans, cell.Span, header.Span)
			return place, true
		}
	}
	return core.TypedPlace{}, false
}
