package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

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

func (c *Client) request(system, user string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(payload{
		Model: c.config.Model, MaxTokens: c.config.MaxTokens,
		Messages: []message{{"system", system}, {"user", user}},
	})
	return b.Bytes(), err
}

// try sends the request once. An error that may be retried is a *retryable.
func (c *Client) try(ctx context.Context, body []byte) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if c.config.Key != "" {
		req.Header.Set("Authorization", "Bearer "+string(c.config.Key))
	}
	res, err := c.http.Do(req)
	if err != nil {
		return "", &retryable{fmt.Errorf("%w: %w", ErrTransport, bare(err)), c.pause}
	}
	defer res.Body.Close()
	data, err := readBody(res.Body)
	switch {
	case errors.Is(err, ErrTooLarge):
		return "", err
	case err != nil:
		return "", &retryable{fmt.Errorf("%w: read the reply: %w", ErrTransport, err), c.pause}
	case res.StatusCode != http.StatusOK:
		return "", c.refused(res, data)
	}
	return content(data)
}

// bare is a transport error without the address, which adds nothing.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

func readBody(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if len(data) > maxBody {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, maxBody)
	}
	return data, err
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
