package discordtest

import (
	"cmp"
	"slices"
)

// checkRun fails the test where a user could not run a command so: a client shows
// what is registered, and sends nothing else. Before anything is registered all is
// allowed, for tests of handlers alone. While an option is being typed, others may
// be missing.
func (s *Server) checkRun(u User, kind int, name string, options []Option, partial bool) {
	s.tb.Helper()
	s.mu.Lock()
	c := s.commandLocked(u.Place.Guild, kind, name)
	none := len(s.commands[""]) == 0 && len(s.commands[u.Place.Guild]) == 0
	s.mu.Unlock()
	fault := ""
	switch {
	case none:
	case c == nil:
		fault = "it is not registered"
	default:
		if fault = c.refuses(u); fault == "" && kind == chatCommand {
			fault = refusesOptions(c.fields["options"], options, partial)
		}
	}
	if fault != "" {
		s.misuse("%s can't run %q: %s", u.Name, name, fault)
	}
}

// refuses says why a command is not shown where a user is. Permissions are not
// looked at: admins override them.
func (c *command) refuses(u User) string {
	contexts, installs := list(c.fields["contexts"]), list(c.fields["integration_types"])
	if len(contexts) > 0 && !holds(contexts, u.Place.Context) {
		return sprintf("it is not for context %d", u.Place.Context)
	}
	if len(contexts) == 0 && u.Place.Context == contextPrivate {
		return "without contexts it is not for private channels"
	}
	byUser := len(installs) > 0 && holds(installs, 1)
	if u.Place.ByUser && !byUser {
		return "it is not for apps that are installed for a user"
	}
	return ""
}

func holds(values []any, n int) bool {
	return slices.ContainsFunc(values, func(v any) bool { return num(v) == n })
}

// refusesOptions says why a client would not send these options.
func refusesOptions(registered any, options []Option, partial bool) string {
	given := map[string]Option{}
	for _, o := range options {
		given[o.Name] = o
	}
	for _, r := range list(registered) {
		name := str(get(r, "name"))
		o, is := given[name]
		switch delete(given, name); {
		case is:
			if fault := refusesOption(r, o); fault != "" {
				return fault
			}
		case get(r, "required") == true && !partial:
			return sprintf("option %q is required", name)
		}
	}
	for name := range given {
		return sprintf("it has no option %q", name)
	}
	return ""
}

func refusesOption(r any, o Option) string {
	switch kind := num(get(r, "type")); {
	case o.focused && get(r, "autocomplete") != true:
		return sprintf("option %q does not complete", o.Name)
	case o.focused:
		return ""
	case kind != o.kind():
		return sprintf("option %q is of type %d, not %d", o.Name, kind, o.kind())
	}
	if offered := list(get(r, "choices")); len(offered) > 0 && !slices.ContainsFunc(offered, func(c any) bool { return sprintf("%v", get(c, "value")) == sprintf("%v", o.Value) }) {
		return sprintf("option %q does not offer %v", o.Name, o.Value)
	}
	s, is := o.Value.(string)
	n, low, high := utf16Length(s), num(get(r, "min_length")), cmp.Or(num(get(r, "max_length")), maxStringOption)
	if is && (n < low || n > high) {
		return sprintf("option %q takes %d to %d characters, not %d", o.Name, low, high, n)
	}
	return ""
}
