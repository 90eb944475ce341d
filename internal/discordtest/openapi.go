package discordtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// OpenAPIEnv names the folder with Discord's openapi.json.
const OpenAPIEnv = "PQCITE_TEST_DISCORD"

// bodies are the schemas of each route's body. Callbacks are selected by their type,
// since a union says only that nothing fits.
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

// openAPI holds the schemas that were compiled so far in this process.
type openAPI struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// loadOpenAPI reads the document once in a process; nil where it is not there.
var loadOpenAPI = sync.OnceValues(func() (*openAPI, error) {
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

const openAPIName = "discord:openapi"

func parseOpenAPI(raw []byte) (*openAPI, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		return nil, fmt.Errorf("parse Discord's OpenAPI document: %w", err)
	}
	schemas, _ := get(doc, "components", "schemas").(map[string]any)
	for _, name := range bodies {
		if schemas[name] == nil {
			return nil, fmt.Errorf("find schema %q in Discord's OpenAPI document: this package was written for another version", name)
		}
		// The document says integer; Discord's prose, and Discord, take a string.
		if p, is := get(schemas[name], "properties", "default_member_permissions").(map[string]any); is {
			p["type"] = []any{"string", "null"}
		}
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(openAPIName, doc); err != nil {
		return nil, fmt.Errorf("take Discord's OpenAPI document: %w", err)
	}
	return &openAPI{compiler: compiler, compiled: map[string]*jsonschema.Schema{}}, nil
}

func (o *openAPI) schema(name string) (*jsonschema.Schema, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.compiled[name] == nil {
		s, err := o.compiler.Compile(openAPIName + "#/components/schemas/" + name)
		if err != nil {
			return nil, fmt.Errorf("compile schema %q: %w", name, err)
		}
		o.compiled[name] = s
	}
	return o.compiled[name], nil
}

// checkOpenAPI holds a body against Discord's own description.
func checkOpenAPI(c *call) []finding {
	o, err := loadOpenAPI()
	if o == nil || err != nil || c.body.value == nil {
		return nil // New has said so
	}
	name := bodies[c.route]
	if c.route == PostCallback {
		name = callbackBodies[num(get(c.body.value, "type"))]
	}
	if name == "" {
		return nil
	}
	values := []any{c.body.value}
	if c.route == PutCommands || c.route == PutGuildCommands {
		values = list(c.body.value)
	}
	var found []finding
	for i, v := range values {
		found = append(found, o.check(name, sprintf("body[%d]", i), v)...)
	}
	return found
}

func (o *openAPI) check(name, at string, v any) []finding {
	s, err := o.schema(name)
	if err != nil {
		return []finding{{ruleOpenAPI, at, err.Error(), false}}
	}
	var invalid *jsonschema.ValidationError
	if err := s.Validate(v); errors.As(err, &invalid) {
		return []finding{{ruleOpenAPI, at, innermost(invalid), true}}
	}
	return nil
}

// innermost says what is wrong in the deepest place, which is where the value was
// closest to being right.
func innermost(e *jsonschema.ValidationError) string {
	deepest := e
	var visit func(*jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 && len(e.InstanceLocation) > len(deepest.InstanceLocation) || len(deepest.Causes) > 0 && len(e.Causes) == 0 {
			deepest = e
		}
		for _, c := range e.Causes {
			visit(c)
		}
	}
	visit(e)
	lines := strings.Split(strings.TrimSpace(deepest.Error()), "\n")
	return "/" + strings.Join(deepest.InstanceLocation, "/") + ": " + lines[len(lines)-1]
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
