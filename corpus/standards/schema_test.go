package standards

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSchema holds every line of the data files against the schema that describes
// them, and every file against there being one.
func TestSchema(t *testing.T) {
	files := dataFiles()
	data, err := fs.ReadFile(files, "schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	lines := 0
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".jsonl" {
			return err
		}
		def, _, _ := strings.Cut(strings.TrimSuffix(name, ".jsonl"), "/")
		schema, err := compiler.Compile("schema.json#/$defs/" + def)
		if err != nil {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		n := 0
		for line := range bytes.Lines(data) {
			n++
			record, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
			if err == nil {
				err = schema.Validate(record)
			}
			if err != nil {
				t.Errorf("%s:%d: %v", name, n, err)
			}
		}
		lines += n
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if lines < 1500 {
		t.Errorf("checked %d records, want all", lines)
	}
}

// TestCounts holds the pack against what it promises to have.
func TestCounts(t *testing.T) {
	p := embedded()
	algorithms := 0
	for _, elements := range p.elements {
		for i := range elements {
			if elements[i].Kind == "algorithm" {
				algorithms++
			}
		}
	}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"algorithms", algorithms, 95}, {"object identifiers", len(p.oids), 33},
	} {
		if c.got != c.want {
			t.Errorf("the pack has %d %s, want %d", c.got, c.what, c.want)
		}
	}
	if len(p.terms) < 200 || len(p.identifier) < 400 {
		t.Errorf("the pack has %d terms and %d identifiers, want 200 and 400", len(p.terms), len(p.identifier))
	}
	for _, l := range languages {
		found := false
		for _, id := range p.identifier {
			found = found || id.Language == l
		}
		if !found {
			t.Errorf("no identifier is in the style of %q", l)
		}
	}
}
