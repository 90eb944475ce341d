package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// Relevance weighs the words of a query by how rare they are. With the thesaurus,
// other words for one of them count as near it; MeasureAny counts those as well that
// people use for one another in texts of any subject.
type Relevance interface {
	Measure(query string, thesaurus bool) core.Measure
	MeasureAny(query string) core.Measure
}

// Library gives the writer the documents of the hits.
type Library interface {
	Documents() []*core.Document
	Document(id string) *core.Document
}

// Extractive writes answers from quotes.
type Extractive struct {
	Library   Library
	Relevance Relevance
	Graph     Graph     // may be nil
	Passages  *Passages // those that were read before; may be nil
}

// Input is what an answer is written from.
type Input struct {
	Question string
	Plan     core.Plan
	Sides    []plan.Side // of a comparison
	Expand   []string    // other names of what the question asks for
	Hits     []core.Hit
	Evidence *Evidence   // the hits, read; nil where nobody has read them yet
	Facts    []core.Fact // that the question may ask for, the likeliest first
	// PartFacts are the facts that each part of the question may ask for; nil where it has one.
	PartFacts [][]core.Fact
	Typed     core.TypedAnswer
	// Thesaurus counts other words for what is asked, Context quotes the sentences
	// around the best one.
	Thesaurus, Context bool
	Detail             bool // what the evidence says besides is wanted too

	runs int // how many places are quoted; 0 for the usual number
}

// evidence is what the hits say.
func (in *Input) evidence(w *Extractive) *Evidence {
	if in.Evidence == nil {
		in.Evidence = NewEvidence(w.Library, nil, nil, core.FAQMatch{}, in.Hits, w.Relevance.Measure(in.Question, in.Thesaurus))
	}
	return in.Evidence
}

// asked is the question with the other names of what it asks for.
func (in *Input) asked() string { return in.Question + "\n" + strings.Join(in.Expand, "\n") }

// Draft is an answer before it is verified.
type Draft struct {
	Short     string
	Claims    []core.Claim
	More      []core.Claim // what the evidence says besides
	Citations []core.Citation
	// Exact is set where the claims are the very element that the question
	// names: a row of a table, an algorithm box.
	Exact bool
	// Typed is set where the claims are values of typed facts, and all that was asked for.
	Typed bool
	// Note says why a draft has no claims.
	Note string
	// Exchange is the request to a language model that the draft came from, nil if
	// none was made.
	Exchange *core.Exchange
}

// Name names the writer in traces.
func (w *Extractive) Name() string { return "extractive" }

// Write drafts an answer. A draft without claims means that the evidence does
// not contain what the question asks for.
func (w *Extractive) Write(_ context.Context, in Input) (Draft, error) {
	if in.Typed.Sentence != "" {
		d := w.typed(in.Typed)
		w.more(&d, in)
		return d, nil
	}
	for _, attempt := range w.attempts(in) {
		d := attempt(in)
		if len(d.Claims) == 0 {
			continue
		}
		if d.Claims[0].Verdict != core.Stated {
			w.complete(&d, in)
			w.recall(&d, in)
		} else {
			w.more(&d, in)
		}
		return d, nil
	}
	return Draft{}, nil
}

// maxMore is how many places are quoted besides.
const maxMore = 3

// more adds what the sentences of the evidence say besides, where that is wanted.
func (w *Extractive) more(d *Draft, in Input) {
	if !in.Detail {
		return
	}
	n := len(d.Claims)
	in.runs = maxMore
	d.join(w.sentences(in))
	d.Claims, d.More = d.Claims[:n], d.Claims[n:]
}

// attempts are the ways to answer an intent, the most exact first: what is asked of a value
// or an element is read off it, and anything else stated where a statement is known.
func (w *Extractive) attempts(in Input) []func(Input) Draft {
	sure := func(in Input) Draft { return w.statements(in, sureStated) }
	likely := func(in Input) Draft { return w.statements(in, minStated) }
	switch in.Plan.Intent {
	case core.IntentCalls:
		return []func(Input) Draft{w.calls, likely, w.algorithms, w.sentences}
	case core.IntentSteps:
		if asksSteps.MatchString(in.Question) {
			return []func(Input) Draft{w.algorithms, sure, w.tables, likely, w.sentences}
		}
		return []func(Input) Draft{sure, w.algorithms, w.tables, likely, w.sentences}
	case core.IntentInterface:
		return []func(Input) Draft{likely, w.algorithms, w.tables, w.sentences}
	case core.IntentSize:
		return []func(Input) Draft{w.cells, w.ownTables, likely, w.rows, w.compareRows, w.compare, w.sentences}
	case core.IntentDefinition:
		return []func(Input) Draft{sure, w.numberedElements, w.tables, w.ownTables, likely, w.elements, w.eachPart, w.definitions, w.sentences}
	case core.IntentComparison:
		return []func(Input) Draft{w.tables, w.compareRows, w.statedComparison, w.compare, w.sentences}
	case core.IntentGeneral:
		return []func(Input) Draft{sure, w.tables, w.numberedElements, w.ownTables, likely, w.elements, w.rows, w.compareRows, w.compare, w.eachPart, w.sentences}
	}
	return []func(Input) Draft{sure, w.compareRows, likely, w.compare, w.eachPart, w.sentences}
}

// completeShare is the share of a question that an answer covers by itself; below
// it the evidence has more to say, in at most completeRuns places.
const (
	completeShare = 0.75
	completeRuns  = 3
)

// complete adds what the evidence says of the part of a question that an exact
// answer leaves open: the row of a table gives a size, and not what follows from
// it.
func (w *Extractive) complete(d *Draft, in Input) {
	table := slices.ContainsFunc(d.Claims, func(c core.Claim) bool { return c.Side != "" })
	if in.Plan.Intent == core.IntentSteps || table && plan.AskedOfAll(in.Question, in.Sides) == "" || !d.Exact && !table {
		return
	}
	e := in.evidence(w)
	if e.measure.Share(e.measure.Marks(w.inContext(d))) >= completeShare {
		return
	}
	for _, r := range e.runs(in.weight(), completeRuns, in.Context) {
		best := &r.units[r.best]
		other := d.Exact && r.of.Kind == core.PassageTable && !mentionsAny(best.text, in.Plan.Terms) // a row of something else
		if !other && !d.claims(best.said()) {
			d.claimRun(&r.passage, r.first, r.last)
		}
	}
}

// inContext is what a draft claims, with its quotes and what they are in.
func (w *Extractive) inContext(d *Draft) string {
	var b strings.Builder
	for _, c := range d.Claims {
		b.WriteString(c.Text + "\n")
	}
	for i := range d.Citations {
		b.WriteString(d.Citations[i].Section + "\n" + d.Citations[i].Quote + "\n")
		if doc := w.Library.Document(d.Citations[i].DocID); doc != nil {
			b.WriteString(doc.Label + "\n")
			if a := doc.Anchor(d.Citations[i].Anchor); a != nil {
				b.WriteString(a.Heading() + "\n")
			}
		}
	}
	return b.String()
}

// Cite adds a citation of a span, or finds the one that is there, and returns its
// key.
func (d *Draft) Cite(doc *core.Document, s core.Span) string {
	if key := d.keyOf(doc.ID, s); key != "" {
		return key
	}
	return d.adopt(core.Citation{
		Locator: doc.Locate(s), Quote: doc.Quote(s), DocSHA256: doc.SHA256, Source: doc.Source(),
		Draft: doc.Status == core.StatusDraft, Declared: doc.Identity == core.IdentityDeclared,
	})
}

// adopt adds a citation under a key of the draft's own, or finds the one of the same
// place.
func (d *Draft) adopt(c core.Citation) string {
	for i := range d.Citations {
		if d.Citations[i].Locator == c.Locator {
			return d.Citations[i].Key
		}
	}
	c.Key = fmt.Sprintf("c%d", len(d.Citations)+1)
	d.Citations = append(d.Citations, c)
	return c.Key
}

// keyOf is the key under which a span is cited, "" if it is not.
func (d *Draft) keyOf(docID string, s core.Span) string {
	for i := range d.Citations {
		if c := &d.Citations[i]; c.DocID == docID && c.Span == s {
			return c.Key
		}
	}
	return ""
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

// covers returns the share of a query that a text covers, and the words that it
// lacks.
func (w *Extractive) covers(query, text string) (float64, []string) {
	m := w.Relevance.Measure(query, false)
	marks := m.Marks(text)
	return m.Share(marks), m.Missing(marks)
}
