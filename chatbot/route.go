package chatbot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/words"
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
type pressed func(*call, context.Context, render.Action) error

var buttons = map[render.Verb]pressed{
	render.VerbEvidence: (*call).evidence, render.VerbWhy: (*call).why, render.VerbPage: (*call).page, render.VerbFull: (*call).full,
	render.VerbFollow: (*call).follow, render.VerbShare: (*call).share, render.VerbRetry: (*call).retry,
	render.VerbUp: (*call).up, render.VerbDown: (*call).down, render.VerbCheck: (*call).checkPage, render.VerbForget: (*call).forget,
}

var forms = map[render.Verb]pressed{render.VerbFollowModal: (*call).followed, render.VerbReasonModal: (*call).reason}

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
	return c.tell(ctx, "notice.old_command")
}

func (c *call) press(ctx context.Context, known map[render.Verb]pressed) error {
	a, err := render.ParseAction(c.Data.CustomID)
	if err != nil || known[a.Verb] == nil {
		return c.tell(ctx, "notice.old_button")
	}
	return known[a.Verb](c, ctx, a)
}

// tell replies with a notice that only the user sees.
func (c *call) tell(ctx context.Context, n words.Key) error {
	return c.Reply(ctx, c.own.Notice(n), true)
}
