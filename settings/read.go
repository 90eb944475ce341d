package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFile bounds a settings file in bytes, maxFaults the number of reported errors.
const (
	maxFile   = 1 << 20
	maxFaults = 20
)

// Read applies the settings of a file. The name is used in errors, and relative paths
// are relative to its folder; person means that it is a config.yaml. The error joins
// all faults; whatever is right is set all the same.
func (s *Settings) Read(name string, data []byte, person bool) error {
	r := reader{settings: s, name: name, person: person}
	if len(data) > maxFile {
		return fmt.Errorf("%w: %s has more than %d bytes", ErrInvalid, name, maxFile)
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	var root, second yaml.Node
	switch err := d.Decode(&root); {
	case errors.Is(err, io.EOF):
		return nil // it is empty
	case err != nil:
		return fmt.Errorf("%w: %s: %s", ErrInvalid, name, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: %s has a second document", ErrInvalid, name)
	}
	r.mapping("", root.Content[0])
	return errors.Join(r.faults...)
}

type reader struct {
	settings *Settings
	name     string
	person   bool
	faults   []error
}

// fault records what is wrong at a node.
func (r *reader) fault(at *yaml.Node, format string, args ...any) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, fmt.Errorf("%w: %s:%d: %s", ErrInvalid, r.name, at.Line, fmt.Sprintf(format, args...)))
	}
}

// mapping reads the keys below a name; "" for the whole file.
func (r *reader) mapping(prefix string, n *yaml.Node) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		return // a key with nothing below it
	}
	if n.Kind != yaml.MappingNode {
		r.fault(n, "%s must be a mapping", orFile(strings.TrimSuffix(prefix, ".")))
		return
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := n.Content[i], n.Content[i+1]
		name := prefix + key.Value
		switch {
		case key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge":
			r.fault(key, "%s has a key that is no word", orFile(strings.TrimSuffix(prefix, ".")))
		case strings.Contains(key.Value, "."):
			r.fault(key, "there is no setting %s; names are nested, without full stops", cut(name))
		case seen[key.Value]:
			r.fault(key, "%s is there twice", cut(name))
		case v.Kind == yaml.AliasNode || v.Anchor != "":
			r.fault(v, "%s has an anchor or an alias, which are not read", cut(name))
		case keyOf(name) != nil:
			r.key(keyOf(name), v)
		case len(below(name)) > 0:
			r.mapping(name+".", v)
		default:
			r.fault(key, "there is no setting %s; there are %s", cut(name), strings.Join(below(strings.TrimSuffix(prefix, ".")), ", "))
		}
		seen[key.Value] = true
	}
}

func orFile(name string) string {
	if name == "" {
		return "the file"
	}
	return name
}

// below are the names directly below one, in key order; "" for the top level.
func below(name string) []string {
	var out []string
	for i := range keys {
		rest := keys[i].Name
		if name != "" {
			var ok bool
			if rest, ok = strings.CutPrefix(rest, name+"."); !ok {
				continue
			}
		}
		if first, _, _ := strings.Cut(rest, "."); !slices.Contains(out, first) {
			out = append(out, first)
		}
	}
	return out
}

// key reads the value of a key.
func (r *reader) key(k *Key, n *yaml.Node) {
	v, ok := valueOf(n)
	if !ok {
		r.fault(n, "%s must be %s", k.Name, k.Allowed())
		return
	}
	if !r.person && k.Person {
		r.fault(n, "%s can't be set by a project: set it in your %s, or by %s", k.Name, PersonFile, k.Env())
		return
	}
	if r.person && k.Project {
		r.fault(n, "%s can be set by a project only, in its %s", k.Name, ProjectFile)
		return
	}
	if err := k.put(r.settings, v, filepath.Dir(r.name)); err != nil {
		r.fault(n, "%s", err)
	}
}

// put checks a value and stores it.
func (k *Key) put(s *Settings, v value, dir string) error {
	if err := k.check(v); err != nil {
		return err
	}
	return k.set(s, v, dir)
}

// valueOf is a node as a value: a word, or a list of words.
func valueOf(n *yaml.Node) (value, bool) {
	switch n.Kind {
	case yaml.ScalarNode:
		return value{text: n.Value}, n.ShortTag() != "!!null"
	case yaml.SequenceNode:
		v := value{many: true, list: []string{}}
		for _, item := range n.Content {
			if item.Kind != yaml.ScalarNode || item.ShortTag() == "!!null" || item.Anchor != "" {
				return value{}, false
			}
			v.list = append(v.list, item.Value)
		}
		return v, true
	}
	return value{}, false
}

// Set stores the text of a flag under a key's name. A path is relative to dir.
func (s *Settings) Set(name, text, dir string) error {
	k := keyOf(name)
	if k == nil {
		return fmt.Errorf("%w: there is no setting %s", ErrInvalid, name)
	}
	return k.put(s, k.parse(text), dir)
}

// parse is a text as a value of the key's kind; lists are separated by commas.
func (k *Key) parse(text string) value {
	if !k.kind.isList() {
		return value{text: text}
	}
	v := value{many: true, list: []string{}}
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			v.list = append(v.list, item)
		}
	}
	return v
}
