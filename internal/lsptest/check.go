package lsptest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
)

// violation is one thing that is wrong with a value. The place is a path such as
// "params.diagnostics[0].range.start"; its depth is the number of steps in it.
type violation struct {
	place   string
	depth   int
	says    string
	shape   bool // the value is of another JSON type than wanted
	literal bool // the value is not the string that it must be
}

func (v violation) String() string { return v.place + ": " + v.says }

// place is where a value is in a message.
type place struct {
	path  string
	depth int
}

func (p place) member(name string) place { return place{p.path + "." + name, p.depth + 1} }
func (p place) index(i int) place        { return place{fmt.Sprintf("%s[%d]", p.path, i), p.depth + 1} }

func (p place) bad(format string, args ...any) []violation {
	return []violation{{place: p.path, depth: p.depth, says: fmt.Sprintf(format, args...)}}
}

func (p place) want(t *schema, v any) []violation {
	bad := p.bad("want %s, got %s", t, show(v))
	bad[0].shape = true
	return bad
}

// anything has the names of the types that take any value.
var anything = map[string]bool{"LSPAny": true, "LSPObject": true, "LSPArray": true}

// check checks a value against a type and returns what is wrong, in the order of
// the members' names.
func (m *model) check(t *schema, v any, here place) []violation {
	switch t.kind {
	case "base":
		return checkBase(t, v, here)
	case "reference":
		return m.checkReference(t, v, here)
	case "array":
		return m.checkArray(t, v, here)
	case "map":
		return m.checkMap(t, v, here)
	case "or":
		return m.checkOr(t, v, here)
	case "stringLiteral":
		return checkLiteral(t, v, here)
	case "literal":
		members := map[string]property{}
		for _, p := range t.properties {
			members[p.Name] = p
		}
		return m.checkObject(t, members, v, here)
	}
	return here.bad("a type of kind %q, which the server sends nowhere", t.kind) // and, tuple
}

func checkBase(t *schema, v any, here place) []violation {
	ok := false
	switch t.name {
	case "null":
		ok = v == nil
	case "boolean":
		_, ok = v.(bool)
	case "decimal":
		_, ok = v.(json.Number)
	case "string", "RegExp":
		_, ok = v.(string)
	case "URI", "DocumentUri":
		return checkURI(t, v, here)
	case "integer":
		return checkInteger(t, v, math.MinInt32, here)
	case "uinteger":
		return checkInteger(t, v, 0, here)
	}
	if !ok {
		return here.want(t, v)
	}
	return nil
}

func checkLiteral(t *schema, v any, here place) []violation {
	if v == t.text {
		return nil
	}
	_, isString := v.(string)
	bad := here.want(t, v)
	bad[0].shape, bad[0].literal = !isString, true
	return bad
}

func checkInteger(t *schema, v any, low int64, here place) []violation {
	i, ok := integer(v)
	if !ok {
		return here.want(t, v)
	}
	if i < low || i > math.MaxInt32 {
		return here.bad("want %s from %d to %d, got %d", t, low, math.MaxInt32, i)
	}
	return nil
}

// checkURI asks for an absolute URI without blanks: editors parse it, and one
// without a scheme is taken for a path by some and refused by others.
func checkURI(t *schema, v any, here place) []violation {
	s, ok := v.(string)
	if !ok {
		return here.want(t, v)
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || strings.ContainsAny(s, " \t\r\n") {
		return here.bad("want %s with a scheme, got %s", t, show(v))
	}
	return nil
}

func (m *model) checkReference(t *schema, v any, here place) []violation {
	if anything[t.name] {
		return nil
	}
	if alias := m.aliases[t.name]; alias != nil {
		return m.check(alias, v, here)
	}
	if e := m.enumerations[t.name]; e != nil {
		if bad := m.check(&e.base, v, here); bad != nil {
			return bad
		}
		if !e.open && !e.values[v] {
			return here.bad("%s is no %s", show(v), t.name)
		}
		return nil
	}
	members, ok := m.structures[t.name]
	if !ok { // a type must not pass unchecked because its name is of a newer model
		panic(fmt.Sprintf("the model has no type %q", t.name))
	}
	bad := m.checkObject(t, members, v, here)
	if rule := rules[t.name]; rule != nil && bad == nil {
		return rule(v, here)
	}
	return bad
}

func (m *model) checkObject(t *schema, members map[string]property, v any, here place) []violation {
	object, ok := v.(map[string]any)
	if !ok {
		return here.want(t, v)
	}
	var bad []violation
	for _, name := range slices.Sorted(maps.Keys(members)) {
		p := members[name]
		value, ok := object[name]
		switch {
		case ok && name != "experimental":
			bad = append(bad, m.check(&p.Type, value, here.member(name))...)
		case !ok && !p.Optional:
			bad = append(bad, here.member(name).bad("missing in %s", t)...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if _, ok := members[name]; !ok {
			bad = append(bad, here.member(name).bad("unknown in %s", t)...)
		}
	}
	return bad
}

func (m *model) checkArray(t *schema, v any, here place) []violation {
	list, ok := v.([]any)
	if !ok {
		return here.want(t, v)
	}
	var bad []violation
	for i, e := range list {
		bad = append(bad, m.check(t.element, e, here.index(i))...)
	}
	return bad
}

func (m *model) checkMap(t *schema, v any, here place) []violation {
	object, ok := v.(map[string]any)
	if !ok {
		return here.want(t, v)
	}
	var bad []violation
	for _, key := range slices.Sorted(maps.Keys(object)) {
		bad = append(bad, m.check(t.key, key, here.member(key))...)
		bad = append(bad, m.check(t.element, object[key], here.member(key))...)
	}
	return bad
}

// checkOr reports against the alternative that the value was most likely meant
// to be: of those that have its shape, the one with the fewest violations. Where
// none has, it names them all.
func (m *model) checkOr(t *schema, v any, here place) []violation {
	var best []violation
	for i := range t.items {
		bad := m.check(&t.items[i], v, here)
		if len(bad) == 0 {
			return nil
		}
		if !misshapen(bad, here) && (best == nil || likelier(bad, best)) {
			best = bad
		}
	}
	if best == nil {
		return here.want(t, v)
	}
	return best
}

// misshapen reports whether the value itself is of another JSON type, so that
// nothing inside it was looked at.
func misshapen(list []violation, here place) bool {
	return slices.ContainsFunc(list, func(v violation) bool { return v.shape && v.depth == here.depth })
}

func likelier(a, b []violation) bool {
	if ka, kb := otherKind(a), otherKind(b); ka != kb {
		return kb
	}
	return len(a) < len(b)
}

// otherKind reports whether a member "kind" is not the literal that it must be:
// such a member says which alternative was meant, and this is not it.
func otherKind(list []violation) bool {
	return slices.ContainsFunc(list, func(v violation) bool { return v.literal && strings.HasSuffix(v.place, ".kind") })
}
