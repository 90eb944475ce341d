package discordtest

import (
	"slices"
	"time"
)

// allowedTypes are the callbacks that a kind of interaction may be answered with.
// A modal that came from a component may also change the component's message.
var allowedTypes = map[int][]int{
	kindPing:         {CallbackPong},
	kindCommand:      {CallbackMessage, CallbackDefer, CallbackModal},
	kindComponent:    {CallbackMessage, CallbackDefer, CallbackDeferUpdate, CallbackUpdate, CallbackModal},
	kindAutocomplete: {CallbackChoices},
	kindModal:        {CallbackMessage, CallbackDefer},
}

func (it *Interaction) allows(callback int) bool {
	fromComponent := it.kind == kindModal && it.source != nil && (callback == CallbackDeferUpdate || callback == CallbackUpdate)
	return fromComponent || slices.Contains(allowedTypes[it.kind], callback)
}

func (s *Server) serveCallback(c *call) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.interactions[c.params["interaction"]]
	if it == nil || it.Token != c.params["token"] {
		s.violateLocked(ruleUnknown, string(c.route), "there is no interaction %q with this token", c.params["interaction"])
		return unknownCall()
	}
	if bad, is := s.refuseCallbackLocked(it, c); is {
		return bad
	}
	s.acceptLocked(it, c)
	return noContent()
}

// refuseCallbackLocked says why an interaction can't be answered so.
func (s *Server) refuseCallbackLocked(it *Interaction, c *call) (reply, bool) {
	it.attempts++
	call, kind, after := string(c.route), num(get(c.body.value, "type")), c.at.Sub(it.sent)
	switch {
	case it.callback != nil && it.unsure:
		return acknowledged(), true // the bot could not know
	case it.callback != nil:
		s.violateLocked(ruleSecond, call, "the interaction was answered before, with type %d", it.callback.Type)
		return acknowledged(), true
	case after > callbackWithin && it.replayed:
		it.loseLocked("it was replayed too late")
		return unknownCall(), true // the bot could not be in time
	case after > callbackWithin:
		s.violateLocked(ruleLate, call, "the answer came after %v, at most %v", after.Round(time.Millisecond), callbackWithin)
		return unknownCall(), true
	case !it.allows(kind):
		s.violateLocked(ruleCallbackType, call, "type %d can't answer an interaction of type %d", kind, it.kind)
		return invalidForm([]finding{{at: "type", says: "not allowed here"}}), true
	}
	return reply{}, false
}

// acceptLocked takes a callback that is right.
func (s *Server) acceptLocked(it *Interaction, c *call) {
	b, v := c.body, get(c.body.value, "data")
	it.callback = &Callback{
		Type: num(get(b.value, "type")), Flags: num(get(v, "flags")), Data: encode(v), After: c.at.Sub(it.sent),
	}
	switch it.callback.Type {
	case CallbackMessage, CallbackDefer:
		it.original = s.postLocked(it, b, v)
		it.original.thinking = it.callback.Type == CallbackDefer
	case CallbackDeferUpdate:
		it.original = it.source
	case CallbackUpdate:
		it.original = it.source
		s.patchLocked(it.original, b, v)
	case CallbackChoices:
		it.callback.Choices = as[[]Choice](get(v, "choices"))
	case CallbackModal:
		modal := as[Modal](v)
		it.callback.Modal = &modal
	}
	if t := it.callback.Type; t == CallbackMessage || t == CallbackUpdate {
		it.shownLocked()
	}
	it.changedLocked()
}

// shownLocked notes the state of @original, for those who watch it: who made the
// message, and who now changes it.
func (it *Interaction) shownLocked() {
	p := it.original
	if !slices.Contains(p.makers, it) {
		p.makers = append(p.makers, it)
	}
	for _, maker := range p.makers {
		maker.states = append(maker.states, p.Message)
		maker.changedLocked()
	}
}

// postLocked makes a new message of the bot. Only its user sees an ephemeral one.
func (s *Server) postLocked(it *Interaction, b body, v any) *posted {
	p := &posted{Message: Message{ID: s.idLocked(), Channel: it.User.Place.Channel, Author: s.Bot}, makers: []*Interaction{it}}
	s.patchLocked(p, b, v)
	p.Flags |= num(get(v, "flags")) & Ephemeral
	if p.Flags&Ephemeral != 0 {
		p.seenBy = it.User.ID
	}
	s.messages[p.ID] = p
	return p
}

// answerLost notes that the bot can't know whether its callback was taken.
func (s *Server) answerLost(c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it := s.interactions[c.params["interaction"]]; it != nil {
		it.unsure = true
	}
}
