package answer

import (
	"slices"
	"sort"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/sentence"
)

// candidate is a sentence that may answer.
type candidate struct {
	doc   *core.Document
	span  core.Span
	score float64
	order int // of discovery, for ties
}

// Shares of a sentence's score.
const (
	ownShare     = 0.75 // what the sentence itself covers of the question
	contextShare = 0.25 // what its section's headings add
	rankDecay    = 0.04 // how much each rank of its passage costs
	minSentence  = 0.30 // below this a sentence is no answer
	maxSentence  = 900  // bytes; longer runs are lists or formulas, not sentences

	// A defining sentence counts two, one that says nothing of the subject a half.
	definingFactor = 1.5
	notDefining    = 1.0 / 3
	entryFactor    = 2.5 // the word's own entry of a glossary
)

// sentences answers with the sentences of the evidence that cover the question
// best.
func (w *Extractive) sentences(in Input) Draft {
	return w.best(in, in.Question, func(*core.Document, core.Span) float64 { return 1 })
}

// definitions answers with the sentences that define what the question is
// about.
func (w *Extractive) definitions(in Input) Draft {
	subject := sentence.Subject(in.Question)
	if subject == "" {
		return Draft{}
	}
	return w.best(in, subject, func(doc *core.Document, s core.Span) float64 {
		if isEntry(doc, s, subject) {
			return entryFactor
		}
		return definingFactor * (notDefining + sentence.Defines(oneLine(doc, doc.Quote(s)), subject))
	})
}

// best drafts an answer of the best sentences, weighed by a factor.
func (w *Extractive) best(in Input, query string, factor func(*core.Document, core.Span) float64) Draft {
	var cs []candidate
	for rank, h := range in.Hits {
		doc := w.Library.Document(h.Passage.DocID)
		if doc == nil || !isProse(doc.Passages[h.Passage.Index].Kind) {
			continue
		}
		p := &doc.Passages[h.Passage.Index]
		heading := doc.Label + " " + strings.Join(doc.SectionPath(p.Section), " ")
		for _, s := range sentencesOf(doc, p.Span) {
			f := factor(doc, s)
			if f == 0 || s.Len() > maxSentence || isHeading(doc, p, s) || f < entryFactor && isFragment(doc.Quote(s)) {
				continue
			}
			own, _ := w.Relevance.Coverage(query, doc.Quote(s))
			both, _ := w.Relevance.Coverage(query, heading+"\n"+doc.Quote(s))
			score := f * (ownShare*own + contextShare*both) * (1 - rankDecay*float64(min(rank, 12)))
			cs = append(cs, candidate{doc: doc, span: s, score: score, order: len(cs)})
		}
	}
	sort.SliceStable(cs, func(i, j int) bool { return cs[i].score > cs[j].score })
	return draftOf(cs)
}

// isProse reports whether sentences are taken from passages of a kind. Tables
// and boxes have writers of their own, and a bibliography says nothing.
func isProse(k core.PassageKind) bool { return k == core.PassageProse || k == core.PassageFront }

// addList adds what a sentence that ends in a colon announces: the sentences
// after it in its passage and the next, as many as an answer has room for.
func (d *Draft) addList(c candidate) {
	i := c.doc.PassageAt(c.span.Start)
	end := c.doc.Passages[min(i+1, len(c.doc.Passages)-1)].Span.End
	for _, s := range sentencesOf(c.doc, core.Span{Start: c.span.End, End: end}) {
		if len(d.Claims) == MaxClaims {
			return
		}
		d.claim(oneLine(c.doc, c.doc.Quote(s)), d.cite(c.doc, s))
	}
}

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

// draftOf takes the best sentences that are at least half as good as the first.
func draftOf(cs []candidate) Draft {
	var d Draft
	seen := map[string]bool{}
	for _, c := range cs {
		if c.score < minSentence || c.score < 0.5*cs[0].score || len(d.Claims) == MaxClaims {
			break
		}
		text := oneLine(c.doc, c.doc.Quote(c.span))
		if seen[text] {
			continue
		}
		seen[text] = true
		d.claim(text, d.cite(c.doc, c.span))
		if strings.HasSuffix(text, ":") {
			d.addList(c)
		}
	}
	if len(d.Claims) > 0 {
		d.Short = d.Claims[0].Text
	}
	return d
}

// sentencesOf splits a part of a document, leaving out headings and fragments
// without a verb's worth of words.
func sentencesOf(doc *core.Document, s core.Span) []core.Span {
	var out []core.Span
	for _, part := range sentence.Split(doc.Quote(s)) {
		span := core.Span{Start: s.Start + part.Start, End: s.Start + part.End}
		if len(strings.Fields(doc.Quote(span))) >= 4 {
			out = append(out, span)
		}
	}
	return out
}
