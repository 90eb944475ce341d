package discordtest

import (
	"maps"
	"slices"
)

// Types of an option of a command.
const (
	optionString  = 3
	optionInteger = 4
	optionBoolean = 5
	optionChannel = 7
)

// Types of a command.
const (
	chatCommand    = 1
	messageCommand = 3
)

// Option is a value that a user gives to a command.
type Option struct {
	Name    string
	Value   any // string, bool, int or Channel
	focused bool
}

// Channel is the id of a channel, as the value of an option.
type Channel string

// Opt is an option with a value: a string, a bool, an int or a Channel.
func Opt(name string, value any) Option { return Option{Name: name, Value: value} }

func (o Option) kind() int {
	switch o.Value.(type) {
	case Channel:
		return optionChannel
	case bool:
		return optionBoolean
	case int:
		return optionInteger
	}
	return optionString
}

func wireOptions(options []Option) []any {
	out := []any{}
	for _, o := range options {
		wire := map[string]any{"name": o.Name, "type": o.kind(), "value": o.Value}
		if o.focused {
			wire["focused"] = true
		}
		out = append(out, wire)
	}
	return out
}

// Slash makes a user run a slash command. If commands are registered, it must be one
// that this user could run so. A subcommand's name may follow the command's: "config
// show".
func (s *Server) Slash(u User, name string, options ...Option) *Interaction {
	s.tb.Helper()
	s.checkRun(u, chatCommand, name, options, false)
	return s.act(u, kindCommand, s.commandPayload(u, chatCommand, name, options), acting{})
}

// Autocomplete has a user type the beginning of an option's value; the others are
// what was filled in before.
func (s *Server) Autocomplete(u User, name, option, partial string, others ...Option) *Interaction {
	s.tb.Helper()
	options := append(slices.Clone(others), Option{Name: option, Value: partial, focused: true})
	s.checkRun(u, chatCommand, name, options, true)
	return s.act(u, kindAutocomplete, s.commandPayload(u, chatCommand, name, options), acting{})
}

// MessageCommand has a user run a command of a message's menu.
func (s *Server) MessageCommand(u User, name string, m Message) *Interaction {
	s.tb.Helper()
	s.checkRun(u, messageCommand, name, nil, false)
	payload := s.commandPayload(u, messageCommand, name, nil)
	delete(payload, "options")
	s.mu.Lock()
	p := s.messages[m.ID]
	if p != nil {
		payload["target_id"] = m.ID
		payload["resolved"] = map[string]any{"messages": map[string]any{m.ID: s.wireLocked(p)}}
	}
	s.mu.Unlock()
	if payload["target_id"] == nil {
		s.misuse("%s can't run %q: there is no message %q", u.Name, name, m.ID)
		return s.nothing(u, kindCommand)
	}
	return s.act(u, kindCommand, payload, acting{})
}

func (s *Server) commandPayload(u User, kind int, name string, options []Option) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]any{"id": s.commandIDLocked(u.Place.Guild, kind, name), "name": name, "type": kind, "options": wireOptions(options)}
	if c := s.commandLocked(u.Place.Guild, kind, name); c != nil && c.guild != "" {
		out["guild_id"] = c.guild
	}
	return out
}

// Write has a user write a message where he is, as another bot could. Its parts
// may be anything, components of unknown types too.
func (s *Server) Write(u User, m Message) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.ID, m.Channel, m.Author = s.idLocked(), u.Place.Channel, u.ID
	s.messages[m.ID] = &posted{Message: m}
	return m
}

// Press makes a user press a button of a message in its current state.
func (s *Server) Press(u User, m Message, customID string) *Interaction {
	s.tb.Helper()
	s.mu.Lock()
	p := s.messages[m.ID]
	fault := "there is no message " + m.ID
	var wire map[string]any
	if p != nil {
		fault = p.pressable(u, customID)
		wire = s.wireLocked(p)
		u.Place = s.placeOfLocked(p, u)
	}
	s.mu.Unlock()
	if fault != "" {
		s.misuse("%s can't use %q: %s", u.Name, customID, fault)
		return s.nothing(u, kindComponent)
	}
	return s.act(u, kindComponent, map[string]any{"custom_id": customID, "component_type": button}, acting{source: p, message: wire})
}

// placeOfLocked is where a message is; a user must go there to use it.
func (s *Server) placeOfLocked(p *posted, u User) Place {
	if place, known := s.places[p.Channel]; known {
		return place
	}
	return u.Place
}

// pressable says why a user can't use a component.
func (p *posted) pressable(u User, customID string) string {
	c, found := p.Component(customID)
	switch {
	case p.seenBy != "" && p.seenBy != u.ID:
		return "the message is for somebody else"
	case !found:
		return "the message has no such component"
	case c.Disabled:
		return "it is disabled"
	case c.Type != button:
		return sprintf("it is of type %d", c.Type)
	}
	return ""
}

// Submit has a user send the modal that an interaction was answered with. Values
// are by the custom ids of its inputs; one that is left out is empty.
func (s *Server) Submit(u User, opened *Interaction, values map[string]string) *Interaction {
	s.tb.Helper()
	cb, answered := opened.Callback()
	if !answered || cb.Modal == nil {
		s.misuse("%s can't submit a modal: interaction %s has opened none", u.Name, opened.ID)
		return s.nothing(u, kindModal)
	}
	if u.ID != opened.User.ID {
		s.misuse("%s can't submit a modal that %s sees", u.Name, opened.User.Name)
		return s.nothing(u, kindModal)
	}
	if fault := cb.Modal.refuses(values); fault != "" {
		s.misuse("%s can't submit modal %q: %s", u.Name, cb.Modal.CustomID, fault)
		return s.nothing(u, kindModal)
	}
	payload := map[string]any{"custom_id": cb.Modal.CustomID, "components": cb.Modal.filled(values)}
	more := acting{}
	s.mu.Lock()
	if opened.source != nil {
		more = acting{source: opened.source, message: s.wireLocked(opened.source)}
	}
	s.mu.Unlock()
	return s.act(u.At(opened.User.Place), kindModal, payload, more)
}

// refuses says what a client would not let a user send.
func (m Modal) refuses(values map[string]string) string {
	left := maps.Clone(values)
	for _, in := range m.inputs() {
		value := values[in.CustomID]
		delete(left, in.CustomID)
		n := utf16Length(value)
		switch {
		case value == "" && (in.Required == nil || *in.Required):
			return sprintf("input %q is required", in.CustomID)
		case value != "" && in.MinLength != nil && n < *in.MinLength, in.MaxLength != nil && n > *in.MaxLength, n > maxInput:
			return sprintf("input %q does not take %d characters", in.CustomID, n)
		}
	}
	for id := range left {
		return sprintf("it has no input %q", id)
	}
	return ""
}

// filled are the modal's components as Discord sends them back.
func (m Modal) filled(values map[string]string) []any {
	var fill func(c Component) map[string]any
	fill = func(c Component) map[string]any {
		out := map[string]any{"type": c.Type, "id": 1}
		switch {
		case c.Type == textInput:
			out["custom_id"], out["value"] = c.CustomID, values[c.CustomID]
		case c.Components != nil:
			var inner []any
			for _, i := range c.Components {
				inner = append(inner, fill(i))
			}
			out["components"] = inner
		}
		return out
	}
	var out []any
	for _, c := range m.Components {
		out = append(out, fill(c))
	}
	return out
}
