package discordtest

import (
	"slices"
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

// targetLocked finds the message that a call is about: @original, or one that the
// interaction made.
func (s *Server) targetLocked(c *call, it *Interaction) *posted {
	target := it.original
	if id, named := c.params["message"]; named && (target == nil || target.ID != id) {
		i := slices.IndexFunc(it.followUps, func(p *posted) bool { return p.ID == id })
		if i < 0 {
			return nil
		}
		target = it.followUps[i]
	}
	if target == nil || target.gone {
		return nil
	}
	return target
}

// withWebhook does something with the message that a call is about.
func (s *Server) withWebhook(c *call, do func(*Interaction, *posted) reply) reply {
	s.settle(c.params["token"])
	s.mu.Lock()
	defer s.mu.Unlock()
	it, bad, found := s.webhookLocked(c)
	if !found {
		return bad
	}
	p := s.targetLocked(c, it)
	if p == nil {
		s.violateLocked(ruleUnknown, string(c.route), "the interaction has no such message")
		return unknownMessage()
	}
	return do(it, p)
}

func (s *Server) serveGetWebhook(c *call) reply {
	return s.withWebhook(c, func(_ *Interaction, p *posted) reply { return ok(s.wireLocked(p)) })
}

func (s *Server) serveEditWebhook(c *call) reply {
	return s.withWebhook(c, func(it *Interaction, p *posted) reply { return s.editLocked(c, it, p) })
}

func (s *Server) editLocked(c *call, it *Interaction, p *posted) reply {
	v := c.body.value
	if has(v, "flags") && num(get(v, "flags"))&Ephemeral != p.Flags&Ephemeral {
		s.violateLocked(ruleEphemeral, string(c.route), "whether a message is ephemeral can't change after it was sent")
	}
	next := &posted{Message: p.Message}
	s.patchLocked(next, c.body, v)
	if bad, is := s.checkResultLocked(c, next.Message, p.Flags); is {
		return bad
	}
	p.Message, p.thinking = next.Message, false
	if p == it.original {
		it.edited = append(it.edited, p.Message)
		it.shownLocked()
	}
	it.changedLocked()
	return ok(s.wireLocked(p))
}

// checkResultLocked checks the result of an edit, which its body alone does not show.
func (s *Server) checkResultLocked(c *call, m Message, before int) (reply, bool) {
	switch {
	case m.empty():
		s.violateLocked(ruleEmpty, string(c.route), "the message would have nothing in it")
		return emptyMessage(), true
	case m.Flags&componentsFlag != 0 && (m.Content != "" || len(m.Embeds) > 0):
		s.violateLocked(ruleForm, string(c.route), "flags: a message with the components flag can't have content or embeds")
		return invalidForm([]finding{{at: "flags", says: "content and embeds can't be used"}}), true
	case m.Flags&componentsFlag == 0 && usesV2(m.Components):
		s.violateLocked(ruleForm, string(c.route), "components: they need the components flag, which is not set")
		return invalidForm([]finding{{at: "components", says: "flag is missing"}}), true
	case before&componentsFlag != 0 && has(c.body.value, "flags") && num(get(c.body.value, "flags"))&componentsFlag == 0:
		s.violateLocked(ruleForm, string(c.route), "flags: the components flag can't be removed")
		return invalidForm([]finding{{at: "flags", says: "can't be removed"}}), true
	}
	return reply{}, false
}

func (s *Server) serveDeleteWebhook(c *call) reply {
	return s.withWebhook(c, func(it *Interaction, p *posted) reply {
		p.gone = true
		it.changedLocked()
		return noContent()
	})
}

func (s *Server) serveFollowUp(c *call) reply {
	s.settle(c.params["token"])
	s.mu.Lock()
	defer s.mu.Unlock()
	it, bad, found := s.webhookLocked(c)
	if !found {
		return bad
	}
	switch {
	case it.callback.Type == CallbackChoices:
		s.violateLocked(ruleWebhook, string(c.route), "autocomplete has no follow-ups")
		return unknownWebhook()
	case it.thinkingLocked():
		// Discord takes it for the deferred answer, and calls that deprecated.
		s.violateLocked(ruleForm, string(c.route), "the first follow-up after a deferred answer replaces it: edit @original")
		return s.editLocked(c, it, it.original)
	case it.User.Place.ByUser && len(it.followUps) == followUpsOfUser:
		s.violateLocked(ruleFollowUps, string(c.route), "more than %d where the app is installed for the user alone", followUpsOfUser)
		return tooManyFollowUps()
	}
	p := s.postLocked(it, c.body, c.body.value)
	it.followUps = append(it.followUps, p)
	it.changedLocked()
	return ok(s.wireLocked(p))
}
