package chatbot

import (
	"context"
	"strings"
	"unicode/utf16"

	"github.com/pqcite/pqcite/chatbot/discord"
	"github.com/pqcite/pqcite/corpus"
)

// maxChoices is how many completions are offered (Discord, Application commands,
// autocomplete).
const maxChoices = 25

// complete offers completions of an option that is being typed.
func (c *call) complete(ctx context.Context) error {
	option, text := c.Data.Focused()
	var choices []discord.Choice
	switch c.Data.Name + " " + option {
	case nameAsk + " " + optionDocument:
		choices = c.documents(text)
	case nameCite + " " + optionReference:
		choices = c.references(text)
	case nameTerm + " " + optionTerm, nameCompare + " " + optionA, nameCompare + " " + optionB:
		choices = c.terms(text)
	}
	return c.Offer(ctx, choices)
}

func (c *call) documents(text string) []discord.Choice {
	var out []discord.Choice
	for _, d := range c.knows.Corpus().Documents() {
		if len(out) < maxChoices && fitsName(d.Label+" "+d.Title, text) {
			out = append(out, offer(d.Label+" — "+d.Title, d.Label))
		}
	}
	return out
}

// references offers anchors by number and by title, as they are cited.
func (c *call) references(text string) []discord.Choice {
	var out []discord.Choice
	for _, n := range c.knows.Corpus().Names().Complete(text, maxChoices, func(n *corpus.Name) bool { return !n.Term }) {
		d := c.knows.Corpus().Document(n.DocID)
		a := d.Anchor(n.Anchor)
		if value := n.Label + ", " + a.Name(); fitsLength(value) {
			out = append(out, offer(n.Label+", "+n.Text, value))
		}
	}
	return out
}

func (c *call) terms(text string) []discord.Choice {
	var out []discord.Choice
	for _, n := range c.knows.Corpus().Names().Complete(text, maxChoices, func(n *corpus.Name) bool { return n.Term }) {
		if fitsLength(n.Text) {
			out = append(out, offer(n.Text, n.Text))
		}
	}
	return out
}

// offer shortens the shown part; the value has its own limit.
func offer(shown, taken string) discord.Choice {
	return discord.Choice{Name: shortened(shown), Value: taken}
}

// length counts as Discord does at most: characters outside the first plane as two.
func length(s string) int { return len(utf16.Encode([]rune(s))) }

func fitsLength(s string) bool { return length(s) <= maxName }

// shortened cuts a long name at a space.
func shortened(s string) string {
	if fitsLength(s) {
		return s
	}
	words := strings.Fields(s)
	for len(words) > 1 && !fitsLength(strings.Join(words, " ")+" …") {
		words = words[:len(words)-1]
	}
	if out := strings.Join(words, " ") + " …"; fitsLength(out) {
		return out
	}
	return string([]rune(s)[:maxName/2]) + "…"
}

// fitsName reports whether each typed word starts a word of a name.
func fitsName(name, written string) bool {
	words := strings.Fields(strings.ToLower(name))
	for _, w := range strings.Fields(strings.ToLower(written)) {
		found := false
		for _, has := range words {
			found = found || strings.HasPrefix(has, w)
		}
		if !found {
			return false
		}
	}
	return true
}
