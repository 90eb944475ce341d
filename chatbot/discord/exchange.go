package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
)

// Bounds of an interaction (Discord, Receiving and responding to interactions).
const (
	// CallbackTime is how long a first answer may take: Discord forgets the interaction
	// after three seconds, some of which have passed already.
	CallbackTime = 2500 * time.Millisecond
	// Life is how long its message can be edited: Discord's 15 minutes, less one.
	Life = 14 * time.Minute
)

// ErrAnswered means that an interaction already had its first answer.
var ErrAnswered = errors.New("the interaction was answered already")

// Exchange is an interaction and the means to answer it. The first answer is one of
// Defer, Reply, Update, Ask and Offer, and there is only one. It is safe for concurrent
// use.
type Exchange struct {
	*Interaction
	rest  *REST
	lane  *lane
	began time.Time
	send  func(context.Context, *response) error // sends the first answer

	mu       sync.Mutex
	answered bool // guarded by mu
	gone     bool // according to Discord; guarded by mu
}

// exchange starts one whose first answer is a request of its own.
func (r *REST) exchange(i *Interaction, began time.Time) *Exchange {
	x := &Exchange{Interaction: i, rest: r, lane: newLane(), began: began}
	x.send = x.post
	return x
}

// Answered reports whether the first answer was given, or attempted.
func (x *Exchange) Answered() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.answered
}

// Began is when the interaction came in.
func (x *Exchange) Began() time.Time { return x.began }

// Age is how long ago the interaction came in.
func (x *Exchange) Age() time.Duration { return x.rest.credentials.Now().Sub(x.began) }

// first gives the first answer, once: after three seconds Discord no longer takes it.
func (x *Exchange) first(ctx context.Context, answer *response) error {
	x.mu.Lock()
	if x.answered {
		x.mu.Unlock()
		return ErrAnswered
	}
	x.answered = true
	x.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, CallbackTime-x.Age())
	defer cancel()
	if err := x.heed(x.send(ctx, answer)); err != nil {
		return fmt.Errorf("answer an interaction: %w", err)
	}
	return nil
}

// callbackTries bounds how often a first answer of unknown fate is sent.
const callbackTries = 3

// post sends the first answer as a request. A failed one may have arrived: it is sent
// again, since Discord takes only one and says if it has it.
func (x *Exchange) post(ctx context.Context, answer *response) error {
	address := discordgo.EndpointInteractionResponse(x.ID, x.Token)
	for tries := 1; ; tries++ {
		_, err := x.rest.request(ctx, x.lane, onceOnly, http.MethodPost, address, answer, answer.files)
		var refused *Error
		switch {
		case err == nil:
			return nil
		case tries > 1 && errors.As(err, &refused) && refused.Code == codeAcknowledged:
			return nil // an earlier one arrived
		case !retryable(err) || tries == callbackTries || sleep(ctx, jitter(100*time.Millisecond<<tries)) != nil:
			return err
		}
	}
}

// Defer announces an answer, private or public, which cannot be changed later.
func (x *Exchange) Defer(ctx context.Context, private bool) error {
	answer := &response{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
	if private {
		answer.Data = flags{discordgo.MessageFlagsEphemeral}
	}
	return x.first(ctx, answer)
}

// Reply answers with a message.
func (x *Exchange) Reply(ctx context.Context, m render.Message, private bool) error {
	return x.first(ctx, &response{discordgo.InteractionResponseChannelMessageWithSource, payloadOf(m, private), m.Files})
}

// Update changes the message whose button was pressed.
func (x *Exchange) Update(ctx context.Context, m render.Message) error {
	return x.first(ctx, &response{discordgo.InteractionResponseUpdateMessage, payloadOf(m, false), m.Files})
}

// Ask opens a form.
func (x *Exchange) Ask(ctx context.Context, f render.Modal) error {
	return x.first(ctx, &response{Type: discordgo.InteractionResponseModal, Data: form{f.CustomID, f.Title, f.Components}})
}

// Offer completes the text that a user is typing into an option, with at most 25
// choices.
func (x *Exchange) Offer(ctx context.Context, choices []Choice) error {
	if choices == nil {
		choices = []Choice{}
	}
	return x.first(ctx, &response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: offer{choices}})
}

// Edit writes the deferred message, again if it was written before.
func (x *Exchange) Edit(ctx context.Context, m render.Message) error {
	ctx, cancel, err := x.alive(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	address := discordgo.EndpointInteractionResponseActions(x.App, x.Token)
	_, err = x.rest.request(ctx, x.lane, patient, http.MethodPatch, address, payloadOf(m, false), m.Files)
	if err = x.heed(err); err != nil {
		return fmt.Errorf("write an answer: %w", err)
	}
	return nil
}

// heed remembers that there is nothing left to write to: Discord bans bots that keep
// trying.
func (x *Exchange) heed(err error) error {
	if errors.Is(err, ErrGone) {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.gone = true
	}
	return err
}

// alive bounds a context by the life of the interaction.
func (x *Exchange) alive(ctx context.Context) (context.Context, context.CancelFunc, error) {
	left := Life - x.Age()
	x.mu.Lock()
	gone := x.gone
	x.mu.Unlock()
	if left <= 0 || gone {
		return nil, nil, fmt.Errorf("write an answer: %w", ErrGone)
	}
	ctx, cancel := context.WithTimeout(ctx, left)
	return ctx, cancel, nil
}
