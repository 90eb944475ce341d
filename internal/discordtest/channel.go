package discordtest

import "slices"

// servePostMessage takes a message outside of an interaction, which only a bot in
// the channel's guild, or in its own DM, may write.
func (s *Server) servePostMessage(c *call) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	place, known := s.places[c.params["channel"]]
	switch {
	case !known:
		s.violateLocked(ruleUnknown, string(c.route), "there is no channel %q", c.params["channel"])
		return unknownChannel()
	case place.ByUser:
		s.violateLocked(ruleAuth, string(c.route), "the bot is not in channel %q, only its user is", place.Channel)
		return missingAccess()
	case num(get(c.body.value, "flags"))&Ephemeral != 0:
		s.violateLocked(ruleEphemeral, string(c.route), "only an answer to an interaction can be ephemeral")
	}
	p := &posted{Message: Message{ID: s.idLocked(), Channel: place.Channel, Author: s.Bot}}
	s.patchLocked(p, c.body, c.body.value)
	s.messages[p.ID] = p
	return ok(s.wireLocked(p))
}

// withMessage does something with a message in a channel; own wants it to be the
// bot's.
func (s *Server) withMessage(c *call, own bool, do func(*posted) reply) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.messages[c.params["message"]]
	switch {
	case p == nil || p.gone || p.Channel != c.params["channel"] || p.Flags&Ephemeral != 0:
		s.violateLocked(ruleUnknown, string(c.route), "there is no message %q in channel %q", c.params["message"], c.params["channel"])
		return unknownMessage()
	case s.places[p.Channel].ByUser || own && p.Author != s.Bot:
		s.violateLocked(ruleAuth, string(c.route), "the bot may not touch message %q", p.ID)
		return missingAccess()
	}
	return do(p)
}

func (s *Server) serveGetMessage(c *call) reply {
	return s.withMessage(c, false, func(p *posted) reply { return ok(s.wireLocked(p)) })
}

func (s *Server) serveEditMessage(c *call) reply {
	return s.withMessage(c, true, func(p *posted) reply {
		next := &posted{Message: p.Message}
		s.patchLocked(next, c.body, c.body.value)
		if bad, is := s.checkResultLocked(c, next.Message, p.Flags); is {
			return bad
		}
		p.Message = next.Message
		for _, it := range p.makers {
			it.changedLocked()
		}
		return ok(s.wireLocked(p))
	})
}

func (s *Server) serveDeleteMessage(c *call) reply {
	return s.withMessage(c, true, func(p *posted) reply {
		p.gone = true
		return noContent()
	})
}

// Posted are the public messages of a channel, oldest first: the bot's own and what
// users wrote.
func (s *Server) Posted(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, p := range s.messages {
		if p.Channel == channel && !p.gone && p.seenBy == "" {
			out = append(out, p.Message)
		}
	}
	slices.SortFunc(out, func(a, b Message) int { return compareIDs(a.ID, b.ID) })
	return out
}
