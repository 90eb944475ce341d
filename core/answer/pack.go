package answer

import (
	"slices"

	"github.com/pqcite/pqcite/core"
)

const (
	bytesPerToken = 3   // see tokens
	maxPassage    = 500 // tokens of one passage of prose, so that there are several
	maxOffered    = 12  // pieces of evidence, and so keys
)

// tokens estimates how many tokens a text is: a third of its bytes. English prose
// has four bytes a token in the vocabularies of today, formulas and identifiers
// two or three. It trades a quarter of the room in prose against a prompt that a
// small context would cut without a word.
func tokens(text string) int { return (len(text) + bytesPerToken - 1) / bytesPerToken }

// chosen is a span that is packed.
type chosen struct {
	rank int // of its hit
	doc  *core.Document
	span core.Span
}

func (c chosen) offered(key string) offered {
	at := c.doc.Locate(c.span)
	label := c.doc.Label
	if a := c.doc.Anchor(at.Anchor); a != nil && a.Kind != core.KindSection && a.Kind != core.KindAppendix {
		label += ", " + a.Heading()
	} else if at.Section != "" {
		label += ", " + at.Section
	}
	return offered{key, label, c.doc.Quote(c.span)}
}

// cost is what the span takes of the budget, with its fence.
func (c chosen) cost() int { return tokens(c.offered("c00").String()) }

// pack chooses evidence within a budget of tokens, best first. Each document gets
// at first no more than its share, so that one that speaks of everything can't
// crowd out the one that is asked about; what is left over then goes to the best
// of the rest. The draft has a citation for each piece, under its key.
func (c *Composer) pack(in Input, budget int) (Draft, []offered) {
	p := packing{composer: c, question: in.Question, left: budget, share: map[string]int{}}
	for _, h := range in.Hits {
		p.share[h.Passage.DocID] = 0
	}
	for id := range p.share {
		p.share[id] = budget / len(p.share)
	}
	p.take(in.Hits, true)
	p.take(in.Hits, false)
	slices.SortStableFunc(p.chosen, func(a, b chosen) int { return a.rank - b.rank })
	var d Draft
	var out []offered
	for _, x := range p.chosen {
		out = append(out, x.offered(d.Cite(x.doc, x.span)))
	}
	return d, out
}

type packing struct {
	composer *Composer
	question string
	left     int            // tokens
	share    map[string]int // tokens left of each document's share
	chosen   []chosen
}

// take packs the hits that are not packed yet and fit, within their documents'
// shares or beyond.
func (p *packing) take(hits []core.Hit, fair bool) {
	for rank, h := range hits {
		room := p.left
		if fair {
			room = min(room, p.share[h.Passage.DocID])
		}
		if len(p.chosen) == maxOffered || p.has(h.Passage, hits) {
			continue
		}
		x, ok := p.fit(rank, h, room)
		if !ok {
			continue
		}
		cost := x.cost()
		p.left -= cost
		p.share[h.Passage.DocID] -= cost
		p.chosen = append(p.chosen, x)
	}
}

func (p *packing) has(ref core.PassageRef, hits []core.Hit) bool {
	return slices.ContainsFunc(p.chosen, func(x chosen) bool { return hits[x.rank].Passage == ref })
}

// fit returns what of a hit's passage fits the room: prose is cut at the ends of
// sentences; an algorithm's box or a table means something else by the half, and
// goes in whole or not at all.
func (p *packing) fit(rank int, h core.Hit, room int) (chosen, bool) {
	doc := p.composer.Library.Document(h.Passage.DocID)
	if doc == nil || h.Passage.Index < 0 || h.Passage.Index >= len(doc.Passages) {
		return chosen{}, false
	}
	passage := &doc.Passages[h.Passage.Index]
	x := chosen{rank, doc, trimSpan(doc, passage.Span)}
	switch {
	case x.span.Len() <= 0 || passage.Kind == core.PassageContents || passage.Kind == core.PassageReference:
		return x, false
	case !isProse(passage.Kind):
		return x, x.cost() <= room
	}
	room = min(room, maxPassage)
	if x.cost() <= room {
		return x, true
	}
	return p.cut(x, doc.Units(h.Passage.Index), room)
}

// cut takes the sentence of a passage that covers the question best and as many
// around it as there is room for, those after it first.
func (p *packing) cut(x chosen, parts []core.Unit, room int) (chosen, bool) {
	run := func(from, to int) chosen {
		x.span = core.Span{Start: parts[from].Span.Start, End: parts[to].Span.End}
		return x
	}
	first := p.bestOf(x.doc, parts)
	last := first
	if run(first, last).cost() > room {
		return x, false
	}
	for grown := true; grown; {
		grown = false
		if last+1 < len(parts) && run(first, last+1).cost() <= room {
			last, grown = last+1, true
		}
		if first > 0 && run(first-1, last).cost() <= room {
			first, grown = first-1, true
		}
	}
	return run(first, last), true
}

func (p *packing) bestOf(doc *core.Document, parts []core.Unit) int {
	m := p.composer.Relevance.Measure(p.question, false)
	best, most := 0, -1.0
	for i, u := range parts {
		if share := m.Share(m.Marks(doc.Quote(u.Span))); share > most {
			best, most = i, share
		}
	}
	return best
}
