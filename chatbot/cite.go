package chatbot

import (
	"context"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/internal/lex"
)

// nearNames is how many suggestions an unknown name gets.
const nearNames = 3

// cite shows the text at a place of a standard.
func (c *call) cite(ctx context.Context) error {
	return c.card(ctx, c.Data.Text(optionReference), "invalid.reference", func(n *corpus.Name) bool { return !n.Term })
}

// term explains a term, an identifier or an object identifier.
func (c *call) term(ctx context.Context) error {
	return c.card(ctx, c.Data.Text(optionTerm), "invalid.term", func(n *corpus.Name) bool { return n.Term })
}

// card shows the card of the input, or suggestions.
func (c *call) card(ctx context.Context, written string, unknown words.Key, like func(*corpus.Name) bool) error {
	written = lex.OneLine(written)
	if !c.mayAskHere() {
		return c.Reply(ctx, c.own.Denied("denied.channel", c.guild.Channels), true)
	}
	if len(written) > 4*maxName { // no name is that long; choices are only suggestions
		return c.invalid(ctx, render.Invalid{Fault: "invalid.too_long", Length: length(written), Most: maxName})
	}
	found, ok := c.knows.Card(written)
	if !ok {
		near := render.Invalid{Fault: unknown, Value: written}
		for _, n := range c.knows.Corpus().Names().Complete(written, nearNames, like) {
			near.Nearest = append(near.Nearest, n.Label+", "+n.Text)
		}
		return c.invalid(ctx, near)
	}
	private := c.private()
	if !private { // it is visible in the channel, as an answer is
		if refused, err := c.turnedAway(ctx); refused || err != nil {
			return err
		}
	}
	return c.Reply(ctx, c.to(private).Card(&found), private)
}
