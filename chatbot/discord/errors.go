package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Sentinels that callers act on.
var (
	// ErrGone means that there is nothing left to write to: the interaction has expired
	// or was answered, or its message was deleted. Retrying is pointless.
	ErrGone = errors.New("the interaction is gone")
	// ErrToken means that Discord rejects the bot's token.
	ErrToken = errors.New("discord refuses the bot token")
	// ErrLimited means that Discord's rate limit asks for a longer wait than there was
	// time.
	ErrLimited = errors.New("discord limits the rate of requests")
)

// Error is Discord's answer to a rejected request.
type Error struct {
	Status int           // of HTTP
	Code   int           // Discord's own, 0 if there was none
	Text   string        // Discord's message
	After  time.Duration // when to retry, if the rate is limited
}

func (e *Error) Error() string {
	return fmt.Sprintf("discord answered %d, code %d: %s", e.Status, e.Code, e.Text)
}

// Codes of Discord's errors (Discord, Opcodes and status codes, JSON error codes).
const (
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeAcknowledged       = 40060
	codeInvalidWebhook     = 50027
)

// Is maps the answer to the sentinels.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrToken:
		return e.Status == http.StatusUnauthorized && e.Code != codeInvalidWebhook
	case ErrLimited:
		return e.Status == http.StatusTooManyRequests
	case ErrGone:
		switch e.Code {
		case codeUnknownMessage, codeUnknownWebhook, codeUnknownInteraction, codeAcknowledged, codeInvalidWebhook:
			return true
		}
		return e.Status == http.StatusNotFound
	}
	return false
}

// badGateway starts the library's error for an answer of that status, followed by the
// page of whoever sent it.
const badGateway = "Exceeded Max retries HTTP 502"

// plain is an error of the library without its request, whose address and headers
// contain tokens.
func plain(err error) error {
	var limited *discordgo.RateLimitError
	var answered *discordgo.RESTError
	var transport *url.Error
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limited):
		return &Error{Status: http.StatusTooManyRequests, Text: limited.Message, After: limited.RetryAfter}
	case errors.As(err, &answered):
		e := &Error{Status: answered.Response.StatusCode, Text: http.StatusText(answered.Response.StatusCode)}
		if m := answered.Message; m != nil {
			e.Code, e.Text = m.Code, m.Message
		}
		return e
	case strings.HasPrefix(err.Error(), badGateway):
		return &Error{Status: http.StatusBadGateway, Text: http.StatusText(http.StatusBadGateway)}
	case errors.Is(err, discordgo.ErrUnauthorized):
		return &Error{Status: http.StatusUnauthorized, Text: "unauthorized"}
	case errors.As(err, &transport):
		return fmt.Errorf("reach discord: %w", dialled(transport.Err))
	case errors.As(err, &syntax):
		return fmt.Errorf("read discord's answer: %w", err)
	}
	return fmt.Errorf("ask discord: %w", err)
}

// dialled is a network error without addresses.
func dialled(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return fmt.Errorf("%s: %w", op.Op, op.Err)
	}
	return err
}

// retryable reports whether a failed request may succeed later: it never reached
// Discord, or Discord could not take it just then.
func retryable(err error) bool {
	var answered *Error
	if !errors.As(err, &answered) {
		return true
	}
	return answered.Status >= http.StatusInternalServerError
}
