package answer

import (
	"context"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Relevance says how much of a query a text covers: the share, 0 to 1, of the
// query's idf mass, and the query words that the text lacks.
type Relevance interface {
	Coverage(query, text string) (share float64, missing []string)
}

// Library gives the writer the documents behind the hits.
type Library interface {
	Documents() []*core.Document
	Document(id string) *core.Document
}

// Extractive writes answers from quotes.
type Extractive struct {
	Library   Library
	Relevance Relevance
}

// Input is what an answer is written from.
type Input struct {
	Question string
	Plan     core.Plan
	Expand   []string // other names of what the question asks for
	Hits     []core.Hit
}

// asked is the question with the other names of what it asks for.
func (in *Input) asked() string { return in.Question + "\n" + strings.Join(in.Expand, "\n") }

// Draft is an answer before it is verified.
type Draft struct {
	Short     string
	Claims    []core.Claim
	Citations []core.Citation
	// Exact is set where the claims are the very element that the question
	// names: a row of a table, an algorithm box.
	Exact bool
	// Note says why a draft has no claims.
	Note string
	// Exchange is the request to a language model that the draft came from, nil if
	// none was made.
	Exchange *core.Exchange
}

// MaxClaims bounds the sentences of an answer that is not one element.
const MaxClaims = 4

// Name names the writer in traces.
func (w *Extractive) Name() string { return "extractive" }

// Write drafts an answer. A draft without claims means that the evidence does
// not hold what the question asks for.
func (w *Extractive) Write(_ context.Context, in Input) (Draft, error) {
	attempts := []func(Input) Draft{w.sentences}
	switch in.Plan.Intent {
	case core.IntentSteps, core.IntentInterface:
		attempts = []func(Input) Draft{w.algorithms, w.tables, w.sentences}
	case core.IntentSize:
		attempts = []func(Input) Draft{w.tables, w.rows, w.sentences}
	case core.IntentDefinition:
		attempts = []func(Input) Draft{w.elements, w.tables, w.definitions, w.sentences}
	case core.IntentGeneral:
		attempts = []func(Input) Draft{w.tables, w.elements, w.rows, w.sentences}
	}
	for _, attempt := range attempts {
		if d := attempt(in); len(d.Claims) > 0 {
			return d, nil
		}
	}
	return Draft{}, nil
}

// cite adds a citation of a span, or finds the one that is there, and returns
// its key.
func (d *Draft) cite(doc *core.Document, s core.Span) string {
	for i := range d.Citations {
		if c := &d.Citations[i]; c.DocID == doc.ID && c.Span == s {
			return c.Key
		}
	}
	key := fmt.Sprintf("c%d", len(d.Citations)+1)
	d.Citations = append(d.Citations, core.Citation{
		Key: key, Locator: doc.Locate(s), Quote: doc.Quote(s), DocSHA256: doc.SHA256, Source: doc.Source(),
	})
	return key
}

func (d *Draft) claim(text string, keys ...string) {
	d.Claims = append(d.Claims, core.Claim{Text: text, Citations: keys})
}

// oneLine joins the lines of a quote for reading. A word that was broken at a
// line's end is joined if the document spells it so elsewhere; else its hyphen
// stays, as it does in "key-\nencapsulation".
func oneLine(doc *core.Document, quote string) string {
	var b strings.Builder
	for line := range strings.Lines(quote) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if b.Len() == 0 {
			b.WriteString(line)
			continue
		}
		joinLine(&b, doc, line)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// spells reports whether the document has a word, as it is or capitalised.
func spells(doc *core.Document, word string) bool {
	return word != "" && (strings.Contains(doc.Text, word) || strings.Contains(doc.Text, strings.ToUpper(word[:1])+word[1:]))
}

func joinLine(b *strings.Builder, doc *core.Document, line string) {
	before := b.String()
	if !strings.HasSuffix(before, "-") {
		b.WriteString(" " + line)
		return
	}
	head := before[strings.LastIndexByte(before, ' ')+1:]
	tail, _, _ := strings.Cut(line, " ")
	joined := strings.Trim(strings.TrimSuffix(head, "-")+tail, ".,;:()")
	if spells(doc, joined) {
		b.Reset()
		b.WriteString(strings.TrimSuffix(before, "-"))
	}
	b.WriteString(line)
}
