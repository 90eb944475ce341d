package citations

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Examiner checks people's own sentences against documents. It is safe for concurrent
// use.
type Examiner struct {
	scanner *refs.Scanner
	docs    []*core.Document
	prover  *Prover
}

// NewExaminer returns an examiner over documents, whose references a scanner reads
// and a prover decides about.
func NewExaminer(scanner *refs.Scanner, docs []*core.Document, prover *Prover) *Examiner {
	return &Examiner{scanner, docs, prover}
}

// Examined is a sentence of somebody's text, and what the documents say of it.
type Examined struct {
	Sentence    string
	Verdict     core.Verdict
	Rule        string
	Unsupported []string       // words that the evidence lacks
	Says, Not   string         // what the evidence says instead of what; "" where they do not differ in one thing
	Evidence    *core.Citation // what comes closest; nil if nothing does
}

// Examinable cuts a text into the sentences that can be examined, each on one line.
func Examinable(text string) []string {
	var out []string
	for _, at := range Sentences(text) {
		if sentence := lex.OneLine(text[at.Start:at.End]); sentence != "" {
			out = append(out, sentence)
		}
	}
	return out
}

// Examine checks a sentence against the documents that it cites, or against all. What
// it cites is no part of what it says. It takes some milliseconds.
func (e *Examiner) Examine(sentence string) Examined {
	said, docs := e.cited(sentence)
	if len(docs) == 0 {
		docs = e.docs
	}
	proof, from := e.prover.Prove(Statement{Text: said}, docs)
	x := Examined{Sentence: sentence, Verdict: proof.Verdict, Rule: proof.Rule, Unsupported: proof.Unsupported, Says: proof.Says, Not: proof.Not}
	if from != nil && proof.StartPage > 0 && proof.Verdict != core.Unverifiable {
		x.Evidence = &core.Citation{
			Key: "c1", Locator: from.Locate(proof.Span), Quote: proof.Quote, DocSHA256: from.SHA256, Source: from.Source(), Draft: from.Status == core.StatusDraft,
			Declared: from.Identity == core.IdentityDeclared,
		}
	}
	return x
}

// cited returns a sentence without the citations that are in brackets after what
// is said, and the documents that it cites.
func (e *Examiner) cited(sentence string) (said string, docs []*core.Document) {
	said = sentence
	found := e.scanner.Text(sentence)
	for i := len(found) - 1; i >= 0; i-- {
		o := &found[i]
		if d := o.Target.Document; d != nil && !slices.Contains(docs, d) {
			docs = append(docs, d)
		}
		if s := o.Span; s.End < len(said) && s.Start > 0 && strings.Contains("([", said[s.Start-1:s.Start]) && strings.Contains(")]", said[s.End:s.End+1]) {
			said = strings.TrimRight(said[:s.Start-1], " ") + said[s.End+1:]
		}
	}
	return said, docs
}
