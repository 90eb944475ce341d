package answer

import (
	"cmp"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/sentence"
)

// What a sentence counts for a definition.
const (
	definingFactor = 1.5
	notDefining    = 1.0 / 3
	entryFactor    = 2.5 // the word's own entry of a glossary
)

// eachPart answers the parts of a question one after the other: a definition where
// one is asked for, else the best run.
func (w *Extractive) eachPart(in Input) Draft {
	if len(in.Plan.Parts) < 2 {
		return Draft{}
	}
	var d Draft
	for _, part := range in.Plan.Parts {
		p := in
		p.Question, p.Plan.Parts = part, nil
		p.Evidence = in.evidence(w).Under(w.Relevance.Measure(part, in.Thesaurus))
		p.runs = max(1, maxRuns/len(in.Plan.Parts))
		sub := w.definitions(p)
		if len(sub.Claims) == 0 {
			sub = w.sentences(p)
		}
		d.join(sub)
	}
	return d
}

// join adds the claims of another draft, with its citations under new keys.
func (d *Draft) join(o Draft) {
	keys := make(map[string]string)
	for _, c := range o.Citations {
		keys[c.Key] = d.adopt(c)
	}
	for _, c := range o.Claims {
		if d.claims(c.Text) || len(d.Claims) == MaxClaims {
			continue
		}
		c.Citations = slices.Clone(c.Citations)
		for i, k := range c.Citations {
			c.Citations[i] = keys[k]
		}
		d.Claims = append(d.Claims, c)
	}
	if d.Short == "" {
		d.Short = o.Short
	}
}

// sentences answers with the runs of the evidence that cover the question best.
func (w *Extractive) sentences(in Input) Draft {
	return w.quote(in, in.Question, in.weight())
}

// definitions answers with the sentences that define what the question is
// about.
func (w *Extractive) definitions(in Input) Draft {
	subject := plan.Subject(in.Question, in.Plan.Parts)
	if subject == "" {
		return Draft{}
	}
	return w.quote(in, subject, func(r *reading, p *piece) float64 {
		switch {
		case !isProse(r.passage.Kind) || p.code:
			return 0
		case isEntry(r.doc, p.span, subject):
			return entryFactor
		}
		return definingFactor * (notDefining + sentence.Defines(p.text, subject))
	})
}

// quote drafts an answer of the best runs for a query, the best piece as its short
// answer.
func (w *Extractive) quote(in Input, query string, of weight) Draft {
	asked := in.evidence(w)
	e := asked
	if query != in.Question {
		e = asked.Under(w.Relevance.Measure(query, in.Thesaurus))
	}
	s := e.score(of)
	var d Draft
	for i, x := range s.runs(cmp.Or(in.runs, maxRuns), in.Context) {
		r := &s.readings[x.reading]
		d.claimRun(r, x)
		if i == 0 {
			d.Short = leadOf(r, x)
		}
	}
	w.follow(&d, asked.measure)
	return d
}

// leadOf is the best piece of a run, and of a listing the sentence that announces it.
func leadOf(r *reading, x extent) string {
	if r.pieces[x.best].code && x.first < x.best {
		return r.pieces[x.best-1].text
	}
	return r.pieces[x.best].text
}

// isProse reports whether sentences are taken from passages of a kind. Tables
// and boxes have writers of their own, and a bibliography says nothing.
func isProse(k core.PassageKind) bool { return k == core.PassageProse || k == core.PassageFront }

// isEntry reports whether a sentence begins the subject's entry of a word list.
func isEntry(doc *core.Document, s core.Span, subject string) bool {
	section := doc.Passages[doc.PassageAt(s.Start)].Section
	return slices.ContainsFunc(doc.SectionPath(section), sentence.IsWordList) && sentence.IsEntry(doc.Quote(s), subject)
}

// isHeading reports whether a sentence is the heading of a section that starts
// in its passage.
func isHeading(doc *core.Document, p *core.Passage, s core.Span) bool {
	for _, id := range p.Anchors {
		a := doc.Anchor(id)
		if a != nil && (a.Kind == core.KindSection || a.Kind == core.KindAppendix) && a.Span.Start == s.Start {
			return true
		}
	}
	return false
}

// isFragment reports whether a sentence lacks its beginning: a passage can start
// in the middle of one.
func isFragment(text string) bool { return text[0] >= 'a' && text[0] <= 'z' }
