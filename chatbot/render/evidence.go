package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// Bounds of a page of evidence: the quote and a claim in UTF-16 units, and how many
// claims of one quote are shown.
const (
	maxQuote       = 3000
	maxProved      = 260
	maxProvedLines = 3
)

// Evidence shows quote n of an answer, from 1, in full: where it is, what it proves,
// and by what rule. n is clamped to the existing quotes.
func (v View) Evidence(r Reply, n int) Message {
	s := sourcesOf(r.Outcome)
	if len(s.all) == 0 {
		return Message{Content: v.Words.Text("evidence.none", nil)}
	}
	n = clamp(n, len(s.all))
	c := s.all[n-1]
	e := &discordgo.MessageEmbed{
		Title: v.Words.Text("evidence.title", words.Args{"N": n, "Of": len(s.all)}), Color: colourSources,
		Footer: &discordgo.MessageEmbedFooter{Text: strings.Join(v.reservations([]*core.Citation{c}), " · ")},
	}
	quote, cut := v.quote(c)
	e.Description = joined("\n", joined(" · ", marker(n)+" "+v.place(c), v.tags(c)), quote)
	e.Fields = fields(v.field("evidence.proves", v.proved(r.Outcome, s, n)), v.field("evidence.fingerprint", fingerprint(c)))
	m := Message{Embeds: []*discordgo.MessageEmbed{e}, Components: rows(append(v.turns(VerbEvidence, r.ID, n, len(s.all)), v.door(c)...))}
	if cut {
		e.Description += "\n" + small(v.Words.Text("evidence.attached", nil))
		m.Files = []File{textFile("quote.txt", c.Text())}
	}
	return m
}

// quote is the text of a citation: prose as a block quote, boxes and rows preformatted.
func (v View) quote(c *core.Citation) (string, bool) {
	if setAsIs(c) {
		text := v.inColumns(c.DocID, c.Anchor, strings.Trim(printable(c.Text()), "\n"))
		return v.wholeLines(text, maxQuote, 0, fenced)
	}
	return fit(oneRun(c), maxQuote, quoted)
}

// setAsIs reports whether the line breaks of a quote matter.
func setAsIs(c *core.Citation) bool {
	kind, _, _ := strings.Cut(c.Anchor, "-")
	switch core.AnchorKind(kind) {
	case core.KindAlgorithm, core.KindTable, core.KindFigure, core.KindEquation:
		return true
	}
	return strings.Contains(c.Quote, "\t")
}

// signs show verdicts at a glance; the word follows.
var signs = map[core.Verdict]string{
	core.Verbatim: "✅", core.Stated: "✅", core.Supported: "✅", core.Partial: "🟡", core.Contradicted: "❌", core.Unverifiable: "❔",
}

// verdict is a verdict with its sign.
func (v View) verdict(d core.Verdict) string {
	return cmp.Or(signs[d], signs[core.Unverifiable]) + " " + v.said("verdict", string(d))
}

// rule is what a rule found, in words.
func (v View) rule(name string) string {
	if name == "" {
		return ""
	}
	return v.said("rule", name)
}

// proved are the claims that a source supports, each with its verdict and rule.
func (v View) proved(o *core.Outcome, s *sources, n int) string {
	var out []string
	for i := range o.Claims {
		c := &o.Claims[i]
		if !slices.Contains(s.of(c), n) {
			continue
		}
		if len(out) == maxProvedLines {
			return bounded(append(out, ellipsis))
		}
		said, _ := fit(flat(c.Text), maxProved, func(s string) string { return Escape(scripts(s)) })
		out = append(out, joined(" — ", v.verdict(c.Verdict)+": "+said, italic(v.rule(c.Rule))))
	}
	return bounded(out)
}

// shortHash is how much of a hash is shown: enough to compare by eye.
const shortHash = 12

// fingerprint identifies the quoted file.
func fingerprint(c *core.Citation) string {
	if len(c.DocSHA256) < shortHash || strings.Trim(c.DocSHA256, "0123456789abcdef") != "" {
		return ""
	}
	id, _ := fit(plain(c.DocID), 80, Escape)
	return joined(" · ", id, "SHA-256 "+code(c.DocSHA256[:shortHash]+ellipsis))
}

// door is a button that opens the page of a citation.
func (v View) door(c *core.Citation) []discordgo.MessageComponent {
	address, ok := webAddress(c.URL, maxButtonURL)
	if !ok {
		return nil
	}
	label := fitPlain(v.label(c.DocID), 30)
	if c.StartPage > 0 {
		label = joined(" · ", label, v.Words.Text("place.pdf_page", words.Args{"First": c.StartPage}))
	}
	return []discordgo.MessageComponent{discordgo.Button{Style: discordgo.LinkButton, URL: address, Label: fitPlain(cmp.Or(label, "PDF"), maxLabel)}}
}

// textFile is a text as an attachment.
func textFile(name, text string) File {
	if len(text) > maxTranscript {
		text = strings.ToValidUTF8(text[:maxTranscript], "") + "\n" + ellipsis + "\n"
	}
	return File{Name: name, ContentType: "text/plain; charset=utf-8", Data: []byte(text)}
}
