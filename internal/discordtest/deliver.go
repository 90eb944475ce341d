package discordtest

import (
	"encoding/base64"
	"maps"
	"strings"
)

// acting is what an interaction has besides its data.
type acting struct {
	source  *posted        // the message that a component is on
	message map[string]any // as it is sent
}

// act makes an interaction and delivers it.
func (s *Server) act(u User, kind int, payload map[string]any, more acting) *Interaction {
	it := s.newInteraction(u, kind)
	it.source = more.source
	wire := s.wireInteraction(it, payload)
	if more.message != nil {
		wire["message"] = more.message
	}
	it.payload = encode(wire)
	s.deliver(it)
	return it
}

// nothing is an interaction that no user could cause, so that a broken scenario
// fails where it waits.
func (s *Server) nothing(u User, kind int) *Interaction {
	it := s.newInteraction(u, kind)
	it.lose("the scenario could not cause it")
	return it
}

func (s *Server) newInteraction(u User, kind int) *Interaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := &Interaction{ID: s.idLocked(), User: u, s: s, kind: kind, sent: s.nowLocked(), changed: make(chan struct{})}
	it.Token = s.interactionToken(it.ID)
	s.given = append(s.given, s.lastID)
	s.interactions[it.ID] = it
	return it
}

// interactionOf reads the id out of a token; "" where it is none.
func interactionOf(token string) string {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return ""
	}
	parts := strings.Split(string(raw), ":")
	if len(parts) != 3 || parts[0] != "interaction" {
		return ""
	}
	return parts[1]
}

// botPermissions is what the bot may do where it is: see, write, embed, attach,
// use threads.
const botPermissions = "309237763136"

// wireInteraction is an interaction as Discord sends it.
func (s *Server) wireInteraction(it *Interaction, payload map[string]any) map[string]any {
	u := it.User
	out := map[string]any{
		"id": it.ID, "application_id": s.Application, "type": it.kind, "token": it.Token, "version": 1, "locale": u.Locale,
		"context": u.Place.Context, "entitlements": []any{}, "entitlement_sku_ids": []any{}, "attachment_size_limit": maxFile,
		"app_permissions": botPermissions, "authorizing_integration_owners": u.owners(),
	}
	if payload != nil {
		out["data"] = payload
	}
	if it.kind == kindPing {
		return out
	}
	out["channel_id"] = u.Place.Channel
	out["channel"] = u.channel()
	if u.Place.Guild == "" {
		out["user"] = u.wire()
		return out
	}
	maps.Copy(out, map[string]any{
		"guild_id": u.Place.Guild, "guild_locale": u.Place.GuildLocale, "member": u.member(),
		"guild": map[string]any{"id": u.Place.Guild, "locale": u.Place.GuildLocale, "features": []any{}},
	})
	return out
}

// owners says for whom the app is installed: a guild, and "0" in the bot's own
// DM, or the user.
func (u User) owners() map[string]any {
	switch {
	case u.Place.ByUser:
		return map[string]any{"1": u.ID}
	case u.Place.Guild != "":
		return map[string]any{"0": u.Place.Guild}
	}
	return map[string]any{"0": "0"}
}

// channel is the channel in which a user is, as far as a bot reads it.
func (u User) channel() map[string]any {
	out := map[string]any{"id": u.Place.Channel, "type": u.channelType()}
	if u.Place.Parent != "" {
		out["type"], out["parent_id"] = publicThread, u.Place.Parent
	}
	return out
}

// publicThread is the type of a thread.
const publicThread = 11

// channelType is a text channel, a DM, or a group DM.
func (u User) channelType() int {
	return map[int]int{contextGuild: 0, contextBotDM: 1, contextPrivate: 3}[u.Place.Context]
}

// deliver brings an interaction to the bot, over the gateway or as a request.
func (s *Server) deliver(it *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.silent:
		it.loseLocked("the test is over")
	case s.endpoint != nil:
		it.posting = true
		endpoint := s.endpoint
		s.running.Go(func() { endpoint.interact(it) })
	case !s.dispatchLocked(it):
		it.loseLocked("the bot has no session at the gateway")
	}
}
