package chatbot

import (
	"context"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/internal/lex"
)

// maxReason is the length of a reason, in characters.
const maxReason = 1000

// up votes for an answer.
func (c *call) up(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	if _, err := c.bot.config.State.Vote(ctx, a.Answer, c.user, state.Up, ""); err != nil {
		return err
	}
	c.bot.counts.votes.inc("up")
	return c.tell(ctx, "notice.voted_up")
}

// down votes against an answer, and asks for the reason. The vote counts without one.
func (c *call) down(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	if _, err := c.bot.config.State.Vote(ctx, a.Answer, c.user, state.Down, ""); err != nil {
		return err
	}
	c.bot.counts.votes.inc("down")
	return c.Ask(ctx, c.own.Reason(a.Answer))
}

// reason stores the reason of a vote.
func (c *call) reason(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	text := lex.OneLine(c.Data.Field(render.FieldReason))
	if text == "" {
		return c.tell(ctx, "notice.voted_down")
	}
	if r := []rune(text); len(r) > maxReason {
		text = string(r[:maxReason])
	}
	if _, err := c.bot.config.State.Vote(ctx, a.Answer, c.user, state.Down, text); err != nil {
		return err
	}
	return c.tell(ctx, "notice.reason_kept")
}
