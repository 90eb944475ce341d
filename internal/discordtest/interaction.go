package discordtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Kinds of interactions.
const (
	kindPing         = 1
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// Types of a callback.
const (
	CallbackPong        = 1
	CallbackMessage     = 4 // answer with a message
	CallbackDefer       = 5 // "thinking..."
	CallbackDeferUpdate = 6 // the message will be changed later
	CallbackUpdate      = 7 // change the message that the component is on
	CallbackChoices     = 8 // of autocomplete
	CallbackModal       = 9
)

// The bounds on what a bot may do with an interaction.
const (
	callbackWithin = 3 * time.Second
	tokenLife      = 15 * time.Minute
)

// ErrLost is the error of waiting for an answer to an interaction that reached no
// bot.
var ErrLost = errors.New("the interaction was lost")

// Interaction is one thing that a user did, and all that the bot made of it.
type Interaction struct {
	ID    string
	Token string
	User  User

	s       *Server
	kind    int
	sent    time.Time // on the server's clock
	payload json.RawMessage
	source  *posted // the message that a component is on

	// The server's lock guards the rest.
	changed  chan struct{} // closed and replaced with each change
	lost     error         // why no bot has it
	posting  bool          // its HTTP request is under way
	replayed bool          // it came only with a RESUME
	attempts int
	unsure   bool // the answer to a callback was lost on the way
	callback *Callback
	original *posted
	states   []Message // of @original, whoever changed it
	edited   []Message // those that this interaction's edits made
}

// Callback is the first answer to an interaction.
type Callback struct {
	Type    int
	Flags   int
	Data    json.RawMessage
	Modal   *Modal   // of type CallbackModal
	Choices []Choice // of type CallbackChoices
	After   time.Duration
}

// Ephemeral reports whether only the user sees what follows.
func (c Callback) Ephemeral() bool { return c.Flags&Ephemeral != 0 }

// Choice is one line that autocomplete offers.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Modal is a form that a user fills in.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// inputs are the fields of the form.
func (m Modal) inputs() []Component {
	var out []Component
	for c := range (Message{Components: m.Components}).each() {
		if c.Type == textInput {
			out = append(out, c)
		}
	}
	return out
}

// Callback is the bot's first answer, if there is one.
func (it *Interaction) Callback() (Callback, bool) {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	if it.callback == nil {
		return Callback{}, false
	}
	return *it.callback, true
}

// Callbacks counts the attempts to answer, the refused ones too.
func (it *Interaction) Callbacks() int {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	return it.attempts
}

// Original is @original in its current state. There is none before the callback, after
// its deletion, and for choices and modals.
func (it *Interaction) Original() (Message, bool) {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	if it.original == nil {
		return Message{}, false
	}
	return it.original.Message, true
}

// Edits are the states that the bot's edits through this interaction gave to
// @original, in order; the callback's own message is none of them.
func (it *Interaction) Edits() []Message {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	return slices.Clone(it.edited)
}

// Thinking reports whether the user still sees that the bot is thinking: nothing
// has followed a deferred answer yet.
func (it *Interaction) Thinking() bool {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	return it.thinkingLocked()
}

func (it *Interaction) thinkingLocked() bool {
	return it.original != nil && it.original.thinking
}

// AwaitCallback waits for the first answer.
func (it *Interaction) AwaitCallback(ctx context.Context) (Callback, error) {
	var got Callback
	err := it.await(ctx, "the callback", func() bool {
		cb, there := it.Callback()
		got = cb
		return there
	})
	return got, err
}

// AwaitEdit returns the first state of @original, past or to come, that is as
// wanted; nil wants any. A message in the callback is a state too, "thinking" is
// none: a scenario need not know whether the bot deferred.
func (it *Interaction) AwaitEdit(ctx context.Context, want func(Message) bool) (Message, error) {
	var got Message
	seen := 0
	err := it.await(ctx, "the message wanted", func() bool {
		it.s.mu.Lock()
		states := it.states
		it.s.mu.Unlock()
		for ; seen < len(states); seen++ {
			if want == nil || want(states[seen]) {
				got = states[seen]
				return true
			}
		}
		return false
	})
	return got, err
}

// await asks whether it is ready, now and after each change.
func (it *Interaction) await(ctx context.Context, what string, ready func() bool) error {
	for {
		it.s.mu.Lock()
		changed, lost := it.changed, it.lost
		it.s.mu.Unlock()
		switch {
		case ready():
			return nil
		case lost != nil:
			return fmt.Errorf("await %s: %w", what, lost)
		}
		select {
		case <-changed:
		case <-it.s.ctx.Done():
			return fmt.Errorf("await %s: the test is over", what)
		case <-ctx.Done():
			return fmt.Errorf("await %s: %w; so far: %s", what, ctx.Err(), it.state())
		}
	}
}

// state says what the bot has done, for an error.
func (it *Interaction) state() string {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	switch {
	case it.callback == nil:
		return "no callback"
	case it.original == nil:
		return sprintf("a callback of type %d", it.callback.Type)
	}
	return sprintf("a callback of type %d, %d edits, @original %q",
		it.callback.Type, len(it.edited), it.original.Text())
}

func (it *Interaction) changedLocked() {
	close(it.changed)
	it.changed = make(chan struct{})
}

func (it *Interaction) lose(format string, args ...any) {
	it.s.mu.Lock()
	defer it.s.mu.Unlock()
	it.loseLocked(format, args...)
}

func (it *Interaction) loseLocked(format string, args ...any) {
	it.lost = fmt.Errorf("%w: "+format, append([]any{ErrLost}, args...)...)
	it.changedLocked()
}

func (it *Interaction) postedLocked() []*posted {
	var out []*posted
	for _, p := range []*posted{it.original, it.source} {
		if p != nil {
			out = append(out, p)
		}
	}
	return out
}

// expiredLocked reports whether the token's life is over.
func (it *Interaction) expiredLocked() bool { return it.s.nowLocked().Sub(it.sent) > tokenLife }
