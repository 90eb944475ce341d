package llm

import (
	"context"
	"encoding/json"
	"fmt"
)

// Client asks one model for completions. It is safe for concurrent use.
type Client struct{ *server }

// New checks a configuration. It makes no connection. The errors wrap ErrConfig.
func New(c Config) (*Client, error) {
	if err := c.named(); err != nil {
		return nil, err
	}
	s, err := newServer(c, maxCompletion, "chat", "completions")
	if err != nil {
		return nil, err
	}
	return &Client{s}, nil
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// payload is the part of the protocol that every server knows. The temperature of 0 is
// sent explicitly, because servers have other defaults.
type payload struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	Temperature float64   `json:"temperature"`
	MaxTokens   int       `json:"max_tokens"`
	Stream      bool      `json:"stream"`
}

// Complete returns the model's reply to a system and a user message. It ends with the
// context or the configured timeout, whichever comes first.
func (c *Client) Complete(ctx context.Context, system, user string) (string, error) {
	var reply string
	err := c.ask(ctx, payload{
		Model: c.config.Model, MaxTokens: c.config.MaxTokens,
		Messages: []message{{"system", system}, {"user", user}},
	}, func(body []byte) (err error) {
		if reply, err = content(body); err == nil && c.config.Key.Within(reply) {
			err = errRepeatsKey
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return reply, nil
}

// completion is the part of a reply that we read.
type completion struct {
	Choices []struct {
		Finish  string `json:"finish_reason"`
		Message struct {
			Content string `json:"content"`
		} `json:"message"`
	} `json:"choices"`
}

// content is the text of a complete completion.
func content(data []byte) (string, error) {
	var c completion
	if err := json.Unmarshal(data, &c); err != nil {
		return "", fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if len(c.Choices) == 0 {
		return "", fmt.Errorf("%w: it has no choices", ErrMalformed)
	}
	first := c.Choices[0]
	switch {
	case first.Finish == "length":
		return "", fmt.Errorf("%w: it has more tokens than it may", ErrCut)
	case first.Finish == "content_filter":
		return "", fmt.Errorf("%w: the server's filter ended it", ErrCut)
	case first.Finish != "stop":
		return "", fmt.Errorf("%w: it does not end with \"stop\"", ErrMalformed)
	case first.Message.Content == "":
		return "", ErrEmpty
	}
	return first.Message.Content, nil
}
