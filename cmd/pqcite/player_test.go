package main

import (
	"context"
	"errors"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/trace"
)

func exchanged(exchanges ...core.Exchange) trace.Run {
	var r trace.Run
	for _, x := range exchanges {
		r = append(r, core.Event{Kind: core.EventModel, Exchange: &x})
	}
	return r
}

func TestPlayer(t *testing.T) {
	a, b := answer.PromptHash("system", "a"), answer.PromptHash("system", "b")
	p := newPlayer(exchanged(
		core.Exchange{Purpose: "write", Model: "m", Prompt: a, Reply: "first"},
		core.Exchange{Purpose: "grade", Model: "judge", Prompt: a, Reply: "0.5"},
		core.Exchange{Purpose: "write", Model: "m", Prompt: b, Failure: "model took too long"},
		core.Exchange{Purpose: "write", Model: "m", Prompt: a, Reply: "no citation", Failure: "cites nothing"},
	), writerPurposes)
	if p.Name() != "m" {
		t.Errorf("name %q", p.Name())
	}
	for _, want := range []string{"first", "no citation"} {
		if got, err := p.Complete(t.Context(), "system", "a"); got != want || err != nil {
			t.Errorf("reply %q, %v, want %q", got, err, want)
		}
	}
	if _, err := p.Complete(t.Context(), "system", "b"); err == nil || err.Error() != "model took too long" {
		t.Errorf("error %v, want the recorded one as it was", err)
	}
	for _, user := range []string{"a", "b", "c"} {
		if got, err := p.Complete(t.Context(), "system", user); !errors.Is(err, errUnrecorded) || got != "" {
			t.Errorf("a prompt more, %q, gets %q, %v", user, got, err)
		}
	}
}

func TestPlayerStops(t *testing.T) {
	p := newPlayer(exchanged(core.Exchange{Purpose: "gaps", Prompt: answer.PromptHash("", ""), Reply: "x"}), judgePurposes)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Complete(ctx, "", ""); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestPromptHashTellsMessagesApart(t *testing.T) {
	if answer.PromptHash("ab", "c") == answer.PromptHash("a", "bc") {
		t.Error("text that moves from one message to the other is the same prompt")
	}
}
