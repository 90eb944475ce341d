package discordtest

import "slices"

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
	given := map[string]bool{}
	for _, o := range options {
		i := slices.IndexFunc(list(registered), func(r any) bool { return str(get(r, "name")) == o.Name })
		if i < 0 {
			return sprintf("it has no option %q", o.Name)
		}
		if fault := refusesOption(list(registered)[i], o, partial); fault != "" {
			return fault
		}
		given[o.Name] = true
	}
	subs := 0
	for _, r := range list(registered) {
		if t := num(get(r, "type")); t == optionSub || t == optionGroup {
			subs++
		} else if get(r, "required") == true && !given[str(get(r, "name"))] && !partial {
			return sprintf("option %q is required", get(r, "name"))
		}
	}
	if subs > 0 && len(options) != 1 {
		return "it needs one subcommand"
	}
	return ""
}

func refusesOption(r any, o Option, partial bool) string {
	kind := num(get(r, "type"))
	if kind != o.kind() && !(o.focused && kind >= optionString) && !(kind == optionNumber && o.kind() == optionInteger) {
		return sprintf("option %q is of type %d, not %d", o.Name, kind, o.kind())
	}
	if kind == optionSub || kind == optionGroup {
		return refusesOptions(get(r, "options"), o.Options, partial)
	}
	if o.focused {
		if get(r, "autocomplete") != true {
			return sprintf("option %q does not complete", o.Name)
		}
		return ""
	}
	return refusesValue(r, o)
}

func refusesValue(r any, o Option) string {
	if offered := list(get(r, "choices")); len(offered) > 0 {
		if !slices.ContainsFunc(offered, func(c any) bool { return sprintf("%v", get(c, "value")) == sprintf("%v", o.Value) }) {
			return sprintf("option %q does not offer %v", o.Name, o.Value)
		}
	}
	s, is := o.Value.(string)
	n := utf16Length(s)
	low, high := num(get(r, "min_length")), num(get(r, "max_length"))
	if high == 0 {
		high = maxStringOption
	}
	if is && (n < low || n > high) {
		return sprintf("option %q takes %d to %d characters, not %d", o.Name, low, high, n)
	}
	return ""
}
