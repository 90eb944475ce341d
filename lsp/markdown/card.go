package markdown

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
)

// Style says how a card is shown.
type Style struct {
	MaxLines int  // of its passage, at least 1
	Links    bool // end it with links
	// Commands adds links that run editor commands, and the editor's icons instead of
	// characters. Only an editor that announced support can use them.
	Commands bool
}

// The commands that links run. Their arguments are names of anchors: short, and looked
// up again by the command.
const (
	OpenCommand  = "pqcite.openSection" // (document id, anchor id)
	AskCommand   = "pqcite.askAbout"    // (what the card is about)
	QuoteCommand = "pqcite.copyQuote"   // (document id, anchor id)
)

// mark shows how reliable a card is: an icon, a character and words.
type mark struct{ icon, sign, words string }

// marks are for what was not found, or is not what it is said to be.
var marks = map[card.State]mark{
	card.Dangling:        {"$(error)", "✗", "does not exist"},
	card.UnknownDocument: {"$(error)", "✗", "no known document"},
	card.Contradicted:    {"$(warning)", "⚠", "exists, but has another name"},
	card.Misquoted:       {"$(warning)", "⚠", "exists, but says something else"},
	card.WrongValue:      {"$(error)", "✗", "contradicts the table"},
	card.Superseded:      {"$(history)", "⚠", "superseded"},
	card.Related:         {"$(references)", "→", "related, not this itself"},
	card.Guessed:         {"$(question)", "?", "guessed from the parts of the name"},
	card.NotInLibrary:    {"$(cloud)", "○", "not in the library"},
}

// markOf is the mark of a card.
func markOf(c *card.Card) mark {
	if m, ok := marks[c.State]; ok {
		return m
	}
	switch c.Exactness {
	case card.Verbatim:
		return mark{"$(verified)", "✓", "verbatim"}
	case card.Unread:
		return mark{"$(warning)", "⚠", unread(c.Unreadable())}
	case card.Summary:
		return mark{"$(note)", "≈", "summary in our own words, checked against the page"}
	}
	return mark{"$(book)", "✓", "in the library"}
}

// unread says that a text is incomplete.
func unread(n int) string {
	if n == 1 {
		return "has 1 unreadable character"
	}
	return fmt.Sprintf("has %d unreadable characters", n)
}

func (m mark) in(s Style) string {
	if s.Commands {
		return m.icon
	}
	return m.sign
}

// Card writes a card as Markdown. Its first line is by itself, its links come last.
func Card(c *card.Card, s Style) string {
	m := markOf(c)
	first := fmt.Sprintf("%s **%s**", m.in(s), Escape(c.Heading))
	if at := where(c); at != "" {
		first += " · " + Escape(at)
	}
	if c.Vouched != "" {
		first += " · " + Escape(c.Vouched)
	}
	parts := []string{first}
	shown := *c
	shown.Shorten(s.MaxLines)
	parts = append(parts, passage(&shown)...)
	if c.State == card.Contradicted || c.State == card.Misquoted || c.State == card.Dangling {
		parts = append(parts, correction(c)...)
	}
	if more := otherFacts(c); len(more) > 0 {
		parts = append(parts, facts(more))
	}
	if last := status(c, m.words, links(c, s)); last != "" {
		parts = append(parts, last)
	}
	return strings.Join(parts, "\n\n")
}

// otherFacts are the facts that the text of a card does not show: a box shows its inputs
// and outputs.
func otherFacts(c *card.Card) []card.Fact {
	if !c.Exactness.Own() || !strings.HasPrefix(c.Anchor, string(core.KindAlgorithm)+"-") {
		return c.Facts
	}
	return slices.DeleteFunc(slices.Clone(c.Facts), func(f card.Fact) bool { return f.Name == "in" || f.Name == "out" })
}

// passage is the text of a card: preformatted lines, or a paragraph.
func passage(c *card.Card) []string {
	if c.Text == "" {
		return nil
	}
	lines := strings.Split(c.Laid(), "\n")
	if c.More {
		lines[len(lines)-1] += " …"
	}
	if c.Exactness.Own() && SetAsIs(c.Anchor) {
		return []string{Fence(strings.Join(lines, "\n"))}
	}
	return runsOf(lines, func(i int) bool { return strings.Contains(lines[i], "\t") || c.IsRow(i) })
}

// runs are the paragraphs of a text and, preformatted, its rows of cells.
func runs(text string) []string {
	lines := strings.Split(text, "\n")
	return runsOf(lines, func(i int) bool { return strings.Contains(lines[i], "\t") })
}

// runsOf is runs for lines whose rows are already known.
func runsOf(lines []string, isRow func(int) bool) []string {
	var out []string
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && isRow(end) == isRow(start) {
			end++
		}
		switch run := strings.Join(lines[start:end], "\n"); {
		case strings.TrimSpace(run) == "":
		case isRow(start):
			out = append(out, Fence(run))
		default:
			out = append(out, Quote(run))
		}
		start = end
	}
	return out
}

// SetAsIs reports whether the line breaks of an anchor matter, as in an algorithm or a
// table.
func SetAsIs(anchor string) bool {
	for _, k := range []core.AnchorKind{core.KindAlgorithm, core.KindTable, core.KindFigure, core.KindEquation} {
		if strings.HasPrefix(anchor, string(k)+"-") {
			return true
		}
	}
	return false
}

// correction says what may be meant.
func correction(c *card.Card) []string {
	var lines []string
	for _, n := range c.Nearest {
		lines = append(lines, "- "+EscapeLine(n.Title)+pageOf(&n))
	}
	if len(lines) == 0 {
		return nil
	}
	return []string{"Nearest:", strings.Join(lines, "\n")}
}

func pageOf(n *core.Nearest) string {
	switch {
	case n.PrintedPage != "" && n.StartPage > 0:
		return fmt.Sprintf(" (PDF page %d, printed %s)", n.StartPage, Escape(n.PrintedPage))
	case n.StartPage > 0:
		return fmt.Sprintf(" (PDF page %d)", n.StartPage)
	}
	return ""
}

func facts(all []card.Fact) string {
	lines := make([]string, len(all))
	for i, f := range all {
		lines[i] = "- " + EscapeLine(f.Name) + ": " + Escape(f.Value)
	}
	return strings.Join(lines, "\n")
}

// status is how reliable a card is, with its links: space is precious, and a line of
// links alone is clicked by mistake. A thing that does not exist has neither, and its
// heading has said so.
func status(c *card.Card, worth, links string) string {
	var parts []string
	if c.State != card.Dangling {
		parts = append(parts, "_"+worth+"_")
	}
	if c.Status != core.StatusUnknown && c.State != card.Dangling {
		parts = append(parts, strings.TrimSpace(string(c.Status)+" "+Escape(c.Date)))
	}
	if c.Note != "" {
		parts = append(parts, Escape(c.Note))
	}
	if links != "" {
		parts = append(parts, links)
	}
	return strings.Join(parts, " · ")
}

// where is the source of a card as far as its heading does not say: the place in its
// document, and the pages.
func where(c *card.Card) string {
	var parts []string
	if c.Place != "" && !strings.HasPrefix(c.Heading, c.Place) {
		parts = append(parts, c.Place)
	}
	if page := pages(c); page != "" {
		parts = append(parts, page)
	}
	return plain(strings.Join(parts, ", "))
}

func pages(c *card.Card) string {
	if c.StartPage == 0 {
		return ""
	}
	page := fmt.Sprintf("PDF page %d", c.StartPage)
	if c.EndPage > c.StartPage {
		page = fmt.Sprintf("PDF pages %d–%d", c.StartPage, c.EndPage)
	}
	if c.PrintedPage != "" {
		page += " (printed " + c.PrintedPage + ")"
	}
	return page
}

// links are the links of a card.
func links(c *card.Card, s Style) string {
	var out []string
	if s.Links && c.URL != "" {
		text := "Official page"
		if c.StartPage > 0 && strings.Contains(c.URL, "#page=") {
			text = fmt.Sprintf("PDF page %d", c.StartPage)
		}
		out = append(out, Link(text, c.URL))
	}
	if !s.Links || !s.Commands {
		return strings.Join(out, " · ")
	}
	if c.DocID != "" && c.State != card.Dangling {
		out = append(out, command("Open section", OpenCommand, c.DocID, c.Anchor), command("Ask", AskCommand, c.Heading))
	}
	if c.Exactness == card.Verbatim {
		out = append(out, command("Copy quote", QuoteCommand, c.DocID, c.Anchor))
	}
	return strings.Join(out, " · ")
}

// command is a link that runs an editor command.
func command(text, name string, args ...string) string {
	encoded, err := json.Marshal(args)
	if err != nil {
		return Escape(text) // strings always marshal
	}
	return link(text, "command:"+name+"?"+url.PathEscape(string(encoded)))
}

// PlainCard writes a card as plain text.
func PlainCard(c *card.Card, s Style) string {
	m := markOf(c)
	shown := *c
	shown.Shorten(s.MaxLines)
	first := m.sign + " " + plain(c.Heading)
	if at := where(c); at != "" {
		first += " · " + at
	}
	lines := []string{first}
	if shown.Text != "" {
		lines = append(lines, "", strings.TrimRight(strings.ReplaceAll(printable(shown.Laid()), "\t", "   "), "\n"))
		if shown.More {
			lines = append(lines, "…")
		}
	}
	lines = append(lines, "")
	for _, n := range c.Nearest {
		lines = append(lines, "nearest: "+plain(n.Title))
	}
	for _, f := range otherFacts(c) {
		lines = append(lines, plain(f.Name)+": "+plain(f.Value))
	}
	if last := plainStatus(c, m.words); last != "" {
		lines = append(lines, last)
	}
	if s.Links && c.URL != "" {
		lines = append(lines, c.URL)
	}
	return strings.Join(lines, "\n")
}

func plainStatus(c *card.Card, worth string) string {
	var parts []string
	if c.State != card.Dangling {
		parts = append(parts, worth)
	}
	if c.Status != core.StatusUnknown && c.State != card.Dangling {
		parts = append(parts, strings.TrimSpace(string(c.Status)+" "+c.Date))
	}
	if c.Note != "" {
		parts = append(parts, plain(c.Note))
	}
	return strings.Join(parts, " · ")
}
