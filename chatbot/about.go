package chatbot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/core"
)

// statsTime is the period of a server's statistics.
const statsTime = 30 * 24 * time.Hour

// help shows what the bot can do.
func (c *call) help(ctx context.Context) error {
	return c.Reply(ctx, c.own.Help(c.knows.documentIDs()), true)
}

// stats shows the counts of a server to its managers.
func (c *call) stats(ctx context.Context) error {
	switch {
	case c.Guild == "":
		return c.Reply(ctx, c.own.Denied("denied.server_only", nil), true)
	case !c.May(discordgo.PermissionManageGuild):
		return c.Reply(ctx, c.own.Denied("denied.permission", nil), true)
	}
	s, err := c.bot.config.State.Stats(ctx, c.Guild, time.Now().Add(-statsTime))
	if err != nil {
		return err
	}
	shown := &render.Stats{
		Since: s.Since, Asked: int(s.Asked), Answered: int(s.Answered), Refused: map[core.RefusalReason]int{}, Failed: int(s.Failed), Private: int(s.Private),
		Up: int(s.Up), Down: int(s.Down), Half: s.P50, Most: s.P99, Library: c.knows.documentIDs(),
	}
	for reason, n := range s.Reasons {
		shown.Refused[reason] = int(n)
	}
	for _, d := range s.Cited {
		shown.Cited = append(shown.Cited, render.Cited{DocID: d.DocID, Times: int(d.Answers)})
	}
	return c.Reply(ctx, c.own.Stats(shown), true)
}

// privacy shows a user what is stored of them.
func (c *call) privacy(ctx context.Context) error {
	held, err := c.bot.config.State.Export(ctx, c.user)
	if err != nil {
		return err
	}
	shown := &render.Stored{Answers: held.Answers, Votes: held.Votes, Questions: held.Questions, Days: int(c.bot.config.Keep.Hours() / 24)}
	for _, v := range held.Voted {
		if v.Reason != "" {
			shown.Reasons++
		}
	}
	return c.Reply(ctx, c.own.Privacy(shown), true)
}

// forget deletes what is stored of the user.
func (c *call) forget(ctx context.Context, _ render.Action) error {
	if _, err := c.bot.config.State.Forget(ctx, c.user); err != nil {
		return err
	}
	return c.Update(ctx, c.own.Notice("notice.forgotten"))
}
