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

// encode is a request's body.
func encode(request any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(request)
	return b.Bytes(), err
}

// try sends the request once. An error that may be retried is a *retryable.
func (s *server) try(ctx context.Context, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if s.config.Key != "" {
		req.Header.Set("Authorization", "Bearer "+string(s.config.Key))
	}
	res, err := s.http.Do(req)
	if err != nil {
		return nil, &retryable{fmt.Errorf("%w: %w", ErrTransport, bare(err)), s.pause}
	}
	defer res.Body.Close()
	data, err := readBody(res.Body, s.maxBody)
	switch {
	case errors.Is(err, ErrTooLarge):
		return nil, err
	case err != nil:
		return nil, &retryable{fmt.Errorf("%w: read the reply: %w", ErrTransport, err), s.pause}
	case res.StatusCode != http.StatusOK:
		return nil, s.refused(res, data)
	}
	return data, nil
}

// bare is a transport error without the address, which adds nothing.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

func readBody(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, most)
	}
	return data, err
}
