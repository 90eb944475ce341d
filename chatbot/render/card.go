package render

import (
	"cmp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// Bounds of a card: its text and a fact in UTF-16 units, and how many facts are shown.
const (
	maxCardText = 2600
	maxFact     = 160
	maxFacts    = 12
)

// Card shows the text of a place or the meaning of a term. For a wrong reference it
// says so, with the nearest right ones.
func (v View) Card(c *card.Card) Message {
	// The verdict on a reference is given below, in the reader's language.
	e := &discordgo.MessageEmbed{Title: fitTitle(strings.TrimSuffix(c.Heading, " does not exist")), Color: colourSources}
	if c.State != card.Resolved {
		e.Color = colourWarning
	}
	text, cut := v.cardText(c)
	e.Description = joined("\n", v.worth(c), text)
	e.Fields = fields(
		inline(v.field("card.value", v.fact(c.Value))),
		v.field("card.nearest", v.nearest(c.Nearest)),
	)
	e.Fields = append(e.Fields, v.facts(c)...)
	note := fitPlain(c.Note, 300)
	if note != "" {
		e.Footer = &discordgo.MessageEmbedFooter{Text: note}
	}
	m := Message{Embeds: []*discordgo.MessageEmbed{e}, Components: rows(v.door(&core.Citation{Locator: core.Locator{DocID: c.DocID, StartPage: c.StartPage, URL: c.URL}}))}
	switch {
	case cut:
		e.Description += "\n" + small(v.Words.Text("card.goes_on", nil))
		m.Files = []File{textFile("text.txt", c.Text)}
	case c.More:
		e.Description += "\n" + small(v.Words.Text("card.goes_on_there", nil))
	}
	return m
}

// fitTitle fits a heading into the title of an embed, which supports markup.
func fitTitle(s string) string {
	set, _ := fit(plain(s), maxTitle, func(s string) string { return Escape(scripts(s)) })
	return set
}

// worth says whose words a card shows, or what is wrong with the reference, and where
// it is.
func (v View) worth(c *card.Card) string {
	status := ""
	if c.Status != core.StatusUnknown {
		date, _ := fit(plain(c.Date), 20, Escape)
		status = joined(" ", v.said("status", string(c.Status)), date)
	}
	place := ""
	if c.Place != "" && !strings.HasPrefix(c.Heading, c.Place) {
		place = link(c.Place, c.URL)
	}
	return joined(" · ", v.state(c), place, v.pdfPages(c.StartPage, c.EndPage, c.PrintedPage), status)
}

func (v View) state(c *card.Card) string {
	if c.State != card.Resolved {
		return referenceSigns.of(string(c.State)) + " " + v.said("reference", string(c.State))
	}
	switch c.Exactness {
	case card.Verbatim:
		return "✅ " + v.Words.Text("card.verbatim", nil)
	case card.Unread:
		return "⚠️ " + v.Words.Count("card.unread", c.Unreadable(), nil)
	case card.Summary:
		return "📝 " + v.Words.Text("card.summary", nil)
	}
	return "✅ " + v.Words.Text("card.known", nil)
}

func (v View) cardText(c *card.Card) (string, bool) {
	text := strings.Trim(printable(c.Text), "\n")
	if strings.TrimSpace(text) == "" {
		return "", false
	}
	quote := &core.Citation{Locator: core.Locator{Anchor: c.Anchor}, Quote: text}
	if c.Exactness.Own() && setAsIs(quote) {
		laid := v.inColumns(c.DocID, c.Anchor, text)
		if laid == text { // nothing was laid out, or it is too wide for an embed
			laid = strings.Trim(printable(c.Laid()), "\n")
		}
		return v.wholeLines(laid, maxCardText, v.stepsBeyond(c), fenced)
	}
	return fit(oneRun(quote), maxCardText, quoted)
}

// stepsBeyond is the number of the last step of an algorithm whose card has only its
// first steps; otherwise 0.
func (v View) stepsBeyond(c *card.Card) int {
	d := v.Document(c.DocID)
	if !c.More || d == nil {
		return 0
	}
	a := d.Algorithm(c.Anchor)
	if a == nil {
		return 0
	}
	last := 0
	for line := range strings.Lines(d.Quote(a.Span)) {
		last = max(last, stepOf(line))
	}
	return last
}

func (v View) fact(s string) string {
	set, _ := fit(plain(s), maxFact, func(s string) string { return Escape(scripts(s)) })
	return set
}

// facts are the facts of a card as fields. A box shows its inputs and outputs itself.
func (v View) facts(c *card.Card) []*discordgo.MessageEmbedField {
	box := c.Exactness.Own() && strings.HasPrefix(c.Anchor, string(core.KindAlgorithm)+"-")
	var out []*discordgo.MessageEmbedField
	for _, f := range c.Facts {
		value := v.fact(f.Value)
		if value == "" || box && (f.Name == "in" || f.Name == "out") || len(out) == maxFacts {
			continue
		}
		name, _ := fit(plain(f.Name), 60, Escape)
		out = append(out, &discordgo.MessageEmbedField{Name: cmp.Or(name, noWidth), Value: value, Inline: units(value) < 40})
	}
	return out
}
