package corpus

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Card returns the card of what words name: a reference anywhere in them, otherwise an
// algorithm, term, identifier or object identifier.
func (l *Library) Card(words string) (card.Card, bool) {
	deck := l.Cards()
	if refs := CardReferences(l.Scanner().Text(words)); len(refs) > 0 {
		return deck.At(words, refs[0].Span.Start, refs)
	}
	if c, ok := deck.Named(words); ok {
		return c, true
	}
	// A word of several parts is found from its start.
	for at := range words {
		if c, ok := deck.At(words, at, nil); ok {
			return c, true
		}
	}
	return card.Card{}, false
}

// CardReferences brings the references of a text into the form that a deck takes.
// Candidates are left out: there is nothing to say of them.
func CardReferences(found []refs.Occurrence) []card.Reference {
	out := make([]card.Reference, 0, len(found))
	for i := range found {
		if o := &found[i]; o.Status != refs.Candidate {
			out = append(out, cardReference(o))
		}
	}
	return out
}

func cardReference(o *refs.Occurrence) card.Reference {
	r := card.Reference{
		Span: o.Span, State: card.State(o.Status), Label: o.Doc, Page: o.Page, Written: o.Text, URL: o.URL, Note: o.Note,
	}
	if o.Target.Document != nil {
		r.DocID = o.Target.Document.ID
	}
	if o.Target.Anchor != nil {
		r.Anchor = o.Target.Anchor.ID
	}
	for _, t := range o.Nearest {
		r.Nearest = append(r.Nearest, t.Nearest())
	}
	return r
}

// glossary is the pack's words for cards. What it says of a term is put together
// once.
type glossary struct {
	lib     *Library
	entries sync.Map // by the term's name: card.Entry
}

// At returns the object identifier, identifier or term at an offset.
func (g *glossary) At(text string, offset int) (card.Entry, bool) {
	if o, span, ok := standards.OIDAt(text, offset); ok {
		return g.oidEntry(o, span), true
	}
	if r, span, ok := standards.RelationAt(text, offset); ok {
		return g.relationEntry(&r, text[span.Start:span.End], span), true
	}
	name, where, isTerm := standards.TermAt(text, offset)
	id, span, ok := standards.IdentifierAt(text, offset)
	switch {
	case isTerm && (!ok || where.Len() >= span.Len()):
		return g.termEntry(name, text[where.Start:where.End], where), true
	case ok && id.Term != "":
		return g.identifierEntry(&id, text[span.Start:span.End], span), true
	case ok:
		return g.placeEntry(&id, span), true
	}
	return card.Entry{}, false
}

// entry is what is said of a term, whatever it is asked about by.
func (g *glossary) entry(name string) card.Entry {
	if e, ok := g.entries.Load(name); ok {
		return e.(card.Entry)
	}
	t, _ := standards.TermNamed(name)
	e := card.Entry{
		Subject: card.OfTerm, Heading: t.Name, Names: append([]string{t.Name, t.Expansion}, t.Aliases...), Text: t.Text, Facts: termFacts(&t),
		DocID: t.At.DocID(), Anchor: t.At.Anchor(), Pages: t.Pages,
	}
	g.entries.Store(name, e)
	return e
}

func (g *glossary) termEntry(name, written string, span core.Span) card.Entry {
	e := g.entry(name)
	e.Span = span
	t, _ := standards.TermNamed(name)
	if written != name && slices.ContainsFunc(t.OldNames, func(old string) bool { return strings.EqualFold(old, written) }) {
		e.Note = written + " is a name from before standardization"
		if differs := standards.Submission(name); differs != "" {
			e = related(e, differs)
			e.Heading = written + ", which became " + name
		}
	}
	switch standards.StandingOf(written) {
	case standards.Notation:
		e.Shared, e.Of = true, t.Documents
	case standards.Everyday:
		e.Shared, e.Everyday = true, true
	}
	if expansion := standards.Expansion(name); expansion != "" {
		e.Heading += " — " + expansion
	}
	return e
}

// related is the entry of what has to do with a term and is not it.
func related(e card.Entry, how string) card.Entry {
	e.Note, e.State = how, card.Related
	e.Facts = slices.DeleteFunc(slices.Clone(e.Facts), func(f card.Fact) bool { return f.Name == factOID || f.Name == factFormerly })
	return e
}

// relationEntry is the entry of a name of well-known code.
func (g *glossary) relationEntry(r *standards.Relation, written string, span core.Span) card.Entry {
	note := r.Says + " (" + r.Source + ")"
	if r.Term != "" {
		e := g.entry(r.Term)
		t, _ := standards.TermNamed(r.Term)
		e = related(e, note)
		e.Subject, e.Heading, e.Span = card.OfIdentifier, written+" — "+t.Name, span
		e.Shared, e.Of = standards.StandingOf(written) != standards.Proper, t.Documents
		return e
	}
	var all []card.Entry
	for _, at := range r.At {
		e := g.anchorEntry(at, written)
		e.Note, e.Span, e.State = note, span, card.Related
		e.Shared, e.Of = standards.StandingOf(written) != standards.Proper, []string{e.DocID}
		all = append(all, e)
	}
	all[0].Also = all[1:]
	return all[0]
}

// The names of facts that are of a term alone, and not of what is related to it.
const (
	factFormerly = "formerly"
	factOID      = "OID"
)

// termFacts are the old names, the object identifier and the sizes of a term.
func termFacts(t *standards.Term) []card.Fact {
	var facts []card.Fact
	if len(t.OldNames) > 0 {
		facts = append(facts, card.Fact{Name: factFormerly, Value: strings.Join(distinct(t.OldNames), ", ")})
	}
	for _, p := range standards.ParametersOf(t.Name) {
		values := make([]string, len(p.Values))
		for i := range p.Values {
			values[i] = p.Values[i].Label() + " " + p.Values[i].String()
		}
		facts = append(facts, card.Fact{Name: tableName(p.At), Value: strings.Join(values, ", ")})
	}
	if o, ok := standards.OIDOf(t.Name); ok {
		facts = append(facts, card.Fact{Name: factOID, Value: o.OID + " (" + o.Name + ")"})
	}
	return facts
}

// distinct leaves out names that differ from one before by hyphens and case alone.
func distinct(names []string) []string {
	var out, keys []string
	for _, n := range names {
		key := strings.ToLower(strings.NewReplacer("-", "", "^", "", "{", "", "}", "").Replace(n))
		if !slices.Contains(keys, key) {
			out, keys = append(out, n), append(keys, key)
		}
	}
	return out
}

// tableName is how a table is cited.
func tableName(at standards.Place) string {
	s, _ := standards.ByID(at.DocID())
	return s.Label + ", Table " + strings.TrimPrefix(at.Anchor(), "table-")
}

func (g *glossary) oidEntry(o standards.OID, span core.Span) card.Entry {
	e := g.entry(o.Term)
	e.Subject, e.Span = card.OfOID, span
	e.Heading = o.OID + " — " + o.Name + ", " + o.Term
	return e
}

func (g *glossary) identifierEntry(id *standards.Identifier, written string, span core.Span) card.Entry {
	e := g.entry(id.Term)
	e.Subject, e.Span = card.OfIdentifier, span
	e.Heading = written + " — " + id.Term
	if id.Source != "" {
		e.Note = "as " + id.Source + " spells it"
	}
	if id.Relation != "" {
		e = related(e, id.Relation)
		e.Heading = written + " — " + id.Kind
		return e
	}
	if id.Guessed {
		e.State = card.Guessed
	}
	if id.Quantity == "" {
		return e
	}
	for _, p := range standards.ParametersOf(id.Term) {
		i := slices.IndexFunc(p.Values, func(v standards.Value) bool { return v.Name == id.Quantity })
		if i < 0 {
			continue
		}
		v := &p.Values[i]
		e.Heading += fmt.Sprintf(", %s: %s", strings.ToLower(v.Label()), v.String())
		e.Value = v.String()
		e.DocID, e.Anchor, e.Pages = p.At.DocID(), p.At.Anchor(), []int{p.Page}
	}
	return e
}

// placeEntry is the entry of an identifier of an algorithm.
func (g *glossary) placeEntry(id *standards.Identifier, span core.Span) card.Entry {
	e := g.anchorEntry(id.At, id.Text)
	e.Span, e.Note = span, "as "+id.Source+" spells it"
	e.Shared, e.Of = standards.StandingOf(id.Text) != standards.Proper, []string{e.DocID}
	return e
}

// anchorEntry is the entry of an identifier that has to do with an anchor.
func (g *glossary) anchorEntry(at standards.Place, written string) card.Entry {
	e := card.Entry{Subject: card.OfIdentifier, DocID: at.DocID(), Anchor: at.Anchor(), Heading: written}
	for _, el := range standards.Structure(e.DocID) {
		if el.ID == e.Anchor {
			s, _ := standards.ByID(e.DocID)
			a := core.Anchor{Kind: el.Kind, Number: el.Number, Title: el.Title}
			e.Heading = written + " — " + s.Label + ", " + a.Name()
			if el.Title != "" {
				e.Heading += ", " + el.Title
			}
		}
	}
	if s, ok := standards.SummaryOf(at); ok {
		e.Text, e.Pages = s.Text, s.Pages
	}
	e.Facts = g.Facts(e.DocID, e.Anchor)
	return e
}

// Summary is the pack's of an element of a published document.
func (g *glossary) Summary(docID, anchor string) string {
	if d := g.lib.Document(docID); d != nil && d.Identity != core.IdentityPublished {
		return ""
	}
	s, _ := standards.SummaryOf(standards.Place(docID + "#" + anchor))
	return s.Text
}

// Facts are the inputs, outputs and calls of an algorithm of a published document.
func (g *glossary) Facts(docID, anchor string) []card.Fact {
	if d := g.lib.Document(docID); d != nil && d.Identity != core.IdentityPublished {
		return nil
	}
	elements := standards.Structure(docID)
	i := slices.IndexFunc(elements, func(e standards.Element) bool { return e.ID == anchor })
	if i < 0 {
		return nil
	}
	e := &elements[i]
	facts := []card.Fact{}
	if len(e.Inputs) > 0 {
		facts = append(facts, card.Fact{Name: "in", Value: strings.Join(e.Inputs, "; ")})
	}
	if len(e.Outputs) > 0 {
		facts = append(facts, card.Fact{Name: "out", Value: strings.Join(e.Outputs, "; ")})
	}
	if runs := algorithmNames(elements, e.Runs); runs != "" {
		facts = append(facts, card.Fact{Name: "runs", Value: runs})
	}
	if by := algorithmNames(elements, standards.Callers(docID, anchor)); by != "" {
		facts = append(facts, card.Fact{Name: "run by", Value: by})
	}
	return facts
}

func algorithmNames(elements []standards.Element, ids []string) string {
	var names []string
	for i := range elements {
		if e := &elements[i]; slices.Contains(ids, e.ID) {
			names = append(names, e.Title+" ("+e.Number+")")
		}
	}
	return strings.Join(names, ", ")
}
