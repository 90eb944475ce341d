package chatbot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/action"
	"github.com/pqcite/pqcite/chatbot/render"
)

// handler serves one kind of call. An error means a fault of ours: a user's mistakes
// are answered with a message.
type handler func(*call, context.Context) error

// commands are the handlers of the commands, by name.
var commands = map[string]handler{
	nameAsk: (*call).ask, nameCompare: (*call).compare, nameCite: (*call).cite, nameTerm: (*call).term, nameCheck: (*call).check,
	nameConfig: (*call).config, nameStats: (*call).stats, namePrivacy: (*call).privacy, nameHelp: (*call).help,
}

// pressed serves a button or a form.
type pressed func(*call, context.Context, action.Action) error

var buttons = map[action.Verb]pressed{
	action.Evidence: (*call).evidence, action.Why: (*call).why, action.Page: (*call).page, action.Full: (*call).full,
	action.Follow: (*call).follow, action.Share: (*call).share, action.Retry: (*call).retry,
	action.Up: (*call).up, action.Down: (*call).down, action.Check: (*call).checkPage, action.Forget: (*call).forget,
}

var forms = map[action.Verb]pressed{action.FollowModal: (*call).followed, action.ReasonModal: (*call).reason}

// route finds the handler of a call.
func (c *call) route(ctx context.Context) error {
	switch c.Type {
	case discordgo.InteractionApplicationCommand:
		if h := commands[c.Data.Name]; h != nil {
			return h(c, ctx)
		}
	case discordgo.InteractionApplicationCommandAutocomplete:
		ctx, cancel := context.WithTimeout(ctx, c.bot.config.Bounds.Completed)
		defer cancel()
		return c.complete(ctx)
	case discordgo.InteractionMessageComponent:
		return c.press(ctx, buttons)
	case discordgo.InteractionModalSubmit:
		return c.press(ctx, forms)
	}
	// A command that no longer exists, which Discord may show for an hour.
	return c.tell(ctx, render.OldCommand)
}

func (c *call) press(ctx context.Context, known map[action.Verb]pressed) error {
	a, err := action.Parse(c.Data.CustomID)
	if err != nil || known[a.Verb] == nil {
		return c.tell(ctx, render.OldButton)
	}
	return known[a.Verb](c, ctx, a)
}

// tell replies with a notice that only the user sees.
func (c *call) tell(ctx context.Context, n render.Notice) error {
	return c.Reply(ctx, c.own.Notice(n), true)
}
