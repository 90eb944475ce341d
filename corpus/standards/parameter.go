package standards

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/pqcite/pqcite/core"
)

// Parameter is what one table of a document says of one parameter set or one
// family of algorithms.
type Parameter struct {
	At     Place   `json:"at"`   // the table
	Page   int     `json:"page"` // PDF page of the row
	Of     string  `json:"of"`   // the set or family, as the table names it: "ML-KEM-768"
	Values []Value `json:"values"`
}

// Value is one cell of a table.
type Value struct {
	Name  string         `json:"name"`           // the column: "ciphertext", "η_1"
	Value jsontext.Value `json:"value"`          // an integer, a decimal number or a string
	Unit  string         `json:"unit,omitempty"` // "bytes", "bits"; "" for a pure number or words
}

// Text is the value as it is written: without quotes.
func (v *Value) Text() string { return strings.Trim(string(v.Value), `"`) }

// String is the value with its unit: "1088 bytes".
func (v *Value) String() string { return strings.TrimSpace(v.Text() + " " + v.Unit) }

// Label is the name as shown before its value: without the meaning of a symbol, a
// formula and the unit, which the value has. "pk bytes" is "pk", "required RBG strength
// (bits)" the strength, "Challenge entropy log_2 …" the entropy.
func (v *Value) Label() string {
	head, _, _ := strings.Cut(v.Name, " - ")
	if strings.HasPrefix(head, "(") {
		return head
	}
	words := strings.Fields(head)
	for i, w := range words {
		if i > 0 && (strings.ContainsAny(w, "_^=(⋅+") || w == v.Unit) {
			return strings.Join(words[:i], " ")
		}
	}
	return head
}

// ParametersOf returns what the tables of the pack say of a set or family, in
// the order of the documents.
func ParametersOf(name string) []Parameter {
	var out []Parameter
	for _, p := range embedded().parameters {
		if p.Of == name {
			out = append(out, p)
		}
	}
	return out
}

func (p *pack) readParameters(files fs.FS) error {
	seen := make(map[string]bool)
	p.quantities = make(map[[2]string]bool)
	return records(files, parametersFile, func(r *Parameter) error {
		key := string(r.At) + "|" + r.Of
		if seen[key] {
			return fmt.Errorf("%q is given twice for %q", r.At, r.Of)
		}
		seen[key] = true
		p.parameters = append(p.parameters, *r)
		for i := range r.Values {
			p.quantities[[2]string{r.Of, r.Values[i].Name}] = true
		}
		return p.checkParameter(r)
	})
}

func (p *pack) checkParameter(r *Parameter) error {
	table, err := p.element(r.At)
	switch {
	case err != nil:
		return err
	case table.Kind != core.KindTable:
		return fmt.Errorf("%q is no table", r.At)
	case r.Page < table.Page || r.Page > table.Last:
		return fmt.Errorf("page %d is outside %q, which stands on %d to %d", r.Page, r.At, table.Page, table.Last)
	case r.Of == "" || len(r.Values) == 0:
		return errors.New("it names no set or no value")
	}
	names := make(map[string]bool)
	for i := range r.Values {
		v := &r.Values[i]
		if v.Name == "" || names[v.Name] || v.Text() == "" {
			return fmt.Errorf("value %q is unnamed, empty or given twice", v.Name)
		}
		if k := v.Value.Kind(); k != '0' && k != '"' {
			return fmt.Errorf("value %q is neither a number nor a string", v.Name)
		}
		names[v.Name] = true
	}
	return nil
}

// ParameterSets returns the names of the sets and families that the tables of
// the pack have values of, each once, in the order of the tables.
func ParameterSets() []string {
	var names []string
	for _, p := range embedded().parameters {
		if !slices.Contains(names, p.Of) {
			names = append(names, p.Of)
		}
	}
	return names
}
