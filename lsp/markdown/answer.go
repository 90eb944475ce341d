package markdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
)

// Library is what an answer links to.
type Library struct {
	// Document returns a cited document, or nil.
	Document func(id string) *core.Document
	// Open returns the address at which a place of a document opens in the editor; ""
	// if there is none.
	Open func(docID string, at core.Span) string
}

// place is a locator in words: "FIPS 203, Table 3, PDF page 48 (printed 39)".
func (l *Library) place(at core.Locator) string {
	return citations.At(l.Document(at.DocID), at).String()
}

// address is where a citation's passage opens: in the editor, otherwise its official
// page.
func (l *Library) address(c *core.Citation) string {
	if at := l.Open(c.DocID, c.Span); at != "" {
		return at
	}
	return c.URL
}

// labels are the documents' labels, or ids for those that are missing.
func (l *Library) labels(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id
		if d := l.Document(id); d != nil {
			out[i] = d.Label
		}
	}
	return out
}

// nearest is a similar place, as a link.
func (l *Library) nearest(n *core.Nearest) string {
	d := l.Document(n.DocID)
	if d == nil {
		return EscapeLine(n.Title)
	}
	if a := d.Anchor(n.Anchor); a != nil {
		return Link(n.Title, cmp.Or(l.Open(n.DocID, a.Span), d.PageURL(a.StartPage)))
	}
	return Link(n.Title, d.URL)
}

// Answer writes an outcome as a document: an answer in which each sentence links to its
// passage, or a refusal that links to the nearest places. Its heading is the question in full.
func Answer(o *core.Outcome, lib *Library) string {
	parts := []string{Heading("#", cmp.Or(o.Plan.Question, o.Question))}
	if o.Status == core.Refused {
		return strings.Join(append(parts, refusal(o, lib)...), "\n\n") + "\n"
	}
	w := writer{outcome: o, library: lib}
	claims, details := o.Parts()
	n := w.cited(claims)
	if short := Escape(o.ShortAnswer); short != "" && !strings.Contains(o.ShortAnswer, "\n") { // a listing follows below
		lead := "**" + short + "**"
		if c := claims[0]; c.Side == "" && c.Text == o.ShortAnswer {
			lead += " " + w.markers(&c)
			claims = claims[1:]
		}
		parts = append(parts, lead)
	}
	if table := w.comparison(); table != "" {
		parts = append(parts, table)
	}
	parts = append(append(parts, w.sentences(claims)...), "## Sources")
	parts = append(parts, w.sources(0, n)...)
	if len(details) > 0 {
		parts = append(append(parts, "## More"), w.sentences(details)...)
		parts = append(parts, w.sources(n, len(o.Citations))...)
	}
	return strings.Join(append(parts, w.notes()...), "\n\n") + "\n"
}

type writer struct {
	outcome *core.Outcome
	library *Library
}

// marker links a sentence to the passage that supports it.
func (w *writer) marker(key string) string {
	for i := range w.outcome.Citations {
		if c := &w.outcome.Citations[i]; c.Key == key {
			return Link(fmt.Sprintf("%d", i+1), w.library.address(c))
		}
	}
	return ""
}

func (w *writer) markers(c *core.Claim) string {
	var out []string
	for _, key := range c.Citations {
		if m := w.marker(key); m != "" {
			out = append(out, "\\["+m+"\\]")
		}
	}
	return strings.Join(out, " ")
}

// sentences are the claims outside a comparison, each with its markers.
func (w *writer) sentences(claims []core.Claim) []string {
	var out []string
	for i := range claims {
		c := &claims[i]
		switch {
		case c.Side != "":
		case strings.Contains(c.Text, "\n"): // a listing; all others are one line
			out = append(out, Fence(c.Text), w.markers(c))
		default:
			out = append(out, EscapeLine(c.Text)+" "+w.markers(c))
		}
	}
	return out
}

// comparison is the table of the claims that compare, or "".
func (w *writer) comparison() string {
	var sides, aspects []string
	for _, c := range w.outcome.Claims {
		if c.Side != "" && !slices.Contains(sides, c.Side) {
			sides = append(sides, c.Side)
		}
		if c.Side != "" && !slices.Contains(aspects, c.Aspect) {
			aspects = append(aspects, c.Aspect)
		}
	}
	if len(sides) == 0 {
		return ""
	}
	rows := []string{row("", sides), "|" + strings.Repeat("---|", len(sides)+1)}
	for _, aspect := range aspects {
		var cells []string
		for _, side := range sides {
			cells = append(cells, w.cell(side, aspect))
		}
		rows = append(rows, "| "+Escape(aspect)+" | "+strings.Join(cells, " | ")+" |")
	}
	return strings.Join(rows, "\n")
}

func row(first string, rest []string) string {
	out := "| " + Escape(first) + " |"
	for _, s := range rest {
		out += " " + Escape(s) + " |"
	}
	return out
}

// cell is what is said of one side in one respect.
func (w *writer) cell(side, aspect string) string {
	var out []string
	for i := range w.outcome.Claims {
		if c := &w.outcome.Claims[i]; c.Side == side && c.Aspect == aspect {
			out = append(out, Escape(value(c))+" "+w.markers(c))
		}
	}
	return strings.Join(out, "<br>")
}

// value is a claim of a comparison without what its column and row say already.
func value(c *core.Claim) string {
	rest, ok := strings.CutPrefix(c.Text, c.Side+", ")
	name, value, named := strings.Cut(rest, ": ")
	if ok && named && strings.HasPrefix(c.Aspect, name) { // a row may add the unit
		return value
	}
	return c.Text
}

// maxQuoteLines is how many lines of a quote are shown; its passage has the rest.
const maxQuoteLines = 12

// cited is how many citations the claims have, which are the first ones.
func (w *writer) cited(claims []core.Claim) int {
	n := 0
	for _, c := range claims {
		for _, key := range c.Citations {
			n = max(n, 1+slices.IndexFunc(w.outcome.Citations, func(x core.Citation) bool { return x.Key == key }))
		}
	}
	return n
}

// sources are the citations from one to before another.
func (w *writer) sources(from, to int) []string {
	var out []string
	for i := from; i < to; i++ {
		out = append(out, w.source(i))
	}
	return out
}

// source is the place and the quote of a citation.
func (w *writer) source(i int) string {
	c := &w.outcome.Citations[i]
	links := []string{Link(w.library.place(c.Locator), w.library.address(c))}
	if c.URL != "" && w.library.address(c) != c.URL {
		links = append(links, Link("official page", c.URL))
	}
	if c.Draft {
		links = append(links, "draft")
	}
	if c.Source == core.SourcePack {
		links = append(links, "summary")
	}
	parts := []string{fmt.Sprintf("%d\\. %s", i+1, strings.Join(links, " · "))}
	if !w.outcome.Repeats(c) {
		text := strings.Trim(c.Text(), "\n")
		if lines := strings.Split(text, "\n"); len(lines) > maxQuoteLines {
			text = strings.TrimSuffix(strings.Join(lines[:maxQuoteLines], "\n"), "\n…") + "\n…"
		}
		parts = append(parts, runs(text)...)
	}
	return strings.Join(parts, "\n\n")
}

// notes are what a reader should know about an answer's sources.
func (w *writer) notes() []string {
	var out []string
	all := w.outcome.Citations
	if slices.ContainsFunc(all, func(c core.Citation) bool { return c.Draft }) {
		out = append(out, "_A draft is cited; it may still change._")
	}
	if slices.ContainsFunc(all, func(c core.Citation) bool { return c.Source == core.SourcePack }) {
		out = append(out, "_A summary is pqcite's own words, checked against the page; \"pqcite corpus pull\" brings the standard's._")
	}
	return append(out, fmt.Sprintf("_Every quote was found on its page. Confidence that the first line answers: %s._", w.outcome.Certainty()))
}

// refusal says why there is no answer, what was searched and what is nearest.
func refusal(o *core.Outcome, lib *Library) []string {
	head := "**No answer.** "
	if o.RefusalKind == core.KindUncertain {
		head = "**Not sure.** "
	}
	parts := []string{head + Escape(o.Detail)}
	if len(o.Missing) > 0 {
		lines := []string{"Not found:", ""}
		for _, f := range o.Missing {
			lines = append(lines, "- "+EscapeLine(f.Text))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	if len(o.Nearest) > 0 {
		lines := []string{"Nearest in the library:", ""}
		for i := range o.Nearest {
			lines = append(lines, "- "+lib.nearest(&o.Nearest[i])+pageOf(&o.Nearest[i]))
			if quote := strings.Join(strings.Fields(o.Nearest[i].Quote), " "); quote != "" {
				lines = append(lines, "  > "+EscapeLine(quote))
			}
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	if len(o.Searched) > 0 {
		parts = append(parts, "_Searched: "+Escape(strings.Join(lib.labels(o.Searched), ", "))+"._")
	}
	return parts
}
