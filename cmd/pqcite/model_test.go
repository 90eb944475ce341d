package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/llm"
	"github.com/pqcite/pqcite/internal/llmtest"
)

// widgetLibrary is the folder of a library with one document of a line.
func widgetLibrary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "widget.md")
	if err := os.WriteFile(file, []byte("# Widgets\n\nA widget is a small part that holds two gadgets together.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code := run(t.Context(), []string{"corpus", "add", "--home", dir, file}, streams{in: strings.NewReader(""), out: t.Output(), err: t.Output()}); code != 0 {
		t.Fatalf("corpus add ends with exit code %d", code)
	}
	return dir
}

// keyOf is the key of the first piece of evidence with a text, or "".
func keyOf(asked, text string) string {
	for piece := range strings.SplitSeq(asked, "EVIDENCE ") {
		if key, rest, ok := strings.Cut(piece, ":"); ok && strings.Contains(rest, text) {
			return key
		}
	}
	return ""
}

func TestModelFlags(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, tt := range map[string]struct {
		flags modelFlags
		env   map[string]string
		on    string // the model that is switched on
		usage bool
		fails bool
	}{
		"nothing":                         {},
		"flags":                           {flags: modelFlags{serverFlags{url: "http://localhost/v1", name: "a"}}, on: "a"},
		"environment":                     {env: map[string]string{envModelURL: "http://localhost/v1", envModel: "b"}, on: "b"},
		"flags before environment":        {flags: modelFlags{serverFlags{name: "a"}}, env: map[string]string{envModelURL: "http://localhost/v1", envModel: "b"}, on: "a"},
		"a key in a file":                 {flags: modelFlags{serverFlags{url: "http://localhost/v1", name: "a", keyFile: file("key", "sk-secret\n")}}, on: "a"},
		"a name alone in the environment": {env: map[string]string{envModel: "b"}},
		"no server":                       {flags: modelFlags{serverFlags{name: "a"}}, usage: true},
		"no name":                         {flags: modelFlags{serverFlags{url: "http://localhost/v1"}}, usage: true},
		"no URL":                          {flags: modelFlags{serverFlags{url: "localhost:11434", name: "a"}}, usage: true},
		"an empty key file":               {flags: modelFlags{serverFlags{url: "http://localhost/v1", name: "a", keyFile: file("empty", " \n")}}, fails: true},
		"no key file":                     {flags: modelFlags{serverFlags{url: "http://localhost/v1", name: "a", keyFile: filepath.Join(dir, "none")}}, fails: true},
		"a huge key file":                 {flags: modelFlags{serverFlags{url: "http://localhost/v1", name: "a", keyFile: file("huge", strings.Repeat("sk-secret", 1000))}}, fails: true},
		"a key of two lines":              {flags: modelFlags{serverFlags{url: "http://localhost/v1", name: "a", keyFile: file("two", "sk-secret\nsk-secret")}}, usage: true},
		"a key that is no header":         {env: map[string]string{envModelURL: "http://localhost/v1", envModel: "b", envModelKey: "sk secret"}, usage: true},
	} {
		t.Run(name, func(t *testing.T) {
			for _, k := range []string{envModelURL, envModel, envModelKey} {
				t.Setenv(k, tt.env[k])
			}
			flags := askFlags{model: tt.flags, features: featureFlags{preset: core.DefaultPreset}}
			o, m, err := flags.read(t.Context(), &app{streams: streams{err: t.Output()}})
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells of the key: %v", err)
			}
			var usage usageError
			if errors.As(err, &usage) != tt.usage || (err != nil) != (tt.usage || tt.fails) {
				t.Fatalf("read() = %v", err)
			}
			if err != nil {
				return
			}
			got := ""
			if m != nil {
				got = m.Name()
			}
			if got != tt.on || o.Features.Model != (tt.on != "") || o.Features.Grade {
				t.Errorf("model %q, features %v; want %q", got, o.Features.On(), tt.on)
			}
		})
	}
}

// TestAskModel asks the command, end to end: once to see what the model is offered,
// and once to let it say something true and something false of that.
func TestAskModel(t *testing.T) {
	home := widgetLibrary(t)
	t.Setenv(envModelKey, "k-abcdef")
	s := llmtest.New(t, "toy", "k-abcdef", llmtest.Say("Nothing."))
	if _, printed := askModel(home, s); strings.Contains(printed, "k-abcdef") {
		t.Error("the key was printed")
	}
	if len(s.Asked()) == 0 {
		t.Fatal("the model was not asked")
	}
	parts := keyOf(s.Asked()[0].User, "A widget is a small part")
	s = llmtest.New(t, "toy", "k-abcdef", llmtest.Say("A widget is a small part that holds two gadgets together ["+parts+"]. W-1 is broken ["+parts+"]."))
	code, printed := askModel(home, s)
	var o core.Outcome
	if err := json.Unmarshal([]byte(printed), &o); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, printed)
	}
	if len(o.Claims) != 1 || !strings.HasPrefix(o.Claims[0].Text, "A widget is a small part") || o.Claims[0].Citations[0] != parts {
		t.Errorf("claims %+v", o.Claims)
	}
}

// askModel runs the command and returns its exit code and all that it printed.
func askModel(home string, s *llmtest.Server) (int, string) {
	var out bytes.Buffer
	args := []string{"ask", "--home", home, "--json", "--model-url", s.URL, "--model", "toy", "What is a widget?"}
	code := run(context.Background(), args, streams{in: strings.NewReader(""), out: &out, err: &out})
	return code, out.String()
}

// TestModelFailureIsSaid: each time that a model begins to fail, it is said once.
func TestModelFailureIsSaid(t *testing.T) {
	s := llmtest.New(t, "toy", "", llmtest.Status(400, "no"), llmtest.Status(400, "no"), llmtest.Say("A."), llmtest.Raw("{"), llmtest.Say("A."))
	client, err := llm.New(llm.Config{BaseURL: s.URL, Model: "toy"})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	w := &watchedModel{Model: client, failed: func(err error) { said = append(said, err.Error()) }}
	for range 5 {
		_, _ = w.Complete(t.Context(), "s", "u") // what it says is what is looked at
	}
	if len(said) != 2 || !strings.Contains(said[0], "400") || !strings.Contains(said[1], "malformed") {
		t.Errorf("it was said %q", said)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := w.Complete(ended, "s", "u"); err == nil || len(said) != 2 {
		t.Errorf("an end that was asked for gives %v and says %q", err, said)
	}
}
