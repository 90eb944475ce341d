package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
)

// Bounds of the vectors of a reply.
const (
	maxDimension  = 8192
	maxEmbeddings = 32 << 20   // bytes of a reply's body: 128 vectors of the largest dimension
	embedTimeout  = maxTimeout // a busy machine takes minutes for a batch
)

// Embedder asks one model for the vectors of texts. It is safe for concurrent use.
type Embedder struct{ *server }

// NewEmbedder checks a configuration. It makes no connection. The errors wrap ErrConfig.
func NewEmbedder(c Config) (*Embedder, error) {
	if err := c.named(); err != nil {
		return nil, err
	}
	if c.Timeout == 0 {
		c.Timeout = embedTimeout
	}
	s, err := newServer(c, maxEmbeddings, "embeddings")
	if err != nil {
		return nil, err
	}
	return &Embedder{s}, nil
}

// embeddings is the part of a reply that we read.
type embeddings struct {
	Data []struct {
		Index     *int      `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
}

// Embed returns the vectors of the texts in their order. All have the same dimension, 1 to
// 8192, and finite numbers, not all zero.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var vectors [][]float32
	request := struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{e.config.Model, texts}
	err := e.ask(ctx, request, func(body []byte) (err error) {
		vectors, err = readEmbeddings(body, len(texts))
		return err
	})
	return vectors, err
}

func readEmbeddings(body []byte, want int) ([][]float32, error) {
	var reply embeddings
	if err := json.Unmarshal(body, &reply); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if len(reply.Data) != want {
		return nil, fmt.Errorf("%w: it has %d vectors, want %d", ErrMalformed, len(reply.Data), want)
	}
	vectors := make([][]float32, want)
	for _, d := range reply.Data {
		switch {
		case d.Index == nil || *d.Index < 0 || *d.Index >= want || vectors[*d.Index] != nil:
			return nil, fmt.Errorf("%w: its vectors are not numbered", ErrMalformed)
		case len(d.Embedding) > maxDimension || len(d.Embedding) != len(reply.Data[0].Embedding):
			return nil, fmt.Errorf("%w: a vector has %d dimensions", ErrMalformed, len(d.Embedding))
		case !isVector(d.Embedding):
			return nil, fmt.Errorf("%w: a vector has no direction", ErrMalformed)
		}
		vectors[*d.Index] = d.Embedding
	}
	return vectors, nil
}

// isVector reports whether a vector has a direction: its length is above 0 and finite.
func isVector(v []float32) bool {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return sum > 0 && !math.IsInf(sum, 0) && !math.IsNaN(sum)
}
