package discordtest

import (
	"cmp"
	"strconv"
)

// Permissions of a member that commands are guarded with.
const (
	Administrator = 1 << 3
	ManageGuild   = 1 << 5
	// ordinary is what everyone may do in a fresh guild: see channels, write, link,
	// attach, read back, use commands.
	ordinary = 1<<10 | 1<<11 | 1<<14 | 1<<15 | 1<<16 | 1<<31
)

// Contexts of an interaction.
const (
	contextGuild   = 0
	contextBotDM   = 1
	contextPrivate = 2
)

// User is who does something, and where. It is a value: a test changes a copy.
type User struct {
	ID          string
	Name        string
	Locale      string // of the user's client; "en-US"
	Permissions uint64 // in a guild
	Place       Place
}

// Place is a channel that a user is in, and how the app came there.
type Place struct {
	Guild       string // "" outside of guilds
	GuildLocale string
	Channel     string
	Parent      string // the channel that a thread is in
	Context     int
	ByUser      bool // the app is installed for the user alone, and its bot is not here
}

// User returns a user of that name, in the guild that has the bot. The same name is
// the same user.
func (s *Server) User(name string) User {
	home := s.Guild("home")
	s.mu.Lock()
	defer s.mu.Unlock()
	u, known := s.users[name]
	if !known {
		u = User{ID: s.idLocked(), Name: name, Locale: "en-US", Permissions: ordinary, Place: home}
		s.users[name] = u
	}
	return u
}

// Guild is the one channel of a guild that has installed the app. The same name is
// the same guild.
func (s *Server) Guild(name string) Place { return s.place("guild "+name, contextGuild, false) }

// GuildByUser is a channel of a guild without the app, where a user uses it who has
// installed it for himself.
func (s *Server) GuildByUser(name string) Place {
	return s.place("guild by user "+name, contextGuild, true)
}

// Thread is a thread in a guild's channel.
func (s *Server) Thread(in Place) Place {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := in
	p.Channel, p.Parent = s.idLocked(), in.Channel
	s.places[p.Channel] = p
	return p
}

// BotDM is a user's direct channel to the bot.
func (s *Server) BotDM(u User) Place { return s.place("bot DM "+u.ID, contextBotDM, false) }

// PrivateChannel is a channel between users, where one of them uses the app.
func (s *Server) PrivateChannel(name string) Place {
	return s.place("private "+name, contextPrivate, true)
}

func (s *Server) place(name string, context int, byUser bool) Place {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, known := s.named[name]; known {
		return p
	}
	p := Place{Channel: s.idLocked(), Context: context, ByUser: byUser}
	if context == contextGuild {
		p.Guild, p.GuildLocale = s.idLocked(), "en-US"
	}
	s.named[name], s.places[p.Channel] = p, p
	return p
}

// At returns the user in another place.
func (u User) At(p Place) User {
	u.Place = p
	return u
}

// Speaking returns the user with a client in another language.
func (u User) Speaking(locale string) User {
	u.Locale = locale
	return u
}

// With returns the user with further permissions.
func (u User) With(permissions uint64) User {
	u.Permissions |= permissions
	return u
}

func (u User) wire() map[string]any {
	return map[string]any{
		"id": u.ID, "username": u.Name, "global_name": u.Name, "discriminator": "0", "avatar": nil, "public_flags": 0, "bot": false,
	}
}

func (u User) member() map[string]any {
	return map[string]any{
		"user": u.wire(), "roles": []any{}, "permissions": strconv.FormatUint(u.Permissions, 10), "nick": nil, "avatar": nil,
		"joined_at": "2024-08-13T00:00:00.000000+00:00", "premium_since": nil, "deaf": false, "mute": false, "pending": false,
		"flags": 0, "communication_disabled_until": nil,
	}
}

// authorLocked is who wrote a message, as Discord sends it.
func (s *Server) authorLocked(id string) map[string]any {
	for _, u := range s.users {
		if id != s.Bot && u.ID == id {
			return u.wire()
		}
	}
	return s.self()
}

// self is the bot's user.
func (s *Server) self() map[string]any {
	return map[string]any{
		"id": s.Bot, "username": "bot", "global_name": nil, "discriminator": "0", "avatar": nil, "public_flags": 0, "bot": true,
		"verified": true, "mfa_enabled": true, "email": nil, "flags": 0,
	}
}

func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
