package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Step is one reply, or a failure to reply.
type Step func(w http.ResponseWriter, r *http.Request)

// Say replies with a text, as a model does that has finished.
func Say(text string) Step { return finish(text, "stop") }

// Cut replies with a text that reached the limit of tokens.
func Cut(text string) Step { return finish(text, "length") }

func finish(text, reason string) Step {
	reply, err := json.Marshal(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": reason, "message": map[string]any{"role": "assistant", "content": text},
		}},
		"usage": map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
	})
	if err != nil {
		panic(err) // a map of strings always marshals
	}
	return Raw(string(reply))
}

// Raw replies with the body as given.
func Raw(body string) Step {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, body)
	}
}

// Status replies with a status, a message and headers, given as names and values.
func Status(status int, message string, headers ...string) Step {
	body, err := json.Marshal(map[string]any{"error": map[string]string{"message": message}})
	if err != nil {
		panic(err)
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}
}

// Redirect sends the client elsewhere.
func Redirect(url string) Step { return Status(http.StatusTemporaryRedirect, "", "Location", url) }

// Slow waits before the next step, or until the client has gone.
func Slow(d time.Duration, then Step) Step {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(d):
			then(w, r)
		}
	}
}

// Trickle sends the head of a reply at once and then a space at a time, until the
// client has gone.
func Trickle() Step {
	return func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			fmt.Fprint(w, " ")
			_ = http.NewResponseController(w).Flush()
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// Truncate promises more bytes than it sends.
func Truncate() Step {
	return func(w http.ResponseWriter, _ *http.Request) {
		body := `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assis`
		w.Header().Set("Content-Length", strconv.Itoa(2*len(body)))
		fmt.Fprint(w, body)
	}
}

// Drop closes the connection without a reply.
func Drop() Step {
	return func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
}

// Huge replies with a completion of that many bytes.
func Huge(bytes int) Step { return Say(strings.Repeat("a", bytes)) }
