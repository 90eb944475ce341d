package lsptest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// schema is a type of the model. Which fields are set depends on the kind.
type schema struct {
	kind       string
	name       string   // base, reference
	element    *schema  // array; the values of a map
	key        *schema  // map
	items      []schema // or, and, tuple
	text       string   // stringLiteral
	properties []property
}

type property struct {
	Name     string
	Type     schema
	Optional bool
}

func (t *schema) UnmarshalJSON(raw []byte) error {
	var f struct {
		Kind, Name   string
		Element, Key *schema
		Items        []schema
		Value        json.RawMessage
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return err
	}
	*t = schema{kind: f.Kind, name: f.Name, element: f.Element, key: f.Key, items: f.Items}
	switch f.Kind {
	case "map":
		return json.Unmarshal(f.Value, &t.element)
	case "stringLiteral":
		return json.Unmarshal(f.Value, &t.text)
	case "literal":
		var v struct{ Properties []property }
		if err := json.Unmarshal(f.Value, &v); err != nil {
			return err
		}
		t.properties = v.Properties
	case "base", "reference", "array", "or", "and", "tuple":
	default:
		return fmt.Errorf("read a type of unknown kind %q", f.Kind)
	}
	return nil
}

// String names the type as a violation does.
func (t *schema) String() string {
	switch t.kind {
	case "array":
		return "array of " + t.element.String()
	case "map":
		return "map of " + t.element.String()
	case "stringLiteral":
		return fmt.Sprintf("%q", t.text)
	case "literal":
		return "object"
	case "or", "and", "tuple":
		names := make([]string, len(t.items))
		for i := range t.items {
			names[i] = t.items[i].String()
		}
		if t.kind == "tuple" {
			return "[" + strings.Join(names, ", ") + "]"
		}
		return strings.Join(names, " "+t.kind+" ")
	}
	return t.name
}

// resolve makes sure that every name in the model leads somewhere, so that no
// type passes unchecked because its name is mistyped or of a newer model.
func (m *Model) resolve() error {
	for _, methods := range []map[string]*method{m.requests, m.notifications} {
		for name, x := range methods {
			for _, t := range []*schema{x.Params, x.Result, x.PartialResult, x.RegistrationOptions} {
				if err := m.resolveType(t); err != nil {
					return fmt.Errorf("resolve %q: %w", name, err)
				}
			}
		}
	}
	for name, properties := range m.structures {
		for _, p := range properties {
			if err := m.resolveType(&p.Type); err != nil {
				return fmt.Errorf("resolve %q of %q: %w", p.Name, name, err)
			}
		}
	}
	for name, t := range m.aliases {
		if err := m.resolveType(t); err != nil {
			return fmt.Errorf("resolve alias %q: %w", name, err)
		}
	}
	return nil
}

func (m *Model) resolveType(t *schema) error {
	if t == nil {
		return nil
	}
	if t.kind == "reference" && m.structures[t.name] == nil && m.enumerations[t.name] == nil && m.aliases[t.name] == nil {
		return fmt.Errorf("find type %q", t.name)
	}
	for _, part := range []*schema{t.element, t.key} {
		if err := m.resolveType(part); err != nil {
			return err
		}
	}
	for i := range t.items {
		if err := m.resolveType(&t.items[i]); err != nil {
			return err
		}
	}
	for _, p := range t.properties {
		if err := m.resolveType(&p.Type); err != nil {
			return err
		}
	}
	return nil
}
