package lsptest

import "strings"

// folders can be registered for, though the model has no options for it.
const folders = "workspace/didChangeWorkspaceFolders"

// register checks what the model leaves open about a dynamic registration: that
// the method has one, its options, that the client takes it, and that its id is
// free.
func (s *session) register(params any) []string {
	list, _ := at(params, "registrations").([]any)
	var bad []string
	for i, r := range list {
		path := place{path: "params"}.member("registrations").index(i)
		id, _ := at(r, "id").(string)
		name, _ := at(r, "method").(string)
		options := s.model.registrations[name]
		switch {
		case options == nil && name != folders:
			bad = append(bad, lines(path.member("method").bad("%q can't be registered", name))...)
			continue
		case !s.takes(name):
			bad = append(bad, lines(path.bad("the client takes no dynamic registration of %q", name))...)
		}
		if v := at(r, "registerOptions"); v != nil && options != nil {
			bad = append(bad, lines(s.model.check(options, v, path.member("registerOptions")))...)
		}
		if s.registered[id] != "" {
			bad = append(bad, lines(path.member("id").bad("%q is registered already", id))...)
		}
		s.registered[id] = name
	}
	return bad
}

// takes reports whether the client said dynamicRegistration for a method: on its
// capability, or on one above it, as the operations on files share one.
func (s *session) takes(method string) bool {
	if s.phase == unborn || method == folders {
		return true
	}
	v := s.capabilities
	for _, name := range strings.Split(s.model.capabilities[method], ".") {
		v = at(v, name)
		if at(v, "dynamicRegistration") == true {
			return true
		}
	}
	return false
}
