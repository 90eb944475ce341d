package chatbot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/internal/lex"
)

// follow opens the form for a follow-up question.
func (c *call) follow(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	if answered, err := c.followable(ctx, a.Answer); answered || err != nil {
		return err
	}
	return c.Ask(ctx, c.own.FollowUp(a.Answer))
}

// followable says that a conversation cannot go on, if so.
func (c *call) followable(ctx context.Context, answer string) (answered bool, err error) {
	switch _, err := c.bot.config.State.Chain(ctx, answer); {
	case err == nil:
		return false, nil
	case errors.Is(err, state.ErrExpired), errors.Is(err, state.ErrNotFound):
		return true, c.tell(ctx, "notice.expired")
	default:
		return false, err
	}
}

// followed answers the question of the form.
func (c *call) followed(ctx context.Context, a render.Action) error {
	s, err := c.saved(ctx, a)
	if s == nil {
		return err
	}
	if answered, err := c.followable(ctx, a.Answer); answered || err != nil {
		return err
	}
	question := lex.OneLine(c.Data.Field(render.FieldQuestion))
	return c.answer(ctx, asking{
		question: c.knows.inContext(question, s), shown: question, scope: s.Scope, detail: render.Detail(s.Detail), private: c.Ephemeral(),
		follows: a.Answer,
	})
}

// inContext is a self-contained question: one that names nothing itself gets the
// subject of the previous one, and its documents.
func (k *knowledge) inContext(question string, before *state.Saved) string {
	if len(standards.FindTerms(question)) > 0 || len(k.Corpus().Scanner().Text(question)) > 0 {
		return question
	}
	about := slices.Clone(before.Outcome.Plan.Terms)
	for _, ref := range before.Outcome.Plan.References {
		if d := k.Corpus().Document(ref.DocID); d != nil {
			if a := d.Anchor(ref.ID()); a != nil {
				about = append(about, d.Label+" "+a.Name())
			}
		}
	}
	if len(about) == 0 {
		return question
	}
	return question + " (" + strings.Join(about, ", ") + ")"
}
