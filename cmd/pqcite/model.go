package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

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

// wire gives the loop the model and switches it on, where a server is named. Each time
// that the model begins to fail, failed is told why.
func (m *modelFlags) wire(ctx context.Context, p *loop.Ports, s *loop.Settings, failed func(error)) error {
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
	watched := &watchedModel{textModel: client, failed: failed}
	p.Model, p.Judge = modelWriter(*p, watched), modelJudge(watched)
	s.Features.Model = true
	return nil
}

// watchedModel tells when a model begins to fail, and no more until it has answered again: a
// server that is gone is gone for each question of a batch.
type watchedModel struct {
	textModel
	failed func(error)

	mu    sync.Mutex
	fails bool // guarded by mu
}

// Complete asks the model. An end of the context is no failure of the model.
func (w *watchedModel) Complete(ctx context.Context, system, user string) (string, error) {
	reply, err := w.textModel.Complete(ctx, system, user)
	if ctx.Err() != nil {
		return reply, err
	}
	w.mu.Lock()
	began := err != nil && !w.fails
	w.fails = err != nil
	w.mu.Unlock()
	if began {
		w.failed(err)
	}
	return reply, err
}

// modelFailed says that what a model was to write is written without it.
func (a *app) modelFailed(err error) {
	fmt.Fprintf(a.err, "pqcite: %s\npqcite: answering in quotes, without the model\n", printable(err.Error()))
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
