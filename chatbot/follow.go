package chatbot

import (
	"context"
	"errors"
	"slices"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/internal/lex"
)

// follow opens the form for a follow-up question.
func (c *call) follow(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	if _, over, err := c.conversation(ctx, a.Answer); over || err != nil {
		return err
	}
	return c.Ask(ctx, c.own.FollowUp(a.Answer))
}

// conversation returns the questions that a follow-up of an answer sees, oldest first, or
// says that the conversation is over.
func (c *call) conversation(ctx context.Context, answer string) (earlier []string, over bool, err error) {
	earlier, err = c.bot.config.State.Chain(ctx, answer)
	if errors.Is(err, state.ErrExpired) || errors.Is(err, state.ErrNotFound) {
		return nil, true, c.tell(ctx, "notice.expired")
	}
	return earlier, false, err
}

// followed answers the question of the form.
func (c *call) followed(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	earlier, over, err := c.conversation(ctx, a.Answer)
	if over || err != nil {
		return err
	}
	question := lex.OneLine(c.Data.Field(render.FieldQuestion))
	return c.answer(ctx, asking{
		question: question, shown: question, earlier: earlier, scope: c.scopeOf(question, s), detail: render.Detail(s.Detail), private: c.Ephemeral(),
		follows: a.Answer,
	})
}

// scopeOf is the documents in which a follow-up is asked: those of the question before, or
// of the server where it names another document.
func (c *call) scopeOf(question string, before *state.Saved) []string {
	for _, o := range c.knows.Corpus().Scanner().Text(question) {
		if o.Doc != "" && !slices.Contains(before.Scope, o.Doc) {
			return c.guild.Documents
		}
	}
	return before.Scope
}
