package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/llm"
	"github.com/pqcite/pqcite/internal/secret"
	"github.com/pqcite/pqcite/retrieval/dense"
)

// serverFlags name a server with a model. Flags come before environment variables; the key has
// no flag of its own, since a command line is seen by everybody on the machine.
type serverFlags struct{ url, name, keyFile string }

// config is the server of the flags or of the variables, nil where none is named.
func (s *serverFlags) config(ctx context.Context, flag, envURL, envName, envKey string) (*llm.Config, error) {
	url := cmp.Or(s.url, os.Getenv(envURL))
	if url == "" {
		if s.name != "" || s.keyFile != "" {
			return nil, usageError{fmt.Errorf("a model needs its server: set --%s-url or %s", flag, envURL)}
		}
		return nil, nil
	}
	key, err := s.key(ctx, envKey)
	if err != nil {
		return nil, err
	}
	return &llm.Config{BaseURL: url, Model: cmp.Or(s.name, os.Getenv(envName)), Key: key}, nil
}

// maxKeyFile bounds a file with a key, in bytes.
const maxKeyFile = 4 << 10

// key reads the key. No error says what it is.
func (s *serverFlags) key(ctx context.Context, env string) (secret.Key, error) {
	if s.keyFile == "" {
		return secret.Key(strings.TrimSpace(os.Getenv(env))), nil
	}
	data, err := readFile(ctx, s.keyFile, maxKeyFile)
	switch {
	case err != nil:
		return "", fmt.Errorf("the model's key: %w", err)
	case strings.TrimSpace(string(data)) == "":
		return "", fmt.Errorf("read the model's key: %q is empty", s.keyFile)
	}
	return secret.Key(strings.TrimSpace(string(data))), nil
}

// The environment variables of the models that help to search.
const (
	envEmbedURL    = "PQCITE_EMBED_URL"
	envEmbedModel  = "PQCITE_EMBED_MODEL"
	envEmbedKey    = "PQCITE_EMBED_KEY"
	envRerankURL   = "PQCITE_RERANK_URL"
	envRerankModel = "PQCITE_RERANK_MODEL"
	envRerankKey   = "PQCITE_RERANK_KEY"
)

// searchServers say which models help to search, if any.
type searchServers struct{ embed, rerank serverFlags }

func (s *searchServers) register(f *pflag.FlagSet) {
	s.registerEmbed(f)
	f.StringVar(&s.rerank.url, "rerank-url", "", "let a model on this server order what was found, such as http://localhost:8080 (default $"+envRerankURL+")")
	f.StringVar(&s.rerank.name, "rerank-model", "", "its name; none for Text Embeddings Inference (default $"+envRerankModel+")")
	f.StringVar(&s.rerank.keyFile, "rerank-key-file", "", "file with the server's key (default: the key in $"+envRerankKey+")")
}

func (s *searchServers) registerEmbed(f *pflag.FlagSet) {
	f.StringVar(&s.embed.url, "embed-url", "", "search by vectors of a model on this server too, such as http://localhost:11434/v1 (default $"+envEmbedURL+")")
	f.StringVar(&s.embed.name, "embed-model", "", "the model's name on the server (default $"+envEmbedModel+")")
	f.StringVar(&s.embed.keyFile, "embed-key-file", "", "file with the server's key (default: the key in $"+envEmbedKey+")")
}

// set adds the models to the options of a library.
func (s *searchServers) set(ctx context.Context, o *pqcite.Options) error {
	embed, err := s.embed.config(ctx, "embed", envEmbedURL, envEmbedModel, envEmbedKey)
	if err != nil {
		return err
	}
	if embed != nil {
		if o.Embedder, err = llm.NewEmbedder(*embed); err != nil {
			return usageError{err}
		}
	}
	rerank, err := s.rerank.config(ctx, "rerank", envRerankURL, envRerankModel, envRerankKey)
	if err != nil {
		return err
	}
	if rerank != nil {
		if o.Reranker, err = llm.NewReranker(*rerank); err != nil {
			return usageError{err}
		}
	}
	return nil
}

// searchFailed says that searches do without a model.
func (a *app) searchFailed(err error) {
	fmt.Fprintf(a.err, "pqcite: %s\npqcite: searching without it\n", printable(err.Error()))
	if remedy := vectorsRemedy(err); remedy != "" {
		fmt.Fprintf(a.err, "pqcite: %s\n", remedy)
	}
}

// vectorsRemedy is what a person can do about vectors that do not fit, or "".
func vectorsRemedy(err error) string {
	switch {
	case errors.Is(err, dense.ErrMissing):
		return `"pqcite corpus embed" makes them`
	case errors.Is(err, dense.ErrCorrupt), errors.Is(err, dense.ErrDimension), errors.Is(err, dense.ErrModel):
		return `"pqcite corpus embed --anew" makes all vectors again`
	}
	return ""
}
