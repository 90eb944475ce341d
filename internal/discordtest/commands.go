package discordtest

import (
	"maps"
	"slices"
	"strconv"
)

// maxCommands are the bounds per type of a command, globally and in each guild.
var maxCommands = map[int]int{1: 100, 2: 15, 3: 15, 4: 1}

// command is one that the application has registered.
type command struct {
	id     string
	guild  string // "" for all
	kind   int
	name   string
	fields map[string]any // as they were sent
}

// Command is a registered command: its id, and what the bot has sent for it.
type Command struct {
	ID     string
	Type   int
	Name   string
	Fields map[string]any
}

// Commands are those registered in a guild, "" for the global ones, in the order in
// which they came.
func (s *Server) Commands(guild string) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Command
	for _, c := range s.commands[guild] {
		out = append(out, Command{c.id, c.kind, c.name, maps.Clone(c.fields)})
	}
	return out
}

// commandLocked finds what a user in a guild would run; the guild's own comes first.
func (s *Server) commandLocked(guild string, kind int, name string) *command {
	for _, where := range []string{guild, ""} {
		for _, c := range s.commands[where] {
			if c.kind == kind && c.name == name {
				return c
			}
		}
	}
	return nil
}

// commandIDLocked is a command's id; a new one where nothing is registered.
func (s *Server) commandIDLocked(guild string, kind int, name string) string {
	if c := s.commandLocked(guild, kind, name); c != nil {
		return c.id
	}
	return s.idLocked()
}

// wireCommand is a command as Discord sends it: what was sent, in its own form.
func (s *Server) wireCommand(c *command) map[string]any {
	out := map[string]any{
		"description": "", "name_localizations": nil, "description_localizations": nil, "default_member_permissions": nil,
		"dm_permission": true, "nsfw": false, "contexts": nil, "integration_types": []any{0},
	}
	maps.Copy(out, normal(c.fields).(map[string]any))
	maps.Copy(out, map[string]any{"id": c.id, "application_id": s.Application, "version": c.id, "type": c.kind, "name": c.name})
	if c.guild != "" {
		out["guild_id"] = c.guild
	}
	return out
}

// normal is a part of a command without what Discord leaves out when it sends it
// back: null, false and empty lists.
func normal(v any) any {
	return without(v, func(_ string, e any) bool {
		l, isList := e.([]any)
		return e == nil || e == false || isList && len(l) == 0
	})
}

// withoutLocalizations is a command as a list has it that did not ask for them.
func withoutLocalizations(v any) any {
	return without(v, func(key string, _ any) bool { return key == "name_localizations" || key == "description_localizations" })
}

// without is a copy of a value without the members to drop, at any depth.
func without(v any, drop func(key string, v any) bool) any {
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range x {
			if !drop(k, e) {
				out[k] = without(e, drop)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, e := range x {
			out = append(out, without(e, drop))
		}
		return out
	}
	return v
}

func (s *Server) wireCommands(commands []*command) []any {
	out := []any{}
	for _, c := range commands {
		out = append(out, s.wireCommand(c))
	}
	return out
}

// withCommands does something with the registered commands of a guild, or with the
// global ones.
func (s *Server) withCommands(c *call, do func(guild string) reply) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	guild := c.params["guild"]
	switch {
	case c.params["application"] != s.Application:
		s.violateLocked(ruleUnknown, string(c.route), "there is no application %q", c.params["application"])
		return failure(404, 10002, "Unknown Application")
	case guild != "" && !s.inGuildLocked(guild):
		s.violateLocked(ruleAuth, string(c.route), "the bot is not in guild %q", guild)
		return missingAccess()
	}
	return do(guild)
}

func (s *Server) inGuildLocked(guild string) bool {
	for _, p := range s.places {
		if p.Guild == guild {
			return !p.ByUser
		}
	}
	return false
}

func (s *Server) serveCommands(c *call) reply {
	return s.withCommands(c, func(guild string) reply {
		commands := s.wireCommands(s.commands[guild])
		if !slices.Contains(c.query["with_localizations"], "true") {
			return ok(withoutLocalizations(commands))
		}
		return ok(commands)
	})
}

func (s *Server) servePutCommands(c *call) reply {
	return s.withCommands(c, func(guild string) reply {
		var next []*command
		for _, v := range list(c.body.value) {
			next = append(next, s.putLocked(guild, v))
		}
		if bad, is := s.checkSetLocked(c, next); is {
			return bad
		}
		s.commands[guild] = next
		return ok(s.wireCommands(next))
	})
}

// putLocked makes a command. One of the same name keeps its id.
func (s *Server) putLocked(guild string, v any) *command {
	fields := maps.Clone(v.(map[string]any))
	c := &command{guild: guild, kind: max(num(fields["type"]), chatCommand), name: str(fields["name"]), fields: fields}
	c.id = s.idLocked()
	for _, old := range s.commands[guild] {
		if old.kind == c.kind && old.name == c.name {
			c.id = old.id
		}
	}
	return c
}

// checkSetLocked checks what involves several commands.
func (s *Server) checkSetLocked(c *call, commands []*command) (reply, bool) {
	seen, count := map[string]bool{}, map[int]int{}
	for _, one := range commands {
		key := strconv.Itoa(one.kind) + " " + one.name
		count[one.kind]++
		switch {
		case seen[key]:
			s.violateLocked(ruleForm, string(c.route), "command %q is there twice", one.name)
			return failure(400, 50035, "Invalid Form Body"), true
		case count[one.kind] > maxCommands[one.kind]:
			s.violateLocked(ruleForm, string(c.route), "more than %d commands of type %d", maxCommands[one.kind], one.kind)
			return failure(400, 30032, "Maximum number of application commands reached"), true
		}
		seen[key] = true
	}
	return reply{}, false
}
