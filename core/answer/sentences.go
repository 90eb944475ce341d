package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core/plan"
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

// saying is the text of the claim that has a sentence.
func (d *Draft) saying(sentence string) string {
	for _, c := range d.Claims {
		if strings.Contains(c.Text, sentence) {
			return c.Text
		}
	}
	return sentence
}

// sentences answers with the runs of the evidence that cover the question best.
func (w *Extractive) sentences(in Input) Draft {
	return w.quote(in, in.Question, in.weight())
}

// definitions answers with the sentences that define what the question is about.
func (w *Extractive) definitions(in Input) Draft {
	subject := plan.Subject(in.Question, in.Plan.Parts)
	if subject == "" {
		return Draft{}
	}
	return w.quote(in, subject, defining(subject))
}

// quote drafts an answer of the best runs for a query, the best unit as its short
// answer.
func (w *Extractive) quote(in Input, query string, of weight) Draft {
	asked := in.evidence(w)
	e := asked
	if query != in.Question {
		e = asked.Under(w.Relevance.Measure(query, in.Thesaurus))
	}
	var d Draft
	for i, r := range e.runs(of, cmp.Or(in.runs, maxRuns), in.Context) {
		d.claimRun(&r.passage, r.first, r.last)
		if i == 0 {
			d.Short = d.saying(r.lead())
		}
	}
	w.follow(&d, asked.measure)
	return d
}
