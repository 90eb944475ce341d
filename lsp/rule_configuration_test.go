package lsp_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/internal/lsptest"
)

// links reports whether hovers end with links now, which is a setting.
func (s *session) links() bool {
	s.tb.Helper()
	_, text := s.hover(noteA, 2, 10)
	if text == "" {
		s.tb.Error("there is no hover")
	}
	return strings.Contains(text, "](https://")
}

// configured opens a document and waits until the client's settings are known:
// nothing is published before.
func (s *session) configured() {
	s.tb.Helper()
	s.Open(noteA, "go", oneReference)
	s.AwaitDiagnostics(noteA, 1)
}

var noLinks = map[string]any{"hover": map[string]any{"links": false}}

func TestRule10Sources(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		capabilities string
		settings     map[string]any
		options      any
		links        bool
	}{
		{"nothing is set", `{}`, nil, nil, true},
		{"pulled", `{}`, noLinks, nil, false},
		{"pulled, with full stops", `{}`, map[string]any{"hover.links": false}, nil, false},
		{"pulled null, fallback", `{}`, nil, noLinks, false},
		{"pulled wins over the fallback", `{}`, map[string]any{"hover": map[string]any{"links": true}}, noLinks, true},
		{"a client that can't be asked", `{"workspace": {"configuration": null}}`, noLinks, nil, true},
		{"the bare section as a fallback", `{"workspace": {"configuration": null}}`, nil, noLinks, false},
		{"the fallback below its name", `{"workspace": {"configuration": null}}`, nil, map[string]any{"pqcite": noLinks, "commandLinks": false}, false},
		{"a fallback of another type", `{"workspace": {"configuration": null}}`, nil, []any{1}, true},
		{"a fallback of null", `{"workspace": {"configuration": null}}`, nil, map[string]any{"pqcite": nil}, true},
		{"the client's own names", `{}`, map[string]any{"server": map[string]any{"path": "x"}, "trace.server": "off", "vscode": 1}, nil, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, pack{}, lsptest.Options{Capabilities: client(t, test.capabilities), Settings: test.settings, InitializationOptions: test.options})
			s.Initialize()
			s.configured()
			if got := s.links(); got != test.links {
				t.Errorf("links are shown: %t, want %t", got, test.links)
			}
			if got := s.messages(); len(got) > 0 {
				t.Errorf("the person is shown %q", got)
			}
		})
	}
}

func TestRule10Changes(t *testing.T) {
	t.Parallel()
	const changed = "workspace/didChangeConfiguration"
	s := greet(t, lsptest.Options{})
	s.configured()
	wait := func(what string, want bool) {
		t.Helper()
		s.Await(what, func() bool { return s.links() == want })
	}
	s.SetSettings(noLinks)
	s.Notify(changed, map[string]any{"settings": nil})
	wait("settings of null to be pulled", false)
	s.Notify(changed, map[string]any{"settings": map[string]any{"pqcite": map[string]any{"hover": map[string]any{"links": true}}}})
	if !s.links() {
		t.Error("settings that were sent along are not in force at once")
	}
	pulls := len(s.Requests("workspace/configuration"))
	s.Notify(changed, map[string]any{"settings": map[string]any{"other": 1}})
	wait("another section to lead to a pull", false)
	if got := len(s.Requests("workspace/configuration")); got != pulls+1 {
		t.Errorf("got %d pulls, want one more than %d", got, pulls)
	}
	s.SetSettings(map[string]any{})
	s.Notify(changed, map[string]any{"settings": map[string]any{"pqcite": nil}})
	wait("an empty section to restore the defaults", true)
	if got := s.messages(); len(got) > 0 {
		t.Errorf("the person is shown %q", got)
	}
}

// TestRule10Registration is about one registration, with the section, where the
// client takes it.
func TestRule10Registration(t *testing.T) {
	t.Parallel()
	s := greet(t, lsptest.Options{})
	s.configured()
	var p struct {
		Registrations []struct {
			Method          string            `json:"method"`
			RegisterOptions map[string]string `json:"registerOptions"`
		} `json:"registrations"`
	}
	all := s.Requests("client/registerCapability")
	if len(all) != 1 {
		t.Fatalf("got %d requests, want 1", len(all))
	}
	if err := json.Unmarshal(all[0], &p); err != nil || len(p.Registrations) != 1 || p.Registrations[0].RegisterOptions["section"] != "pqcite" {
		t.Errorf("got %s, error %v", all[0], err)
	}
}

func TestRule10WrongValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		settings map[string]any
		says     []string // all of them, in one message
	}{
		{"a number out of range", map[string]any{"hover": map[string]any{"maxLines": 61}}, []string{"pqcite.hover.maxLines", "1 to 60"}},
		{"a wrong type", map[string]any{"hover.links": "no"}, []string{"pqcite.hover.links", "true or false"}},
		{"a wrong word", map[string]any{"diagnostics": map[string]any{"severity": map[string]any{"draft": "loud"}}}, []string{"pqcite.diagnostics.severity.draft", `"warning"`}},
		{"an unknown name", map[string]any{"hovers": map[string]any{"links": false}}, []string{"pqcite.hovers.links", "no setting"}},
		{"two at once", map[string]any{"hover.maxLines": -1, "x": 1}, []string{"pqcite.hover.maxLines", "pqcite.x"}},
	} {
		for _, from := range []string{"pulled", "options"} {
			t.Run(test.name+" "+from, func(t *testing.T) {
				t.Parallel()
				o := lsptest.Options{Settings: test.settings}
				if from == "options" {
					o = lsptest.Options{InitializationOptions: test.settings}
				}
				s := begin(t, pack{}, o)
				s.Initialize()
				s.configured()
				s.Await("a message", func() bool { return len(s.messages()) > 0 })
				for _, part := range test.says {
					if got := s.messages(); len(got) != 1 || !strings.Contains(got[0], part) {
						t.Errorf("the person is shown %q, want one message with %q", got, part)
					}
				}
				if !s.links() {
					t.Error("a wrong value has changed a default")
				}
			})
		}
	}
}

// TestRule10OddAnswers answers the question for settings as no client should.
func TestRule10OddAnswers(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{"none": `[]`, "null": `null`, "two": `[{"hover.links": false}, {}]`, "an object": `{}`, "an error": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, pack{}, lsptest.Options{})
			s.Handle("workspace/configuration", func(json.RawMessage) (any, error) {
				if answer == "" {
					return nil, errors.New("no")
				}
				return json.RawMessage(answer), nil
			})
			s.Initialize()
			s.configured()
			if !s.links() {
				t.Error("the defaults are not in force")
			}
		})
	}
}

// TestRule10LateAnswer sends settings along while the first question for them has no
// answer yet: what came later holds.
func TestRule10LateAnswer(t *testing.T) {
	t.Parallel()
	s := begin(t, pack{}, lsptest.Options{})
	release := make(chan struct{})
	s.Handle("workspace/configuration", func(json.RawMessage) (any, error) {
		select {
		case <-release:
		case <-s.Done():
		}
		return []any{map[string]any{"hover": map[string]any{"links": true}}}, nil
	})
	s.Initialize()
	s.Await("the question", func() bool { return len(s.Requests("workspace/configuration")) == 1 })
	s.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"pqcite": noLinks}})
	s.Open(noteA, "go", oneReference)
	if s.links() {
		t.Fatal("the settings that were sent along are not in force")
	}
	close(release)
	s.AwaitDiagnostics(noteA, 1)
	if s.links() {
		t.Error("the late answer to an older question has won")
	}
}

func TestRule11DynamicRegistration(t *testing.T) {
	t.Parallel()
	for _, none := range []string{`null`, `{"dynamicRegistration": null}`, `{"dynamicRegistration": false}`} {
		s := begin(t, pack{}, lsptest.Options{Capabilities: client(t, `{"workspace": {"didChangeConfiguration": `+none+`}}`)})
		s.Initialize()
		s.configured()
		if got := s.Requests("client/registerCapability"); len(got) > 0 {
			t.Errorf("with %s: got registrations %s, want none", none, got)
		}
	}
}
