package pqcite

import (
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
)

// VerifyOptions say what a text is held against. The zero value is every document of the
// library, and its sense.
type VerifyOptions struct {
	Quote bool // it is said to be there word for word
	// Document is the one document to look in, by its id, label or title; "" means all.
	Document string
	Pages    []int // PDF pages of the document that it is said to be on; empty means any
}

// Verification is what the documents say of a text.
type Verification struct {
	Verdict     core.Verdict `json:"verdict"`
	Rule        string       `json:"rule"`
	Evidence    *Evidence    `json:"evidence"`    // nil if nothing decided
	Unsupported []string     `json:"unsupported"` // words of it that the evidence lacks
	// Says is what the evidence says instead of Not; "" where they do not differ in one thing.
	Says string `json:"says,omitempty"`
	Not  string `json:"not,omitempty"`
}

// Evidence is the passage that decided. Start and end are byte offsets in the document's text.
type Evidence struct {
	DocID       string      `json:"doc_id"`
	PDFPage     int         `json:"pdf_page"`
	EndPage     int         `json:"end_page"`
	PrintedPage string      `json:"printed_page"`
	Start       int         `json:"start"`
	End         int         `json:"end"`
	Quote       string      `json:"quote"`
	Source      core.Source `json:"source"`
	// Also are the other places with the same words.
	Also []Place `json:"also,omitempty"`
}

// Place is a place of the same document.
type Place struct {
	PDFPage int    `json:"pdf_page"`
	Section string `json:"section"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

// Verify holds a claim, a sentence in anybody's words, or a quote against the documents, and
// returns what the one says that settles most. An error means that the options name no
// document ([corpus.NameError]), several, or a page that it does not have.
func (l *Library) Verify(text string, o VerifyOptions) (*Verification, error) {
	docs, err := l.within(&o)
	if err != nil {
		return nil, err
	}
	best, from := l.corpus.Prover().Prove(citations.Statement{Text: text, Quote: o.Quote, Pages: o.Pages}, docs)
	v := verificationOf(&best, from)
	if v.Verdict == core.Verbatim && v.Evidence != nil {
		for _, span := range l.corpus.Prover().Elsewhere(from, best.Span) {
			at := from.Locate(span)
			v.Evidence.Also = append(v.Evidence.Also, Place{at.StartPage, at.Section, span.Start, span.End})
		}
	}
	return v, nil
}

// within checks the options and returns the documents to look in.
func (l *Library) within(o *VerifyOptions) ([]*core.Document, error) {
	switch {
	case o.Document == "" && len(o.Pages) > 0:
		return nil, errors.New("pages need a document: name the one that they are of")
	case o.Document == "":
		return l.corpus.Documents(), nil
	}
	doc, err := l.corpus.Named(o.Document)
	if err != nil {
		return nil, err
	}
	for _, p := range o.Pages {
		if doc.Page(p) == nil {
			return nil, fmt.Errorf("%s has no PDF page %d", doc.Label, p)
		}
	}
	return []*core.Document{doc}, nil
}

func verificationOf(p *citations.Proof, d *core.Document) *Verification {
	v := &Verification{Verdict: p.Verdict, Rule: p.Rule, Unsupported: p.Unsupported, Says: p.Says, Not: p.Not}
	if v.Unsupported == nil {
		v.Unsupported = []string{}
	}
	if p.StartPage > 0 {
		v.Evidence = &Evidence{
			DocID: d.ID, PDFPage: p.StartPage, EndPage: p.EndPage, PrintedPage: d.Locate(p.Span).PrintedPage,
			Start: p.Span.Start, End: p.Span.End, Quote: p.Quote, Source: d.Source(),
		}
	}
	return v
}
