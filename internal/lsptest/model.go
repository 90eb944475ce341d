package lsptest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	modelModule = "go.lsp.dev/protocol"
	modelFile   = "internal/genlsp/testdata/metaModel.json"
	// listTimeout is far above what the go command needs on a busy machine.
	listTimeout = time.Minute
)

// model is the LSP meta model: every method, structure and enumeration of the
// protocol. It does not change after it was read and may be shared.
type model struct {
	requests      map[string]*method
	notifications map[string]*method
	structures    map[string]map[string]property // with what they inherit
	enumerations  map[string]*enumeration
	aliases       map[string]*schema
	registrations map[string]*schema // options by the method that is registered
	capabilities  map[string]string  // a client's capability by the method that is registered
}

type method struct {
	Method              string
	Params              *schema
	Result              *schema
	RegistrationMethod  string
	RegistrationOptions *schema
	MessageDirection    string
	ClientCapability    string
}

const (
	toServer = "clientToServer"
	toClient = "serverToClient"
)

// goes reports whether a message of the method may travel in the direction.
func (m *method) goes(direction string) bool {
	return m.MessageDirection == direction || m.MessageDirection == "both"
}

type enumeration struct {
	base   schema
	open   bool // takes values that are not listed
	values map[any]bool
}

// loadModel returns the model, which is read once in a process. It fails the test
// when the model can't be found or read, and skips it where there is no go
// command to find it with.
func loadModel(tb testing.TB) *model {
	tb.Helper()
	m, err := loadOnce()
	if errors.Is(err, exec.ErrNotFound) {
		tb.Skipf("the LSP meta model is found by the go command, which is not here: %v", err)
	}
	if err != nil {
		tb.Fatalf("load the LSP meta model: %v", err)
	}
	return m
}

var loadOnce = sync.OnceValues(func() (*model, error) {
	ctx, cancel := context.WithTimeout(context.Background(), listTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", "list", "-mod=readonly", "-m", "-f", "{{.Dir}}", modelModule).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("list module %q: %w: %s", modelModule, err, exit.Stderr)
		}
		return nil, fmt.Errorf("list module %q: %w", modelModule, err)
	}
	dir := strings.TrimSpace(string(out))
	if dir == "" {
		return nil, fmt.Errorf("find the folder of module %q: it is not in the module cache; run go mod download", modelModule)
	}
	raw, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(modelFile)))
	if err != nil {
		return nil, fmt.Errorf("read the model in module %q: %w", modelModule, err)
	}
	return parseModel(raw)
})

// file is the model as it is written.
type file struct {
	Requests, Notifications []*method
	Structures              []structure
	Enumerations            []struct {
		Name                 string
		Type                 schema
		Values               []struct{ Value json.RawMessage }
		SupportsCustomValues bool
	}
	TypeAliases []struct {
		Name string
		Type schema
	}
}

type structure struct {
	Name            string
	Extends, Mixins []schema
	Properties      []property
}

func parseModel(raw []byte) (*model, error) {
	var f file
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, fmt.Errorf("parse the model: %w", err)
	}
	m := &model{
		requests: map[string]*method{}, notifications: map[string]*method{},
		structures: map[string]map[string]property{}, enumerations: map[string]*enumeration{},
		aliases: map[string]*schema{}, registrations: map[string]*schema{}, capabilities: map[string]string{},
	}
	m.addMethods(m.requests, f.Requests)
	m.addMethods(m.notifications, f.Notifications)
	m.addStructures(f.Structures)
	for _, a := range f.TypeAliases {
		m.aliases[a.Name] = &a.Type
	}
	for _, e := range f.Enumerations {
		values := map[any]bool{}
		for _, v := range e.Values {
			value, err := parseValue(v.Value, true)
			if err != nil {
				return nil, fmt.Errorf("parse a value of enumeration %q: %w", e.Name, err)
			}
			values[value] = true
		}
		m.enumerations[e.Name] = &enumeration{base: e.Type, open: e.SupportsCustomValues, values: values}
	}
	return m, nil
}

func (m *model) addMethods(to map[string]*method, methods []*method) {
	for _, x := range methods {
		to[x.Method] = x
		name := x.RegistrationMethod
		if name == "" {
			name = x.Method
		}
		if x.RegistrationOptions != nil {
			m.registrations[name] = x.RegistrationOptions
			if m.capabilities[name] == "" || name == x.Method {
				m.capabilities[name] = x.ClientCapability
			}
		}
	}
}

func (m *model) addStructures(list []structure) {
	byName := map[string]structure{}
	for _, s := range list {
		byName[s.Name] = s
	}
	var collect func(name string, into map[string]property)
	collect = func(name string, into map[string]property) {
		s := byName[name]
		for _, parents := range [][]schema{s.Extends, s.Mixins} {
			for _, p := range parents {
				collect(p.name, into)
			}
		}
		for _, p := range s.Properties {
			into[p.Name] = p
		}
	}
	for _, s := range list {
		m.structures[s.Name] = map[string]property{}
		collect(s.Name, m.structures[s.Name])
	}
}
