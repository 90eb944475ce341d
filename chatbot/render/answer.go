package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// The colours of embeds. They add nothing to the words.
const (
	colourAnswer  = 0x3BA55D
	colourSources = 0x5865F2
	colourRefusal = 0x80848E
	colourWarning = 0xE0A030
	colourError   = 0xDA373C
)

// Bounds of what is above the claims, in UTF-16 units.
const (
	maxQuestion = 350
	maxFollows  = 200
	maxLead     = 1100
)

// Outcome shows an answer, or a refusal, to its question. page is the page of a long
// answer, from 1, clamped to the existing ones; a refusal has one.
func (v View) Outcome(r Reply, page int) Message {
	if r.Outcome.Status != core.Answered {
		return v.refusal(r)
	}
	a := v.compose(r)
	if len(a.sources.all) == 0 {
		return v.unclear(r)
	}
	return a.message(page)
}

// answer is an answer laid out.
type answer struct {
	view    View
	reply   Reply
	sources *sources
	boxes   map[string]*box   // of cited algorithms, by boxKey
	claims  []*core.Claim     // the shown ones, in order
	entries map[[2]int]string // of sources, by number and the size of the quote
	lead    string            // the short answer, formatted
	leads   []int             // its sources
	pages   []sheet
	short   bool // claims are omitted, as the detail asks
	cut     bool // something is shortened: the attached file has it in full
}

func (v View) compose(r Reply) *answer {
	a := &answer{view: v, reply: r, sources: sourcesOf(r.Outcome), entries: map[[2]int]string{}}
	a.boxes = a.readBoxes()
	a.claims = a.inOrder(a.citing())
	claims := a.claims
	a.short = r.Detail == DetailShort && !isComparison(claims) // a comparison has no shorter form
	claims = a.setLead(claims)
	if a.short {
		claims = nil
	} else {
		a.sources.said = repeated(r.Outcome)
	}
	a.pages = a.paginate(a.blocks(claims))
	return a
}

// repeated are the keys of the citations whose words the claims say.
func repeated(o *core.Outcome) map[string]bool {
	out := map[string]bool{}
	for i := range o.Citations {
		out[o.Citations[i].Key] = o.Repeats(&o.Citations[i])
	}
	return out
}

// citing are the claims with citations: no others are shown. Of details, "Evidence" has the
// quotes.
func (a *answer) citing() []*core.Claim {
	var out []*core.Claim
	claims, _ := a.reply.Outcome.Parts()
	for i := range claims {
		if c := &claims[i]; len(a.sources.of(c)) > 0 && plain(c.Text) != "" {
			out = append(out, c)
		}
	}
	return out
}

// setLead formats the short answer with the sources of the claim that says the same,
// and returns the other claims. A short answer that no claim repeats has no numbers:
// the claims say it one by one. If they are not shown, it gets all their sources.
func (a *answer) setLead(claims []*core.Claim) []*core.Claim {
	if strings.Contains(a.reply.Outcome.ShortAnswer, "\n") { // a listing is no lead: it is shown preformatted
		a.short = false
		return claims
	}
	short := flat(a.reply.Outcome.ShortAnswer)
	if short == "" && len(claims) > 0 {
		short = flat(claims[0].Text)
	}
	same := slices.IndexFunc(claims, func(c *core.Claim) bool { return flat(c.Text) == short && c.Side == "" })
	set, cut := fit(short, maxLead, func(s string) string { return bold(Escape(scripts(s))) })
	switch {
	case same >= 0 && !cut:
		a.leads = shown(a.sources.of(claims[same]))
		set += " " + markers(a.sources.of(claims[same]))
		if a.boxKey(claims[same]) == "" { // a step stays among the others
			claims = slices.Delete(slices.Clone(claims), same, same+1)
		}
	case a.short:
		all := a.cited(claims)
		a.leads = shown(all)
		set += " " + markers(all)
	}
	a.lead, a.cut = set, a.cut || cut && same < 0
	return claims
}

// cited are the sources of claims, in numerical order.
func (a *answer) cited(claims []*core.Claim) []int {
	var out []int
	for _, c := range claims {
		for _, n := range a.sources.of(c) {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	return out
}

func isComparison(claims []*core.Claim) bool {
	return slices.ContainsFunc(claims, func(c *core.Claim) bool { return c.Side != "" })
}

// message is one page of the answer.
func (a *answer) message(page int) Message {
	page = clamp(page, len(a.pages))
	v := a.view
	m := Message{Content: joined("\n", v.asked(a.reply), a.lead)}
	s := a.pages[page-1]
	if s.text != "" || len(s.fields) > 0 {
		m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{Description: s.text, Fields: s.fields, Color: colourAnswer})
	}
	m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{
		Title: v.Words.Text("answer.sources", nil), Description: s.list, Color: colourSources, Footer: &discordgo.MessageEmbedFooter{Text: a.footer(s.numbers)},
	})
	m.Components = append(v.pager(VerbPage, a.reply.ID, page, len(a.pages)), v.answerButtons(a)...)
	if page == 1 && (a.cut || a.reply.ID == "" && a.goesOn()) {
		m.Files = []File{v.transcript(a)}
	}
	return m
}

// goesOn reports whether buttons would lead to more: other pages, or the rest of a
// quote.
func (a *answer) goesOn() bool {
	return len(a.pages) > 1 || slices.ContainsFunc(a.sources.all, func(c *core.Citation) bool { return units(c.Text()) > quoteSizes[len(quoteSizes)-2] })
}

// footer says how reliable the sources of a page are.
func (a *answer) footer(numbers []int) string {
	var cited []*core.Citation
	for _, n := range numbers {
		cited = append(cited, a.sources.all[n-1])
	}
	parts := append(a.view.reservations(cited), a.view.certainty(a.reply.Outcome))
	if more := len(a.sources.all) - len(numbers); more > 0 && len(a.pages) == 1 {
		parts = append(parts, a.view.Words.Count("answer.more_sources", more, nil))
	}
	return strings.Join(parts, " · ")
}

// certainty is how sure it is that the first line answers.
func (v View) certainty(o *core.Outcome) string { return v.said("certainty", string(o.Certainty())) }

func (v View) answerButtons(a *answer) []discordgo.MessageComponent {
	id := a.reply.ID
	if id == "" {
		return nil
	}
	buttons := []discordgo.MessageComponent{
		v.button(VerbEvidence, "button.evidence", id, discordgo.PrimaryButton),
		v.button(VerbWhy, "button.why", id, discordgo.SecondaryButton),
		v.button(VerbFollow, "button.follow", id, discordgo.SecondaryButton),
	}
	if a.reply.Votes {
		buttons = append(buttons, votes(id)...)
	}
	if a.reply.Private {
		buttons = append(buttons, v.button(VerbShare, "button.share", id, discordgo.SecondaryButton))
	}
	if a.short {
		buttons = append(buttons, v.button(VerbFull, "button.full", id, discordgo.SecondaryButton))
	}
	return rows(buttons)
}

// asked repeats the question: other readers do not see the command.
func (v View) asked(r Reply) string {
	out := v.question(r.Outcome.Question)
	if r.Follows != "" {
		before, _ := fit(plain(r.Follows), maxFollows, Escape)
		out = joined("\n", out, small(v.Words.Text("answer.follows", words.Args{"Question": before})))
	}
	return out
}

func (v View) question(q string) string {
	set, _ := fit(plain(q), maxQuestion, quoted)
	return set
}

// unclear says that nothing proves an answer. The core lets none through; a saved one
// may be damaged.
func (v View) unclear(r Reply) Message {
	return Message{Content: joined("\n", v.asked(r), v.Words.Text("answer.unclear", nil))}
}

// maxTranscript bounds the attached file, in bytes.
const maxTranscript = 1 << 20

// transcript is the whole answer as plain text, for what does not fit on a page.
func (v View) transcript(a *answer) File {
	var b strings.Builder
	o := a.reply.Outcome
	fmt.Fprintf(&b, "%s\n\n%s\n\n", plain(o.Question), plain(o.ShortAnswer))
	for _, c := range a.claims {
		if c.Side != "" {
			fmt.Fprintf(&b, "%s · %s: ", plain(c.Aspect), plain(c.Side))
		}
		b.WriteString(strings.TrimRight(printable(c.Text), "\n"))
		for _, n := range a.sources.of(c) {
			fmt.Fprintf(&b, " [%d]", n)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n%s\n", v.Words.Text("answer.sources", nil))
	for i, c := range a.sources.all {
		fmt.Fprintf(&b, "\n[%d] %s\n%s\n\n%s\n", i+1, joined(" · ", plain(v.label(c.DocID)), plain(c.Section), v.pages(c)), printable(c.URL), printable(c.Text()))
	}
	return textFile("answer.txt", b.String())
}
