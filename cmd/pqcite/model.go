package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/internal/llm"
)

// The environment variables of a model. Flags come before them; the key has no
// flag of its own, since a command line is seen by everybody on the machine.
const (
	envModelURL = "PQCITE_MODEL_URL"
	envModel    = "PQCITE_MODEL"
	envModelKey = "PQCITE_MODEL_KEY"
)

// modelFlags say which language model writes, if any.
type modelFlags struct{ url, name, keyFile string }

func (m *modelFlags) register(f *pflag.FlagSet) {
	f.StringVar(&m.url, "model-url", "", "let a model on this server write, such as http://localhost:11434/v1 (default $"+envModelURL+")")
	f.StringVar(&m.name, "model", "", "the model's name on the server (default $"+envModel+")")
	f.StringVar(&m.keyFile, "model-key-file", "", "file with the server's key (default: the key in $"+envModelKey+")")
}

// wire gives the loop the model and switches it on, where a server is named.
func (m *modelFlags) wire(ctx context.Context, p *loop.Ports, s *loop.Settings) error {
	url := cmp.Or(m.url, os.Getenv(envModelURL))
	if url == "" {
		if m.name != "" || m.keyFile != "" {
			return usageError{fmt.Errorf("a model needs its server: set --model-url or %s", envModelURL)}
		}
		return nil
	}
	key, err := m.key(ctx)
	if err != nil {
		return err
	}
	client, err := llm.New(llm.Config{BaseURL: url, Model: cmp.Or(m.name, os.Getenv(envModel)), Key: key})
	if err != nil {
		return usageError{err}
	}
	p.Model, p.Judge = modelWriter(*p, client), modelJudge(client)
	s.Features.Model = true
	return nil
}

// maxKeyFile bounds a file with a key, in bytes.
const maxKeyFile = 4 << 10

// key reads the key. No error says what it is.
func (m *modelFlags) key(ctx context.Context) (llm.Key, error) {
	if m.keyFile == "" {
		return llm.Key(strings.TrimSpace(os.Getenv(envModelKey))), nil
	}
	data, err := readFile(ctx, m.keyFile, maxKeyFile)
	switch {
	case err != nil:
		return "", fmt.Errorf("the model's key: %w", err)
	case strings.TrimSpace(string(data)) == "":
		return "", fmt.Errorf("read the model's key: %q is empty", m.keyFile)
	}
	return llm.Key(strings.TrimSpace(string(data))), nil
}

// markerReader reads the markers of a reply by the rules for answers in text.
type markerReader struct{}

// Sentences returns the sentences of a reply with the keys that each carries.
func (markerReader) Sentences(reply string) []answer.Marked {
	markers := citations.Markers(reply)
	var out []answer.Marked
	for _, s := range citations.Sentences(reply) {
		marked := answer.Marked{Text: citations.WithoutMarkers(reply[s.Start:s.End])}
		for _, m := range markers {
			if s.Contains(m.Span) {
				marked.Keys = append(marked.Keys, m.Key)
			}
		}
		out = append(out, marked)
	}
	return out
}
