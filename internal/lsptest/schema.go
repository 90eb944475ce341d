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
		return strings.Join(names, " "+t.kind+" ")
	}
	return t.name
}
