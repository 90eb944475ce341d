package lsp

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/lsp/markdown"
)

// lookups offer ways from a place to what the standard says of it, and insertions of
// what the standard says.
func (v *view) lookups(k *knowledge, at core.Span, automatic bool) []action {
	c, ok := v.cardAt(k, at.Start)
	if !ok || c.DocID == "" || automatic && c.Subject != card.OfReference {
		return nil
	}
	ref, name := anchorRef{c.DocID, c.Anchor}, c.Place
	all := []action{
		{kind: kindSection, title: "Look up " + name, command: newCommand("Look up "+name, CommandLookup, ref)},
	}
	if c.State != card.Dangling {
		all = append(all, action{kind: kindAsk, title: "Ask about " + c.Heading, command: newCommand("Ask", CommandAsk, askArgument{Question: question(&c, name)})})
	}
	if c.StartPage > 0 && c.URL != "" {
		title := fmt.Sprintf("Open PDF page %d of %s", c.StartPage, k.label(c.DocID))
		all = append(all, action{kind: kindPage, title: title, command: newCommand(title, CommandPage, ref)})
	}
	if c.Subject != card.OfReference {
		all = append(all, action{kind: kindCite, title: "Insert the citation " + name, edit: func() []change { return v.cite(&c, name) }})
	}
	if c.Exactness == card.Verbatim && v.quotable(at.Start) {
		all = append(all, action{kind: kindQuote, title: "Quote " + name + " here", edit: func() []change { return v.quote(k, &c, at.Start) }})
	}
	return all
}

// question asks about the subject of a card.
func question(c *card.Card, name string) string {
	heading, _, _ := strings.Cut(c.Heading, " — ")
	switch {
	case strings.HasPrefix(c.Anchor, string(core.KindAlgorithm)+"-"):
		return "What does " + name + " do?"
	case c.Subject == card.OfTerm:
		return "What is " + heading + "?"
	}
	return "What does " + name + " say?"
}

// cite inserts a citation after the word that it belongs to; in code outside comments,
// in a comment above.
func (v *view) cite(c *card.Card, name string) []change {
	if inProse(v.doc, c.Span.Start) {
		return []change{{core.Span{Start: c.Span.End, End: c.Span.End}, " (" + name + ")"}}
	}
	line, indent := v.line(c.Span.Start)
	mark := v.doc.lang.Comment()
	return []change{{core.Span{Start: line.Start, End: line.Start}, indent + mark + " " + name + "\n"}}
}

// line is the line of an offset, and its indentation.
func (v *view) line(offset int) (line core.Span, indent string) {
	line = v.doc.text.Line(v.doc.text.LineAt(offset))
	content := v.written(line)
	return line, content[:len(content)-len(strings.TrimLeft(content, " \t"))]
}

// quotable reports whether a quote can be inserted above a place: comment lines cannot
// go inside a block comment or a string.
func (v *view) quotable(offset int) bool {
	if v.doc.lang.Comment() == "" {
		return true // text
	}
	line, indent := v.line(offset)
	return strings.HasPrefix(v.written(line)[len(indent):], v.doc.lang.Comment()) || !inProse(v.doc, line.Start+len(indent))
}

// quote inserts the standard's words above a place: in text as a quoted paragraph, in
// code in the form that specification checkers read, the address after "//=" and the
// words after "//#".
func (v *view) quote(k *knowledge, c *card.Card, offset int) []change {
	line, indent := v.line(offset)
	d := k.Corpus().Document(c.DocID)
	mark := v.doc.lang.Comment()
	var lines []string
	if mark == "" || v.doc.lang == &prose.LaTeX {
		mark = indent + mark + "> "
		lines = append(quoted(c, mark), strings.TrimRight(mark, " "), strings.TrimSuffix(mark+c.Place+": "+c.URL, ": "), "")
	} else {
		lines = append([]string{indent + mark + "= " + address(d, c)}, quoted(c, indent+mark+"# ")...)
	}
	return []change{{core.Span{Start: line.Start, End: line.Start}, strings.Join(lines, "\n") + "\n"}}
}

// address is the address of an anchor: the document's with the anchor as its fragment.
// Anchors without an address are cited by name.
func address(d *core.Document, c *card.Card) string {
	switch {
	case d.URL == "":
		return c.Place
	case c.Anchor == "":
		return d.URL
	}
	return d.URL + "#" + c.Anchor
}

// Bounds of a quote: sentences as long as they fit in maxQuote bytes, the first in any
// case; of a box or table the first lines.
const (
	maxQuote      = 400
	maxQuoteLines = 12
)

// quoted are the lines that quote the passage of a card: lines of a box or table,
// otherwise its first sentences.
func quoted(c *card.Card, mark string) []string {
	if !markdown.SetAsIs(c.Anchor) {
		return wrapped(firstSentences(c.Text), mark)
	}
	var lines []string
	for line := range strings.Lines(c.Text) {
		if len(lines) == maxQuoteLines {
			break
		}
		if words := strings.Join(strings.Fields(line), " "); words != "" {
			lines = append(lines, mark+words)
		}
	}
	return lines
}

// firstSentences are the sentences of a text's first paragraph that fit.
func firstSentences(s string) string {
	s, _, _ = strings.Cut(s, "\n\n")
	end := 0
	for _, at := range lex.Split(s) {
		if end > 0 && at.End > maxQuote {
			break
		}
		end = at.End
	}
	return s[:end]
}
