package chatbot

import (
	"cmp"
	"context"
	"errors"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/state"
)

// saved loads the answer of a button, or says that it is too old and returns none.
func (c *call) saved(ctx context.Context, a render.Action) (*state.Saved, error) {
	s, err := c.bot.config.State.Load(ctx, a.Answer)
	switch {
	case err == nil:
		return &s, nil
	case errors.Is(err, state.ErrNotFound), errors.Is(err, state.ErrExpired):
		return nil, c.tell(ctx, "notice.old_button")
	}
	return nil, err
}

// evidence shows a quote of an answer to the user alone: the first, or that of the
// chosen page.
func (c *call) evidence(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	m := c.own.Evidence(c.reply(ctx, s), max(1, a.N))
	if a.N > 0 {
		return c.Update(ctx, m)
	}
	return c.Reply(ctx, m, true)
}

// why shows how an answer was found.
func (c *call) why(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	return c.Reply(ctx, c.own.Why(c.reply(ctx, s)), true)
}

// page shows a page of an answer: in place for the asker, otherwise in a copy that the
// user alone sees.
func (c *call) page(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	return c.replace(ctx, s, c.reply(ctx, s), a.N)
}

// full shows an answer in full of which only the short one was shown.
func (c *call) full(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	r := c.reply(ctx, s)
	r.Detail = render.DetailFull
	return c.replace(ctx, s, r, 1)
}

// replace shows a page of an answer in place.
func (c *call) replace(ctx context.Context, s *state.Saved, r render.Reply, page int) error {
	if c.Ephemeral() || s.UserHash == c.user {
		return c.Update(ctx, c.to(c.Ephemeral()).Outcome(r, page))
	}
	return c.Reply(ctx, c.own.Outcome(r, page), true)
}

// share posts a private answer where it was asked, if the user may ask in public there
// and now. Only the asker sees its button.
func (c *call) share(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	if s.UserHash != c.user {
		return c.Reply(ctx, c.own.Denied("denied.asker_only", nil), true)
	}
	if refused, err := c.turnedAway(ctx); refused || err != nil {
		return err
	}
	r := c.reply(ctx, s)
	r.Private = false
	return c.Reply(ctx, c.common.Outcome(r, 1), false)
}

// retry asks a refused question again, in all documents.
func (c *call) retry(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	return c.answer(ctx, asking{
		question: cmp.Or(s.Outcome.Plan.Question, s.Question), shown: s.Question, detail: render.Detail(s.Detail), private: c.Ephemeral(), follows: s.Follows,
	})
}
