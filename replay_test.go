package pqcite

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/core/trace"
)

// recorded is the file that core/trace tests with: an answer with a model, a
// refusal, and the answer again.
const recorded = "core/trace/testdata/runs.jsonl"

func recordedRuns(t *testing.T) []trace.Run {
	t.Helper()
	f, err := os.Open(recorded)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var runs []trace.Run
	for in := trace.NewReader(recorded, f); ; {
		run, err := in.Next()
		if errors.Is(err, io.EOF) {
			return runs
		}
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
}

// TestReplaySettings: a rerun begins with all that the recorded run began with.
func TestReplaySettings(t *testing.T) {
	lib, _ := open(t, Options{Home: t.TempDir()})
	for i, run := range recordedRuns(t) {
		if err := lib.Replayable(run); !errors.Is(err, ErrOtherLibrary) {
			t.Errorf("run %d of another library: %v", i+1, err)
		}
		again, err := lib.Replay(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		want := *run.Start()
		want.Library = lib.corpus.Digest()
		if diff := cmp.Diff(want, *again.Start()); diff != "" {
			t.Errorf("run %d starts otherwise (-was +is):\n%s", i+1, diff)
		}
	}
}

// TestReplaySame: a run of the same library is the same again.
func TestReplaySame(t *testing.T) {
	lib, _ := open(t, Options{Home: t.TempDir()})
	var run trace.Run
	o := AskOptions{Observer: func(e core.Event) { run = append(run, e) }, Scope: []string{"NIST.FIPS.203"}, Budget: core.Budget{Steps: 7, ToolCalls: 2, Rounds: 1, MinHits: 1}, Features: new(core.Features)}
	if _, err := lib.Ask(t.Context(), "How large is an ML-KEM-768 ciphertext?", o); err != nil {
		t.Fatal(err)
	}
	if err := lib.Replayable(run); err != nil {
		t.Error(err)
	}
	again, err := lib.Replay(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := trace.Diff(run, again); d != nil || err != nil {
		t.Errorf("it differs at %v, %v", d, err)
	}
	run[0].Start.Features = []string{"clairvoyance"}
	if err := lib.Replayable(run); !errors.Is(err, core.ErrFeature) {
		t.Errorf("a feature that does not exist: %v", err)
	}
}

// TestReplayPorts checks that a rerun asks no model that is set up now, and none at
// all where the recorded run asked none.
func TestReplayPorts(t *testing.T) {
	live := loop.Ports{Model: adversary{}, Judge: nil}
	for i, run := range recordedRuns(t) {
		if p := replayPorts(live, run); p.Model == loop.Writer(live.Model) {
			t.Errorf("run %d would ask the model that is set up", i+1)
		}
	}
}

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
