package discordtest

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

//go:embed bodies.json
var bodiesJSON []byte

// ourBodies are the schemas of the bodies that the bot may send.
var ourBodies = sync.OnceValue(func() *schemas {
	s, err := newSchemas("#/$defs/", bodiesJSON, nil)
	if err != nil { // it is embedded
		panic(err)
	}
	return s
})

// shape checks a value against one of ourBodies.
func (r *report) shape(name, at string, v any) {
	leaves := ourBodies().check(name, inUnits(v))
	// Where a part is wrong, all of its keys may count as unknown.
	rank := func(e *jsonschema.ValidationError) int {
		switch e.ErrorKind.(type) {
		case *kind.FalseSchema: // of a key that no subschema knows
			return 2
		case *kind.AdditionalProperties:
			return 1
		}
		return 0
	}
	least := 2
	for _, leaf := range leaves {
		least = min(least, rank(leaf))
	}
	for _, leaf := range leaves {
		where := strings.Join(append([]string{at}, leaf.InstanceLocation...), "/")
		switch {
		case rank(leaf) > least:
		case least > 0:
			r.object(ruleUnknownKey, where, "Discord knows no such key here: %s", reason(leaf))
		default:
			r.refuse(where, "%s", reason(leaf))
		}
	}
}

func checkShape(name string, v any) []finding {
	var r report
	r.shape(name, "d", v)
	return r.found
}

// inUnits is a value without nulls, which are the same as absent, in whose strings a
// character that Discord counts as two is two.
func inUnits(v any) any {
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range x {
			if e != nil {
				out[k] = inUnits(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = inUnits(e)
		}
		return out
	case string:
		var b strings.Builder
		for _, r := range x {
			if b.WriteRune(min(r, 0xFFFD)); r > 0xFFFF {
				b.WriteRune(0xFFFD)
			}
		}
		return b.String()
	}
	return v
}

// OpenAPIEnv names the folder with Discord's openapi.json.
const OpenAPIEnv = "PQCITE_TEST_DISCORD"

// bodies are Discord's own schemas of each route's body. Callbacks are selected by their
// type, since a union says only that nothing fits.
var bodies = map[Route]string{
	EditOriginal:     "IncomingWebhookUpdateRequestPartial",
	PutCommands:      "ApplicationCommandUpdateRequest", // each of a list
	PutGuildCommands: "ApplicationCommandUpdateRequest",
}

var callbackBodies = map[int]string{
	CallbackPong: "PongInteractionCallbackRequest", CallbackMessage: "CreateMessageInteractionCallbackRequest",
	CallbackDefer: "CreateMessageInteractionCallbackRequest", CallbackDeferUpdate: "UpdateMessageInteractionCallbackRequest",
	CallbackUpdate: "UpdateMessageInteractionCallbackRequest", CallbackChoices: "ApplicationCommandAutocompleteCallbackRequest",
	CallbackModal: "ModalInteractionCallbackRequest",
}

// loadOpenAPI reads Discord's document once in a process; nil where it is not there.
var loadOpenAPI = sync.OnceValues(func() (*schemas, error) {
	dir := os.Getenv(OpenAPIEnv)
	if dir == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(filepath.Join(dir, "openapi.json"))
	if err != nil {
		return nil, fmt.Errorf("read Discord's OpenAPI document in %s: %w", OpenAPIEnv, err)
	}
	return parseOpenAPI(raw)
})

func parseOpenAPI(raw []byte) (*schemas, error) {
	return newSchemas("#/components/schemas/", raw, func(doc any) error {
		all, _ := get(doc, "components", "schemas").(map[string]any)
		for _, name := range bodies {
			if all[name] == nil {
				return fmt.Errorf("find schema %q: this package was written for another version", name)
			}
			// The document says integer; Discord's prose, and Discord, take a string.
			if p, is := get(all[name], "properties", "default_member_permissions").(map[string]any); is {
				p["type"] = []any{"string", "null"}
			}
		}
		return nil
	})
}

// checkOpenAPI checks a body against Discord's own description.
func checkOpenAPI(c *call) []finding {
	o, err := loadOpenAPI()
	name := bodies[c.route]
	if c.route == PostCallback {
		name = callbackBodies[num(get(c.body.value, "type"))]
	}
	if o == nil || err != nil || name == "" || c.body.value == nil {
		return nil // New has said so, or there is nothing to check
	}
	values := []any{c.body.value}
	if c.route == PutCommands || c.route == PutGuildCommands {
		values = list(c.body.value)
	}
	var found []finding
	for i, v := range values {
		if leaves := o.check(name, v); len(leaves) > 0 {
			found = append(found, finding{ruleOpenAPI, sprintf("body[%d]", i), innermost(leaves), true})
		}
	}
	return found
}

// innermost says what is wrong in the deepest place, which is where the value was
// closest to being right.
func innermost(leaves []*jsonschema.ValidationError) string {
	deepest := leaves[0]
	for _, l := range leaves {
		if len(l.InstanceLocation) > len(deepest.InstanceLocation) {
			deepest = l
		}
	}
	return "/" + strings.Join(deepest.InstanceLocation, "/") + ": " + reason(deepest)
}

// reason is what a schema says without the place.
func reason(e *jsonschema.ValidationError) string {
	text := strings.TrimSpace(e.Error())
	return text[strings.LastIndex(text, "': ")+len("': "):]
}

var sayOnce sync.Once

// checkOpenAPI fails a test if the document is configured and missing, and says once
// per process if it is not configured.
func (s *Server) checkOpenAPI() {
	s.tb.Helper()
	o, err := loadOpenAPI()
	switch {
	case err != nil:
		s.tb.Fatalf("start Discord: %v", err)
	case o == nil:
		sayOnce.Do(func() {
			s.tb.Logf("%s is not set: bodies are held against this package's rules alone, not Discord's OpenAPI document", OpenAPIEnv)
		})
	}
}

// schemas are those of one document, compiled when they are used.
type schemas struct {
	root string // of their names

	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

const schemaURL = "discord:schemas"

func newSchemas(root string, raw []byte, change func(doc any) error) (*schemas, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err == nil && change != nil {
		err = change(doc)
	}
	s := &schemas{root: schemaURL + root, compiler: jsonschema.NewCompiler()}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.AssertFormat()
	if err == nil {
		err = s.compiler.AddResource(schemaURL, doc)
	}
	if err != nil {
		return nil, fmt.Errorf("parse schemas: %w", err)
	}
	return s, nil
}

// check returns what is wrong with a value, each at its place.
func (s *schemas) check(name string, v any) []*jsonschema.ValidationError {
	s.mu.Lock()
	compiled, err := s.compiler.Compile(s.root + name) // is cached
	s.mu.Unlock()
	if err != nil {
		panic(fmt.Sprintf("compile schema %q: %v", name, err))
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(compiled.Validate(v), &invalid) {
		return nil
	}
	var leaves []*jsonschema.ValidationError
	var visit func(*jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			leaves = append(leaves, e)
		}
		for _, c := range e.Causes {
			visit(c)
		}
	}
	visit(invalid)
	return leaves
}
