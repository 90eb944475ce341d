package pdf

// hiddenContent reports whether optional content, by its group or membership
// dictionary, is hidden when the file is opened (ISO 32000-1, 8.11). A visibility
// expression counts as visible.
func (r *reader) hiddenContent(o any) bool {
	if r.off == nil {
		r.off = r.src.offGroups()
	}
	if key, is := o.(ref); is && r.off[key] {
		return true
	}
	d := r.src.dict(o)
	if r.src.name(d["Type"]) != "OCMD" || d["VE"] != nil {
		return false
	}
	return r.hiddenMembers(d)
}

// hiddenMembers applies the policy of a membership dictionary.
func (r *reader) hiddenMembers(d dict) bool {
	groups := r.src.array(d["OCGs"])
	if key, is := d["OCGs"].(ref); is && groups == nil {
		groups = array{key}
	}
	on, off := 0, 0
	for _, g := range groups {
		if key, is := g.(ref); is && r.off[key] {
			off++
		} else if is {
			on++
		}
	}
	if on+off == 0 {
		return false
	}
	switch r.src.name(d["P"]) {
	case "AllOn":
		return off > 0
	case "AnyOff":
		return off == 0
	case "AllOff":
		return on > 0
	}
	return on == 0
}

// offGroups are the groups that the default configuration turns off.
func (s *source) offGroups() map[ref]bool {
	off := map[ref]bool{}
	properties := s.dict(s.catalog()["OCProperties"])
	d := s.dict(properties["D"])
	if s.name(d["BaseState"]) == "OFF" {
		mark(off, s.array(properties["OCGs"]), true)
	}
	mark(off, s.array(d["ON"]), false)
	mark(off, s.array(d["OFF"]), true)
	return off
}

func mark(off map[ref]bool, groups array, state bool) {
	for _, g := range groups {
		if key, is := g.(ref); is {
			off[key] = state
		}
	}
}
