package chatbot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/chatbot/words"
)

// allDocuments lifts a restriction to documents.
const allDocuments = "all"

// config shows the settings of a server, and changes those that are given. Discord
// shows the command to the server's managers only, unless somebody has changed that: so
// the permission is checked again.
func (c *call) config(ctx context.Context) error {
	switch {
	case c.Guild == "":
		return c.Reply(ctx, c.own.Denied("denied.server_only", nil), true)
	case !c.May(discordgo.PermissionManageGuild):
		return c.Reply(ctx, c.own.Denied("denied.permission", nil), true)
	}
	if c.unread != nil { // what would be shown is not theirs
		return c.unread
	}
	if len(c.Data.Options) > 0 {
		wrong, err := c.changeSettings(ctx)
		switch {
		case wrong != nil:
			return c.invalid(ctx, *wrong)
		case err != nil:
			return err
		}
	}
	return c.Reply(ctx, c.own.Settings(c.settings()), true)
}

// errInput ends a change with invalid input, so that nothing of it is stored.
var errInput = errors.New("the input is wrong")

// changeSettings changes the given settings, all or none.
func (c *call) changeSettings(ctx context.Context) (wrong *render.Invalid, err error) {
	err = c.bot.config.State.UpdateGuild(ctx, c.Guild, func(g *state.Guild) error {
		if wrong = c.apply(g); wrong != nil {
			return errInput
		}
		c.guild = *g
		return nil
	})
	var invalid *state.Invalid
	switch {
	case errors.Is(err, errInput):
		return wrong, nil
	case errors.As(err, &invalid):
		return &render.Invalid{Fault: "invalid.other", Value: invalid.Error()}, nil
	}
	return nil, err
}

// apply sets the given options in a server's settings.
func (c *call) apply(g *state.Guild) *render.Invalid {
	if v, given := c.Data.Bool(optionPrivate); given {
		g.Private = v
	}
	if v, given := c.Data.Bool(optionFeedback); given {
		g.Feedback = v
	}
	if v, given := c.Data.Bool(optionQuestions); given {
		g.KeepQuestions = v
	}
	if v, given := c.Data.Int(optionLimit); given {
		if v < 0 || v > state.MaxPerMinute {
			return &render.Invalid{Fault: "invalid.number", Value: c.own.Words.Text("command.config.limit.name", nil), Most: state.MaxPerMinute}
		}
		g.PerMinute = v
	}
	switch l := c.Data.Text(optionLanguage); {
	case l == render.LanguageOfUser:
		g.Language = ""
	case l != "" && !slices.Contains(words.Languages(), l):
		return &render.Invalid{Fault: "invalid.other", Value: l}
	case l != "":
		g.Language = l
	}
	if wrong := c.applyChannels(g); wrong != nil {
		return wrong
	}
	return c.applyDocuments(g)
}

func (c *call) applyChannels(g *state.Guild) *render.Invalid {
	if id := c.Data.Text(optionRemove); id != "" {
		g.Channels = slices.DeleteFunc(slices.Clone(g.Channels), func(has string) bool { return has == id })
	}
	if id := c.Data.Text(optionAllow); id != "" && !slices.Contains(g.Channels, id) {
		if len(g.Channels) >= state.MaxChannels {
			return &render.Invalid{Fault: "invalid.channels", Most: state.MaxChannels}
		}
		g.Channels = append(slices.Clone(g.Channels), id)
	}
	return nil
}

func (c *call) applyDocuments(g *state.Guild) *render.Invalid {
	written := strings.TrimSpace(c.Data.Text(optionDocuments))
	if written == "" {
		return nil
	}
	g.Documents = nil
	if strings.EqualFold(written, allDocuments) {
		return nil
	}
	for _, name := range strings.Split(written, ",") {
		d := c.knows.document(name)
		if d == nil {
			return &render.Invalid{Fault: "invalid.document", Value: strings.TrimSpace(name), Nearest: c.labels()}
		}
		if !slices.Contains(g.Documents, d.ID) {
			g.Documents = append(g.Documents, d.ID)
		}
	}
	return nil
}

// settings are the server's, as shown.
func (c *call) settings() *render.Settings {
	g := &c.guild
	return &render.Settings{
		Private: g.Private, Channels: g.Channels, Documents: g.Documents, Language: g.Language, PerMinute: g.PerMinute,
		Votes: g.Feedback, Questions: g.KeepQuestions,
	}
}
