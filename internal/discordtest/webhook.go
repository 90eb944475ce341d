package discordtest

import (
	"time"
)

// webhookLocked finds the interaction of a token. Where there is none that may be
// used, the reply says why.
func (s *Server) webhookLocked(c *call) (*Interaction, reply, bool) {
	it := s.byTokenLocked(c.params["token"])
	switch {
	case it == nil || c.params["application"] != s.Application:
		s.violateLocked(ruleWebhook, string(c.route), "there is no interaction with this token")
		return nil, unknownWebhook(), false
	case it.expiredLocked():
		s.violateLocked(ruleExpired, string(c.route), "the token is %v old, at most %v", s.nowLocked().Sub(it.sent).Round(time.Second), tokenLife)
		return nil, invalidToken(), false
	case it.callback == nil:
		s.violateLocked(ruleUnanswered, string(c.route), "the interaction has no callback yet")
		return nil, unknownWebhook(), false
	}
	return it, reply{}, true
}

// byTokenLocked reads the id out of a token, so that nothing need be kept by token.
func (s *Server) byTokenLocked(token string) *Interaction {
	it := s.interactions[interactionOf(token)]
	if it == nil || it.Token != token {
		return nil
	}
	return it
}

func (s *Server) serveEditWebhook(c *call) reply {
	s.settle(c.params["token"])
	s.mu.Lock()
	defer s.mu.Unlock()
	it, bad, found := s.webhookLocked(c)
	if !found {
		return bad
	}
	if it.original == nil {
		s.violateLocked(ruleUnknown, string(c.route), "the interaction has no such message")
		return unknownMessage()
	}
	return s.editLocked(c, it, it.original)
}

func (s *Server) editLocked(c *call, it *Interaction, p *posted) reply {
	v := c.body.value
	if has(v, "flags") && num(get(v, "flags"))&Ephemeral != p.Flags&Ephemeral {
		s.violateLocked(ruleEphemeral, string(c.route), "whether a message is ephemeral can't change after it was sent")
	}
	next := &posted{Message: p.Message}
	s.patchLocked(next, c.body, v)
	if bad, is := s.checkResultLocked(c, next.Message); is {
		return bad
	}
	p.Message, p.thinking = next.Message, false
	it.edited = append(it.edited, p.Message)
	it.shownLocked()
	it.changedLocked()
	return ok(s.wireLocked(p))
}

// checkResultLocked checks the result of an edit, which its body alone does not show.
func (s *Server) checkResultLocked(c *call, m Message) (reply, bool) {
	if m.empty() {
		s.violateLocked(ruleEmpty, string(c.route), "the message would have nothing in it")
		return emptyMessage(), true
	}
	return reply{}, false
}
