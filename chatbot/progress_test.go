package chatbot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/discordtest"
)

// quickly shows progress at once.
func quickly(b *chatbot.Bounds) { b.Quiet = 10 * time.Millisecond }

// Who waits sees the stages of a run, one after another, and then the answer.
func TestProgress(t *testing.T) {
	stages := []struct {
		event core.Event
		shown string
	}{
		{core.Event{Kind: core.EventPlan, Plan: &core.Plan{}}, says("progress.reading")},
		{core.Event{Kind: core.EventRetrieval, Retrieval: &core.Retrieval{Round: 1, Hits: make([]core.HitRef, 7)}}, "round 1: 7 passages"},
		{core.Event{Kind: core.EventAssess}, says("progress.assessing")},
		{core.Event{Kind: core.EventModel}, says("progress.model")},
		{core.Event{Kind: core.EventDraft, Draft: &core.DraftEvent{Claims: 3}}, "3 sentences"},
		{core.Event{Kind: core.EventRepair}, says("progress.repairing")},
	}
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next := make(chan core.Event)
			x := begin(t, setup{asker: telling(next), overHTTP: overHTTP, bounds: quickly}).ready()
			it := x.ask(x.User("reader"), "What is ML-KEM?")
			for _, s := range stages {
				next <- s.event
				x.message(it, "> What is ML", "⏳", s.shown)
			}
			close(next)
			x.message(it, "Table 3")
			x.sound(it)
			var shown []string
			for _, m := range it.Edits() {
				shown = append(shown, m.Text())
			}
			at := -1
			for _, s := range stages {
				i := slices.IndexFunc(shown, func(text string) bool { return strings.Contains(text, s.shown) })
				if i <= at {
					t.Errorf("%q is state %d, after state %d", s.shown, i, at)
				}
				at = i
			}
			if len(shown) != len(stages)+1 {
				t.Errorf("there were %d edits, want one a stage and the answer", len(shown))
			}
		})
	}
}

// An answer that comes soon is written once, and Discord's limit of five edits in five
// seconds is far when one comes late.
func TestProgressIsRare(t *testing.T) {
	if quiet := chatbot.DefaultBounds().Quiet; quiet < 1500*time.Millisecond {
		t.Errorf("progress is shown every %v", quiet)
	}
	onBoth(t, setup{asker: simple}, func(t *testing.T, x *session) {
		it := x.ask(x.User("reader"), "What is ML-KEM?")
		x.message(it, "Table 3")
		if n := len(it.Edits()); n != 1 {
			t.Errorf("there were %d edits", n)
		}
	})
}

// However fast a run reports, edits keep their distance.
func TestProgressIsPaced(t *testing.T) {
	const quiet, run = 50 * time.Millisecond, 300 * time.Millisecond
	chatty := func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
		for i, end := 0, time.After(run); ; i++ {
			o(core.Event{Kind: core.EventRetrieval, Retrieval: &core.Retrieval{Round: i}})
			select {
			case <-end:
				return simple(ctx, question, scope, o)
			default:
			}
		}
	}
	onBoth(t, setup{asker: chatty, bounds: func(b *chatbot.Bounds) { b.Quiet = quiet }}, func(t *testing.T, x *session) {
		began := time.Now()
		it := x.ask(x.User("reader"), "What is ML-KEM?")
		x.message(it, "Table 3")
		if n, most := len(it.Edits()), int(time.Since(began)/quiet)+2; n > most {
			t.Errorf("there were %d edits, want at most %d", n, most)
		}
	})
}

// A question that waits for its turn says so.
func TestQueued(t *testing.T) {
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			x := begin(t, setup{asker: g.ask, overHTTP: overHTTP, bounds: quickly, sizes: &limit.Sizes{Running: 1, Waiting: 5, PerUser: 1}}).ready()
			first := x.ask(x.User("first"), "What is ML-KEM?")
			<-g.entered
			second := x.ask(x.User("second"), "What is ML-KEM?")
			x.message(second, "⏳", "Waiting: 1 question is ahead of yours")
			close(g.open)
			for _, it := range []*discordtest.Interaction{first, second} {
				x.message(it, "Table 3")
				x.sound(it)
			}
		})
	}
}
