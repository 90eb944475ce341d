package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Bounds of what comes in over HTTP.
const (
	// maxInteraction is the size of a request. The largest, a command on a message with
	// all its parts, is far smaller.
	maxInteraction = 1 << 20
	// maxSkew is the tolerated clock difference; an older request counts as replayed.
	maxSkew = 5 * time.Minute
)

// Endpoint receives interactions as signed HTTP requests instead of over a gateway
// connection. The first answer is the HTTP response. It is an http.Handler.
type Endpoint struct {
	rest    *REST
	key     ed25519.PublicKey
	deliver func(*Exchange)
	log     *slog.Logger
	seen    *seen
}

// ErrKey is for an unreadable public key of an app.
var ErrKey = errors.New("the public key is none")

// ParseKey reads the public key as Discord shows it: 64 hex digits. Its error wraps
// ErrKey.
func ParseKey(s string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(s)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("%w: %q must have %d hex digits", ErrKey, s, 2*ed25519.PublicKeySize)
	}
	return key, nil
}

// NewEndpoint returns an endpoint that checks requests with a key, and delivers each
// interaction once. deliver must not block.
func NewEndpoint(rest *REST, key ed25519.PublicKey, log *slog.Logger, deliver func(*Exchange)) *Endpoint {
	return &Endpoint{rest: rest, key: key, deliver: deliver, log: log, seen: newSeen(2 * maxSkew)}
}

// ServeHTTP answers one request from Discord.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := e.rest.credentials.Now()
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "interactions are posted", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteraction))
	if err != nil {
		status := http.StatusBadRequest
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, http.StatusText(status), status)
		return
	}
	if !e.genuine(r.Header, body, began) {
		http.Error(w, "invalid request signature", http.StatusUnauthorized)
		return
	}
	i, err := decode(body)
	if err != nil {
		e.log.Warn("an interaction can't be read", "error", err)
		http.Error(w, "the interaction can't be read", http.StatusBadRequest)
		return
	}
	switch {
	case i.Type == discordgo.InteractionPing:
		writeResponse(w, &response{Type: discordgo.InteractionResponsePong})
	case !e.seen.first(i.ID, began):
		http.Error(w, "the interaction was sent before", http.StatusConflict)
	default:
		e.exchange(r.Context(), w, i, began)
	}
}

// genuine reports whether Discord has signed a request recently.
func (e *Endpoint) genuine(h http.Header, body []byte, now time.Time) bool {
	signature, err := hex.DecodeString(h.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return false
	}
	stamp := h.Get("X-Signature-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > maxSkew {
		return false
	}
	return ed25519.Verify(e.key, append([]byte(stamp), body...), signature)
}

// exchange delivers an interaction and waits for its first answer, which is the
// response; one with files is sent as a request, since a response cannot have any. The
// answering code continues once the response is on its way: before that, Discord knows
// of no message to edit.
func (e *Endpoint) exchange(ctx context.Context, w http.ResponseWriter, i *Interaction, began time.Time) {
	answers, over := make(chan *response), make(chan struct{})
	defer close(over)
	x := e.rest.exchange(i, began)
	respond := func(ctx context.Context, answer *response) error {
		select {
		case answers <- answer:
		case <-over:
			return fmt.Errorf("%w: it was not answered in time", ErrGone)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		<-over
		return nil
	}
	x.send = func(ctx context.Context, answer *response) error {
		if answer.files == nil {
			return respond(ctx, answer)
		}
		return errors.Join(x.post(ctx, answer), respond(ctx, nil))
	}
	e.deliver(x)
	timer := time.NewTimer(CallbackTime)
	defer timer.Stop()
	select {
	case answer := <-answers:
		writeResponse(w, answer)
	case <-timer.C:
		e.log.Warn("an interaction was not answered in time")
		http.Error(w, "not answered in time", http.StatusServiceUnavailable)
	case <-ctx.Done():
	}
}

// writeResponse writes the first answer; nil for one that was sent already.
func writeResponse(w http.ResponseWriter, answer *response) {
	if answer == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	body, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, "the answer can't be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a client that does not read the answer needs none
	_ = http.NewResponseController(w).Flush()
}
