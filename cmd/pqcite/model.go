package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/spf13/pflag"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/llm"
)

// The environment variables of the model that writes.
const (
	envModelURL = "PQCITE_MODEL_URL"
	envModel    = "PQCITE_MODEL"
	envModelKey = "PQCITE_MODEL_KEY"
)

// modelFlags say which language model writes, if any.
type modelFlags struct{ serverFlags }

func (m *modelFlags) register(f *pflag.FlagSet) {
	f.StringVar(&m.url, "model-url", "", "let a model on this server write, such as http://localhost:11434/v1 (default $"+envModelURL+")")
	f.StringVar(&m.name, "model", "", "the model's name on the server (default $"+envModel+")")
	f.StringVar(&m.keyFile, "model-key-file", "", "file with the server's key (default: the key in $"+envModelKey+")")
}

// open returns the model, nil where no server is named. Each time that it begins to fail,
// failed is called with the reason.
func (m *modelFlags) open(ctx context.Context, failed func(error)) (pqcite.Model, error) {
	config, err := m.config(ctx, "model", envModelURL, envModel, envModelKey)
	if config == nil || err != nil {
		return nil, err
	}
	client, err := llm.New(*config)
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
