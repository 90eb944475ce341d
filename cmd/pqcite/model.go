package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/llm"
	"github.com/pqcite/pqcite/internal/secret"
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

// open returns the model, nil where no server is named. Each time that it begins to fail,
// failed is called with the reason.
func (m *modelFlags) open(ctx context.Context, failed func(error)) (pqcite.Model, error) {
	url := cmp.Or(m.url, os.Getenv(envModelURL))
	if url == "" {
		if m.name != "" || m.keyFile != "" {
			return nil, usageError{fmt.Errorf("a model needs its server: set --model-url or %s", envModelURL)}
		}
		return nil, nil
	}
	key, err := m.key(ctx)
	if err != nil {
		return nil, err
	}
	client, err := llm.New(llm.Config{BaseURL: url, Model: cmp.Or(m.name, os.Getenv(envModel)), Key: key})
	if err != nil {
		return nil, usageError{err}
	}
	return &watchedModel{Model: client, failed: failed}, nil
}

// watchedModel reports when a model begins to fail, and no more until it has answered again: a
// server that is gone is gone for each question of a batch.
type watchedModel struct {
	pqcite.Model
	failed func(error)

	mu    sync.Mutex
	fails bool // guarded by mu
}

// Complete asks the model. An end of the context is no failure of the model.
func (w *watchedModel) Complete(ctx context.Context, system, user string) (string, error) {
	reply, err := w.Model.Complete(ctx, system, user)
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
func (m *modelFlags) key(ctx context.Context) (secret.Key, error) {
	if m.keyFile == "" {
		return secret.Key(strings.TrimSpace(os.Getenv(envModelKey))), nil
	}
	data, err := readFile(ctx, m.keyFile, maxKeyFile)
	switch {
	case err != nil:
		return "", fmt.Errorf("the model's key: %w", err)
	case strings.TrimSpace(string(data)) == "":
		return "", fmt.Errorf("read the model's key: %q is empty", m.keyFile)
	}
	return secret.Key(strings.TrimSpace(string(data))), nil
}
